import { expect, test } from 'vitest';
import { checkResponse, type ResponseFault, undocumentedMembers } from './check-response.ts';
import { loadContractDocument } from '../read/load.ts';
import type { OperationId } from '../names.gen.ts';

const { operations } = loadContractDocument();

interface Answer {
  readonly id: OperationId;
  readonly status: number;
  readonly body: unknown;
  readonly contentType?: string;
  readonly assumptions?: boolean;
  readonly query?: readonly (readonly [string, string])[];
}

function check({
  id,
  status,
  body,
  contentType = 'application/json',
  assumptions = true,
  query = [],
}: Answer): readonly ResponseFault[] {
  const operation = operations.get(id);
  return operation === undefined ? [] : checkResponse(operation, status, contentType, body, { assumptions, query });
}

/** The example of a success, changed at a place that dots lead to; undefined takes the field away. */
function changed(id: OperationId, example: string, path = '', value?: unknown): unknown {
  const body: unknown = structuredClone(operations.get(id)?.successExamples.get(example)?.body);
  const steps = path === '' ? [] : path.split('.');
  const last = steps.pop();
  const holder = steps.reduce((at, step) => (at as Record<string, unknown>)[step], body) as Record<string, unknown>;
  if (last !== undefined) {
    holder[last] = value;
    if (value === undefined) {
      Reflect.deleteProperty(holder, last);
    }
  }
  return body;
}

const examples = [...operations.values()].flatMap((operation) =>
  [...operation.successExamples.values(), ...operation.refusals.values()].map(
    ({ status, body }) => [operation.id, status, body] as const,
  ),
);

test.each(examples)('%s may answer %i with its example', (id, status, body) => {
  expect(check({ id, status, body, assumptions: false })).toEqual([]);
  expect(check({ id, status, body, contentType: 'application/json; charset=utf-8' })).toEqual([]);
});

test('a status that is not documented is a fault', () => {
  expect(check({ id: 'getAgent', status: 302, body: {} })).toEqual([
    { kind: 'status', pointer: '', message: 'getAgent is not documented to answer 302.', clauses: [] },
  ]);
});

test.each([
  ['text/html', 'The content type is text/html, not application/json.'],
  ['', 'The content type is missing, not application/json.'],
  ['application/jsonx', 'The content type is application/jsonx, not application/json.'],
])('the content type "%s" is a fault', (contentType, message) => {
  const faults = check({ id: 'verifyToken', status: 200, body: {}, contentType });
  expect(faults).toEqual([{ kind: 'content-type', pointer: '', message, clauses: ['verify.valid', 'verify.success'] }]);
});

test('a deployment may name a type of JSON, which the document does not', () => {
  const answer = { id: 'verifyToken', status: 401, body: { error: true, message: 'No' } } as const;
  const of = { ...answer, contentType: 'application/problem+json' };
  expect(check({ ...of, assumptions: false })).toEqual([]);
  expect(check(of)).not.toEqual([]);
});

test('a media type is compared without regard to case', () => {
  const body = changed('verifyToken', 'valid');
  expect(check({ id: 'verifyToken', status: 200, body, contentType: 'Application/JSON ;charset=x' })).toEqual([]);
});

test.each<[OperationId, string, string, unknown, string, string, string[]]>([
  [
    'getAgent',
    'agent',
    'data.basic_details.status',
    '1',
    '/data/basic_details/status',
    'must be 1, 2 or 3',
    ['agent.basic-details.status', 'agent.status.active', 'agent.status.deleted', 'agent.status.draft'],
  ],
  [
    'getAgent',
    'agent',
    'data.basic_details.status',
    4,
    '/data/basic_details/status',
    'must be 1, 2 or 3',
    ['agent.basic-details.status', 'agent.status.active', 'agent.status.deleted', 'agent.status.draft'],
  ],
  [
    'getAgent',
    'agent',
    'data.basic_details.voice_id',
    undefined,
    '/data/basic_details/voice_id',
    'is required',
    ['agent.basic-details.voice-id'],
  ],
  ['getAgent', 'agent', 'data.creator.email', 7, '/data/creator/email', 'must be a string', ['agent.creator']],
  [
    'getAgent',
    'agent',
    'data.denials',
    undefined,
    '/data/denials',
    'is required',
    ['agent.denials', 'agent.tools.denials'],
  ],
  ['getAgent', 'agent', 'message', 'ok', '/message', 'must be ""', ['get-by-id.envelope', 'get-by-id.one-agent']],
  ['getAgent', 'agent', 'data', [], '/data', 'must be an object', ['get-by-id.envelope', 'get-by-id.one-agent']],
  ['createAgent', 'created', 'data.agent_id', '7', '/data/agent_id', 'must be an integer', ['create-agent.success']],
  [
    'listVoices',
    'lastPage',
    'data.voices.0.age',
    'ancient',
    '/data/voices/0/age',
    'must be young, middle_aged or old',
    ['voice.age'],
  ],
  [
    'listAudience',
    'full',
    'datalist.0.status',
    'Lost',
    '/datalist/0/status',
    'must be Fresh, Completed, Halted or Inqueue',
    ['audience-list.item.status', 'audience.status-codes'],
  ],
  [
    'getToken',
    'token',
    'token',
    'abc',
    '/token',
    'must be 64 hexadecimal digits, such as ac3eac3e…',
    ['token.form', 'get-token.success'],
  ],
])(
  '%s with %s changed at %s to %j is at fault at %s, which %s',
  (id, example, path, value, pointer, complaint, clauses) => {
    const body = changed(id, example, path, value);
    for (const assumptions of [false, true]) {
      const faults = check({ id, status: 200, body, assumptions });
      expect(faults).toMatchObject([{ kind: 'schema', pointer, message: `${pointer} ${complaint}.` }]);
      expect(clauses).toEqual(expect.arrayContaining([...(faults[0]?.clauses ?? [])]));
      expect(faults[0]?.clauses[0]).toBe(clauses.find((clause) => isStated(clause)));
    }
  },
);

function isStated(clause: string): boolean {
  const [operation] = operations.values();
  return operation?.catalogue.get(clause as never)?.kind === 'stated';
}

test.each<[OperationId, number, unknown, string, string[]]>([
  ['getAgent', 400, { error: true, message: 'x' }, '/code', ['errors.shape.full', 'errors.code.integer']],
  [
    'getAgent',
    400,
    { error: true, code: 400, message: 'x', data: { a: 1 } },
    '/data',
    ['errors.shape.full', 'errors.code.integer'],
  ],
  [
    'getAgent',
    400,
    { error: true, code: '400', message: 'x', data: {} },
    '/code',
    ['errors.shape.full', 'errors.code.integer'],
  ],
  [
    'getToken',
    404,
    { error: true, code: 404, message: 'x', data: {} },
    '/code',
    ['errors.shape.full', 'errors.code.string'],
  ],
  ['verifyToken', 200, {}, '/error', ['verify.success']],
  ['verifyToken', 401, { reason: 'no' }, '/error', ['verify.unauthorized.message']],
  ['updateAgent', 200, {}, '/message', ['agent-update.success']],
])(
  '%s answering %i with %j breaks an assumption at %s, and nothing that is stated',
  (id, status, body, pointer, clauses) => {
    expect(check({ id, status, body, assumptions: false })).toEqual([]);
    const [fault] = check({ id, status, body });
    expect(fault).toMatchObject({ pointer, clauses });
  },
);

test('a stated fault names no assumed clause', () => {
  expect(check({ id: 'getAgent', status: 400, body: { error: true } })).toContainEqual({
    kind: 'schema',
    pointer: '/message',
    message: '/message is required.',
    clauses: ['errors.shape'],
  });
});

test.each<[string, string, unknown, string[]]>([
  ['full', 'datalist.0.input_data', undefined, ['/datalist/0/input_data']],
  [
    'full',
    'pagination',
    { totalRecords: '1' },
    ['/pagination/totalPages', '/pagination/currentPage', '/pagination/limit', '/pagination/totalRecords'],
  ],
  ['full', 'headers.0.key', 1, ['/headers/0/key']],
  [
    'full',
    'datalist.0',
    { id: 1, mobile_no: 'x', input_data: {}, total_attempt: '1/3', status: 'Fresh', updated_by: '' },
    [
      '/datalist/0/duration',
      '/datalist/0/last_attempt',
      '/datalist/0/last_call_status',
      '/datalist/0/last_disposition',
    ],
  ],
  ['simplified', 'datalist.0.id', 'x', ['/datalist/0/id']],
  ['simplified', 'metadata.0', {}, ['/metadata/0/key', '/metadata/0/label']],
])('of two formats the one that was meant validates the %s answer changed at %s', (example, path, value, pointers) => {
  const faults = check({ id: 'listAudience', status: 200, body: changed('listAudience', example, path, value) });
  expect(faults.map(({ pointer }) => pointer).sort()).toEqual([...pointers].sort());
});

test.each<[OperationId, string, string, unknown, string[]]>([
  ['getAgent', 'agent', 'color', 1, ['/color']],
  ['getAgent', 'agent', 'data.basic_details.a/b~', { c: 1 }, ['/data/basic_details/a~1b~0']],
  ['getAgent', 'agent', 'data.campaigns', [{ any: { thing: 1 } }], []],
  ['getAgent', 'agent', 'data.metadata_config.metadata_input.0.x', 1, ['/data/metadata_config/metadata_input/0/x']],
  ['listAudience', 'full', 'datalist.0.input_data', { any: 'column' }, []],
  ['listAudience', 'full', 'datalist.0.color', 'red', ['/datalist/0/color']],
  ['listAudience', 'full', 'metadata_extra', [], ['/metadata_extra']],
  ['listAudience', 'simplified', 'datalist.0.color', 'red', []],
  ['listAudience', 'simplified', 'headers.0.color', 'red', ['/headers/0/color']],
  ['verifyToken', 'valid', 'data', { a: 1 }, ['/data/a']],
  ['updateAgent', 'updated', 'data.name', 'x', ['/data/name']],
])(
  '%s answering its example %s with %s = %j shows what the document does not: %j',
  (id, example, path, value, pointers) => {
    const operation = operations.get(id);
    expect(operation && undocumentedMembers(operation, 200, changed(id, example, path, value))).toEqual(pointers);
  },
);

test('an answer of a status that is not documented has no members to compare', () => {
  const operation = operations.get('getAgent');
  expect(operation && undocumentedMembers(operation, 302, { a: 1 })).toEqual([]);
});

test('of two forms of an answer the one that was asked for is told of, whatever it lacks', () => {
  const body = changed('listAudience', 'simplified', 'metadata');
  const told = (query: readonly (readonly [string, string])[]) =>
    check({ id: 'listAudience', status: 200, body, query }).map(({ pointer }) => pointer);
  expect(told([['is_new', 'true']])).toEqual(['/metadata']);
  expect(told([['is_new', 'false']])).toContain('/datalist/0/status');
});
