import { describe, expect, it } from 'vitest';
import { prepareMocks } from '../../testing/api-harness.ts';
import { tokens, unauthorizedMessage } from '../../testing/well-known.ts';

const freshMock = await prepareMocks();

describe('a valid token', () => {
  it.each([tokens.acme, tokens.acmeOlder, tokens.globex])('%s is verified', async (token) => {
    const { status, headers, body } = await freshMock().call('verifyToken', { token, body: {} });
    expect({ status, body }).toEqual({
      status: 200,
      body: { error: false, code: 200, message: 'Token is valid', data: {} },
    });
    expect(headers).not.toHaveProperty('x-contract-warning');
  });

  it('is verified without a body', async () => {
    await freshMock().succeed('verifyToken');
  });
});

it.each([
  { of: 'missing', token: null },
  { of: 'empty', token: '' },
  { of: 'unknown', token: tokens.unknown },
  { of: 'expired', token: tokens.expired },
  { of: 'a login token', token: tokens.loginAcme },
])('a token that is $of is refused with 401', async ({ token }) => {
  await freshMock().refuse('verifyToken', { token, body: {} }, { status: 401, message: unauthorizedMessage });
});

it('is refused from the very moment at which a token expires', async () => {
  const api = freshMock();
  const { store } = api.mock.worlds.default;
  const record = store.view().get('api_tokens', tokens.expired);
  if (typeof record?.expires_on !== 'string') throw new Error('The scenario has no expired token.');
  api.clock.set(new Date(Date.parse(record.expires_on) - 1));
  await api.succeed('verifyToken', { token: tokens.expired });
  api.clock.advance(1);
  const expected = { status: 401, message: unauthorizedMessage };
  await api.refuse('verifyToken', { token: tokens.expired }, expected);
});

it.each(['[]', 'null', '"text"', '1', '{', 'token=1'])('refuses the body %s with 400', async (body) => {
  await freshMock().refuse('verifyToken', { body }, { status: 400, message: /^The body / });
});

it('answers a body with members, and warns', async () => {
  const { status, headers } = await freshMock().call('verifyToken', { body: { color: 'red' } });
  expect(status).toBe(200);
  expect(headers['x-contract-warning']).toBe('unknown-body-member: color');
});
