import { relative } from 'node:path';
import { scenarioFolder } from '../files/scenario-folder.ts';
import { checkScenario, type ScenarioReport } from '../store/disk/read-folder.ts';
import { type CommandContext, type ExitCode, UsageError, commandOf, explaining } from './command.ts';

/**
 * The command `voice-agent-mock check-scenario FOLDER`: tells each mistake with its file, line and column.
 * @returns 1 where something is wrong
 * @throws UsageError if there is no such scenario
 */
export const checkScenarioCommand = commandOf('check-scenario', async (_, context, [scenario]) => {
  if (scenario === undefined) {
    throw new UsageError(`Name the scenario to check: ${name} FOLDER, or the name of one in fixtures/.`);
  }
  return tellScenario(scenario, await checkScenario(folderOf(scenario)), context);
});

const name = 'voice-agent-mock check-scenario';

function folderOf(scenario: string): string {
  return explaining(
    () => scenarioFolder(scenario),
    (reason) => `${name}: ${reason}`,
  );
}

function tellScenario(
  scenario: string,
  { counts, faults }: ScenarioReport,
  { print, printError }: CommandContext,
): ExitCode {
  if (faults.length === 0) {
    const found = Object.entries(counts).filter(([, count]) => count > 0);
    print(`${scenario} fits: ${found.map(([kind, count]) => `${count} ${kind.replaceAll('_', ' ')}`).join(', ')}.`);
    return 0;
  }
  // As editors and CI take them: file, line and column first.
  for (const { file, place, fault } of faults) printError(`${relative('', file) || file}${place}: ${fault}`);
  printError(`${faults.length} ${faults.length === 1 ? 'mistake' : 'mistakes'} in ${scenario}.`);
  return 1;
}
