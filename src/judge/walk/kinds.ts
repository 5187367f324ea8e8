import type { OperationId } from '../../document/names.gen.ts';
import { unmetNeeds, type Settings } from '../../deployment/configuration/settings.ts';
import { isContainer } from '../../json/json-value.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { needsOf, writing } from '../script-needs.ts';
import { namedIn, queryValue } from '../stated/expectation.ts';
import { stateOf } from '../stated/read-agent.ts';
import type { Facts, Model } from '../stated/model.ts';
import { agentStates, type AgentState, type Caller, type SentRequest } from '../steps.ts';
import walkSchema from './walk-file.schema.gen.json' with { type: 'json' };

/** A kind of request by a caller, about an agent in a state; null: about none, or about any. */
export type Cell = readonly [kind: KindName, as: Caller, state: AgentState | null];

type Sent = Pick<SentRequest, 'operation' | 'query' | 'json' | 'form'>;

const asked = (query: Sent['query'] = {}): Sent => ({ operation: 'getAgent', query });
const sentToSave = (json: object): Sent => ({ operation: 'createAgent', json });
const formSent = (fields: Readonly<Record<string, unknown>>): Sent => ({
  operation: 'createAgentOrUpdate',
  form: Object.entries(fields).map(([name, value]) => ({ name, value })),
});
const voicesAsked = (query: Sent['query'] = {}): Sent => ({ operation: 'listVoices', query });
const audienceAsked = (query: Sent['query'] = {}): Sent => ({ operation: 'listAudience', query });
const statusSet = (id: object, campaign_status: string): Sent => ({
  operation: 'forceCompleteCampaign',
  json: { campaign_id: id, campaign_status },
});
const absent = { $absent: 0 };
/** A text that no agent shows yet. */
const told = { $name: 'told' };
const named = { 'basic_details[agent_name]': { $name: 'form' } };

/** Requests about an agent of the walk: what they do depends on its state. */
const ofAgents = {
  read: (agent_id: object) => asked({ agent_id }),
  update: (agent_id: object) => sentToSave({ agent_id, description: told }),
  'wrong update': (agent_id: object) => sentToSave({ agent_id, description: told, prompt: { text: 'x' } }),
  publish: (agent_id: object) => sentToSave({ agent_id, status: 1 }),
  unpublish: (agent_id: object) => sentToSave({ agent_id, status: 3 }),
  delete: (agent_id: object) => sentToSave({ agent_id, status: 2 }),
  'invalid status': (agent_id: object) => sentToSave({ agent_id, status: 4 }),
  'update by form': (agent_id: object) => formSent({ agent_id, ...named, 'basic_details[description]': told }),
  rename: (agent_id: object): Sent => {
    const uuid = '$in' in agent_id ? { $uuidIn: agent_id.$in } : { $uuid: 0 };
    return { operation: 'updateAgent', json: { agent_id: uuid, name: { $name: 'renamed' } } };
  },
} as const;

/** The others, of each operation the plain and right one first. */
const ofNone = {
  'read of another': asked({ agent_id: { $setting: 'agents.read.0.id' } }),
  'read of nobody': asked({ agent_id: absent }),
  'read by no id': asked({ agent_id: 'abc' }),
  'read of nothing': asked(),
  create: sentToSave({ agent_name: { $name: '' } }),
  'update of nobody': sentToSave({ agent_id: absent, description: 'nobody' }),
  form: formSent(named),
  'wrong form': formSent({ ...named, 'basic_details[category]': 'abc' }),
  'form without a name': formSent({ 'basic_details[agent_type]': '3' }),
  'form with an empty name': formSent({ 'basic_details[agent_name]': '' }),
  'form with a name of parts': formSent({ 'basic_details[agent_name][first]': 'x' }),
  voices: voicesAsked({ provider_id: { $setting: 'providers.listed.0' } }),
  'voices of nobody': voicesAsked({ provider_id: 'nobody-speaks' }),
  'voices not set up': voicesAsked({ provider_id: { $setting: 'providers.not_set_up' } }),
  'voices of nothing': voicesAsked(),
  audience: audienceAsked({ campaign_id: { $campaign: 'read' } }),
  'audience of nobody': audienceAsked({ campaign_id: absent }),
  'audience of nothing': audienceAsked(),
  status: statusSet({ $campaign: 'changeable' }, 'hold'),
  'unlisted status': statusSet(absent, 'finished'),
  verify: { operation: 'verifyToken', json: {} },
  'get-token': { operation: 'getToken' },
} as const satisfies Record<string, Sent>;

type AgentKind = keyof typeof ofAgents;
export type KindName = AgentKind | keyof typeof ofNone;

/** The plain, right request of an operation; about the first agent that was made, if it is about one. */
export const plainKinds: Readonly<Record<OperationId, KindName>> = {
  ...{ getAgent: 'read', createAgent: 'create', createAgentOrUpdate: 'form', updateAgent: 'rename' },
  ...{ listVoices: 'voices', listAudience: 'audience', forceCompleteCampaign: 'status' },
  ...{ verifyToken: 'verify', getToken: 'get-token' },
};

/** The request of a cell; about the first agent that was made where the state does not matter. */
export function requestOf([kind, as, state]: Cell): SentRequest {
  const agent = state === null ? { $agent: 0 } : { $in: state };
  return { ...(kind in ofAgents ? ofAgents[kind as AgentKind](agent) : ofNone[kind as keyof typeof ofNone]), as };
}

/** Who may send to an operation: a login token is of an account, every other token of a workspace. */
function callersOf(operation: OperationId): readonly Caller[] {
  const others: readonly Caller[] = operation === 'getToken' ? ['second', 'older'] : ['login', 'tokenless'];
  return (walkSchema.definitions.Caller.enum as readonly Caller[]).filter((as) => !others.includes(as));
}

/** The kinds by callers that a test takes, about agents in every state. */
function cellsWhere(isTaken: (kind: KindName, as: Caller) => boolean): readonly Cell[] {
  return ([...Object.keys(ofAgents), ...Object.keys(ofNone)] as KindName[]).flatMap((kind) => {
    const states = kind in ofAgents ? agentStates : [null];
    const callers = callersOf(requestOf([kind, 'own', null]).operation).filter((as) => isTaken(kind, as));
    return callers.flatMap((as) => states.map((state): Cell => [kind, as, state]));
  });
}

export const everyCell = cellsWhere(() => true);

/** Those that a run may send, as far as its settings name what is needed; agents of its own are there if it may write. */
export function cellsOf(
  settings: Settings,
  canWrite: boolean,
  isWanted: (kind: KindName, as: Caller) => boolean = () => true,
): readonly Cell[] {
  return cellsWhere((kind, as) => {
    const request = requestOf([kind, as, null]);
    const mayBeSent = canWrite || (!writing.includes(request.operation) && !(kind in ofAgents));
    return isWanted(kind, as) && mayBeSent && unmetNeeds(settings, needsOf([{ do: 'send', request }])).length === 0;
  });
}

/** Which cell an answer is of; the state is that before it. */
export function cellOf(model: Model, facts: Facts, answer: CheckedAnswer, as: Caller): Cell | null {
  const agent = model.agents.get(namedIn(answer) ?? 0);
  const { operation } = answer.request;
  const kind = operation && kindsSent[operation](answer, agent !== undefined);
  const state = agent === undefined ? undefined : stateOf(agent, facts);
  if (kind === null || (kind in ofAgents && state === undefined)) return null;
  return [kind, as, kind in ofAgents ? (state ?? null) : null];
}

/** Whether nothing but its caller let a request be refused. */
const isGranted = ({ status }: CheckedAnswer): boolean => status === 200 || status === 401;

/** Which kind an answer's request is of, by its operation. */
const kindsSent: Readonly<Record<OperationId, (answer: CheckedAnswer, isThere: boolean) => KindName | null>> = {
  getAgent: (answer, isThere) => {
    if (isThere) return 'read';
    if (queryValue(answer, 'agent_id') === undefined) return 'read of nothing';
    if (answer.status === 200) return 'read of another';
    return namedIn(answer) === null ? 'read by no id' : 'read of nobody';
  },
  createAgent: savingKind,
  createAgentOrUpdate: (answer, isThere) => (isThere ? 'update by form' : formKind(answer)),
  updateAgent: (_, isThere) => (isThere ? 'rename' : null),
  listVoices: (answer) => {
    if (queryValue(answer, 'provider_id') === undefined) return 'voices of nothing';
    const refused: Readonly<Record<number, KindName>> = { 400: 'voices of nobody', 404: 'voices not set up' };
    return refused[answer.status] ?? 'voices';
  },
  listAudience: (answer) => {
    if (queryValue(answer, 'campaign_id') === undefined) return 'audience of nothing';
    return isGranted(answer) ? 'audience' : 'audience of nobody';
  },
  forceCompleteCampaign: (answer) => (isGranted(answer) ? 'status' : 'unlisted status'),
  verifyToken: () => 'verify',
  getToken: () => 'get-token',
};

function formKind({ request: { body }, status: answered }: CheckedAnswer): KindName {
  const parts = body.kind === 'form' ? body.parts : [];
  const name = parts.find((part) => part.name.startsWith('basic_details[agent_name]'));
  if (name === undefined) return 'form without a name';
  if (name.value === '') return 'form with an empty name';
  if (name.name !== 'basic_details[agent_name]') return 'form with a name of parts';
  return answered === 422 ? 'wrong form' : 'form';
}

function savingKind(answer: CheckedAnswer, isThere: boolean): KindName {
  const { body } = answer.request;
  if (!isThere) return namedIn(answer) === null ? 'create' : 'update of nobody';
  const sent = body.kind === 'json' && isContainer(body.value) ? body.value['status'] : undefined;
  if (sent === undefined) return answer.status === 422 ? 'wrong update' : 'update';
  const byStatus: readonly KindName[] = ['publish', 'delete', 'unpublish'];
  return (typeof sent === 'number' ? byStatus[sent - 1] : undefined) ?? 'invalid status';
}
