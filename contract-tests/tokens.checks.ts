import type { Api } from '../src/judge/api.ts';
import type { CheckedAnswer } from '../src/judge/report/violation.ts';
import { memberOf } from '../src/judge/api.ts';
import { check, type Check } from '../src/judge/check.ts';
import type { ClauseId } from '../src/document/names.gen.ts';

const UNKNOWN_TOKEN = 'f00d'.repeat(16);

export const tokenChecks: readonly Check[] = [
  check(
    { clauses: ['verify.valid', 'verify.body'], effect: 'none' },
    'verify answers a valid token with 200 for an empty JSON object',
    async (api) => {
      const answer = await api.call('verifyToken', { json: {} });
      api.answered(answer, { status: 200 }, ['verify.valid', 'verify.body']);
    },
  ),
  check(
    { clauses: ['verify.unauthorized'], effect: 'none' },
    'verify answers an invalid token with 401',
    async (api) => {
      for (const token of [UNKNOWN_TOKEN, 'not-a-token', api.settings.token.slice(0, -1), `${api.settings.token}0`]) {
        api.answered(await api.call('verifyToken', { json: {}, token }), { status: 401 }, 'verify.unauthorized');
      }
    },
  ),
  check(
    { clauses: ['verify.unauthorized'], needs: ['expired_token'], effect: 'none' },
    'verify answers an expired token with 401',
    async (api) => {
      const token = api.need(api.settings.expired_token, 'expired_token');
      api.answered(await api.call('verifyToken', { json: {}, token }), { status: 401 }, 'verify.unauthorized');
    },
  ),
  check({ clauses: ['verify.success'], effect: 'none' }, 'verify says that the token is valid', async (api) => {
    const answer = await api.call('verifyToken', { json: {} });
    const expected = { error: false, code: 200, message: 'Token is valid', data: {} };
    api.equal(answer.body, expected, { clause: 'verify.success', what: 'the body', answer });
  }),
  check(
    { clauses: ['verify.api-tokens-only'], needs: ['login.token'], effect: 'none' },
    'verify refuses a login token',
    async (api) => {
      const token = api.need(api.settings.login?.token, 'login.token');
      api.answered(await api.call('verifyToken', { json: {}, token }), { status: 401 }, 'verify.api-tokens-only');
    },
  ),
  check(
    { clauses: ['get-token.success', 'token.form'], needs: ['login.token'], effect: 'none' },
    'get-token gives a token of 64 hexadecimal characters, the email and the name of the workspace',
    async (api) => {
      const answer = await api.call('getToken');
      api.answered(answer, { status: 200 }, 'get-token.success');
      for (const name of ['token', 'email', 'workspace_name']) {
        const value = memberOf(answer.body, name);
        const isText = typeof value === 'string' && value !== '';
        api.holds(isText, {
          clause: 'get-token.success',
          expected: `${name} as a text`,
          came: value,
          answer,
          path: `/${name}`,
        });
      }
      const token = String(memberOf(answer.body, 'token'));
      api.holds(/^[0-9a-f]{64}$/i.test(token), {
        clause: 'token.form',
        expected: '64 hexadecimal characters',
        came: `${token.length} characters`,
        answer,
        path: '/token',
      });
    },
  ),
  check(
    { clauses: ['get-token.success'], needs: ['login.token'], effect: 'none' },
    'the token that get-token gives is one that verify takes',
    async (api) => {
      const issued = await issuedToken(api);
      const answer = await api.call('verifyToken', { json: {}, token: issued });
      api.answered(answer, { status: 200 }, 'get-token.success');
    },
  ),
  check(
    { clauses: ['get-token.most-recent'], needs: ['login.token', 'login.newest_api_token'], effect: 'none' },
    'get-token gives the most recent token, each time',
    async (api) => {
      const newest = api.need(api.settings.login?.newest_api_token, 'login.newest_api_token');
      for (let time = 0; time < 2; time += 1) {
        const token = await issuedToken(api);
        api.holds(token === newest, {
          clause: 'get-token.most-recent',
          expected: 'the newest token',
          came: 'another one',
        });
      }
    },
  ),
  check({ clauses: ['get-token.login-token'], effect: 'none' }, 'get-token does not take an API token', async (api) => {
    const answer = await api.call('getToken', { token: api.settings.token });
    api.refused(answer, 'get-token.login-token', 'the token is an API token');
  }),
  check(
    { clauses: ['get-token.login-token'], needs: ['login.token'], effect: 'none' },
    'get-token takes a login token in the header token',
    async (api) => {
      const token = api.need(api.settings.login?.token, 'login.token');
      api.answered(await api.call('getToken', { auth: { token } }), { status: 200 }, 'get-token.login-token');
    },
  ),
  check(
    { clauses: ['get-token.login-token-required'], effect: 'none' },
    'get-token without a token is refused with 400 and LOGIN_TOKEN_REQUIRED',
    async (api) => {
      const answer = await api.call('getToken', { token: null });
      await expectCoded(api, answer, 400, 'LOGIN_TOKEN_REQUIRED', 'get-token.login-token-required');
    },
  ),
  check(
    { clauses: ['get-token.invalid-login-token'], effect: 'none' },
    'get-token with an unknown login token is refused with 401 and INVALID_LOGIN_TOKEN',
    async (api) => {
      for (const token of ['no-such-login-token', UNKNOWN_TOKEN]) {
        const answer = await api.call('getToken', { token });
        await expectCoded(api, answer, 401, 'INVALID_LOGIN_TOKEN', 'get-token.invalid-login-token');
      }
    },
  ),
  check(
    { clauses: ['get-token.invalid-login-token'], needs: ['login.expired_token'], effect: 'none' },
    'get-token with an expired login token is refused with 401 and INVALID_LOGIN_TOKEN',
    async (api) => {
      const token = api.need(api.settings.login?.expired_token, 'login.expired_token');
      const answer = await api.call('getToken', { token });
      await expectCoded(api, answer, 401, 'INVALID_LOGIN_TOKEN', 'get-token.invalid-login-token');
    },
  ),
  check(
    { clauses: ['get-token.no-api-token-found'], needs: ['login.token_without_api_token'], effect: 'none' },
    'get-token of an account without an API token is answered with 404 and NO_API_TOKEN_FOUND',
    async (api) => {
      const token = api.need(api.settings.login?.token_without_api_token, 'login.token_without_api_token');
      const answer = await api.call('getToken', { token });
      await expectCoded(api, answer, 404, 'NO_API_TOKEN_FOUND', 'get-token.no-api-token-found');
    },
  ),
  check(
    { clauses: ['get-token.nothing-else.ignored'], needs: ['login.token'], effect: 'none' },
    'get-token takes no account of a query',
    async (api) => {
      const answer = await api.call('getToken', { query: { token: 'other', workspace: 102 } });
      api.answered(answer, { status: 200 }, 'get-token.nothing-else.ignored');
      const warning = answer.headers['x-contract-warning'];
      api.holds(warning !== undefined, {
        clause: 'get-token.nothing-else.ignored',
        expected: 'a contract warning',
        came: 'none',
        answer,
      });
    },
  ),
  check(
    { clauses: ['errors.code.string'], effect: 'none' },
    'the code of an error of get-token is a listed text',
    async (api) => {
      const answer = await api.call('getToken', { token: null });
      api.equal(memberOf(answer.body, 'code'), 'LOGIN_TOKEN_REQUIRED', {
        clause: 'errors.code.string',
        what: 'the code',
        answer,
        path: '/code',
      });
    },
  ),
];

async function issuedToken(api: Api): Promise<string> {
  const answer = await api.call('getToken');
  api.answered(answer, { status: 200 }, 'get-token.success');
  return String(memberOf(answer.body, 'token'));
}

/**
 * Expects the status and the code. An error body need not have a code, and a code may be a number (section 7): a code
 * that is a text must be the right one, and a deployment that gives codes of text gives them in each of these errors.
 */
async function expectCoded(
  api: Api,
  answer: CheckedAnswer,
  status: number,
  code: string,
  clause: ClauseId,
): Promise<void> {
  api.answered(answer, { status }, clause);
  const came = memberOf(answer.body, 'code');
  if (typeof came === 'string') {
    api.equal(came, code, { clause, what: 'the code', answer, path: '/code' });
    return;
  }
  for (const token of [null, UNKNOWN_TOKEN]) {
    const other = await api.call('getToken', { token });
    const isCoded = typeof memberOf(other.body, 'code') === 'string';
    api.holds(!isCoded, {
      clause,
      expected: `the code ${code}, as other errors have theirs`,
      came,
      answer,
      path: '/code',
    });
  }
}
