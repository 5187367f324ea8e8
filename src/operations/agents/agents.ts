import { isDeepStrictEqual } from 'node:util';
import { type AgentChange, applyAgentChange, newAgentRecord } from '../../domain/agents/agent-change.ts';
import { agentDetail } from '../../domain/agents/agent-detail.ts';
import { applyAgentForm, releaseNumbers, replaceNumbers, ownNumber } from '../../domain/agents/agent-form.ts';
import { decideStatus, requestedStatus } from '../../domain/agents/agent-status.ts';
import type { Rules } from '../../domain/choices/rules.ts';
import type { AgentRecord, AgentStatus, CampaignRecord, PhoneNumberRecord } from '../../domain/records.ts';
import { Refusal } from '../../domain/refusal.ts';
import { nothingLeft } from '../../json/json-value.ts';
import type { Caller, Handler, OperationAnswer, OperationRequest, OperationWorld } from '../handler.ts';
import { agentOfCaller } from '../caller.ts';
import { agentToken } from '../tokens/tokens.ts';
import type { Change } from '../../store/state/store.ts';
import type { View } from '../../store/state/root.ts';

/** Section 4.3: everything is decided before anything is written, and written in one commit. */
export const createAgentOrUpdate: Handler<'createAgentOrUpdate'> = async (request, world) => {
  const { agent_id: formAgentId, phone_numbers: wanted, ...sections } = request.body.valid();
  const { rules } = world;
  const places = rules['createagentorupdate.agent-id'](formAgentId, () => agentIdInQuery(request));
  const agentId = rules['create-agent.agent-id.place'](...places);
  const view = world.store.view();
  const current =
    agentId === undefined
      ? undefined
      : agentOfCaller(view, request.caller, agentId, 'createagentorupdate.not-found', rules['agent.deleted.elsewhere']);
  const agent = applyAgentForm(current ?? draftByForm(world, request.caller), sections, request.files, rules);
  const attached = view.find('phone_numbers', 'agent_id', agent.id);
  const find = (number: string): PhoneNumberRecord | undefined =>
    view.get('phone_numbers', number) ??
    (request.takesUnknown?.('phone_numbers[0]') === true ? ownNumber(number, agent.workspace_id) : undefined);
  const numbers = replaceNumbers(agent, wanted, attached, find, rules);
  const isLeftWithout = attached.length > 0 && attached.length === numbers.length && numbers.every(isReleased);
  const next =
    isLeftWithout && agent.status === 1 ? { ...agent, status: rules['createagentorupdate.phone-numbers.last'] } : agent;
  await world.commit(agentChanges(view, world, { by: 'createAgentOrUpdate', kinds: [], current, next, numbers }));
  return {
    clause: 'createagentorupdate.success',
    body: { message: request.messages.updated, data: { agent_id: next.id } },
  };
};

function isReleased({ agent_id: owner }: PhoneNumberRecord): boolean {
  return owner === null;
}

function agentIdInQuery({ query }: Request | OperationRequest<'createAgentOrUpdate'>): number | undefined {
  const { agent_id: agentId, ...rest } = query.valid();
  nothingLeft(rest);
  return agentId;
}

/** Section 4.4. */
export const updateAgent: Handler<'updateAgent'> = async (request, world) => {
  nothingLeft(request.query.valid());
  const { agent_id: uuid, name, language, ...rest } = request.body.valid();
  nothingLeft(rest);
  const view = world.store.view();
  const [found] = view.find('agents', 'uuid', uuid.toLowerCase());
  if (found === undefined) throw new Refusal('agent-update.not-found', undefined, { kind: 'absent', value: uuid });
  const isMissing = world.rules['agent.deleted.elsewhere'];
  const current = agentOfCaller(view, request.caller, found.id, 'agent-update.not-found', isMissing, uuid);
  const next = {
    ...current,
    agent_name: name ?? current.agent_name,
    transcriber_language: language ?? current.transcriber_language,
  };
  await world.commit(agentChanges(view, world, { by: 'updateAgent', kinds: [], current, next, numbers: [] }));
  return {
    clause: 'agent-update.success',
    body: { message: request.messages.updated, data: { agent_id: current.uuid } },
  };
};

/** A fresh draft of the caller's, not stored yet. */
function draftAgent(
  world: OperationWorld,
  caller: Caller,
  agentType = world.rules['create-agent.create.agent-type'],
  settings = world.rules['new-agent'],
): AgentRecord {
  const facts = {
    id: world.store.nextId('agents'),
    workspaceId: caller.workspace.id,
    userId: caller.user.id,
    now: world.clock.now().toISOString(),
    agentType,
    agentPrivacy: world.rules['create-agent.create.agent-privacy'],
  };
  return newAgentRecord(facts, settings);
}

function draftByForm(world: OperationWorld, caller: Caller): AgentRecord {
  const { rules } = world;
  const draft = draftAgent(world, caller, rules['createagentorupdate.create.agent-type'], rules['new-agent-by-form']);
  return { ...draft, has_been_updated: rules['agent.last-modified.form'] };
}

interface AgentChanges {
  /** What the request is counted as beside its operation. */
  readonly kinds: readonly CountedKind[];
  readonly by: 'createAgent' | 'createAgentOrUpdate' | 'updateAgent';
  /** Undefined: a new one. */
  readonly current: AgentRecord | undefined;
  readonly next: AgentRecord;
  readonly numbers: readonly PhoneNumberRecord[];
  /** Whether nothing but a status was sent. */
  readonly isStatusAlone?: boolean;
}

/**
 * The changes that store an agent and its numbers; where nothing differs none, unless that counts as an update too. An
 * agent that was there before is marked as updated (`agent.last-modified.first-update`).
 */
function agentChanges(
  view: View,
  { clock, rules }: OperationWorld,
  { by, kinds, current, next, numbers, isStatusAlone = false }: AgentChanges,
): Change[] {
  const changes: Change[] = numbers.map((record) => view.put('phone_numbers', record));
  const unchanged = rules['agent.last-modified.unchanged'];
  const isCounted = unchanged === 'every' || (unchanged === 'fields' && !isStatusAlone);
  if (!isCounted && numbers.length === 0 && isDeepStrictEqual(current, next)) {
    if (rules['counts-requests']) changes.push(view.put('agents', counted(next, ['unchanged', ...kinds], rules)));
    return changes;
  }
  const updates = (current?.updates ?? 0) + 1;
  const updated = { updated_on: clock.now().toISOString(), has_been_updated: true, updates };
  const record = current === undefined ? next : { ...next, ...updated, ...publishedBefore(current, next) };
  changes.push(view.put('agents', current === undefined ? record : counted(record, [by, ...kinds], rules)));
  return changes;
}

type CountedKind = keyof NonNullable<AgentRecord['counted']>;

/** The agent with one more request of these kinds, where a profile counts them. */
function counted(agent: AgentRecord, kinds: readonly CountedKind[], rules: Rules): AgentRecord {
  if (!rules['counts-requests']) return agent;
  const counts = kinds.map((kind) => [kind, (agent.counted?.[kind] ?? 0) + 1] as const);
  return { ...agent, counted: { ...agent.counted, ...Object.fromEntries(counts) } };
}

function publishedBefore(current: AgentRecord, next: AgentRecord): Pick<AgentRecord, 'was_published'> {
  return current.status === 1 && next.status !== 1 ? { was_published: true } : {};
}

type Request = OperationRequest<'createAgent'>;

/** Section 4.2. The publish rules come last, after all that `create-agent.order` speaks of. */
export const createAgent: Handler<'createAgent'> = async (request, world) => {
  const { rules } = world;
  const view = world.store.view();
  const { status, current, change } = askedFor(request, view, rules);
  const codes = (id: string) => view.get('codes', id);
  const agent = applyAgentChange(current ?? draftAgent(world, request.caller), change, codes, rules);
  const attached = view.find('phone_numbers', 'agent_id', agent.id);
  const ofStatus: readonly CountedKind[] = status === undefined ? [] : ['status'];
  const save = async ({ agent: next, numbers }: Pick<Decided, 'agent' | 'numbers'>, ...outcome: CountedKind[]) => {
    const isStatusAlone = Object.keys(change).every((name) => name === 'agent_id' || name === 'status');
    const kinds = [...ofStatus, ...outcome];
    const changes = agentChanges(view, world, { by: 'createAgent', kinds, current, next, numbers, isStatusAlone });
    if (status === 1) changes.push(...expectUnchanged(view, attached));
    await world.commit(changes);
  };
  let decided: Decided;
  try {
    decided = withStatus(agent, status, attached, rules);
  } catch (refusal) {
    if (rules['create-agent.status.refused'] === 'saved') await save({ agent, numbers: [] }, 'refused');
    else if (current !== undefined && rules['counts-requests']) {
      await world.commit([view.put('agents', counted(current, ['refused', ...ofStatus], rules))]);
    }
    throw refusal;
  }
  const isPublished = decided.agent.status === 1 && current?.status !== 1;
  await save(decided, ...(isPublished ? (['published'] as const) : []));
  return answer(request.messages, current === undefined, decided);
};

interface Asked {
  readonly status: AgentStatus | undefined;
  /** The agent to update; undefined: a new one. */
  readonly current: AgentRecord | undefined;
  readonly change: AgentChange;
}

/** What is asked for, looked at in the order of `create-agent.order`. @throws Refusal */
function askedFor(request: Request, view: View, rules: Rules): Asked {
  let status: AgentStatus | undefined;
  let current: AgentRecord | undefined;
  let change: AgentChange = {};
  for (const step of rules['create-agent.order']) {
    if (step === 'status') status = statusAskedFor(request, rules);
    else if (step === 'agent') current = agentToUpdate(request, view, rules);
    else change = requestedFields(request, rules);
  }
  return { status, current, change };
}

function statusAskedFor({ body, query }: Request, rules: Rules): AgentStatus | undefined {
  const isNamed = body.sent['agent_id'] !== undefined || query.sent['agent_id'] !== undefined;
  const status = requestedStatus(body.sent['status'], isNamed || mayDoWithout(body.sent, rules));
  return isNamed ? status : undefined;
}

/** Whether a status may come without an agent: it is then the status of none. */
function mayDoWithout(sent: Request['body']['sent'], rules: Rules): boolean {
  const rule = rules['create-agent.status.without-agent'];
  return sent['agent_name'] !== undefined && (rule === 'ignored' || (rule === 'draft' && sent['status'] === 3));
}

function agentToUpdate(request: Request, view: View, rules: Rules): AgentRecord | undefined {
  const agentId = agentIdOf(request, rules);
  if (agentId === undefined) return undefined;
  return agentOfCaller(view, request.caller, agentId, 'create-agent.not-found', rules['agent.deleted']);
}

function requestedFields(request: Request, rules: Rules): AgentChange {
  const change = request.body.valid();
  const isNameless = change.agent_name === undefined && rules['create-agent.create.name'] === 'required';
  if (isNameless && agentIdOf(request, rules) === undefined) throw new Refusal('create-agent.create.name-required');
  return change;
}

function agentIdOf(request: Request, rules: Rules): number | undefined {
  const inBody = request.body.sent['agent_id'] === undefined ? undefined : request.body.valid(['agent_id']).agent_id;
  return rules['create-agent.agent-id.place'](inBody, () => agentIdInQuery(request));
}

interface Decided {
  readonly agent: AgentRecord;
  /** The numbers that change. */
  readonly numbers: readonly PhoneNumberRecord[];
  readonly clause: OperationAnswer<'createAgent'>['clause'] | undefined;
}

function withStatus(
  agent: AgentRecord,
  status: AgentStatus | undefined,
  attached: readonly PhoneNumberRecord[],
  rules: Rules,
): Decided {
  if (status === undefined) return { agent, numbers: [], clause: undefined };
  const decision = decideStatus(status, agent, attached, rules);
  return {
    agent: { ...agent, status: decision.status },
    numbers: decision.releasesNumbers ? releaseNumbers(attached) : [],
    clause: decision.clause,
  };
}

/** Publishing was decided by these numbers: they must still be as they were when it is written. */
function expectUnchanged(view: View, numbers: readonly PhoneNumberRecord[]): Change[] {
  return numbers.map(({ id }) => view.expect('phone_numbers', id));
}

function answer(
  messages: Request['messages'],
  isNew: boolean,
  { agent, clause }: Decided,
): OperationAnswer<'createAgent'> {
  return {
    example: isNew ? 'created' : 'updated',
    clause: clause ?? (isNew ? 'create-agent.create' : 'create-agent.update.partial'),
    body: {
      success: true,
      message: isNew ? messages.created : messages.updated,
      data: { agent_id: agent.id, agent_name: agent.agent_name },
    },
  };
}

/** Section 4.1. */
export const getAgent: Handler<'getAgent'> = (request, world) => {
  nothingLeft(request.body.valid());
  const { agent_id: agentId, ...rest } = request.query.valid();
  nothingLeft(rest);
  const view = world.store.view();
  const agent = agentOfCaller(view, request.caller, agentId, 'get-by-id.not-found');
  const campaigns = view.find('campaigns', 'agent_id', agent.id);
  const campaignWithRecords = firstWithRecords(view, campaigns, world.rules);
  const now = world.clock.now();
  return {
    clause: 'get-by-id.envelope',
    body: {
      error: false,
      code: 200,
      message: '',
      timestamp: now.getTime(),
      data: agentDetail(agent, {
        workspace: request.caller.workspace,
        creator: view.get('users', agent.creator_user_id),
        numbers: view.find('phone_numbers', 'agent_id', agent.id),
        campaigns,
        hasRecords: (campaignId) => campaignId === campaignWithRecords,
        codes: codeTable(view),
        agentToken: agentToken(agent, world.rules['agent.token']),
        now,
        rules: world.rules,
      }),
    },
  };
};

function codeTable(view: View) {
  return (id: string) => view.get('codes', id);
}

function firstWithRecords(view: View, campaigns: readonly CampaignRecord[], rules: Rules): number | undefined {
  const counts = rules['agent.is-audience.campaigns'];
  return campaigns.find(({ id, status }) => counts(status) && view.leads(id).size > 0)?.id;
}
