import { loadContractDocument } from '../../document/read/load.ts';
import { exploreProvider, searchProvider } from '../../suite/explore/self-test-walks.ts';
import { allFaults } from '../../suite/self-test/all-faults.ts';
import { otherProvider } from '../../suite/self-test/other-provider.ts';
import type { CommandContext, ExitCode } from '../command.ts';
import type { ContractOptions } from './contract-options.ts';

/** Minutes that the walks may look for one fault. */
const MINUTES = 3;

/** Sends the walks alone to two correct providers and to every broken one; prints fault by the rule that found it. */
export async function runWalkSelfTest(
  options: ContractOptions,
  { print, printError }: CommandContext,
): Promise<ExitCode> {
  const document = loadContractDocument();
  const seed = options.seed ?? 1;
  const until = (): number => Date.now() + MINUTES * 60_000;
  let wrong = 0;
  for (const [name, wrap] of [
    ['the mock', <T>(exchange: T) => exchange],
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
    for (const { report } of found)
      printError(`  ${report.clauses.join(', ')}: expected ${report.expected}, came ${report.came}`);
  }
  let survivors = 0;
  for (const fault of allFaults) {
    const withAssumptions = document.clauses.get(fault.clause)?.kind === 'assumed';
    const { found, steps } = await exploreProvider(fault.wrap, document, {
      walks: Infinity,
      steps: options.steps,
      seed,
      until: until(),
      shrinks: 0,
      withAssumptions,
    });
    const [first] = found;
    if (first === undefined) survivors += 1;
    const by = first === undefined ? '' : `by ${first.report.clauses[0] ?? ''} after ${steps} steps`;
    print(`${first === undefined ? 'SURVIVED' : 'found   '} ${fault.clause.padEnd(46)} ${fault.name} ${by}`.trimEnd());
  }
  print(`${allFaults.length} faults: ${allFaults.length - survivors} found by the walks alone, ${survivors} survived.`);
  return survivors + wrong === 0 ? 0 : 1;
}
