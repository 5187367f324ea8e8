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
  { clauses: ['verify.valid', 'verify.body'], steps: [verify('own'), verify('own')] },
  {
    clauses: ['verify.unauthorized'],
    steps: (['unknown', 'none', 'shorter', 'half', 'longer', 'prefixed'] as const).map(verify),
  },
  { title: 'verify refuses an expired token', clauses: ['verify.unauthorized'], steps: [verify('expired')] },
  { clauses: ['verify.success'], steps: [verify('own')], shows: [''] },
  { clauses: ['verify.api-tokens-only'], steps: [verify('login')], shows: [] },
  { clauses: ['get-token.success', 'token.form', 'get-token.login-token'], steps: [get('login'), get('login')] },
  {
    clauses: ['get-token.most-recent'],
    steps: [send('getToken', { as: 'login' }), send('verifyToken', { as: 'own', json: {} }), get('login')],
  },
  { clauses: ['get-token.login-token'], steps: [get('own')] },
  { clauses: ['get-token.login-token-required'], steps: [missing, unknown, missing] },
  { clauses: ['get-token.invalid-login-token'], steps: [unknown, missing, unknown] },
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
  { clauses: ['get-token.no-api-token-found'], steps: [get('tokenless'), missing, unknown, get('tokenless')] },
  {
    clauses: ['get-token.nothing-else.ignored'],
    steps: [{ token: 'other', workspace: 102 }, {}, {}].map((query) => send('getToken', { as: 'login', query })),
    shows: ['x-contract-warning'],
  },
  { clauses: ['errors.code.string'], steps: [missing], shows: ['/code'] },
];
