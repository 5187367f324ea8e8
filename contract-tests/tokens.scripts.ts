import type { Script } from '../src/judge/script.ts';
import type { Caller } from '../src/judge/steps.ts';
import { send } from './steps.ts';

const verify = (as: Caller) => send('verifyToken', { as, json: {} });
const get = (as: Caller) => send('getToken', { as });
/** Refusals of get-token: where one has a word, each has. */
const missing = get('none');
const unknown = get('unknown');

/** How API tokens are verified, and how the account's own is got. */
export const tokenScripts: readonly Script[] = [
  {
    title: 'a valid token is verified, with an empty object',
    clauses: ['verify.valid', 'verify.body'],
    steps: [verify('own'), verify('own')],
  },
  {
    title: 'verify refuses a token that is not valid',
    clauses: ['verify.unauthorized'],
    steps: (['unknown', 'none', 'shorter', 'half', 'longer', 'prefixed'] as const).map(verify),
  },
  { title: 'verify refuses an expired token', clauses: ['verify.unauthorized'], steps: [verify('expired')] },
  { title: 'verify says that the token is valid', clauses: ['verify.success'], steps: [verify('own')], shows: [''] },
  { title: 'verify refuses a login token', clauses: ['verify.api-tokens-only'], steps: [verify('login')], shows: [] },
  {
    title: 'get-token gives the token of the account that the login token is of, each time',
    clauses: ['get-token.success', 'token.form', 'get-token.login-token'],
    steps: [get('login'), get('login')],
  },
  {
    title: 'get-token gives the most recent token',
    clauses: ['get-token.most-recent'],
    steps: [send('getToken', { as: 'login' }), send('verifyToken', { as: 'own', json: {} }), get('login')],
  },
  { title: 'get-token does not take an API token', clauses: ['get-token.login-token'], steps: [get('own')] },
  {
    title: 'get-token without a token is refused',
    clauses: ['get-token.login-token-required'],
    steps: [missing, unknown, missing],
  },
  {
    title: 'get-token with an unknown login token is refused',
    clauses: ['get-token.invalid-login-token'],
    steps: [unknown, missing, unknown],
  },
  {
    title: 'get-token with a token that is like a login token is refused',
    clauses: ['get-token.invalid-login-token'],
    steps: (['login', 'longer', 'prefixed', 'shorter', 'half'] as const).map(get),
  },
  {
    title: 'get-token with an expired login token is refused',
    clauses: ['get-token.invalid-login-token'],
    steps: [get('expired'), missing],
  },
  {
    title: 'get-token of an account without an API token is refused',
    clauses: ['get-token.no-api-token-found'],
    steps: [get('tokenless'), missing, unknown, get('tokenless')],
  },
  {
    title: 'get-token takes no account of a query',
    clauses: ['get-token.nothing-else.ignored'],
    steps: [send('getToken', { as: 'login', query: { token: 'other', workspace: 102 } })],
    shows: ['x-contract-warning'],
  },
  {
    title: 'the code of an error of get-token is a listed text',
    clauses: ['errors.code.string'],
    steps: [missing],
    shows: ['/code'],
  },
];
