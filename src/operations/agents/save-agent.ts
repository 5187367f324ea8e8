import { isDeepStrictEqual } from 'node:util';
import { applyAgentForm, replaceNumbers } from '../../domain/agents/agent-form.ts';
import { nothingLeft } from '../../domain/given.ts';
import { agentOfCaller } from '../records-of-caller.ts';
import type { Handler, OperationRequest, Caller, OperationWorld } from '../handler.ts';
import { Refusal } from '../../domain/refusal.ts';
import { newAgent } from '../../domain/agents/agent-change.ts';
import type { AgentRecord, PhoneNumberRecord } from '../../domain/records.ts';
import type { Change, View } from '../../store/store.ts';

/** Section 4.3: everything is decided before anything is written, and written in one commit. */
export const createAgentOrUpdate: Handler<'createAgentOrUpdate'> = async (request, world) => {
  const { agent_id: formAgentId, phone_numbers: wanted, ...sections } = request.body.valid();
  const { rules } = world;
  const named = rules['create-agent.agent-id.place'](formAgentId, () => agentIdInQuery(request));
  const agentId = rules['createagentorupdate.agent-id'](named);
  const view = world.store.view();
  const current =
    agentId === undefined
      ? undefined
      : agentOfCaller(view, request.caller, agentId, 'createagentorupdate.not-found', rules['agent.deleted.elsewhere']);
  const agent = applyAgentForm(current ?? draftAgent(world, request.caller), sections, request.files, rules);
  const attached = view.find('phone_numbers', 'agent_id', agent.id);
  const numbers =
    wanted === undefined
      ? []
      : replaceNumbers(agent, wanted, attached, (number) => view.get('phone_numbers', number), rules);
  const isLeftWithout = wanted?.length === 0 && attached.length > 0 && agent.status === 1;
  const next = isLeftWithout ? { ...agent, status: rules['createagentorupdate.phone-numbers.last'] } : agent;
  await world.store.commit(agentChanges(view, world.clock.now(), current, next, numbers));
  return {
    clause: 'createagentorupdate.success',
    body: { message: request.messages.updated, data: { agent_id: next.id } },
  };
};

function agentIdInQuery({ query }: OperationRequest<'createAgentOrUpdate'>): number | undefined {
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
  if (found === undefined) throw new Refusal('agent-update.not-found');
  const isMissing = world.rules['agent.deleted.elsewhere'];
  const foreign = world.rules['workspace.foreign'];
  const current = agentOfCaller(view, request.caller, found.id, 'agent-update.not-found', isMissing, foreign);
  const next = {
    ...current,
    agent_name: name ?? current.agent_name,
    transcriber_language: language ?? current.transcriber_language,
  };
  await world.store.commit(agentChanges(view, world.clock.now(), current, next, []));
  return {
    clause: 'agent-update.success',
    body: { message: request.messages.updated, data: { agent_id: current.uuid } },
  };
};

/** A fresh draft of the caller's, not stored yet. */
export function draftAgent(world: OperationWorld, caller: Caller): AgentRecord {
  return newAgent({
    id: world.store.nextId('agents'),
    workspaceId: caller.workspace.id,
    userId: caller.user.id,
    now: world.clock.now().toISOString(),
    agentType: world.rules['create-agent.create.agent-type'],
    agentPrivacy: world.rules['create-agent.create.agent-privacy'],
  });
}

/**
 * The changes that store an agent and its numbers; none where nothing differs. An agent that was there before is marked
 * as updated (`agent.last-modified.first-update`).
 */
export function agentChanges(
  view: View,
  now: Date,
  current: AgentRecord | undefined,
  next: AgentRecord,
  numbers: readonly PhoneNumberRecord[],
): Change[] {
  const changes: Change[] = numbers.map((record) => ({
    kind: 'put',
    collection: 'phone_numbers',
    record,
    version: view.version('phone_numbers', record.id),
  }));
  if (numbers.length === 0 && isDeepStrictEqual(current, next)) return changes;
  const record = current === undefined ? next : { ...next, updated_on: now.toISOString(), has_been_updated: true };
  changes.push({ kind: 'put', collection: 'agents', record, version: view.version('agents', record.id) });
  return changes;
}
