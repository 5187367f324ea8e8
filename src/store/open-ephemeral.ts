import * as fileSystem from 'node:fs/promises';
import { checkCoherence } from './disk/check-coherence.ts';
import { DataFileError } from './disk/data-file-error.ts';
import { FolderLeadSource } from './disk/folder-lead-source.ts';
import { type HighestIds, IdCounters } from './state/id-counters.ts';
import { hasCode } from '../files/file-system.ts';
import { highestIdsOf, readMeta } from './disk/meta-file.ts';
import { readCollections } from './disk/read-collections.ts';
import { collectionFile, type RecordFolder } from './disk/record-folder.ts';
import { createSchemaCheck, type RecordCheck } from './record-schema.ts';
import { RecordStore } from './state/record-store.ts';
import { createRoot, type Root } from './state/root.ts';
import type { WorldStore } from './world-store.ts';

export interface EphemeralOptions {
  readonly scenarioDir: string;
  /** Given by callers that open several stores: making one takes about 30 ms. */
  readonly schemaCheck?: RecordCheck;
}

/**
 * Opens a store in memory that begins as a scenario; its leads are read when asked for.
 * @throws DataFileError if the scenario is broken or does not exist
 */
export async function openEphemeral(options: EphemeralOptions): Promise<WorldStore> {
  const { scenarioDir, schemaCheck = createSchemaCheck() } = options;
  const { root, leadSource, highestIds } = await readScenario(scenarioDir, schemaCheck);
  await leadSource.loadSmall();
  return new RecordStore({ root, ids: new IdCounters(highestIds, leadSource), schemaCheck });
}

/** A scenario as it begins. */
export interface ScenarioState {
  readonly root: Root;
  readonly leadSource: FolderLeadSource;
  readonly highestIds: HighestIds;
}

/** Reads a scenario, except its leads. @throws DataFileError if it is broken or does not exist */
export async function readScenario(dir: string, schemaCheck: RecordCheck): Promise<ScenarioState> {
  const folder = { dir, fileSystem, schemaCheck, wayOut: 'Correct it, or start with another --scenario.' };
  await requireScenario(folder);
  const [records, meta] = await Promise.all([readCollections(folder), readMeta(folder)]);
  const leadSource = new FolderLeadSource(folder);
  const root = createRoot(records, leadSource);
  checkCoherence(root, folder);
  return { root, leadSource, highestIds: highestIdsOf(root, meta?.ids) };
}

/** @throws DataFileError if there is no such folder */
export async function requireFolder({ dir, wayOut }: RecordFolder): Promise<void> {
  const isFolder = await fileSystem.stat(dir).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new DataFileError(dir, '', 'there is no such folder', wayOut);
}

async function requireScenario(folder: RecordFolder): Promise<void> {
  await requireFolder(folder);
  const { dir, wayOut } = folder;
  await fileSystem.stat(collectionFile(dir, 'workspaces')).catch((error: unknown) => {
    if (!hasCode(error, 'ENOENT')) return;
    throw new DataFileError(dir, '', 'this folder holds no workspaces.json: it is not a scenario', wayOut);
  });
}
