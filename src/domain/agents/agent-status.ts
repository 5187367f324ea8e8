import type { ClauseId, RefusalId } from '../../document/names.gen.ts';
import type { AgentRecord, AgentStatus, PhoneNumberRecord } from '../records.ts';
import { defaultRules, type Rules } from '../choices/rules.ts';
import { Refusal } from '../refusal.ts';

/** What the attached numbers mean for publishing: one that counts, none that is active, or only a shared provider's. */
export type NumbersCondition = 'workspace-number' | 'no-active-number' | 'only-shared-numbers';

export interface AgentTransition {
  readonly from: 'new' | 'any';
  /** The status asked for; `none` if the request does not say, `other` for everything that is not a status. */
  readonly requested: AgentStatus | 'none' | 'other';
  readonly condition: NumbersCondition | 'none';
  /** The state reached, or the rule that refuses, which leaves the state as it was. */
  readonly outcome: AgentOutcome | { readonly refusal: Extract<RefusalId, ClauseId> };
}

interface AgentOutcome {
  readonly to: AgentStatus;
  readonly releasesNumbers: boolean;
  readonly clause: ClauseId;
  /** Cases that the specification's row does not tell apart and a clause of ours does; the first that holds decides. */
  readonly cases: readonly AgentCase[];
}

interface AgentCase {
  readonly clause: ClauseId;
  readonly holds: (agent: StatusHolder, numbers: readonly PhoneNumberRecord[]) => boolean;
}

/** What of an agent its status is decided by, as it was before. */
type StatusHolder = Pick<AgentRecord, 'workspace_id' | 'status'>;

/** The states as titles. */
export const agentStatusTitles = { 1: 'Active', 2: 'Deleted', 3: 'Draft' } as const satisfies Record<
  AgentStatus,
  string
>;

/**
 * The transition table of an agent's status (section 3.1), row by row: whatever asks for a status, counts transitions
 * or shows them reads it. `any` includes deleted: for create-agent a deleted agent still exists.
 */
export const agentTransitions: readonly AgentTransition[] = [
  {
    from: 'new',
    requested: 'none',
    condition: 'none',
    outcome: { to: 3, releasesNumbers: false, clause: 'create-agent.create.draft', cases: [] },
  },
  {
    from: 'any',
    requested: 1,
    condition: 'workspace-number',
    outcome: {
      to: 1,
      releasesNumbers: false,
      clause: 'create-agent.publish',
      cases: [
        { clause: 'create-agent.publish.again', holds: (agent) => agent.status === 1 },
        {
          clause: 'create-agent.publish.mixed',
          holds: (agent, numbers) => !numbers.every((number) => isPublishable(number, agent.workspace_id)),
        },
      ],
    },
  },
  {
    from: 'any',
    requested: 1,
    condition: 'no-active-number',
    outcome: { refusal: 'create-agent.publish.no-number' },
  },
  {
    from: 'any',
    requested: 1,
    condition: 'only-shared-numbers',
    outcome: { refusal: 'create-agent.publish.global-provider' },
  },
  {
    from: 'any',
    requested: 3,
    condition: 'none',
    outcome: {
      to: 3,
      releasesNumbers: false,
      clause: 'create-agent.unpublish',
      cases: [{ clause: 'create-agent.restore', holds: (agent) => agent.status === 2 }],
    },
  },
  {
    from: 'any',
    requested: 2,
    condition: 'none',
    outcome: {
      to: 2,
      releasesNumbers: true,
      clause: 'create-agent.delete',
      cases: [{ clause: 'create-agent.delete.releases-numbers', holds: (_agent, numbers) => numbers.length > 0 }],
    },
  },
  {
    from: 'any',
    requested: 'other',
    condition: 'none',
    outcome: { refusal: 'create-agent.status.invalid' },
  },
];

interface StatusDecision {
  readonly status: AgentStatus;
  readonly releasesNumbers: boolean;
  /** Of the row, or of the case of it that holds. */
  readonly clause: ClauseId;
}

/**
 * Walks the transition table for a stored agent.
 * @param numbers those attached to it
 * @throws Refusal if the row refuses
 */
export function decideStatus(
  requested: AgentStatus,
  agent: StatusHolder & Pick<AgentRecord, 'agent_type'>,
  numbers: readonly PhoneNumberRecord[],
  rules: Pick<Rules, 'create-agent.publish.types'> = defaultRules,
): StatusDecision {
  const needsNumber = rules['create-agent.publish.types'](agent.agent_type);
  const outcome = outcomeOfRequest(
    requested,
    needsNumber ? numbersCondition(numbers, agent.workspace_id) : 'workspace-number',
  );
  const { clause } = outcome.cases.find(({ holds }) => holds(agent, numbers)) ?? outcome;
  return { status: outcome.to, releasesNumbers: outcome.releasesNumbers, clause };
}

/** The status of an agent that is created. */
export function statusOfNewAgent(): AgentStatus {
  return outcomeOfRequest('none').to;
}

/**
 * Reads the status that a create-agent request asks for, before anything else of the request is looked at.
 * @param sent the body's `status`, undefined if it has none
 * @throws Refusal for everything that no row asks for, and for a status without an agent
 */
export function requestedStatus(sent: unknown, namesAgent: boolean): AgentStatus | undefined {
  if (sent === undefined) return undefined;
  const asked = agentTransitions.map(({ requested }) => requested).find((requested) => requested === sent);
  if (typeof asked !== 'number') return outcomeOfRequest('other').to;
  if (!namesAgent) throw new Refusal('create-agent.agent-id.required');
  return asked;
}

function outcomeOfRequest(requested: AgentTransition['requested'], condition?: NumbersCondition): AgentOutcome {
  const row = agentTransitions.find(
    (candidate) =>
      candidate.requested === requested && (candidate.condition === 'none' || candidate.condition === condition),
  );
  if (row === undefined) throw new Error(`No row of the transition table says what the status ${requested} does.`);
  if ('refusal' in row.outcome) throw new Refusal(row.outcome.refusal);
  return row.outcome;
}

/** A way from one state to another that a request can take. */
export interface AgentMove {
  readonly from: AgentStatus | 'new';
  readonly to: AgentStatus;
}

/** Every way that the transition table allows and that changes the state, each once. */
export function agentMoves(): readonly AgentMove[] {
  const states = Object.keys(agentStatusTitles).map(Number) as AgentStatus[];
  return agentTransitions.flatMap(({ from, outcome }): readonly AgentMove[] => {
    if ('refusal' in outcome) return [];
    if (from === 'new') return [{ from, to: outcome.to }];
    return states.filter((state) => state !== outcome.to).map((state) => ({ from: state, to: outcome.to }));
  });
}

/** Tells what the numbers attached to an agent mean for publishing it (section 3.1). */
export function numbersCondition(numbers: readonly PhoneNumberRecord[], workspaceId: number): NumbersCondition {
  const active = numbers.filter((number) => number.is_active);
  if (active.length === 0) return 'no-active-number';
  return active.some((number) => isPublishable(number, workspaceId)) ? 'workspace-number' : 'only-shared-numbers';
}

function isPublishable(number: PhoneNumberRecord, workspaceId: number): boolean {
  return number.is_active && number.workspace_id === workspaceId;
}
