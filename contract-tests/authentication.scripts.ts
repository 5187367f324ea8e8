import type { ClauseId, OperationId } from '../src/document/names.gen.ts';
import type { Script } from '../src/judge/script.ts';
import type { Caller, Step } from '../src/judge/steps.ts';
import { create, createByForm, look, read, send, update } from './steps.ts';

/** Tokens that nobody has: missing, unknown, and made of a right one. */
const strangers: readonly Caller[] = ['none', 'unknown', 'empty', 'shorter', 'half', 'longer', 'prefixed'];

/** A right request of each operation, by a caller; most are about the agent that a script makes first. */
const requests = {
  getAgent: (as: Caller) => read({ $setting: 'agents.read.0.id' }, as),
  createAgent: (as: Caller) => create({}, as),
  createAgentOrUpdate: (as: Caller) => createByForm({}, as),
  updateAgent: (as: Caller) =>
    send('updateAgent', { as, json: { agent_id: { $uuid: 0 }, name: { $name: 'renamed' } } }),
  listVoices: (as: Caller) => send('listVoices', { as, query: { provider_id: { $setting: 'providers.listed.0' } } }),
  listAudience: (as: Caller) => send('listAudience', { as, query: { campaign_id: { $campaign: 'read' } } }),
  forceCompleteCampaign: (as: Caller) =>
    send('forceCompleteCampaign', {
      as,
      json: { campaign_id: { $campaign: 'changeable' }, campaign_status: 'hold' },
    }),
  verifyToken: (as: Caller) => send('verifyToken', { as, json: {} }),
} as const satisfies Partial<Record<OperationId, (as: Caller) => Step>>;

type Requested = keyof typeof requests;
const operations = Object.keys(requests) as Requested[];

/** The rules that word a refusal, by the operation. */
const worded: Partial<Record<Requested, ClauseId>> = {
  getAgent: 'get-by-id.unauthorized',
  createAgent: 'create-agent.unauthorized',
  createAgentOrUpdate: 'createagentorupdate.unauthorized',
  listVoices: 'voice-list.unauthorized',
};
const assumedlyWorded: Partial<Record<Requested, ClauseId>> = {
  listAudience: 'audience-list.unauthorized',
  forceCompleteCampaign: 'campaign-force-completed.unauthorized',
  updateAgent: 'agent-update.unauthorized',
  verifyToken: 'verify.unauthorized.message',
};

/** The agent that requests are about comes first, where they are about one. */
function from(operation: Requested, callers: readonly Caller[]): readonly Step[] {
  return [...(operation === 'updateAgent' ? [create()] : []), ...callers.map((as) => requests[operation](as))];
}

function refusals(title: string, callers: readonly Caller[]): readonly Script[] {
  return operations.map((operation) => {
    const own = worded[operation];
    const named: readonly ClauseId[] = own === undefined ? [] : [own, 'auth.unauthorized'];
    return {
      title: `${operation} refuses ${title}`,
      clauses: ['auth.unauthorized.everywhere', 'auth.token-header', ...named],
      steps: from(operation, callers),
    };
  });
}

function assumed(
  title: string,
  clause: ClauseId,
  callers: readonly Caller[],
  of: readonly Requested[],
): readonly Script[] {
  return of.map((operation) => ({
    title: `${operation} ${title}`,
    clauses: [clause],
    steps: from(operation, callers),
    shows: [],
  }));
}

/** Who may call, and how a caller says who it is. */
export const authenticationScripts: readonly Script[] = [
  ...refusals('a missing or unknown token', strangers),
  ...refusals('an expired token', ['expired']),
  ...operations.flatMap((operation): readonly Script[] => {
    const clause = assumedlyWorded[operation];
    if (clause === undefined) return [];
    return [
      { title: `${operation} words its refusal`, clauses: [clause], steps: from(operation, ['none', 'unknown']) },
    ];
  }),
  {
    clauses: ['auth.token-header'],
    steps: [
      create(),
      ...(['getAgent', 'createAgent', 'createAgentOrUpdate', 'listVoices', 'listAudience', 'verifyToken'] as const).map(
        (operation) => requests[operation]('header'),
      ),
    ],
  },
  { clauses: ['agent-update.bearer'], steps: from('updateAgent', ['bearer']) },
  {
    title: 'a token that is refused changes nothing',
    clauses: ['auth.token-header'],
    steps: [
      create(),
      ...(['none', 'unknown'] as const).flatMap((as) => [
        update({ agent_name: { $name: 'taken over' } }, { $agent: 0 }, as),
        update({ status: 2 }, { $agent: 0 }, as),
      ]),
      look,
    ],
  },
  {
    clauses: ['auth.api-access-token'],
    steps: [
      ...(['access', 'both', 'unknownAccess'] as const).flatMap((as) => [
        requests.getAgent(as),
        requests.listVoices(as),
      ]),
    ],
  },
  {
    title: 'agent creation takes the header api_access_token',
    clauses: ['auth.api-access-token'],
    steps: [create({}, 'access'), createByForm({}, 'access'), requests.getAgent('access')],
  },
  ...assumed(
    'does not take api_access_token',
    'auth.api-access-token.nowhere-else',
    ['access'],
    [...(['verifyToken', 'listAudience', 'forceCompleteCampaign', 'updateAgent'] as const)],
  ),
  ...assumed(
    'takes the first of several headers',
    'auth.precedence',
    ['wrongFirst', 'emptyFirst', 'rightFirst'],
    ['getAgent'],
  ),
  ...assumed('takes the first of two headers', 'auth.precedence', ['rightBeside', 'wrongBeside'], ['updateAgent']),
  ...assumed('takes Authorization', 'auth.authorization.campaigns.forms', ['bare', 'bearer'], ['listAudience']),
  ...assumed('takes the header token too', 'auth.authorization.agent-update', ['header', 'bare'], ['updateAgent']),
  ...assumed('is not opened by a login token', 'auth.every-token-valid', ['login'], operations),
  ...assumed('is opened by an older token', 'auth.every-token-valid', ['older'], ['verifyToken']),
  {
    clauses: ['errors.order'],
    steps: [
      send('createAgent', { as: 'unknown', raw: { contentType: 'application/json', text: '{' } }),
      send('createAgent', {
        query: { agent_id: { $absent: 0 } },
        raw: { contentType: 'application/json', text: '{' },
      }),
    ],
    shows: [],
  },
];
