import type { ClauseId, OperationId } from '../src/document/names.gen.ts';
import { loadContractDocument } from '../src/document/read/load.ts';
import type { Script } from '../src/judge/script.ts';
import { worded } from '../src/judge/stated/callers.ts';
import type { Caller, Step, Elsewhere } from '../src/judge/steps.ts';
import { plainRequest, requestOf } from '../src/judge/walk/cells.ts';
import { create, createByForm, form, look, read, rename, send, spoken, update, only, scriptsOf } from './steps.ts';

/** Tokens that nobody has: missing, unknown, and made of a right one. */
const strangers: readonly Caller[] = ['none', 'unknown', 'empty', 'shorter', 'half', 'longer', 'prefixed'];

const described = [...loadContractDocument().operations.values()];
const every = described.map(({ id }) => id);
/** Those that take an API token. */
const operations = every.filter((id) => id !== 'getToken');

/** A right request, by a caller; of an agent of the settings, or of the one that a script makes first. */
function request(operation: OperationId, as: Caller): Step {
  const another = requestOf(['getAgent', as, 'another', 'plain']);
  return { do: 'send', request: operation === 'getAgent' ? another : plainRequest(operation, as) };
}

/** The same request with the token in its query. */
function askedInQuery(step: Step): Step {
  if (step.do !== 'send') return step;
  const token = { $setting: 'token' };
  return { ...step, request: { ...step.request, query: { ...step.request.query, token, api_access_token: token } } };
}

/** The agent that requests are about comes first, where they are about one. */
function from(operation: OperationId, callers: readonly Caller[], first = [create()]): readonly Step[] {
  return [...(operation === 'updateAgent' ? first : []), ...callers.map((as) => request(operation, as))];
}

type Rules = (operation: OperationId) => Script['clauses'];

const refusing: Rules = (operation) => {
  const own = worded[operation];
  return ['auth.unauthorized.everywhere', 'auth.token-header', ...(own ? [own, 'auth.unauthorized' as const] : [])];
};

/** Whose refusal of a bad token no list of the specification words. */
const assumedlyWorded = operations.filter((id) => worded[id] === undefined);

/** The rule of the mock that words it. */
const wording: Rules = (operation) => {
  const { tokenInvalidRefusal: rule = 'auth.unauthorized' } = described.find(({ id }) => id === operation) ?? {};
  return [operation === 'verifyToken' ? 'verify.unauthorized.message' : rule];
};

const nowhereElse = 'auth.api-access-token.nowhere-else';

/** What operations do with requests of certain callers, and the rules that say so. */
const tried: readonly (readonly [title: string, ClauseId | Rules, readonly Caller[], readonly OperationId[]])[] = [
  ['refuses a missing or unknown token', refusing, strangers, operations],
  ['refuses an expired token', refusing, ['expired'], operations],
  ['words its refusal', wording, ['none', 'unknown'], assumedlyWorded],
  ['does not take api_access_token', nowhereElse, ['access'], assumedlyWorded],
  ['takes api_access_token', nowhereElse, ['access'], ['createAgent', 'createAgentOrUpdate']],
  ['takes the first of several headers', 'auth.precedence', ['wrongFirst', 'emptyFirst', 'rightFirst'], ['getAgent']],
  ['takes the token in Authorization, or refuses it', 'auth.precedence', ['bare', 'bearer'], ['getAgent']],
  ['takes the first of two headers', 'auth.precedence', ['rightBeside', 'wrongBeside'], ['updateAgent']],
  ['takes one of two headers', 'auth.precedence', ['wrongBeside'], ['listAudience', 'forceCompleteCampaign']],
  ['takes the header token too', 'auth.authorization.agent-update', ['header', 'bare'], ['updateAgent']],
  ['is not opened by a login token', 'auth.every-token-valid', ['login'], operations],
  ['is opened by an older token', 'auth.every-token-valid', ['older'], ['verifyToken']],
];

const verify = (as: Caller) => send('verifyToken', { as, json: {} });
const get = (as: Caller) => send('getToken', { as });
/** Refusals of get-token: where one has a word, each has. */
const missing = get('none');
const unknown = get('unknown');

/** Who may call, and how a caller says who it is. */
export const authenticationScripts: readonly Script[] = [
  ...tried.flatMap(([title, rules, callers, of]) =>
    of.map((operation): Script => {
      const clauses = typeof rules === 'function' ? rules(operation) : ([rules] as const);
      // A request that was right before is refused for its caller alone.
      const steps = from(operation, callers, rules === refusing ? [create(), rename()] : undefined);
      return { title: `${operation} ${title}`, clauses, steps, shows: [] };
    }),
  ),
  ...scriptsOf({
    'auth.token-header, auth.unauthorized.everywhere: no operation takes a token from the query': [
      create(),
      ...operations.map((operation) => askedInQuery(request(operation, 'none'))),
    ],
    // Whatever is wrong, errors have one shape: those of each operation, and others.
    'errors.shape': [
      ...operations.flatMap((operation) => from(operation, ['unknown'])),
      get('none'),
      ...[read({ $absent: 0 }), update({ description: 'nobody' }, { $absent: 0 })],
      form({ 'configuration[memory_recall]': 'true' }),
      ...(['getAgent', 'listVoices', 'listAudience'] as const).map((operation) => send(operation)),
    ],
    'auth.unauthorized.everywhere: the simplified audience is refused too': (
      ['none', 'unknown', 'expired'] as const
    ).map((as) => send('listAudience', { as, query: { campaign_id: { $campaign: 'read' }, is_new: true } })),
    'agent-update.bearer': [
      create(),
      send('updateAgent', {
        as: 'bearer',
        json: { agent_id: { $uuid: 0 }, name: { $name: 'renamed' }, language: spoken },
      }),
    ],
    'auth.token-header: a token that is refused changes nothing': [
      create(),
      ...(['none', 'unknown'] as const).flatMap((as) => [
        update({ agent_name: { $name: 'taken over' } }, { $agent: 0 }, as),
        update({ status: 2 }, { $agent: 0 }, as),
      ]),
      look,
    ],
    'auth.api-access-token': (['access', 'both', 'unknownAccess', 'expiredAccess'] as const).flatMap((as) => [
      request('getAgent', as),
      request('listVoices', as),
    ]),
    'auth.api-access-token, create-agent.update: agent creation takes the header api_access_token': [
      create({}, 'access'),
      createByForm({}, 'access'),
      request('getAgent', 'access'),
      ...['once', 'twice'].map((description) => update({ description }, { $agent: 0 }, 'access')),
      look,
    ],
    'auth.authorization.campaigns.forms': only(
      '',
      (['listAudience', 'forceCompleteCampaign'] as const).flatMap((each) => from(each, ['bare', 'bearer'])),
    ),
    'errors.order': only('', [
      send('createAgent', { as: 'unknown', raw: { contentType: 'application/json', text: '{' } }),
      send('createAgent', { query: { agent_id: { $absent: 0 } }, raw: { contentType: 'application/json', text: '{' } }),
    ]),
  }),
];

/** How API tokens are verified, and how the account's own is got. */
export const tokenScripts: readonly Script[] = scriptsOf({
  'verify.valid: another token stays valid when the newest one is asked for': [
    request('listVoices', 'older'),
    verify('older'),
    ...(['login', 'none'] as const).flatMap((as) => [get(as), verify('older')]),
  ],
  'verify.success': { steps: [verify('own')], shows: [''] },
  'verify.valid, verify.body': [verify('own'), verify('own')],
  'verify.unauthorized': (['unknown', 'none', 'shorter', 'half', 'longer', 'prefixed'] as const).map(verify),
  'verify.unauthorized: verify refuses an expired token': (['expired', 'expiredAccess'] as const).map(verify),
  'verify.api-tokens-only': only('', [verify('login')]),
  'get-token.success, token.form, get-token.login-token': [get('login'), get('login')],
  'get-token.most-recent': [get('login'), verify('own'), get('login')],
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
    [{ token: 'other', workspace: 102 }, {}].map((query) => send('getToken', { as: 'login', query })),
  ),
  'errors.code.string': only('/code', [missing]),
});

const prefixes = ['base_url', 'api_url', 'alt_url'] as const;

/** What other services often serve beside the operations of an API. */
const usual = ['', '/', '/health', '/docs', '/openapi.json', '/agents', '/agents/', '/agents/1', '/campaigns'];

/** What is answered where no operation is. */
export const addressScripts: readonly Script[] = scriptsOf({
  // What answers there asks who calls.
  'addresses.one-port': [
    ...every.map((operation) => send(operation, { as: 'none' })),
    ...prefixes.flatMap((prefix) =>
      prefix === 'base_url' ? [] : [near('getAgent', { prefix, spelled: 'whole', method: 'POST' })],
    ),
  ],
  'addresses.unknown': prefixes.flatMap((prefix) =>
    (['header', 'none'] as const).map((as) =>
      near('getAgent', { prefix, path: '/no-such-address', method: 'GET' }, as),
    ),
  ),
  'addresses.unknown: a misspelt address is answered with the operation that was meant': every.map((operation) =>
    near(operation, { spelled: 'longer' }),
  ),
  'addresses.method': only('allow', [
    ...described.map(({ id, method }) => near(id, { method: method === 'GET' ? 'POST' : 'GET' })),
    ...every.flatMap((operation) => [near(operation, { method: 'PUT' }), near(operation, { method: 'PUT' }, 'none')]),
  ]),
  'addresses.nothing-undocumented': [
    ...usual.map((path) => near('verifyToken', { prefix: 'base_url', path, method: 'GET' })),
    ...every.flatMap((operation) =>
      (['slash', 'capital', 'cut'] as const).map((spelled) => near(operation, { spelled, method: 'GET' })),
    ),
  ],
});

function near(operation: OperationId, at: Elsewhere, as: 'header' | 'none' = 'header'): Step {
  return send(operation, { as, at });
}
