import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { argv } from 'node:process';
import { buildDefaultScenario, buildEmptyScenario } from './default-scenario.ts';
import { scenarioFiles } from '../targets/scenario-files.ts';

/**
 * Writes the scenarios that the repository keeps into the folder that the command line names. They change only with
 * this code, and a test says when the folder was not written again.
 */
const folder = argv[2];
if (folder === undefined) throw new Error('Name the folder of the fixtures, for example: fixtures');

for (const [name, scenario] of [
  ['default', buildDefaultScenario()],
  ['empty', buildEmptyScenario()],
] as const) {
  await rm(join(folder, name), { recursive: true, force: true });
  for (const [path, text] of scenarioFiles(scenario)) {
    const file = join(folder, name, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}
