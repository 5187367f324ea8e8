import type { ClauseId, RefusalId } from '../contract-document/names.gen.ts';
import type { AgentRecord, AgentStatus, PhoneNumberRecord } from './records.ts';
import { Refusal } from './refusal.ts';

/** What the attached numbers mean for publishing: one that counts, none that is active, or only a shared provider's. */
export type NumbersCondition = 'workspace-number' | 'no-active-number' | 'only-shared-numbers';

export interface AgentTransition {
  readonly from: 'new' | 'any';
  /** The status asked for; `none` where the request does not say, `other` for everything that is no status. */
  readonly requested: AgentStatus | 'none' | 'other';
  readonly condition: NumbersCondition | 'none';
  /** The state reached, or the rule that refuses, which leaves the state as it was. */
  readonly outcome:
    | { readonly to: AgentStatus; readonly releasesNumbers: boolean }
    | { readonly refusal: Extract<RefusalId, ClauseId> };
  readonly clause: ClauseId;
}

/**
 * The transition table of an agent's status (section 3.1), row by row. `any` includes deleted: for create-agent a
 * deleted agent still exists.
 */
export const agentTransitions: readonly AgentTransition[] = [
  {
    from: 'new',
    requested: 'none',
    condition: 'none',
    outcome: { to: 3, releasesNumbers: false },
    clause: 'create-agent.create.draft',
  },
  {
    from: 'any',
    requested: 1,
    condition: 'workspace-number',
    outcome: { to: 1, releasesNumbers: false },
    clause: 'create-agent.publish',
  },
  {
    from: 'any',
    requested: 1,
    condition: 'no-active-number',
    outcome: { refusal: 'create-agent.publish.no-number' },
    clause: 'create-agent.publish.no-number',
  },
  {
    from: 'any',
    requested: 1,
    condition: 'only-shared-numbers',
    outcome: { refusal: 'create-agent.publish.global-provider' },
    clause: 'create-agent.publish.global-provider',
  },
  {
    from: 'any',
    requested: 3,
    condition: 'none',
    outcome: { to: 3, releasesNumbers: false },
    clause: 'create-agent.unpublish',
  },
  {
    from: 'any',
    requested: 2,
    condition: 'none',
    outcome: { to: 2, releasesNumbers: true },
    clause: 'create-agent.delete',
  },
  {
    from: 'any',
    requested: 'other',
    condition: 'none',
    outcome: { refusal: 'create-agent.status.invalid' },
    clause: 'create-agent.status.invalid',
  },
];

export interface StatusDecision {
  readonly status: AgentStatus;
  readonly releasesNumbers: boolean;
  readonly clause: ClauseId;
}

/**
 * Walks the transition table for a stored agent.
 * @returns the status reached, whether the agent's numbers are released, and the row's clause
 * @throws Refusal where the row refuses
 */
export function decideStatus(
  requested: AgentStatus,
  agent: Pick<AgentRecord, 'workspace_id'>,
  numbers: readonly PhoneNumberRecord[],
): StatusDecision {
  const condition = numbersCondition(numbers, agent.workspace_id);
  const row = agentTransitions.find(
    (transition) =>
      transition.from === 'any' &&
      transition.requested === requested &&
      (transition.condition === 'none' || transition.condition === condition),
  );
  if (row === undefined) throw new Refusal('create-agent.status.invalid');
  if ('refusal' in row.outcome) throw new Refusal(row.outcome.refusal);
  return { status: row.outcome.to, releasesNumbers: row.outcome.releasesNumbers, clause: row.clause };
}

/**
 * The clause that says most of a decision: a case that the table's row does not tell apart, else the row's own.
 * @param agent as it was before
 */
export function decidingClause(
  { status, clause }: StatusDecision,
  agent: Pick<AgentRecord, 'workspace_id' | 'status'>,
  numbers: readonly PhoneNumberRecord[],
): ClauseId {
  switch (status) {
    case 1: {
      const counts = (number: PhoneNumberRecord) => number.is_active && number.workspace_id === agent.workspace_id;
      if (agent.status === 1) return 'create-agent.publish.again';
      return numbers.every(counts) ? clause : 'create-agent.publish.mixed';
    }
    case 2:
      return numbers.length === 0 ? clause : 'create-agent.delete.releases-numbers';
    case 3:
      return agent.status === 2 ? 'create-agent.restore' : clause;
  }
}

/**
 * Reads the status that a create-agent request asks for, before anything else of the request is looked at.
 * @param sent the body's `status`, undefined where it has none
 * @throws Refusal for everything but 1, 2 and 3, and for a status without an agent
 */
export function requestedStatus(sent: unknown, namesAgent: boolean): AgentStatus | undefined {
  if (sent === undefined) return undefined;
  if (!isAgentStatus(sent)) throw new Refusal('create-agent.status.invalid');
  if (!namesAgent) throw new Refusal('create-agent.agent-id.required');
  return sent;
}

/** Tells what the numbers attached to an agent mean for publishing it (section 3.1). */
export function numbersCondition(numbers: readonly PhoneNumberRecord[], workspaceId: number): NumbersCondition {
  const active = numbers.filter((number) => number.is_active);
  if (active.length === 0) return 'no-active-number';
  return active.some((number) => number.workspace_id === workspaceId) ? 'workspace-number' : 'only-shared-numbers';
}

function isAgentStatus(value: unknown): value is AgentStatus {
  return value === 1 || value === 2 || value === 3;
}
