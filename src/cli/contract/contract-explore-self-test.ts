import { loadContractDocument } from '../../document/read/load.ts';
import { exploreProvider, searchProvider } from '../../../contract-tests/self-test/self-test-walks.ts';
import { allFaults } from '../../../contract-tests/self-test/all-faults.ts';
import { conditionalFaults } from '../../../contract-tests/self-test/conditional/conditional-faults.ts';
import type { Shard } from '../../judge/shard.ts';
import { otherProvider } from '../../../contract-tests/self-test/other-provider.ts';
import type { CommandContext, ExitCode } from '../command.ts';
import type { ContractOptions } from './contract-options.ts';

/** Walks of one round: each round ends with a force completion, and the next one meets a new provider. */
const walksOfARound = 10;

/** Minutes that the walks may look for one fault, unless `--minutes` says otherwise. */
const usualMinutes = 3;

/**
 * Sends the walks alone to two correct providers and to every broken one, or with `--shard 2/10` to a tenth of them;
 * prints each fault with the rule that found it.
 */
export async function runWalkSelfTest(
  options: ContractOptions,
  { print, printError }: CommandContext,
): Promise<ExitCode> {
  const document = loadContractDocument();
  const seed = options.seed ?? 1;
  const until = (): number => Date.now() + (options.minutes ?? usualMinutes) * 60_000;
  let wrong = 0;
  for (const [name, wrap] of [
    ['the mock', <T>(transport: T) => transport],
    ['a provider that differs wherever the specification is silent', otherProvider],
  ] as const) {
    const { found, steps } = await exploreProvider(wrap, document, {
      walks: options.walks,
      steps: options.steps,
      seed,
      until: until(),
      shrinks: 100,
    });
    wrong += found.length;
    print(`${found.length === 0 ? 'right   ' : 'WRONG   '} ${name}: ${steps} steps, ${found.length} violations`);
    for (const { report } of found) {
      printError(`  ${report.clauses.join(', ')}: expected ${report.expected}, came ${report.came}`);
    }
  }
  let survivors = 0;
  const faults = partOf([...conditionalFaults, ...allFaults], options.shard);
  for (const fault of faults) {
    const began = Date.now();
    const withAssumptions = document.clauses.get(fault.clause)?.kind === 'assumed';
    const { found, steps } = await searchProvider(fault.wrap, document, {
      walks: walksOfARound,
      steps: options.steps,
      seed,
      until: until(),
      shrinks: 0,
      withAssumptions,
    });
    const [first] = found;
    if (first === undefined) survivors += 1;
    const cost = `${steps} steps, ${Math.round((Date.now() - began) / 1000)} s`;
    const by = first === undefined ? `(${cost})` : `by ${first.report.clauses[0] ?? ''} after ${cost}`;
    print(`${first === undefined ? 'SURVIVED' : 'found   '} ${fault.clause.padEnd(46)} ${fault.name} ${by}`.trimEnd());
  }
  print(`${faults.length} faults: ${faults.length - survivors} found by the walks alone, ${survivors} survived.`);
  return survivors + wrong === 0 ? 0 : 1;
}

/** Every N-th one, so that each part has some of each kind. */
function partOf<T>(list: readonly T[], shard: Shard | null): readonly T[] {
  return shard === null ? list : list.filter((_, at) => at % shard.count === shard.index - 1);
}
