import { isDeepStrictEqual } from 'node:util';
import { newAgent } from '../../domain/agents/new-agent.ts';
import type { AgentRecord, PhoneNumberRecord } from '../../domain/records.ts';
import type { Change, View } from '../../store/store.ts';
import type { Caller, OperationWorld } from '../handler.ts';

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
