import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { packageRoot } from '../package-root.ts';

/**
 * The folder of a scenario: one of `fixtures/` by its name, else a folder by its path.
 * @throws Error in one sentence if there is none, naming those there are
 */
export function scenarioFolder(scenario: string): string {
  const folder = findScenario(scenario);
  if (folder !== undefined) return folder;
  throw new Error(`there is no scenario ${scenario}: give ${scenarioNames().join(' or ')}, or the path of a folder.`);
}

/** Whether there is such a scenario. */
export function isScenario(scenario: string): boolean {
  return findScenario(scenario) !== undefined;
}

function findScenario(scenario: string): string | undefined {
  const isName = !scenario.includes('/') && !scenario.includes('\\') && !scenario.startsWith('.');
  const named = join(packageRoot(), 'fixtures', scenario);
  if (isName && isFolder(named)) return named;
  const folder = resolve(scenario);
  return isFolder(folder) ? folder : undefined;
}

/** The names of the scenarios in `fixtures/`. */
export function scenarioNames(): readonly string[] {
  const fixtures = join(packageRoot(), 'fixtures');
  return readdirSync(fixtures).filter((name) => isFolder(join(fixtures, name)));
}

export function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}
