import pLimit from 'p-limit';
import type { ContractDocument } from '../document/read/load.ts';
import { reasonOf } from '../files/file-system.ts';
import { openTwin } from './as-mock/mock-worlds.ts';
import { type Check, type CheckLists, listsOfShard, type RunPlan } from './run-plan.ts';
import type { CheckOutcome } from './report/outcome.ts';
import { type Session, openSession } from './session.ts';

/**
 * Runs the checks of the plan's shard by itself: as many lists at a time as the plan allows, and after
 * them, alone, those with checks that cannot be undone. Problems are what went wrong outside of any check.
 * @param ended no check begins after it is aborted
 * @param onProgress hears of each list that has come to its end
 */
export async function runChecks(
  lists: CheckLists,
  plan: RunPlan,
  document: ContractDocument,
  ended: AbortSignal,
  onProgress: (line: string) => void = () => undefined,
): Promise<{ readonly outcomes: readonly CheckOutcome[]; readonly problems: readonly string[] }> {
  const outcomes: CheckOutcome[] = [];
  const named = Object.entries(listsOfShard(lists, plan.shard));
  const isAlone = (checks: readonly Check[]): boolean => checks.some(({ effect }) => effect === 'irreversible');
  let done = 0;
  const twin = openTwin(plan, document);
  const problems: string[] = [];
  const runList = async ([name, checks]: readonly [string, readonly Check[]]): Promise<void> => {
    let session: Session | undefined;
    try {
      for (const check of checks) {
        if (ended.aborted) return;
        session ??= openSession({ document, plan, label: `${plan.run}-${name}`, twin });
        outcomes.push({ ...(await session.run(check)), list: name });
      }
      const failed = outcomes.filter(({ list, result }) => list === name && result === 'failed').length;
      const told = `${checks.length} checks, ${failed === 0 ? 'none' : failed} failed`;
      onProgress(`${(done += 1)} of ${named.length} lists: ${name}, ${told}\n`);
    } catch (error) {
      problems.push(`${name}: ${reasonOf(error)}`);
    } finally {
      session?.close();
    }
  };
  const beside = named.filter(([, checks]) => !isAlone(checks));
  try {
    await pLimit(plan.settings.concurrency).map(beside, runList);
    for (const list of named.filter(([, checks]) => isAlone(checks))) await runList(list);
    return { outcomes, problems };
  } finally {
    await twin.close();
  }
}
