import type { CreatedAgent } from './creations.ts';
import type { Exchange } from './exchange.ts';
import type { Ledger } from './ledger.ts';
import type { Settings } from './settings.ts';

export interface CleaningReport {
  readonly cleaned: number;
  /** Agents that are still there, and why. */
  readonly left: readonly { readonly id: number; readonly name: string; readonly reason: string }[];
}

/** Deletes agents softly, and looks whether they are gone. */
export async function cleanAgents(
  agents: readonly CreatedAgent[],
  exchange: Exchange,
  settings: Settings,
  ledger: Ledger,
): Promise<CleaningReport> {
  const left: CleaningReport['left'][number][] = [];
  for (const { id, name, workspace, key } of agents) {
    const token = workspace === 'second' ? settings.second_workspace?.token : settings.token;
    const reason = await deletionFailure(id, token ?? '', exchange);
    if (reason === null) ledger.write({ event: 'cleaned', key });
    else left.push({ id, name, reason });
  }
  return { cleaned: agents.length - left.length, left };
}

async function deletionFailure(id: number, token: string, exchange: Exchange): Promise<string | null> {
  const headers = { token };
  try {
    const value = { agent_id: id, status: 2 };
    const deleted = await exchange({ operation: 'createAgent', query: [], headers, body: { kind: 'json', value } });
    const query = [['agent_id', String(id)]] as const;
    const read = await exchange({ operation: 'getAgent', query, headers, body: { kind: 'none' } });
    return read.status === 200 ? `the deletion was answered with ${deleted.status}, and it is still there` : null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
