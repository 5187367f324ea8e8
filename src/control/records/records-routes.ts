import type { components } from '../../document/control-types.gen.ts';
import type { ClauseId } from '../../document/names.gen.ts';
import type { Clause } from '../../document/operation.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import { nothingLeft } from '../../json/json-value.ts';
import type { AgentRecord, PhoneNumberRecord } from '../../domain/records.ts';
import { Problem } from '../../http/answer/problem.ts';
import type { View } from '../../store/store.ts';
import type { ControlHandler } from '../control-handler.ts';
import { operationOf } from '../worlds/check-faults.ts';
import { audienceCounts, byId } from '../worlds/world-views.ts';

type Schemas = components['schemas'];

export const listAgents: ControlHandler<'listAgents'> = ({ query }, { world }) => {
  const view = world.store.view();
  const agents = byId(view.all('agents')).filter(isSeenIn(query.workspace_id));
  return { status: 200, body: { agents: agents.map((agent) => agentView(view, agent)) } };
};

export const inspectAgent: ControlHandler<'inspectAgent'> = ({ path }, { world }) => {
  const view = world.store.view();
  const agent = view.get('agents', path.agent_id);
  if (agent === undefined) throw new Problem(404, `There is no agent ${path.agent_id}.`, 'agent_id');
  return { status: 200, body: { agent: agentView(view, agent), unread: { ...agent.unread } } };
};

export const listCampaigns: ControlHandler<'listCampaigns'> = async ({ query }, { world }) => {
  const view = world.store.view();
  const campaigns = byId(view.all('campaigns')).filter(isSeenIn(query.workspace_id));
  const shown = campaigns.map(async (campaign) => ({
    ...campaign,
    attempts_allowed: view.get('audiences', campaign.id)?.attempts_allowed ?? 0,
    counts: await audienceCounts(world, campaign.id),
    is_dialled: world.diallers.following(campaign.id) !== undefined,
  }));
  return { status: 200, body: { campaigns: await Promise.all(shown) } };
};

export const listNumbers: ControlHandler<'listNumbers'> = ({ query }, { world }) => {
  const view = world.store.view();
  const numbers = byId(view.all('phone_numbers')).filter(isSeenIn(query.workspace_id));
  return { status: 200, body: { numbers: numbers.map(numberView) } };
};

export const createNumber: ControlHandler<'createNumber'> = async ({ body }, { world }) => {
  const view = world.store.view();
  const { number, workspace_id: workspaceId, is_active = true, ...rest } = body;
  nothingLeft(rest);
  if (workspaceId !== null && view.get('workspaces', workspaceId) === undefined) {
    throw new Problem(400, `There is no workspace ${workspaceId}.`, 'workspace_id');
  }
  if (view.get('phone_numbers', number) !== undefined) {
    throw new Problem(400, `There is a phone number ${number} already.`, 'number');
  }
  const record: PhoneNumberRecord = { id: number, workspace_id: workspaceId, is_active, agent_id: null, position: 0 };
  await world.store.commit([{ kind: 'put', collection: 'phone_numbers', record, version: 0 }]);
  return { status: 201, body: numberView(record) };
};

export const updateNumber: ControlHandler<'updateNumber'> = async ({ path, body }, { world }) => {
  const view = world.store.view();
  const number = view.get('phone_numbers', path.number);
  if (number === undefined) throw new Problem(404, `There is no phone number ${path.number}.`, 'number');
  const { agent_id: agentId = number.agent_id, is_active = number.is_active, ...rest } = body;
  nothingLeft(rest);
  const record = { ...attachedTo(view, number, agentId), is_active };
  const version = view.version('phone_numbers', number.id);
  await world.store.commit([{ kind: 'put', collection: 'phone_numbers', record, version }]);
  return { status: 200, body: numberView(record) };
};

/** Whether a record can be seen in a workspace: its own, and shared numbers. Without a workspace, all. */
function isSeenIn(workspaceId: number | undefined) {
  return ({ workspace_id: owner }: { readonly workspace_id: number | null }): boolean =>
    workspaceId === undefined || owner === null || owner === workspaceId;
}

function attachedTo(view: View, number: PhoneNumberRecord, agentId: number | null): PhoneNumberRecord {
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
  const numbers = view.find('phone_numbers', 'agent_id', id).toSorted((one, other) => one.position - other.position);
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
  const near = nearestName(path.id, [...document.clauses.keys()]);
  throw new Problem(404, `There is no rule ${path.id}. Did you mean ${near}?`, 'id');
};

function ruleView(clause: Clause, document: ContractDocument): components['schemas']['Rule'] {
  const { operations, ...others } = clause;
  return { ...others, operations: operations === 'all' ? [...document.operations.keys()] : [...operations] };
}

/** The name that has most parts in common with what was asked for. */
function nearestName(asked: string, names: readonly string[]): string {
  const parts = new Set(asked.toLowerCase().split(/[^a-z0-9]+/));
  const common = (name: string) => [...new Set(name.split(/[.-]/))].filter((part) => parts.has(part)).length;
  return names.reduce((best, name) => (common(name) > common(best) ? name : best), names[0] ?? '');
}
