import * as fileSystem from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';
import { fieldOf } from '../../json/json-value.ts';
import { smallChecksum } from './record-file.ts';
import { nameInFolder, recordFiles } from './record-folder.ts';

/** Which scenario a data folder began as, and how that was then: kept beside the records, so that a start can compare. */
export interface ScenarioNote {
  /** As it was given: a name, or a path. */
  readonly scenario: string;
  readonly digest: string;
}

/** What a data folder began as; undefined if it does not say. */
export async function readScenarioNote(dir: string): Promise<ScenarioNote | undefined> {
  const note = await readMembers(noteFile(dir));
  const [scenario, digest] = [fieldOf(note, 'scenario'), fieldOf(note, 'digest')];
  return typeof scenario === 'string' && typeof digest === 'string' ? { scenario, digest } : undefined;
}

export async function writeScenarioNote(dir: string, scenario: string, scenarioDir: string): Promise<void> {
  const note: ScenarioNote = { scenario, digest: await scenarioDigest(scenarioDir) };
  await fileSystem.writeFile(noteFile(dir), `${JSON.stringify(note)}\n`);
}

/**
 * Why a start on a data folder would not show the scenario that is asked for, in one sentence with the ways out;
 * undefined if it would.
 */
export async function scenarioProblem(
  dir: string,
  { scenario: begun, digest }: ScenarioNote,
  asked: string,
  scenarioDir: string,
): Promise<string | undefined> {
  if (relative(dir, scenarioDir) === '') return undefined;
  const waysOut = `name another folder with --data-dir, or begin anew from ${asked} with --reset`;
  if (digest === (await scenarioDigest(scenarioDir))) return undefined;
  return begun === asked
    ? `${asked} has changed since ${dir} began as it: leave out --scenario to go on, ${waysOut}.`
    : `${dir} began as scenario ${begun}, not ${asked}: ${waysOut}.`;
}

/** Compares the content of files; of those that are too large to be read for this, size and time. */
async function scenarioDigest(scenarioDir: string): Promise<string> {
  const facts: (readonly [string, number, string | number])[] = [];
  for (const file of recordFiles(scenarioDir)) {
    const stat = await fileSystem.stat(file).catch(() => undefined);
    if (stat === undefined) continue;
    const checksum = await smallChecksum(file, fileSystem);
    facts.push([nameInFolder(scenarioDir, file), stat.size, checksum === '' ? stat.mtimeMs : checksum]);
  }
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}

/** Begins with a dot, so that it counts as no data. */
function noteFile(dir: string): string {
  return join(dir, '.scenario.json');
}

/** What is in a file of JSON; undefined if nothing can be read there, which the store tells. */
async function readMembers(file: string): Promise<unknown> {
  try {
    return JSON.parse(await fileSystem.readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
}
