import type { Exchange } from './exchange.ts';
import { cleanAgents, type CleaningReport } from './clean.ts';
import { openLedger, readLedger, removeLedger, type LeftAgent } from './ledger.ts';
import type { Settings } from './settings.ts';

export interface SweepReport {
  readonly cleaned: number;
  readonly left: readonly { readonly id: number | null; readonly name: string; readonly reason: string }[];
}

/** How far beyond the known ids an agent is looked for whose id the run never learned. */
const SEARCH = 25;

/** Cleans what a ledger says is left, and removes the ledger when nothing is. */
export async function sweep(file: string, exchange: Exchange, settings: Settings): Promise<SweepReport> {
  const { left: agents, ids } = readLedger(file);
  const ledger = openLedger(file);
  const known = agents.flatMap((agent) => (agent.id === null ? [] : [{ ...agent, id: agent.id }]));
  const report: CleaningReport = await cleanAgents(known, exchange, settings, ledger);
  const left: SweepReport['left'][number][] = [...report.left];
  let cleaned = report.cleaned;
  for (const agent of agents.filter(({ id, name }) => id === null && name !== '')) {
    const found = await findByName(agent, ids, exchange, settings);
    if (found === null) {
      // Its request was not answered: most likely it was never carried out.
      ledger.write({ event: 'refused', key: agent.key });
      continue;
    }
    const late = await cleanAgents([{ ...agent, id: found }], exchange, settings, ledger);
    cleaned += late.cleaned;
    left.push(...late.left);
  }
  if (left.length === 0) removeLedger(file);
  return { cleaned, left };
}

/** Ids count up: an agent without a known one is looked for among those that follow the known ones. */
async function findByName(
  agent: LeftAgent,
  ids: readonly number[],
  exchange: Exchange,
  settings: Settings,
): Promise<number | null> {
  const known = new Set(ids);
  const token = (agent.workspace === 'second' ? settings.second_workspace?.token : settings.token) ?? '';
  const last = Math.max(...ids, 0);
  for (let id = last + SEARCH; last > 0 && id > Math.max(0, last - SEARCH); id -= 1) {
    if (known.has(id)) continue;
    const query = [['agent_id', String(id)]] as const;
    const answer = await exchange({ operation: 'getAgent', query, headers: { token }, body: { kind: 'none' } });
    if (answer.text.includes(JSON.stringify(agent.name))) return id;
  }
  return null;
}
