import { describe, expect, it, onTestFinished } from 'vitest';
import { createMock } from '../../app.ts';
import type { OperationId } from '../../document/names.gen.ts';
import {
  type ApiHarness,
  type ExpectedRefusal,
  operationIds,
  prepareMocks,
  validCalls,
} from '../../testing/api-harness.ts';
import { tokens, unauthorizedMessage } from '../../testing/well-known.ts';

const freshMock = await prepareMocks();

const apiOperations = operationIds.filter((id) => id !== 'getToken');
const accessTokenOperations: readonly OperationId[] = ['getAgent', 'listVoices', 'createAgent', 'createAgentOrUpdate'];
const campaignOperations: readonly OperationId[] = ['listAudience', 'forceCompleteCampaign'];
const bearerOperations: readonly OperationId[] = [...campaignOperations, 'updateAgent'];

type Headers = Readonly<Record<string, string>>;

describe.each(apiOperations)('%s', (id) => {
  it.each([
    { of: 'a valid token', headers: { token: tokens.acme } },
    { of: 'an older token of the account', headers: { token: tokens.acmeOlder } },
    { of: 'a token among blanks', headers: { token: `  ${tokens.acme} ` } },
    { of: 'a valid token and a bad api_access_token', headers: { token: tokens.acme, api_access_token: 'bad' } },
    { of: 'a valid token and a bad Authorization', headers: { token: tokens.acme, authorization: 'Bearer bad' } },
  ])('takes $of', async ({ headers }) => {
    await accepts(id, headers);
  });

  it.each([
    { of: 'no token', headers: {} },
    { of: 'an empty token', headers: { token: '' } },
    { of: 'a blank token', headers: { token: '   ' } },
  ])('refuses $of as missing', async ({ headers }) => {
    await refuses(id, headers, 'missing');
  });

  it.each([
    { of: 'an unknown token', headers: { token: tokens.unknown } },
    { of: 'an expired token', headers: { token: tokens.expired } },
    { of: 'a login token', headers: { token: tokens.loginAcme } },
    { of: 'a token in capitals', headers: { token: tokens.acme.toUpperCase() } },
    { of: 'a part of a token', headers: { token: tokens.acme.slice(0, 63) } },
    { of: 'two tokens', headers: { token: `${tokens.acme}, ${tokens.acme}` } },
    { of: 'constructor', headers: { token: 'constructor' } },
    { of: '__proto__', headers: { token: '__proto__' } },
    { of: 'a bearer token in the token header', headers: { token: `Bearer ${tokens.acme}` } },
    { of: 'a bad token beside a valid api_access_token', headers: { token: 'bad', api_access_token: tokens.acme } },
    {
      of: 'a bad token beside a valid Authorization',
      headers: { token: 'bad', authorization: `Bearer ${tokens.acme}` },
    },
  ])('refuses $of as invalid', async ({ headers }) => {
    await refuses(id, headers, 'invalid');
  });
});

describe.each(apiOperations)('%s and api_access_token', (id) => {
  const isTaken = accessTokenOperations.includes(id);

  it(isTaken ? 'takes it' : 'do not go together', async () => {
    const headers = { api_access_token: tokens.acme };
    await (isTaken ? accepts(id, headers) : refuses(id, headers, 'missing'));
    const withEmpty = { token: '', api_access_token: tokens.acme };
    await (isTaken ? accepts(id, withEmpty) : refuses(id, withEmpty, 'missing'));
  });

  it(isTaken ? 'refuses a bad one' : 'refuses a bad one as missing', async () => {
    await refuses(id, { api_access_token: tokens.unknown }, isTaken ? 'invalid' : 'missing');
  });
});

describe.each(apiOperations)('%s and Authorization', (id) => {
  const takesBearer = bearerOperations.includes(id);
  const takesPlain = campaignOperations.includes(id);

  it.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])(
    `${takesBearer ? 'take' : 'do not take'} the word %s`,
    async (word) => {
      const headers = { authorization: `${word} ${tokens.acme}` };
      await (takesBearer ? accepts(id, headers) : refuses(id, headers, 'missing'));
    },
  );

  it(`${takesPlain ? 'take' : 'do not take'} the bare token`, async () => {
    const headers = { authorization: tokens.acme };
    await (takesPlain ? accepts(id, headers) : refuses(id, headers, takesBearer ? 'invalid' : 'missing'));
  });

  it.each([
    { of: 'an unknown bearer token', authorization: `Bearer ${tokens.unknown}` },
    { of: 'an expired bearer token', authorization: `Bearer ${tokens.expired}` },
    { of: 'a login token', authorization: `Bearer ${tokens.loginAcme}` },
    { of: 'another scheme', authorization: `Basic ${tokens.acme}` },
    { of: 'a token with the scheme glued to it', authorization: `Bearer${tokens.acme}` },
  ])('refuse $of', async ({ authorization }) => {
    await refuses(id, { authorization }, takesBearer ? 'invalid' : 'missing');
  });

  it('count a Bearer without a token as absent', async () => {
    await refuses(id, { authorization: 'Bearer' }, 'missing');
    await refuses(id, { authorization: 'Bearer ' }, 'missing');
  });
});

it('takes any valid one of several tokens, where a profile says so', async () => {
  const actions = [{ target: "$['x-behaviours']", update: { 'auth.precedence': 'any-valid' } }];
  const profile = { overlay: '1.1.0', info: { title: 'any', version: '1' }, actions };
  const mock = await createMock({ profile });
  onTestFinished(() => mock.close());
  const statusOf = async (token: string, api_access_token: string) => {
    const headers = { token, api_access_token };
    const address = 'http://mock/api/v1/global/agents/get-by-id?agent_id=1001';
    return (await mock.fetch(address, { headers })).status;
  };
  const { acme, unknown, expired } = tokens;
  expect([await statusOf(unknown, acme), await statusOf(acme, expired)]).toEqual([200, 200]);
  expect(await statusOf(unknown, expired)).toBe(401);
});

it('takes an API token for its own workspace alone', async () => {
  const api = freshMock();
  await api.succeed('getAgent', { query: { agent_id: 1006 }, token: tokens.globex });
  const foreign = { query: { agent_id: 1004 }, token: tokens.globex };
  await api.refuse('getAgent', foreign, 'get-by-id.not-found');
});

describe('getToken', () => {
  const missing = { status: 400, code: 'LOGIN_TOKEN_REQUIRED', message: 'Login token is required' };
  const invalid = { status: 401, code: 'INVALID_LOGIN_TOKEN', message: 'Invalid or expired login token' };

  it.each<{ of: string; headers: Headers; expected: ExpectedRefusal }>([
    { of: 'no token', headers: {}, expected: missing },
    { of: 'a login token as api_access_token', headers: { api_access_token: tokens.loginAcme }, expected: missing },
    {
      of: 'a login token as Authorization',
      headers: { authorization: `Bearer ${tokens.loginAcme}` },
      expected: missing,
    },
    { of: 'an API token', headers: { token: tokens.acme }, expected: invalid },
    { of: 'an expired login token', headers: { token: tokens.loginExpired }, expected: invalid },
  ])('refuses $of', async ({ headers, expected }) => {
    await freshMock().refuse('getToken', { token: null, headers }, expected);
  });
});

it.each(apiOperations)('%s refuses a bad token before it looks at anything else', async (id) => {
  const api = freshMock();
  const nonsense = { query: 'x=1&agent_id=x', body: '{', headers: { 'content-type': 'text/plain' } };
  const options = id === 'getAgent' || id === 'listVoices' || id === 'listAudience' ? { query: 'x=1' } : nonsense;
  await api.refuse(id, { ...options, token: tokens.unknown }, unauthorized(id, 'invalid'));
  await api.refuse(id, { ...options, token: null }, unauthorized(id, 'missing'));
});

it.each(apiOperations)('%s refuses a token from the moment at which it expires', async (id) => {
  const api = freshMock();
  const { store } = api.mock.worlds.default;
  const view = store.view();
  const record = view.get('api_tokens', tokens.acme);
  if (record === undefined) throw new Error('The scenario has no such token.');
  const expires_on = new Date(api.clock.now().getTime() + 1000).toISOString();
  await store.commit([store.view().put('api_tokens', { ...record, expires_on })]);
  api.clock.advance(999);
  await api.succeed(id, validCalls[id]);
  api.clock.advance(1);
  await api.refuse(id, validCalls[id], unauthorized(id, 'invalid'));
});

async function accepts(id: OperationId, headers: Headers): Promise<void> {
  const { status } = await freshMock().call(id, { ...validCalls[id], token: null, headers });
  expect(status).toBe(200);
}

async function refuses(id: OperationId, headers: Headers, why: 'missing' | 'invalid'): Promise<void> {
  const api: ApiHarness = freshMock();
  await api.refuse(id, { ...validCalls[id], token: null, headers }, unauthorized(id, why));
}

function unauthorized(id: OperationId, why: 'missing' | 'invalid'): ExpectedRefusal {
  const coded = why === 'missing' ? 'AUTH_REQUIRED' : 'AUTH_INVALID';
  return { status: 401, code: id === 'createAgentOrUpdate' ? coded : 401, message: unauthorizedMessage };
}
