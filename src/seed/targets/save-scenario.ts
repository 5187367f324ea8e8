import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { LeadRecord } from '../../domain/records.ts';
import type { Scenario } from '../../domain/coherence.ts';
import { recordFiles } from '../../store/disk/record-folder.ts';
import { openRecords } from '../../store/open-records.ts';
import { scenarioRecords } from '../../store/open-scenario.ts';
import { type FolderContent, scenarioFiles } from './scenario-files.ts';

/**
 * Writes a scenario made in code into a folder, for `serve --scenario FOLDER`; files of records that are there give way.
 * @throws RecordsError at the first record that does not fit; then nothing has been written
 * @throws Error if there is no such base, or the folder holds something else
 */
export async function saveScenario(scenario: Scenario, dir: string): Promise<void> {
  const store = openRecords(await scenarioRecords(scenario));
  const { records, leads } = await store.records();
  await store.close();
  const names: readonly string[] = await readdir(dir).catch(() => []);
  if (names.some((name) => !name.startsWith('.')) && !names.includes('workspaces.json')) {
    throw new Error(`${dir} holds ${names.slice(0, 3).join(', ')} and is not a scenario: name a new or empty folder.`);
  }
  const lists = new Map(Object.entries(leads).map(([id, list]): [number, readonly LeadRecord[]] => [Number(id), list]));
  // Sound because the store has validated each record against the schema of its collection.
  const files = scenarioFiles({ ...(records as FolderContent), leads: lists });
  for (const file of recordFiles(dir)) await rm(file, { force: true });
  for (const [path, text] of files) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), text);
  }
}
