import { allChecks } from '../../../contract-tests/all-checks.ts';
import { loadContractDocument } from '../../document/read/load.ts';
import { allFaults } from '../../../contract-tests/self-test/all-faults.ts';
import { otherProvider } from '../../../contract-tests/self-test/other-provider.ts';
import { runCorrect, runFaults } from '../../../contract-tests/self-test/run-self-test.ts';
import type { CommandContext, ExitCode } from '../command.ts';

/** Runs the suite against every broken provider and two correct ones; prints fault by rule. */
export async function runSelfTest({ print, printError }: CommandContext): Promise<ExitCode> {
  const document = loadContractDocument();
  const checks = Object.values(allChecks).flat();
  const correct = [
    { name: 'the mock', wrap: <T>(transport: T) => transport, withAssumptions: true },
    {
      name: 'a provider that differs wherever the specification is silent',
      wrap: otherProvider,
      withAssumptions: false,
    },
  ];
  let wrong = 0;
  for (const { name, wrap, withAssumptions } of correct) {
    const outcomes = await runCorrect(wrap, checks, document, withAssumptions);
    const violations = outcomes.flatMap((outcome) => outcome.violations);
    wrong += violations.length;
    print(
      `${violations.length === 0 ? 'right   ' : 'WRONG   '} ${name}: ${outcomes.length} checks, ${violations.length} violations`,
    );
    for (const { clauses, expected, came } of violations) {
      printError(`  ${clauses.join(', ')}: expected ${expected}, came ${came}`);
    }
  }
  const results = await runFaults(allFaults, checks, document, ({ fault, killedBy }) =>
    print(`${killedBy === null ? 'SURVIVED' : 'found   '} ${fault.clause.padEnd(46)} ${fault.name}`),
  );
  const survivors = results.filter(({ killedBy }) => killedBy === null);
  const clauses = new Set(results.map(({ fault }) => fault.clause));
  print(
    `${results.length} faults of ${clauses.size} clauses: ${results.length - survivors.length} found, ${survivors.length} survived.`,
  );
  return survivors.length + wrong === 0 ? 0 : 1;
}
