import { isMade, type Creation, type CreationLedger, type OwnAgent } from './creation-ledger.ts';
import { NotSentError, type Exchange } from './exchange.ts';
import { objectionToOwn } from './ownership.ts';
import { isReadable, readAgent } from './read-agent.ts';
import type { WorkspaceName } from './settings.ts';

export interface CleaningReport {
  readonly cleaned: number;
  /** Agents that are still there or may be, and why. */
  readonly left: readonly LeftAgent[];
}

export interface LeftAgent {
  /** Null: unknown. */
  readonly id: number | null;
  readonly name: string;
  readonly reason: string;
}

export interface CleaningOptions {
  readonly exchange: Exchange;
  readonly ledger: CreationLedger;
  readonly tokenOf: (workspace: WorkspaceName) => string;
}

/**
 * Deletes agents softly: each is read before, and deleted only if it is still the one that was made; it counts as
 * cleaned when it was seen to be gone. Creations of which nothing is known are told as left.
 */
export async function cleanAgents(creations: readonly Creation[], options: CleaningOptions): Promise<CleaningReport> {
  const left: LeftAgent[] = [];
  let cleaned = 0;
  for (const creation of creations) {
    const reason = isMade(creation) ? await failureToClean(creation, options) : leftReason(creation);
    if (reason !== null) {
      left.push({ id: creation.id, name: creation.names.at(-1) ?? '', reason });
      if (isMade(creation)) options.ledger.write({ event: 'left', key: creation.key, reason });
    } else if (isMade(creation)) {
      options.ledger.write({ event: 'cleaned', key: creation.key });
      cleaned += 1;
    }
  }
  return { cleaned, left };
}

function leftReason({ state, reason }: Creation): string | null {
  return state === 'may exist' ? `it may exist: ${reason}` : null;
}

async function failureToClean(agent: OwnAgent, { exchange, tokenOf }: CleaningOptions): Promise<string | null> {
  const token = tokenOf(agent.workspace);
  try {
    const before = await readAgent(exchange, agent.id, token);
    if (before.kind === 'unclear') return before.reason;
    if (before.kind === 'absent') {
      return (await isReadable(exchange, token)) ? null : 'whether it is gone cannot be told: get-by-id is not there';
    }
    const objection = objectionToOwn(before, agent);
    if (objection !== null) {
      return `it is not the agent that this run made: expected ${objection.expected}, came ${objection.came}`;
    }
    const body = { kind: 'json', value: { agent_id: agent.id, status: 2 } } as const;
    const request = { operation: 'createAgent', query: [], headers: { token }, body, isRepeatable: true } as const;
    const deleted = await exchange(request);
    const after = await readAgent(exchange, agent.id, token);
    if (after.kind === 'absent') return null;
    const then = after.kind === 'here' ? 'it is still there' : after.reason;
    return `the deletion was answered with ${deleted.status}, and ${then}`;
  } catch (error) {
    if (error instanceof NotSentError) return `it was not deleted: ${error.message}`;
    return error instanceof Error ? error.message : String(error);
  }
}
