import * as fileSystem from 'node:fs/promises';
import { checkCoherence } from './disk/check-coherence.ts';
import { DataFileError } from './disk/data-file-error.ts';
import { FolderLeadSource } from './disk/collections/folder-lead-source.ts';
import { IdCounters } from './state/id-counters.ts';
import { hasCode } from '../files/file-system.ts';
import { highestIdsOf, readMeta } from './disk/meta-file.ts';
import { collectionFile, readCollections, type RecordFolder } from './disk/collections/read-collections.ts';
import { createSchemaCheck, type SchemaCheck } from './record-schema.ts';
import { RecordStore } from './state/record-store.ts';
import { createRoot } from './state/root.ts';
import type { WorldStore } from './world-store.ts';

export interface EphemeralOptions {
  readonly scenarioDir: string;
  /** Handed in where several stores are opened, so that it is made once; making it takes some 30 ms. */
  readonly schemaCheck?: SchemaCheck;
}

/**
 * Opens a store in memory that begins as a scenario; its leads are read when asked for.
 * Throws `DataFileError` where the scenario is broken or not there.
 */
export async function openEphemeral(options: EphemeralOptions): Promise<WorldStore> {
  const { scenarioDir, schemaCheck = createSchemaCheck() } = options;
  const folder = scenarioFolder(scenarioDir, schemaCheck);
  await requireFolder(folder);
  const [records, meta] = await Promise.all([readCollections(folder), readMeta(folder)]);
  const leadSource = new FolderLeadSource(folder);
  const root = createRoot(records, leadSource);
  checkCoherence(root, folder);
  await leadSource.loadUncertain();
  return new RecordStore({ root, ids: new IdCounters(highestIdsOf(root, meta), leadSource), schemaCheck });
}

/** A scenario as a folder of records. */
export function scenarioFolder(dir: string, schemaCheck: SchemaCheck): RecordFolder {
  return { dir, fileSystem, schemaCheck, wayOut: 'Correct it, or start with another --scenario.' };
}

/** Throws `DataFileError` where a scenario's folder is not there, or not a scenario's. */
export async function requireFolder(folder: RecordFolder): Promise<void> {
  const isFolder = await folder.fileSystem.stat(folder.dir).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new DataFileError(folder.dir, '', 'there is no such folder', folder.wayOut);
  const workspaces = collectionFile(folder.dir, 'workspaces');
  const isScenario = await folder.fileSystem.stat(workspaces).then(
    () => true,
    (error: unknown) => !hasCode(error, 'ENOENT'),
  );
  if (!isScenario) {
    throw new DataFileError(
      folder.dir,
      '',
      'this folder holds no workspaces.json: it is not a scenario',
      folder.wayOut,
    );
  }
}
