import * as nodeFileSystem from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ExplainedError, reasonOf, syncFile, type FileSystem } from '../../files/file-system.ts';
import { LockedError, lockFile, type ProcessLock } from '../../files/process-lock.ts';
import { createSchemaCheck, type RecordCheck } from '../record-schema.ts';
import { IdCounters } from '../state/id-counters.ts';
import { redoAll } from '../state/apply-changes.ts';
import { RecordStore } from '../state/record-store.ts';
import { createRoot } from '../state/root.ts';
import { StorageError } from '../store.ts';
import type { WorldStore } from '../world-store.ts';
import { checkCoherence } from './check-coherence.ts';
import { CommitLog, FolderPersistence, logFile } from './commit-log.ts';
import { FolderLeadSource } from './folder-lead-source.ts';
import { highestIdsOf, metaFile, readMeta } from './meta-file.ts';
import { readCollections, requireFiles } from './read-collections.ts';
import { readLog } from './read-log.ts';
import { recordFiles, type RecordFolder } from './record-folder.ts';
import { seedDataFolder } from './seed-data-folder.ts';
import { RecordFiles } from './write-collections.ts';

export interface DataFolderOptions {
  readonly dir: string;
  /** What an absent or empty data folder is filled from. */
  readonly scenarioDir: string;
  /** Whether what the folder holds is given up for the scenario; false if absent. */
  readonly isReset?: boolean;
  readonly fileSystem?: FileSystem;
  /** Told if the folder has just been filled from the scenario. */
  readonly onSeeded?: () => void;
  /** Told, in a sentence each, of what is odd about the folder and does no harm. */
  readonly onNotice?: (sentence: string) => void;
  /** Passed in if several stores are opened, so that it is made once; making it takes some 30 ms. */
  readonly schemaCheck?: RecordCheck;
  /** Whether a commit waits for the disk itself, so that it outlives the power too; false if absent. */
  readonly isSynced?: boolean;
}

/**
 * Opens a store that keeps its records in a folder. Until it is closed, no other can open the folder.
 * @throws DataFolderInUseError if another has it open
 * @throws DataFileError if a file is broken or does not fit
 * @throws StorageError if the folder cannot be read or written
 */
export async function openDataFolder(options: DataFolderOptions): Promise<WorldStore> {
  const { dir, scenarioDir, fileSystem = nodeFileSystem } = options;
  const { schemaCheck = createSchemaCheck() } = options;
  await createFolder(dir, fileSystem);
  const lock = await lockFolder(dir, fileSystem);
  try {
    const folder = dataFolder({ ...options, fileSystem, schemaCheck });
    if (await seedDataFolder(folder, scenarioDir, options.isReset)) options.onSeeded?.();
    // What an earlier mock wrote may not be on the disk either.
    if (options.isSynced === true) await syncFolder(dir, fileSystem);
    return await openFolder(folder, lock, options);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function openFolder(found: RecordFolder, lock: ProcessLock, options: DataFolderOptions) {
  const meta = await readMeta(found);
  const written = meta?.written;
  const folder = { ...found, checksums: written && new Map(written.files) };
  const { commits, end } = await readLog(folder, written?.checksum);
  const changes = commits.flat();
  requireFiles(folder, changes);
  const leadSource = new FolderLeadSource(folder);
  const inFiles = createRoot(await readCollections(folder), leadSource);
  const changedLists = new Set(changes.flatMap((change) => ('leads' in change ? [change.leads] : [])));
  await Promise.all([...changedLists].map((campaignId) => leadSource.load(campaignId)));
  const root = redoAll(inFiles, changes, inFiles.version);
  checkCoherence(root, folder);
  await leadSource.loadSmall();
  const ids = new IdCounters(highestIdsOf(root, meta?.ids), leadSource);
  ids.note(changes);
  const scenario = meta?.scenario ?? basename(options.scenarioDir);
  const noted = meta && written && { ...meta, written };
  const files = new RecordFiles({ folder, scenario, ids, root: inFiles, noted });
  const log = new CommitLog(folder, end);
  const persistence = new FolderPersistence({ log, files, lock, root, isLogAhead: commits.length > 0 });
  return new RecordStore({ root, ids, schemaCheck: folder.schemaCheck, persistence });
}

function dataFolder({
  dir,
  onNotice,
  isSynced = false,
  ...parts
}: DataFolderOptions & Pick<RecordFolder, 'fileSystem' | 'schemaCheck'>): RecordFolder {
  const wayOut = `Correct it, delete the folder ${dir} to begin again, or start with another --data-dir.`;
  return { dir, fileSystem: parts.fileSystem, schemaCheck: parts.schemaCheck, wayOut, isSynced, onNotice };
}

async function syncFolder(dir: string, fileSystem: FileSystem): Promise<void> {
  const kept = [...recordFiles(dir), metaFile(dir), logFile(dir)].filter((file) => existsSync(file));
  const folders = new Set(kept.map((file) => dirname(file)));
  for (const path of [...kept, ...folders]) await syncFile(path, fileSystem);
}

async function createFolder(dir: string, fileSystem: FileSystem): Promise<void> {
  try {
    await fileSystem.mkdir(dir, { recursive: true });
  } catch (error) {
    throw new StorageError(`The data folder ${dir} cannot be made: ${reasonOf(error)}. Use another --data-dir.`, {
      cause: error,
    });
  }
}

/** Another store, of this process or another, is open on the data folder. */
export class DataFolderInUseError extends ExplainedError {
  override readonly name = 'DataFolderInUseError';
}

/**
 * Takes a data folder until it is released or the process ends, however it ends. The lock of a process that has ended is
 * taken over.
 * @throws DataFolderInUseError if another holds it
 * @throws StorageError if the folder cannot be written
 */
export async function lockFolder(dir: string, fileSystem: FileSystem): Promise<ProcessLock> {
  try {
    return await lockFile(join(dir, '.lock'), fileSystem);
  } catch (error) {
    if (error instanceof LockedError) {
      throw new DataFolderInUseError(
        `The data folder ${dir} is in use by process ${error.holder ?? 'unknown'}. Stop that one, or start with another --data-dir or --ephemeral.`,
      );
    }
    throw new StorageError(
      `The data folder cannot be written: ${reasonOf(error)}. Make it writable, or use another --data-dir.`,
      { cause: error },
    );
  }
}
