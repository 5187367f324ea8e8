import * as fileSystem from 'node:fs/promises';
import { hasCode } from '../files/file-system.ts';
import { checkCoherence } from './disk/check-coherence.ts';
import { DataFileError } from './disk/record-file.ts';
import { FolderLeadSource } from './disk/folder-lead-source.ts';
import { highestIdsOf, readMeta } from './disk/meta-file.ts';
import { readCollections } from './disk/read-collections.ts';
import { type RecordFolder, collectionFile } from './disk/record-folder.ts';
import { type RecordCheck, createSchemaCheck } from './record-schema.ts';
import { type HighestIds, IdCounters, highestImportedId } from './state/id-counters.ts';
import { RecordStore } from './state/record-store.ts';
import { type Root, createRoot } from './state/root.ts';
import type { WorldStore } from './world-store.ts';

interface EphemeralOptions {
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
interface ScenarioState {
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
  const highestIds = highestIdsOf(root, meta?.ids);
  for (const [kind, id] of Object.entries(highestIds)) {
    const reason = `${kind} have the id ${id}, which must be at most ${highestImportedId}, so that others can follow`;
    if (id > highestImportedId) throw new DataFileError(dir, '', reason, folder.wayOut);
  }
  return { root, leadSource, highestIds };
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

export interface PristineStores {
  /** @throws Error if there is no such scenario */
  readonly storeOf: (scenario: string) => WorldStore | Promise<WorldStore>;
  /** From now on the scenario begins as this store holds it. */
  replace(scenario: string, store: WorldStore): void;
}

/**
 * Gives scenarios as they begin, in stores that must not be changed; each is read when it is first asked for.
 * @param open throws if there is no such scenario
 * @param known a scenario that is read already
 */
export function createPristineStores(
  open: (scenario: string) => Promise<WorldStore>,
  known?: readonly [scenario: string, store: WorldStore],
): PristineStores {
  const stores = new Map<string, WorldStore | Promise<WorldStore>>(known === undefined ? [] : [known]);
  const storeOf: PristineStores['storeOf'] = (scenario) => {
    const found = stores.get(scenario);
    if (found !== undefined) return found;
    const opening = open(scenario);
    stores.set(scenario, opening);
    opening.then(
      (store) => stores.set(scenario, store),
      // What could not be read may be there the next time.
      () => stores.delete(scenario),
    );
    return opening;
  };
  return { storeOf, replace: (scenario, store) => void stores.set(scenario, store) };
}
