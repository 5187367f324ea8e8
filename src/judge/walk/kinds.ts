import type { OperationId } from '../../document/names.gen.ts';
import { unmetNeeds, type Settings } from '../../deployment/configuration/settings.ts';
import { fieldOf, isContainer } from '../../json/json-value.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { needsOf, writing } from '../script-needs.ts';
import { namedIn, queryValue } from '../stated/expectation.ts';
import { stateOf, type Facts, type Model } from '../stated/model.ts';
import { agentStates, type AgentState, type Caller, type SentRequest } from '../steps.ts';
import walkSchema from './walk-file.schema.gen.json' with { type: 'json' };

/** A kind of request by a caller, about an agent in a state; null: about none, or about any. */
export type Cell = readonly [kind: KindName, as: Caller, state: AgentState | null];

type Sent = Pick<SentRequest, 'operation' | 'query' | 'json' | 'form'>;
type Fields = Readonly<Record<string, unknown>>;

const asked = (query: Fields): Sent => ({ operation: 'getAgent', query });
const sentToSave = (json: Fields): Sent => ({ operation: 'createAgent', json });
const formSent = (fields: Fields): Sent => ({
  operation: 'createAgentOrUpdate',
  form: Object.entries(fields).map(([name, value]) => ({ name, value })),
});
const renameSent = (json: Fields): Sent => ({ operation: 'updateAgent', json });
const voicesAsked = (query: Fields): Sent => ({ operation: 'listVoices', query });
const audienceAsked = (query: Fields): Sent => ({ operation: 'listAudience', query });
const statusSet = (json: Fields): Sent => ({ operation: 'forceCompleteCampaign', json });
const absent = { $absent: 0 };
/** A text that no agent shows yet. */
const told = { $name: 'told' };
const named = { 'basic_details[agent_name]': { $name: 'form' } };
const typed = { 'basic_details[agent_type]': '3' };
const changing = { campaign_id: { $campaign: 'changeable' }, campaign_status: 'hold' };
const listed = { $setting: 'providers.listed.0' };
const read = { $campaign: 'read' };

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
  rename: (agent_id: object) => {
    const uuid = '$in' in agent_id ? { $uuidIn: agent_id.$in } : { $uuid: 0 };
    return renameSent({ agent_id: uuid, name: { $name: 'renamed' } });
  },
} as const;

/** The others. */
const ofNone = {
  'read of another': asked({ agent_id: { $setting: 'agents.read.0.id' } }),
  'read of nobody': asked({ agent_id: absent }),
  'read by no id': asked({ agent_id: 'abc' }),
  create: sentToSave({ agent_name: { $name: '' } }),
  'update of nobody': sentToSave({ agent_id: absent, description: 'nobody' }),
  'status of nobody': sentToSave({ status: 1 }),
  form: formSent(named),
  'wrong form': formSent({ ...named, 'basic_details[category]': 'abc' }),
  'form with a name of parts': formSent({ 'basic_details[agent_name][first]': 'x' }),
  'rename of nobody': renameSent({ agent_id: { $absentUuid: 0 }, name: { $name: 'renamed' } }),
  'form of no section': formSent({ 'configuration[memory_recall]': 'true' }),
  voices: voicesAsked({ provider_id: listed }),
  'voices of nobody': voicesAsked({ provider_id: 'nobody-speaks' }),
  'voices not set up': voicesAsked({ provider_id: { $setting: 'providers.not_set_up' } }),
  audience: audienceAsked({ campaign_id: read }),
  'audience by no id': audienceAsked({ campaign_id: 'abc' }),
  'audience of nobody': audienceAsked({ campaign_id: absent }),
  status: statusSet(changing),
  'unlisted status': statusSet({ campaign_id: absent, campaign_status: 'finished' }),
  'status by no id': statusSet({ campaign_id: 'abc', campaign_status: 'hold' }),
  'status of no campaign': statusSet({ campaign_id: absent, campaign_status: 'hold' }),
  verify: { operation: 'verifyToken', json: {} },
  'get-token': { operation: 'getToken' },
} as const satisfies Record<string, Sent>;

/** What an operation cannot do without, and a request that has everything else; left out or empty it makes a kind. */
const required = [
  ['read', 'agent_id', (field: Fields) => asked(field)],
  ['form', 'basic_details[agent_name]', (field: Fields) => formSent({ ...typed, ...field })],
  ['rename', 'agent_id', (field: Fields) => renameSent({ ...field, name: { $name: 'renamed' } })],
  ['voices', 'provider_id', (field: Fields) => voicesAsked(field)],
  ['audience', 'campaign_id', (field: Fields) => audienceAsked(field)],
  ['status', 'campaign_id', (field: Fields) => statusSet({ campaign_status: 'hold', ...field })],
  ['status', 'campaign_status', (field: Fields) => statusSet({ campaign_id: absent, ...field })],
] as const;

type AgentKind = keyof typeof ofAgents;
type Flawed = `${(typeof required)[number][0]} ${'without' | 'with an empty'} ${(typeof required)[number][1]}`;
export type KindName = AgentKind | keyof typeof ofNone | Flawed;

/** The requests of every kind, about an agent if the kind is about one. */
const requests: ReadonlyMap<KindName, (agent_id: object) => Sent> = new Map<KindName, (agent_id: object) => Sent>([
  ...(Object.entries(ofAgents) as [AgentKind, (agent_id: object) => Sent][]),
  ...Object.entries(ofNone).map(([kind, sent]) => [kind as keyof typeof ofNone, () => sent] as const),
  ...required.flatMap(([kind, name, sent]) => [
    [`${kind} without ${name}`, () => sent({})] as const,
    [`${kind} with an empty ${name}`, () => sent({ [name]: '' })] as const,
  ]),
]);

/** The plain, right request of an operation; about the first agent that was made, if it is about one. */
export const plainKinds: Readonly<Record<OperationId, KindName>> = {
  ...{ getAgent: 'read', createAgent: 'create', createAgentOrUpdate: 'form', updateAgent: 'rename' },
  ...{ listVoices: 'voices', listAudience: 'audience', forceCompleteCampaign: 'status' },
  ...{ verifyToken: 'verify', getToken: 'get-token' },
};

/** The request of a cell; about the first agent that was made where the state does not matter. */
export function requestOf([kind, as, state]: Cell): SentRequest {
  const sent = requests.get(kind)?.(state === null ? { $agent: 0 } : { $in: state });
  if (sent === undefined) throw new Error(`There is no kind of request ${kind}.`);
  return { ...sent, as };
}

/** Who may send to an operation: a login token is of an account, every other token of a workspace. */
function callersOf(operation: OperationId): readonly Caller[] {
  const others: readonly Caller[] = operation === 'getToken' ? ['second', 'older'] : ['login', 'tokenless'];
  return (walkSchema.definitions.Caller.enum as readonly Caller[]).filter((as) => !others.includes(as));
}

/** The kinds by callers that a test takes, about agents in every state. */
function cellsWhere(isTaken: (kind: KindName, as: Caller) => boolean): readonly Cell[] {
  return [...requests.keys()].flatMap((kind) => {
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
  const kind = operation && (flawIn(operation, answer) ?? kindsSent[operation](answer, agent !== undefined));
  const state = agent === undefined ? undefined : stateOf(agent, facts);
  if (kind === null || (kind in ofAgents && state === undefined)) return null;
  return [kind, as, kind in ofAgents ? (state ?? null) : null];
}

/** The flawed kind of a request that lacks what it cannot do without; null if it lacks nothing. */
function flawIn(operation: OperationId, { request: { query, body } }: CheckedAnswer): KindName | null {
  const parts = body.kind === 'form' ? body.parts : [];
  const sent: readonly (readonly [string, unknown])[] = [
    ...query,
    ...parts.map(({ name, value }) => [name, value] as const),
    ...(body.kind === 'json' && isContainer(body.value) ? Object.entries(body.value) : []),
  ];
  for (const [kind, name] of required.filter(([each]) => each === plainKinds[operation])) {
    const own = sent.find(([each]) => each.startsWith(name));
    const [section = name] = name.split('[', 1);
    // Of a section that is missing no field is.
    const isThere = section === name || sent.some(([each]) => each.startsWith(`${section}[`));
    if (own === undefined && isThere) return `${kind} without ${name}` as KindName;
    if (own?.[1] === '') return `${kind} with an empty ${name}` as KindName;
  }
  return null;
}

/** Whether nothing but its caller let a request be refused. */
const isGranted = ({ status }: CheckedAnswer): boolean => status === 200 || status === 401;

/** Which kind an answer's request is of, by its operation. */
const kindsSent: Readonly<Record<OperationId, (answer: CheckedAnswer, isThere: boolean) => KindName | null>> = {
  getAgent: (answer, isThere) => {
    if (isThere) return 'read';
    if (answer.status === 200) return 'read of another';
    return namedIn(answer) === null ? 'read by no id' : 'read of nobody';
  },
  createAgent: savingKind,
  createAgentOrUpdate: (answer, isThere) => {
    if (isThere) return 'update by form';
    const parts = answer.request.body.kind === 'form' ? answer.request.body.parts : [];
    if (!parts.some(({ name }) => name.startsWith('basic_details['))) return 'form of no section';
    if (parts.some(({ name }) => name.startsWith('basic_details[agent_name]['))) return 'form with a name of parts';
    return answer.status === 422 ? 'wrong form' : 'form';
  },
  updateAgent: (_, isThere) => (isThere ? 'rename' : 'rename of nobody'),
  listVoices: ({ status }) => {
    const refused: Readonly<Record<number, KindName>> = { 400: 'voices of nobody', 404: 'voices not set up' };
    return refused[status] ?? 'voices';
  },
  listAudience: (answer) => {
    if (isGranted(answer)) return 'audience';
    return /^\d+$/.test(queryValue(answer, 'campaign_id') ?? '') ? 'audience of nobody' : 'audience by no id';
  },
  forceCompleteCampaign: (answer) => {
    if (isGranted(answer)) return 'status';
    const { body } = answer.request;
    if (body.kind === 'json' && typeof fieldOf(body.value, 'campaign_id') === 'string') return 'status by no id';
    return answer.status === 404 ? 'status of no campaign' : 'unlisted status';
  },
  verifyToken: () => 'verify',
  getToken: () => 'get-token',
};

function savingKind(answer: CheckedAnswer, isThere: boolean): KindName {
  const { body } = answer.request;
  const sent = body.kind === 'json' ? fieldOf(body.value, 'status') : undefined;
  if (!isThere && namedIn(answer) !== null) return 'update of nobody';
  if (!isThere) return sent === undefined ? 'create' : 'status of nobody';
  if (sent === undefined) return answer.status === 422 ? 'wrong update' : 'update';
  const byStatus: readonly KindName[] = ['publish', 'delete', 'unpublish'];
  return (typeof sent === 'number' ? byStatus[sent - 1] : undefined) ?? 'invalid status';
}
