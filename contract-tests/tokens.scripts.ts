import type { Script } from '../src/judge/script.ts';
import type { Caller } from '../src/judge/steps.ts';
import { send, only, scriptsOf } from './steps.ts';

const verify = (as: Caller) => send('verifyToken', { as, json: {} });
const get = (as: Caller) => send('getToken', { as });
/** Refusals of get-token: where one has a word, each has. */
const missing = get('none');
const unknown = get('unknown');

/** How API tokens are verified, and how the account's own is got. */
export const tokenScripts: readonly Script[] = [
  { clauses: ['verify.success'], steps: [verify('own')], shows: [''] },
  ...scriptsOf({
    'verify.valid, verify.body': [verify('own'), verify('own')],
    'verify.unauthorized': (['unknown', 'none', 'shorter', 'half', 'longer', 'prefixed'] as const).map(verify),
    'verify.unauthorized: verify refuses an expired token': [verify('expired')],
    'verify.api-tokens-only': only('', [verify('login')]),
    'get-token.success, token.form, get-token.login-token': [get('login'), get('login')],
    'get-token.most-recent': [
      send('getToken', { as: 'login' }),
      send('verifyToken', { as: 'own', json: {} }),
      get('login'),
    ],
    'get-token.login-token': [get('own')],
    'get-token.login-token-required': [missing, unknown, missing],
    'get-token.invalid-login-token': [unknown, missing, unknown],
    'get-token.invalid-login-token: get-token with a token that is like a login token is refused': (
      ['login', 'longer', 'prefixed', 'shorter', 'half'] as const
    ).map(get),
    'get-token.invalid-login-token: get-token with an expired login token is refused': [get('expired'), missing],
    'get-token.no-api-token-found': [get('tokenless'), missing, unknown, get('tokenless')],
    'get-token.nothing-else.ignored': only(
      'x-contract-warning',
      [{ token: 'other', workspace: 102 }, {}, {}].map((query) => send('getToken', { as: 'login', query })),
    ),
    'errors.code.string': only('/code', [missing]),
  }),
];
