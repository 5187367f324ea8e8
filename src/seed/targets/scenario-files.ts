import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { LeadRecord } from '../../domain/records.ts';
import type { Scenario, ScenarioRecords } from '../../domain/coherence.ts';
import { recordFiles } from '../../store/disk/record-folder.ts';
import { openRecords } from '../../store/open-records.ts';
import { scenarioRecords } from '../../store/open-scenario.ts';

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

/** What a data folder holds; a collection that is left out has no file. */
export type FolderContent = ScenarioRecords & {
  /** One list per campaign, by its id. */
  readonly leads?: ReadonlyMap<number, readonly LeadRecord[]>;
};

/**
 * The files of a scenario's folder, text by path: an array of records for each collection, one of voices for each
 * provider that a workspace has set up, one of leads for each campaign, a lead per line.
 */
export function scenarioFiles({ voices, leads, ...collections }: FolderContent): Map<string, string> {
  const files = new Map<string, string>();
  for (const [name, records] of Object.entries(collections)) {
    files.set(`${name.replaceAll('_', '-')}.json`, formatRecords(records));
  }
  for (const { id } of (collections.providers ?? []).filter(({ workspace_ids }) => workspace_ids.length > 0)) {
    files.set(`voices/${id}.json`, formatRecords((voices ?? []).filter((voice) => voice.provider_id === id)));
  }
  for (const [campaignId, records] of leads ?? []) files.set(`leads/${campaignId}.json`, formatLines(records));
  return files;
}

function formatRecords(records: readonly object[]): string {
  return `${JSON.stringify(records, null, 2)}\n`;
}

function formatLines(records: readonly object[]): string {
  return `[\n${records.map((record) => JSON.stringify(record)).join(',\n')}\n]\n`;
}
