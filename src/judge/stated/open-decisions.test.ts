import { describe, expect, it } from 'vitest';
import type { ApiRequest } from '../../deployment/transport.ts';
import type { CheckedAnswer, Finding } from '../report/violation.ts';
import { loadContractDocument } from '../../document/read/load.ts';
import { stated } from './judge.ts';
import type { Facts } from './model.ts';

const facts: Facts = {
  numbers: { owned: ['+15550009001'], shared: ['+15550009002'], inactive: ['+15550009003'] },
  campaigns: { read: [1], foreign: 5, changeable: { id: 2, status: 'hold' } },
  providers: { listed: ['provider_a'], not_set_up: 'provider_d' },
  ...{ bystanders: [9], operations: loadContractDocument().operations },
  tokens: {
    ...{ own: 'own-token', second: 'second', expired: 'expired', login: 'login' },
    ...{ expiredLogin: 'old', tokenless: 'tokenless', newest: '', older: 'older' },
  },
};

const now = new Date().toISOString().replace(/\.\d+Z$/, 'Z');

interface Sent {
  readonly query?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly form?: readonly (readonly [name: string, value: string])[];
  readonly headers?: Readonly<Record<string, string>>;
}

function answer(operation: ApiRequest['operation'], sent: Sent, status: number, body: unknown): CheckedAnswer {
  const { query = {}, json, form, headers = { token: 'own-token' } } = sent;
  const request: ApiRequest = {
    operation,
    query: Object.entries(query),
    headers,
    body:
      form !== undefined
        ? { kind: 'form', parts: form.map(([name, value]) => ({ name, value })) }
        : json === undefined
          ? { kind: 'none' }
          : { kind: 'json', value: json },
  };
  return { request, status, body, headers: {}, text: JSON.stringify(body), unread: null };
}

function walked(...answers: readonly CheckedAnswer[]): Finding[] {
  let model = stated.begin(facts);
  return answers.flatMap((each) => {
    const judged = stated.take(model, each);
    model = judged.state;
    return judged.findings;
  });
}

const error = (message: string, more: object = {}): object => ({ error: true, message, ...more });
const token = (headers: Readonly<Record<string, string>>, status: number, body: unknown): CheckedAnswer =>
  answer('getToken', { headers }, status, body);

const twoFaults = ['agent_name', 'category'].map((name) => [`basic_details[${name}]`, 'a'] as const);
const column = ['metadata_config[metadata_output][]', 'x'] as const;
function formed(id: number, more: readonly (readonly [string, string])[] = [], status = 200, by = 'own-token') {
  const form = [['basic_details[agent_name]', `A ${id}`], ['basic_details[agent_type]', '3'], ...more] as const;
  const body = status === 200 ? { message: 'updated', data: { agent_id: id } } : error('no');
  return answer('createAgentOrUpdate', { form, headers: { token: by } }, status, body);
}

function read(id: number, over: object = {}, data: object = {}, files: readonly unknown[] = []): CheckedAnswer {
  const about = {
    ...{ id, workspace_id: 1, agent_name: `A ${id}`, status: 3, agent_type: 3 },
    ...{ created_on: now, updated_on: now },
  };
  const described = { category_description: {}, purpose_description: {}, agent_type_description: { id: 3 } };
  return answer('getAgent', { query: { agent_id: String(id) } }, 200, {
    ...{ error: false, code: 200, message: '', timestamp: Date.now() },
    data: {
      basic_details: { ...about, ...described, agent_token: 'eyJhIjoxfQ.b.c', ...over },
      ...{ configuration: { agent_id: id }, guardrails: { agent_id: id }, knowledge_base: { agent_id: id, files } },
      ...{ tools: { denials: {} }, denials: {}, phone_numbers: [], last_modified: '', voice_analysis: true },
      ...{ campaign_count: 0, campaigns: [], is_campaign_on_hold: false, is_draft: true, is_audience: false },
      ...data,
    },
  });
}

type Asked = Readonly<Record<string, string>>;
const get = (query: Asked, status: number, body: unknown, headers: Asked = { token: 'own-token' }): CheckedAnswer =>
  answer('getAgent', { query, headers }, status, body);
const create = (json: object, status: number, body: unknown): CheckedAnswer =>
  answer('createAgent', { json }, status, body);
const verify = (headers: Asked, status: number, json: object = {}): CheckedAnswer =>
  answer('verifyToken', { json, headers }, status, status === 200 ? {} : unauthorized);
const audience = (campaign_id: string, datalist: readonly object[]): CheckedAnswer =>
  answer('listAudience', { query: { campaign_id } }, 200, { datalist });
const update = (json: object, status: number, body: unknown): CheckedAnswer =>
  create({ agent_id: 7, ...json }, status, body);
const saved = { success: true, message: 'Saved', data: { agent_id: 7, agent_name: 'A 7' } };
const number = '+15550009001';
const attached = ['phone_numbers[]', number] as const;
const inactive = ['phone_numbers[]', '+15550009003'] as const;
const having = (id: number, numbers: readonly string[]): CheckedAnswer => read(id, {}, { phone_numbers: numbers });
const second = { token: 'second' };
const others = ['+15550009002', '+15550009003'];
const havingShared = [formed(7, [['phone_numbers[]', '+15550009002']]), having(7, others.slice(0, 1))];
const lentTo = (lent: string): CheckedAnswer => formed(90, [['phone_numbers[]', lent]], 200, 'second');
const twoNumbers = others.map((each) => ['phone_numbers[]', each] as const);
const sharedAndInactive = [formed(7, twoNumbers), having(7, others)];
const file = ['FILE_KNOWLEDGE_BASES', 'x'] as const;
const filed = (id: number, name = 'a.pdf', isNamed = true): CheckedAnswer => {
  const sent = formed(id, [['agent_id', String(id)]]);
  const part = { name: file[0], value: Buffer.from('x'), file: { name, type: 'application/pdf' } };
  const { body } = sent.request;
  const others = isNamed && body.kind === 'form' ? body.parts : [];
  return { ...sent, request: { ...sent.request, body: { kind: 'form', parts: [...others, part] } } };
};
const campaign = (json: object, status: number, headers?: Readonly<Record<string, string>>): CheckedAnswer =>
  answer('forceCompleteCampaign', { json, ...(headers !== undefined && { headers }) }, status, { message: 'x' });
const voices = (query: Readonly<Record<string, string>>, status: number, message = 'no'): CheckedAnswer =>
  answer('listVoices', { query }, status, error(message));
const tools = ['abc', '7'].map((id) => ['knowledge_base[tools][0][id]', id] as const);
const noNumber = 'Add at least 1 phone number to your agent';
const sharedOnly = 'Cannot publish agent with global provider phone numbers. Please use workspace-owned phone numbers.';
const unauthorized = error('Invalid Auth Key or Session Expired');

describe('a provider that decides what the specification leaves open is right', () => {
  it.each<[title: string, answers: readonly CheckedAnswer[]]>([
    [
      'takes a number from the agent that has it',
      [formed(7, [attached]), having(7, [number]), formed(8, [attached]), having(7, []), having(8, [number])],
    ],
    [
      'lets two agents share a number',
      [formed(7, [attached]), having(7, [number]), formed(8, [attached]), having(7, [number]), having(8, [number])],
    ],
    [
      'refuses a number that another agent has',
      [formed(7, [attached]), having(7, [number]), formed(8, [attached], 422), having(7, [number])],
    ],
    [
      'makes a draft of a published agent that loses its number',
      [
        formed(7, [attached]),
        read(7, { status: 1 }, { phone_numbers: [number] }),
        formed(8, [attached]),
        having(7, []),
      ],
    ],
    [
      'takes a shared number from an agent of another workspace',
      [...havingShared, lentTo('+15550009002'), having(7, [])],
    ],
    ['leaves out an inactive number', [formed(8, [inactive]), having(8, [])]],
    ['refuses an inactive number', [formed(8, [inactive], 422)]],
    [
      'has the word of get-token in code',
      [
        token({}, 400, error('no', { code: 'LOGIN_TOKEN_REQUIRED' })),
        token({ token: 'x' }, 401, error('no', { code: 'INVALID_LOGIN_TOKEN' })),
      ],
    ],
    [
      'has the word of get-token beside a numeric code',
      [
        token({}, 400, error('no', { code: 400, error_code: 'LOGIN_TOKEN_REQUIRED' })),
        token({ token: 'tokenless' }, 404, error('no', { code: 404, reason: { name: 'NO_API_TOKEN_FOUND' } })),
      ],
    ],
    [
      'has the word of get-token in the message',
      [token({ token: 'x' }, 401, error('INVALID_LOGIN_TOKEN: it expired', { code: 401 }))],
    ],
    [
      'has no words for get-token',
      [token({}, 400, error('no', { code: 400 })), token({ token: 'x' }, 401, error('no'))],
    ],
    [
      'takes an empty login token for an invalid one',
      [token({ token: '' }, 401, error('no', { code: 'INVALID_LOGIN_TOKEN' }))],
    ],
    ['ignores a status beside a new agent', [create({ agent_name: 'A 7', status: 1 }, 200, saved), read(7)]],
    ['refuses a status of a new agent', [create({ agent_name: 'A 7', status: 1 }, 400, error('Agent ID is required'))]],
    ['adds files', [formed(7), read(7), filed(7), read(7, {}, {}, ['a']), filed(7), read(7, {}, {}, ['a', 'b'])]],
    ['replaces files', [formed(7), read(7), filed(7), read(7, {}, {}, ['a']), filed(7), read(7, {}, {}, ['b'])]],
    [
      'publishes an agent of another type without a number',
      [
        create({ agent_name: 'A 7' }, 200, saved),
        read(7, { agent_type: 2, agent_type_description: { id: 2 } }),
        update({ status: 1 }, 200, saved),
      ],
    ],
    [
      'looks at the body before the token',
      [answer('createAgent', { json: { agent_id: 7, voice: 'loud' }, headers: {} }, 422, error('no'))],
    ],
    ['tells a wrong page token before a missing provider', [voices({ page_token: 'x' }, 400, 'Invalid page token')]],
    ['tells a wrong file before a missing name', [{ ...filed(7, 'a.exe', false), status: 400, body: error('no') }]],
    ['answers an unknown campaign with an empty list', [audience('77', [])]],
    ["answers another workspace's campaign with an empty list", [audience('5', [])]],
    [
      'takes a status of a campaign in capitals, and with blanks',
      ['HOLD', ' hold '].map((campaign_status) => campaign({ campaign_id: 2, campaign_status }, 200)),
    ],
    [
      'refuses the status that a campaign has already',
      ['hold', 'pause'].map((campaign_status) => campaign({ campaign_id: 2, campaign_status }, 409)),
    ],
    ['takes a status of a campaign that there is not', [campaign({ campaign_id: 77, campaign_status: 'hold' }, 200)]],
    [
      'counts the agents of each workspace for itself',
      [
        formed(7),
        read(7),
        get({ agent_id: '7' }, 200, { data: { basic_details: { agent_name: 'Theirs' } } }, { token: 'second' }),
      ],
    ],
    [
      'takes the first of two headers or the second',
      [
        verify({ token: 'own-token', api_access_token: 'expired' }, 401),
        verify({ token: 'expired', api_access_token: 'own-token' }, 200),
      ],
    ],
    ['takes a login token in verify, or not', [200, 401].map((status) => verify({ token: 'login' }, status))],
    ['has one valid token for each account', [401, 401].map((status) => verify({ token: 'older' }, status))],
    ['asks for a token after an older one was taken', [verify({ token: 'older' }, 200), verify({}, 401)]],
    ['takes only Bearer in agent/update', [answer('updateAgent', { json: { agent_id: 'x' } }, 401, {})]],
    ['refuses ids beyond 32 bits', [get({ agent_id: '4294967296' }, 400, error('Agent ID is invalid.'))]],
    ['refuses names of more than 50 characters', [create({ agent_name: 'x'.repeat(51) }, 422, error('too long'))]],
    [
      'gives 400 a code that section 7 lists for 422',
      [update({ status: 9 }, 400, error('Invalid status value', { code: 'VALIDATION_ERROR' }))],
    ],
    ['generates an address at any time', [formed(7), read(7), read(7, {}, { webhook_url: 'https://example.com/7' })]],
    [
      'sets the time of update at any time',
      [formed(7), read(7), read(7, { updated_on: new Date(Date.now() + 60_000).toISOString() })],
    ],
    [
      'shows a number once for each direction of calls',
      [formed(7, [attached]), read(7, {}, { phone_numbers: ['in', 'out'].map((way) => ({ number, way })) })],
    ],
    [
      'refuses an empty object, an empty text, a text of more than 255 characters, and a name beyond ASCII',
      [{ voice: {} }, { greeting: '' }, { description: 'x'.repeat(256) }, { agent_name: 'Zo\u00eb' }].map((json) =>
        update(json, 422, error('no')),
      ),
    ],
    ['tells another parameter before the missing agent_id', [get({ id: '1' }, 400, error('Unknown parameter id'))]],
    ['takes one of two values at one place of a list, or no tool', [formed(7, tools), formed(8, tools.slice(0, 1))]],
    [
      'tells one column without a key before a wrong code',
      [answer('createAgentOrUpdate', { form: [...twoFaults, column] }, 422, error('no', { code: 'MISSING_FIELD' }))],
    ],
    ['refuses fields in the body of verify', [verify({ token: 'own-token' }, 400, { extra: 1 })]],
  ])('%s', (_, answers) => {
    expect(walked(...answers)).toEqual([]);
  });

  it('may call an agent with a shared and an inactive number one with shared numbers, or one without a number', () => {
    for (const text of [noNumber, sharedOnly]) {
      expect(walked(...sharedAndInactive, update({ status: 1 }, 400, error(text)))).toEqual([]);
    }
  });

  it('may take a status without an agent for one of a new agent, or of an unknown one', () => {
    for (const text of ['Agent ID is required', noNumber])
      expect(walked(create({ status: 1 }, 400, error(text)))).toEqual([]);
    expect(walked(create({ status: 1 }, 404, error('Agent not found')))).toEqual([]);
    expect(walked(create({}, 201, saved), create({ status: 1 }, 201, { data: { agent_id: 8 } }))).toEqual([]);
  });
});

describe('what the specification states is found all the same', () => {
  it.each<[title: string, clause: string, answers: readonly CheckedAnswer[]]>([
    ['a tool called abc that is refused otherwise', 'createagentorupdate.validation', [formed(7, tools, 400)]],
    ['a number that is nowhere', 'createagentorupdate.phone-numbers', [formed(7, [attached]), having(7, [])]],
    [
      'another word of get-token beside a numeric code',
      'get-token.login-token-required',
      [token({}, 400, error('no', { code: 400, error_code: 'INVALID_LOGIN_TOKEN' }))],
    ],
    [
      'a word that one refusal of get-token lacks',
      'get-token.no-api-token-found',
      [token({}, 400, error('no', { code: 'LOGIN_TOKEN_REQUIRED' })), token({ token: 'tokenless' }, 404, error('no'))],
    ],
    [
      'the same, the other way round',
      'get-token.login-token-required',
      [token({}, 400, error('no')), token({ token: 'tokenless' }, 404, error('no', { code: 'NO_API_TOKEN_FOUND' }))],
    ],
    [
      'a number of the workspace that is taken from its agent for another workspace',
      'workspace.isolation',
      [formed(7, [attached]), having(7, [number]), lentTo(number), having(7, [])],
    ],
    ['a status alone that is taken', 'create-agent.agent-id.required', [create({ status: 1 }, 200, { data: {} })]],
    ['a token that ends', 'verify.valid', [200, 401].map((status) => verify({ token: 'older' }, status))],
    ['a valid token that is refused', 'verify.valid', [verify({ token: 'own-token' }, 401)]],
    ['files that are lost', 'createagentorupdate.files.field', [formed(7), read(7), filed(7), read(7, {}, {}, [])]],
    [
      'files that an update loses',
      'createagentorupdate.files.field',
      [formed(7), read(7, {}, {}, ['a', 'b']), filed(7), read(7, {}, {}, ['a', 'b'])],
    ],
    [
      'a right request without a token that is refused otherwise',
      'verify.unauthorized',
      [answer('verifyToken', { json: {}, headers: {} }, 403, error('no'))],
    ],
    [
      'a wrong request without a token that is taken',
      'create-agent.unauthorized',
      [answer('createAgent', { json: { voice: 'loud' }, headers: {} }, 200, { data: {} })],
    ],
    ["records of another workspace's campaign", 'audience-list.own-records', [audience('5', [{ id: 1 }])]],
    [
      'a campaign of another workspace that is changed',
      'workspace.isolation',
      [campaign({ campaign_id: 2, campaign_status: 'hold' }, 200, second)],
    ],
    [
      'an own agent that another workspace reads',
      'workspace.isolation',
      [formed(7), read(7), get({ agent_id: '7' }, 200, { data: { basic_details: { agent_name: 'A 7' } } }, second)],
    ],
    [
      'another text for a status alone',
      'create-agent.agent-id.required',
      [create({ status: 1 }, 400, error('No agent'))],
    ],
    ['another text for a missing agent_id', 'get-by-id.agent-id.missing', [get({}, 400, error('Which one?'))]],
    [
      'an agent that is published by a shared and an inactive number',
      'create-agent.publish.shared-do-not-count',
      [...sharedAndInactive, update({ status: 1 }, 200, saved)],
    ],
    [
      'a campaign status of another form',
      'campaign.status.values',
      [campaign({ campaign_id: 2, campaign_status: 'held' }, 200)],
    ],
    [
      'a 422 with a code of 401',
      'codes.validation-error',
      [formed(7, [], 422)].map((each) => ({ ...each, body: error('no', { code: 'AUTH_INVALID' }) })),
    ],
  ])('%s', (_, clause, answers) => {
    expect(walked(...answers).map(({ clauses }) => clauses[0])).toContain(clause);
  });
});
