import type { Creation, CreationLedger } from './creation-ledger.ts';
import type { Transport } from '../transport.ts';
import { isFound } from './ownership.ts';
import { readAgent } from './read-agent.ts';
import type { ConfiguredWorkspace } from '../configuration/settings.ts';

export interface SearchOptions {
  readonly transport: Transport;
  readonly ledger: CreationLedger;
  /** Ids of agents that are known to be there, to begin at if the ledger has none. */
  readonly known: readonly number[];
  readonly tokenOf: (workspace: ConfiguredWorkspace) => string;
  readonly now: () => number;
}

/** So many ids in a row without an agent end a search. */
const longestGap = 120;
const mostReads = 3000;
/** So many reads in a row that tell nothing end it too. */
const mostUnclear = 3;

/**
 * Looks for agents of which only the name is known, and enters in the ledger those that it finds. The API has no list:
 * ids are taken to count up, and those around the known ones are read one by one. What is not found may exist all the
 * same.
 */
export async function findAgents(creations: readonly Creation[], options: SearchOptions): Promise<void> {
  for (const workspace of ['own', 'second'] as const) {
    const wanted = creations.filter((creation) => creation.workspace === workspace && creation.mark !== '');
    if (wanted.length > 0) await searchIn(workspace, wanted, options);
  }
}

async function searchIn(
  workspace: ConfiguredWorkspace,
  creations: readonly Creation[],
  options: SearchOptions,
): Promise<void> {
  const { transport, ledger, known, tokenOf, now } = options;
  const wanted = new Set(creations);
  const proven = ledger.all().flatMap(({ id }) => id ?? []);
  const anchors = [...new Set([...proven, ...known, ...ledger.ids()])];
  const own = new Set(proven);
  const visited = new Set<number>();
  let silence = 0;
  /** Whether an agent is there. */
  const visit = async (id: number): Promise<boolean> => {
    if (own.has(id)) return true;
    const reading = await readAgent(transport, id, tokenOf(workspace));
    silence = reading.kind === 'unclear' ? silence + 1 : 0;
    if (reading.kind !== 'here') return false;
    const found = [...wanted].find((creation) => isFound(reading, id, creation, now()));
    if (found === undefined) return true;
    ledger.write({ event: 'proven', key: found.key, id, created_on: String(reading.created_on) });
    wanted.delete(found);
    return true;
  };
  const walk = async (from: number, step: 1 | -1, most: number): Promise<void> => {
    let gap = 0;
    for (let id = from; id > 0 && gap < most && visited.size < mostReads && wanted.size > 0; id += step) {
      if (visited.has(id) || silence >= mostUnclear) return;
      visited.add(id);
      gap = (await visit(id)) ? 0 : gap + 1;
    }
  };
  for (const anchor of anchors) await walk(anchor, 1, longestGap);
  for (const anchor of anchors) await walk(anchor - 1, -1, longestGap / 2);
}
