import { expect, it } from 'vitest';
import { prepareMocks } from '../../testing/api-harness.ts';
import { tokens } from '../../testing/well-known.ts';

const freshMock = await prepareMocks();

it.each([
  { login: tokens.loginAcme, token: tokens.acme, email: 'owner@acme.example', workspace_name: 'Acme Outreach' },
  { login: tokens.loginGlobex, token: tokens.globex, email: 'owner@globex.example', workspace_name: 'Globex Support' },
])('answers the most recent API token of the account of $login', async ({ login, ...body }) => {
  expect(await freshMock().succeed('getToken', { token: login })).toEqual(body);
});

it('answers a token that opens the other operations', async () => {
  const api = freshMock();
  const { token } = await api.succeed('getToken');
  expect(token).toMatch(/^[0-9a-f]{64}$/);
  await api.succeed('verifyToken', { token });
});

it('is refused with 400 without a login token', async () => {
  const expected = { status: 400, code: 'LOGIN_TOKEN_REQUIRED', message: 'Login token is required' };
  await freshMock().refuse('getToken', { token: null }, expected);
  await freshMock().refuse('getToken', { token: '' }, expected);
});

it.each([
  { of: 'unknown', token: 'login-nobody' },
  { of: 'expired', token: tokens.loginExpired },
  { of: 'an API token', token: tokens.acme },
  { of: 'constructor', token: 'constructor' },
])('is refused with 401 where the login token is $of', async ({ token }) => {
  const expected = { status: 401, code: 'INVALID_LOGIN_TOKEN', message: 'Invalid or expired login token' };
  await freshMock().refuse('getToken', { token }, expected);
});

it('is refused with 404 where the account has no API token yet', async () => {
  const expected = { status: 404, code: 'NO_API_TOKEN_FOUND', message: 'No API token found' };
  await freshMock().refuse('getToken', { token: tokens.loginInitech }, expected);
});

it('passes over API tokens that have expired', async () => {
  const api = freshMock();
  const { store } = api.mock.worlds.default;
  for (const [id, expires_on] of [
    [tokens.acme, '2026-11-01T00:00:00.000Z'],
    [tokens.acmeOlder, null],
  ] as const) {
    const record = store.view().get('api_tokens', id);
    if (record === undefined) throw new Error('The scenario has no such token.');
    await store.commit([store.view().put('api_tokens', { ...record, expires_on })]);
  }
  expect((await api.succeed('getToken')).token).toBe(tokens.acmeOlder);
});

it.each([
  { of: 'a query', options: { query: { color: 'red' } }, warning: 'unknown-query-parameter: color' },
  { of: 'a body', options: { body: { color: 'red' } }, warning: 'unknown-body' },
  { of: 'an unreadable body', options: { body: '{' }, warning: 'unknown-body' },
])('answers a request with $of, and warns', async ({ options, warning }) => {
  const { status, headers, body } = await freshMock().call('getToken', options);
  expect({ status, body }).toEqual({
    status: 200,
    body: { token: tokens.acme, email: 'owner@acme.example', workspace_name: 'Acme Outreach' },
  });
  expect(headers['x-contract-warning']).toBe(warning);
});
