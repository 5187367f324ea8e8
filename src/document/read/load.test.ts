import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nearestOperation } from '../../http/answer/error-answer.ts';
import { loadContractDocument } from './load.ts';
import type { OperationId } from '../names.gen.ts';
import type { TokenSource } from '../operation.ts';

const document = loadContractDocument();

const token: TokenSource = { header: 'token', kind: 'api-token', forms: ['plain'] };
const accessToken: TokenSource = { header: 'api_access_token', kind: 'api-token', forms: ['plain'] };
const authorization: TokenSource = { header: 'authorization', kind: 'api-token', forms: ['plain', 'bearer'] };

test.each<[OperationId, string, string, readonly TokenSource[]]>([
  ['getAgent', 'GET /api/v1/global/agents/get-by-id', 'none', [token, accessToken]],
  ['createAgent', 'POST /api/v1/global/create-agent', 'json', [token, accessToken]],
  ['listVoices', 'GET /api/v1/global/voice-list', 'none', [token, accessToken]],
  ['forceCompleteCampaign', 'POST /api/v1/global/campaign-force-completed', 'json', [token, authorization]],
  ['listAudience', 'GET /api/v1/global/audience-list', 'none', [token, authorization]],
  ['verifyToken', 'POST /api/v1/global/verify', 'json', [token]],
  ['getToken', 'GET /api/v1/global/get-token', 'none', [{ ...token, kind: 'login-token' }]],
  ['createAgentOrUpdate', 'POST /api/agent/createagentorupdate', 'multipart', [token, accessToken]],
  ['updateAgent', 'POST /v1/agent/update', 'json', [token, { ...authorization, forms: ['bearer'] }]],
])('%s is %s, takes the body %s and these tokens', (id, address, body, tokenSources) => {
  const operation = document.operations.get(id);
  expect(`${operation?.method ?? ''} ${operation?.path ?? ''}`).toBe(address);
  expect(operation).toMatchObject({ body, tokenSources });
});

test.each<[OperationId, object]>([
  ['getAgent', { invalidRefusal: 'warnings.strict', unreadableRefusal: undefined }],
  ['createAgent', { invalidRefusal: 'create-agent.validation', unreadableRefusal: 'errors.body.unreadable.creation' }],
  ['listAudience', { invalidRefusal: 'audience-list.parameters.invalid', unreadableRefusal: undefined }],
  ['verifyToken', { invalidRefusal: 'warnings.strict', unreadableRefusal: 'errors.body.unreadable' }],
  [
    'getToken',
    { tokenMissingRefusal: 'get-token.login-token-required', tokenInvalidRefusal: 'get-token.invalid-login-token' },
  ],
  [
    'createAgentOrUpdate',
    { invalidRefusal: 'createagentorupdate.validation', malformedRefusal: 'createagentorupdate.values' },
  ],
  [
    'createAgentOrUpdate',
    { tokenMissingRefusal: 'codes.auth-required', tokenInvalidRefusal: 'createagentorupdate.unauthorized' },
  ],
  ['updateAgent', { invalidRefusal: 'agent-update.validation', malformedRefusal: 'agent-update.validation' }],
])('%s refuses as a whole by %j', (id, refusals) => {
  expect(document.operations.get(id)).toMatchObject(refusals);
});

test('a refusal answers what the example of its rule shows', () => {
  expect(document.operations.get('createAgent')?.refusals.get('create-agent.status.invalid')).toEqual({
    status: 400,
    body: { error: true, code: 400, message: 'Invalid status value', data: {} },
    worded: undefined,
    isEmpty: false,
  });
  expect(document.operations.get('getAgent')?.refusals.get('get-by-id.not-found')).toEqual({
    status: 404,
    body: { error: true, code: 404, message: 'Agent not found', data: {} },
    worded: undefined,
    isEmpty: false,
  });
});

test('every operation can say that the server failed', () => {
  const servers = [...document.operations.values()].map(({ refusals }) =>
    [...refusals.values()].filter(({ status }) => status === 500).map(({ body }) => body['message']),
  );
  expect(servers).toEqual(servers.map(() => ['Internal server error']));
});

test('what is answered where no operation is reached is there', () => {
  expect([...document.beyond].map(([id, { status }]) => [id, status])).toEqual([
    ['addresses.unknown', 404],
    ['addresses.method', 405],
    ['errors.server.elsewhere', 500],
  ]);
});

test('of examples of one name the first status is kept', () => {
  expect(document.operations.get('createAgent')?.successExamples.get('created')?.status).toBe(200);
});

test('every address that the nearest-operation message names is one of the document', () => {
  const message = JSON.stringify(document.beyond.get('addresses.unknown')?.body['message']).slice(1, -1);
  const [, path = '', method = '', meant = ''] = /^There is no (\S+)\. Did you mean (\S+) (\S+)\?$/.exec(message) ?? [];
  const nearest = nearestOperation([...document.operations.values()], `GET ${path}`);
  expect(`${nearest?.method} ${nearest?.path}`).toBe(`${method} ${meant}`);
});

test('a clause is read with all that the catalogue says of it', () => {
  expect(document.clauses.get('get-token.nothing-else')).toEqual({
    id: 'get-token.nothing-else',
    section: '4.9',
    kind: 'stated',
    operations: ['getToken'],
    rule: 'No body and no query parameters are accepted.',
    sentence: 'No body and no query parameters are accepted.',
    open: [],
    unobservable: 'Not accepted may mean refused or ignored; either is right.',
  });
});

test('a clause that refuses in an operation governs that operation', () => {
  const strangers = [...document.operations.values()].flatMap((operation) =>
    [...operation.refusals.keys(), ...operation.clauses].filter((id) => {
      const governed = document.clauses.get(id)?.operations;
      return governed !== 'all' && governed?.includes(operation.id) !== true;
    }),
  );
  expect(strangers).toEqual([]);
});

test('the document is given as it stands, its references not followed', () => {
  expect(document.openapi).toMatchObject({
    components: { schemas: { AgentAnswer: { properties: { data: { $ref: '#/components/schemas/Agent' } } } } },
  });
});

test('the document is read once for a process, unless it has changed', () => {
  const document = loadContractDocument();
  expect(loadContractDocument()).toBe(document);
  const folder = mkdtempSync(join(tmpdir(), 'changed-document-'));
  try {
    const openapiFile = join(folder, 'openapi.yaml');
    writeFileSync(
      openapiFile,
      readFileSync(join('openapi', 'openapi.yaml'), 'utf8').replace('title: ', 'title: Changed '),
    );
    const changed = loadContractDocument({ openapiFile });
    expect(changed).not.toBe(document);
    expect(changed.openapi).not.toEqual(document.openapi);
    expect(loadContractDocument().openapi).toEqual(document.openapi);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
