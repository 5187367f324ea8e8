import type { ControlHandler, ControlRequest } from '../control-handler.ts';
import { operationOf } from '../worlds/check-faults.ts';
import type { View } from '../../store/state/root.ts';
import { audienceCounts, existing } from '../worlds/world-views.ts';
import type { components } from '../../document/control-types.gen.ts';
import type { ClauseId } from '../../document/names.gen.ts';
import type { Clause } from '../../document/operation.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import { inAttachedOrder } from '../../domain/agents/agent-detail.ts';
import { leastFrom } from '../../domain/audiences/audience-page.ts';
import type {
  AgentRecord,
  CollectionName,
  Collections,
  LeadRecord,
  PhoneNumberRecord,
  RecordId,
} from '../../domain/records.ts';
import { Problem } from '../../http/answer/error-answer.ts';
import { nothingLeft } from '../../json/json-value.ts';
import { type Counted, countedKinds } from '../../store/state/id-counters.ts';
import { audienceIn, recordsToLeanOn } from '../../store/state/records-to-lean-on.ts';
import type { Change } from '../../store/state/store.ts';
import { didYouMean } from '../../text/nearest.ts';

type Schemas = components['schemas'];

export const listAgents: ControlHandler<'listAgents'> = ({ query }, { view }) => ({
  status: 200,
  body: { agents: recordsSeenIn(view, 'agents', query).map((agent) => agentView(view, agent)) },
});

export const inspectAgent: ControlHandler<'inspectAgent'> = ({ path: { agent_id: id } }, { view }) => {
  const agent = existing(view.get('agents', id), `agent ${id}`, 'agent_id');
  return { status: 200, body: { agent: agentView(view, agent), unread: { ...agent.unread } } };
};

export const listCampaigns: ControlHandler<'listCampaigns'> = ({ query }, { world, view }) => {
  const campaigns = recordsSeenIn(view, 'campaigns', query).map((campaign) => ({
    ...campaign,
    attempts_allowed: view.get('audiences', campaign.id)?.attempts_allowed ?? 0,
    counts: audienceCounts(view, campaign.id),
    is_dialled: world.diallers.following(campaign.id) !== undefined,
  }));
  return { status: 200, body: { campaigns } };
};

export const listNumbers: ControlHandler<'listNumbers'> = ({ query }, { view }) => ({
  status: 200,
  body: { numbers: recordsSeenIn(view, 'phone_numbers', query).map(numberView) },
});

export const createNumber: ControlHandler<'createNumber'> = async ({ body }, { world, view }) => {
  const { number, workspace_id: workspaceId, is_active = true, ...rest } = body;
  nothingLeft(rest);
  if (workspaceId !== null) {
    existing(view.get('workspaces', workspaceId), `workspace ${workspaceId}`, 'workspace_id', 400);
  }
  if (view.get('phone_numbers', number) !== undefined) {
    throw new Problem(400, `There is a phone number ${number} already.`, 'number');
  }
  const record: PhoneNumberRecord = { id: number, workspace_id: workspaceId, is_active, agent_id: null, position: 0 };
  await world.store.commit([view.put('phone_numbers', record)]);
  return { status: 201, body: numberView(record) };
};

export const updateNumber: ControlHandler<'updateNumber'> = async ({ path, body }, { world, view }) => {
  const number = existing(view.get('phone_numbers', path.number), `phone number ${path.number}`, 'number');
  const { agent_id: agentId = number.agent_id, is_active = number.is_active, ...rest } = body;
  nothingLeft(rest);
  const record = { ...numberAttachedTo(view, number, agentId), is_active };
  await world.store.commit([view.put('phone_numbers', record)]);
  return { status: 200, body: numberView(record) };
};

/** The records that can be seen in a workspace: its own, and shared numbers. Without a workspace, all. */
function recordsSeenIn<C extends 'agents' | 'campaigns' | 'phone_numbers'>(
  view: View,
  collection: C,
  { workspace_id: workspaceId }: { readonly workspace_id?: number },
): readonly Collections[C][] {
  const isSeen = ({ workspace_id: owner }: Collections[C]) =>
    workspaceId === undefined || owner === null || owner === workspaceId;
  return [...view.all(collection)].filter(isSeen);
}

function numberAttachedTo(view: View, number: PhoneNumberRecord, agentId: number | null): PhoneNumberRecord {
  if (agentId === number.agent_id) return number;
  if (agentId === null) return { ...number, agent_id: null, position: 0 };
  const agent = view.get('agents', agentId);
  if (agent === undefined || agent.status === 2) {
    throw new Problem(400, `There is no agent ${agentId}, or it is deleted.`, 'agent_id');
  }
  if (number.workspace_id !== null && number.workspace_id !== agent.workspace_id) {
    throw new Problem(400, `Agent ${agentId} belongs to another workspace than ${number.id}.`, 'agent_id');
  }
  const last = Math.max(-1, ...view.find('phone_numbers', 'agent_id', agentId).map(({ position }) => position));
  return { ...number, agent_id: agentId, position: last + 1 };
}

function agentView(view: View, agent: AgentRecord): Schemas['Agent'] {
  const { id, uuid, workspace_id, agent_name, agent_type, status, updated_on } = agent;
  const numbers = inAttachedOrder(view.find('phone_numbers', 'agent_id', id));
  const campaigns = view.find('campaigns', 'agent_id', id);
  return {
    id,
    uuid,
    workspace_id,
    agent_name,
    agent_type,
    status,
    updated_on,
    numbers: numbers.map(numberView),
    campaigns: campaigns.map((campaign) => ({ id: campaign.id, name: campaign.name, status: campaign.status })),
  };
}

function numberView({ id, workspace_id, is_active, agent_id }: PhoneNumberRecord): Schemas['PhoneNumber'] {
  return { number: id, workspace_id, is_shared: workspace_id === null, is_active, agent_id };
}

export const listRules: ControlHandler<'listRules'> = ({ query }, { document }) => {
  const operation = query.operation === undefined ? undefined : operationOf(query.operation, document).id;
  const rules = [...document.clauses.values()].filter(
    ({ kind, operations }) =>
      (query.kind === undefined || kind === query.kind) &&
      (operation === undefined || operations === 'all' || operations.includes(operation)),
  );
  return { status: 200, body: { rules: rules.map((rule) => ruleView(rule, document)) } };
};

export const getRule: ControlHandler<'getRule'> = ({ path }, { document }) => {
  const rule = document.clauses.get(path.id as ClauseId);
  if (rule !== undefined) return { status: 200, body: ruleView(rule, document) };
  throw new Problem(404, `There is no rule ${path.id}.${didYouMean(path.id, [...document.clauses.keys()])}`, 'id');
};

function ruleView(clause: Clause, document: ContractDocument): components['schemas']['Rule'] {
  const { operations, open: _, ...others } = clause;
  return { ...others, operations: operations === 'all' ? [...document.operations.keys()] : [...operations] };
}

type RecordImport = ControlRequest<'importRecords'>['body'];

/** What a seeding run asks before it makes records for a world. */
export const getImportBase: ControlHandler<'getImportBase'> = (_, { world }) => ({
  status: 200,
  body: recordsToLeanOn(world.store.snapshot().root),
});

/** Gives ids away: no record of the world ever gets one of them by itself. */
export const reserveIds: ControlHandler<'reserveIds'> = ({ body }, { world: { store } }) => {
  // Numbers are not counted ids: the first free one is given, and it is not reserved for the caller.
  const { leads, workspaces, users, agents, campaigns, phone_numbers: _, ...rest } = body;
  nothingLeft(rest);
  const counts = { leads, workspaces, users, agents, campaigns };
  const reserve = (kind: Counted): number => {
    const first = store.nextId(kind);
    for (let given = 1; given < counts[kind]; given++) store.nextId(kind);
    return first;
  };
  const ids = Object.fromEntries(countedKinds.map((kind) => [kind, reserve(kind)]));
  return { status: 200, body: { ...recordsToLeanOn(store.snapshot().root).firstIds, ...ids } };
};

/** Puts and removes records as one commit. @throws InvalidRecordError if one does not fit; then nothing has changed */
export const importRecords: ControlHandler<'importRecords'> = async ({ body }, { world, view }) => {
  await world.store.commit(changesOf(body, view));
  const leads = (body.leads ?? []).reduce((sum, { records }) => sum + records.length, 0);
  return { status: 200, body: { changed: (body.put ?? []).length + leads + (body.remove ?? []).length } };
};

/** An audience page by page, whatever its size. @throws Problem 404 */
export const getStoredAudience: ControlHandler<'getStoredAudience'> = ({ path, query }, { view }) => {
  const stored = existing(audienceIn(view, path.id), `campaign ${path.id}`, 'id');
  const list = view.leads(path.id);
  const { after = 0, limit = 1000 } = query;
  // The first record with a higher id.
  const start = leastFrom(list.size, (place) => list.at(place).id > after);
  const count = Math.min(limit, list.size - start);
  return { status: 200, body: { ...stored, records: Array.from({ length: count }, (_, i) => list.at(start + i)) } };
};

function changesOf({ put = [], leads = [], remove = [], ...rest }: RecordImport, view: View): Change[] {
  nothingLeft(rest);
  // Sound because the store validates every record against its schema before it takes it.
  const puts = put.map(({ collection, record }) => view.put(collection, record as never));
  const putLeads = leads.flatMap(({ campaign_id, records }) => {
    const isPut = puts.some(({ in: place, id }) => place === 'campaigns' && id === campaign_id);
    if (!isPut && view.get('campaigns', campaign_id) === undefined) {
      throw new Problem(400, `There is no campaign ${campaign_id} that could have these records.`, 'leads');
    }
    return view.putLeads(campaign_id, records as unknown as readonly LeadRecord[]);
  });
  const removed = remove
    .filter(({ collection, id }) => view.get(collection, id) !== undefined)
    .map(({ collection, id }) => view.remove(collection, id));
  return [...puts, ...putLeads, ...removed, ...providersWithout(view, removed)];
}

/** A provider lists its workspaces: not those that go. */
function providersWithout(view: View, removed: readonly Change[]): readonly Change[] {
  const isGone = (name: CollectionName, id: RecordId) => removed.some((item) => item.in === name && item.id === id);
  return [...view.all('providers')].flatMap((provider) => {
    const workspace_ids = provider.workspace_ids.filter((id) => !isGone('workspaces', id));
    const isSame = workspace_ids.length === provider.workspace_ids.length || isGone('providers', provider.id);
    return isSame ? [] : [view.put('providers', { ...provider, workspace_ids })];
  });
}
