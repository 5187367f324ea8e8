import { createHash } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import * as nodeFileSystem from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { crc32 } from 'node:zlib';
import type { FolderMeta } from '../../domain/world-parts.ts';
import { ExplainedError, type FileSystem, reasonOf, removeFile, syncFile } from '../../files/file-system.ts';
import { isScenario, scenarioFolder } from '../../files/scenario-folder.ts';
import { LockedError, type ProcessLock, lockFile } from '../../files/process-lock.ts';
import { StorageError } from '../state/store.ts';
import { beginningOfLog, logFile, newChecksum } from './commit-log.ts';
import { type Checksums, type RecordFolder, metaFile, readMeta, recordFiles, writeMeta } from './folder-files.ts';
import { readScenario } from './read-folder.ts';
import { DataFileError, printChecksum, readIfThere } from './record-file.ts';

/** What an absent or empty data folder is filled from. */
export interface Beginning {
  readonly scenarioDir: string;
  /** As it was given: a name, or a path; the folder if absent. */
  readonly scenario?: string;
  /** Whether what the folder holds is given up for the scenario; false if absent. */
  readonly isReset?: boolean;
}

/** Another store, of this process or another, is open on the data folder. */
export class DataFolderInUseError extends ExplainedError {
  override readonly name = 'DataFolderInUseError';
}

/**
 * Takes a data folder, which is made if it is not there, until it is released or the process ends, however it ends. The
 * lock of a process that has ended is taken over.
 * @throws DataFolderInUseError if another holds it
 * @throws StorageError if the folder cannot be written
 */
export async function takeFolder(dir: string, fileSystem: FileSystem): Promise<ProcessLock> {
  try {
    await fileSystem.mkdir(dir, { recursive: true });
    return await lockFile(join(dir, '.lock'), fileSystem);
  } catch (error) {
    if (error instanceof LockedError) {
      throw new DataFolderInUseError(
        `The data folder ${dir} is in use by process ${error.holder ?? 'unknown'}. Stop that one, or start with another --data-dir or --ephemeral.`,
      );
    }
    const fault = `The data folder ${dir} cannot be written: ${reasonOf(error)}`;
    throw new StorageError(`${fault}. Make it writable, or use another --data-dir.`, { cause: error });
  }
}

/** Waits until what a folder holds is on the disk itself. */
export async function syncFolder(dir: string, fileSystem: FileSystem): Promise<void> {
  const files = [...recordFiles(dir).map(({ name }) => join(dir, name)), metaFile(dir), logFile(dir)];
  const kept = files.filter((file) => existsSync(file));
  const folders = new Set(kept.map((file) => dirname(file)));
  for (const path of [...kept, ...folders]) await syncFile(path, fileSystem);
}

/**
 * Fills an empty data folder from a scenario, or one whose filling was interrupted; a folder that holds data is left as
 * it is, unless it is to begin anew.
 * @returns whether it was filled
 * @throws DataFileError if the scenario is broken; then nothing has been copied
 */
export async function seedDataFolder(
  folder: RecordFolder,
  { scenarioDir, scenario = scenarioDir, isReset = false }: Beginning,
): Promise<boolean> {
  const { dir, fileSystem } = folder;
  const marker = join(dir, '.seeding');
  const names = await fileSystem.readdir(dir);
  const isBrokenOff = names.includes(basename(marker));
  const others = names.filter((name) => !name.startsWith('.') && name !== volumeFolder);
  if (!isBrokenOff && others.length > 0) {
    const isItself = relative(dir, scenarioDir) === '';
    if (!others.includes(basename(metaFile(dir))) && !isItself) throw notOurs(folder, others);
    if (!isReset || isItself) return false;
  }

  const { ids } = await readScenario(scenarioDir);
  await fileSystem.writeFile(marker, '');
  for (const { name } of recordFiles(dir)) await removeFile(join(dir, name), fileSystem);
  const checksums = await checksumsOf(scenarioDir, fileSystem);
  for (const name of checksums.keys()) {
    await fileSystem.mkdir(dirname(join(dir, name)), { recursive: true });
    await fileSystem.copyFile(join(scenarioDir, name), join(dir, name), constants.COPYFILE_FICLONE);
  }
  const checksum = newChecksum();
  await fileSystem.writeFile(logFile(dir), beginningOfLog(checksum));
  const meta = { scenario, digest: digestOfFiles(checksums), ids };
  await writeMeta(folder, meta, checksum, checksums);
  // The last step: a folder with the marker is incomplete.
  await fileSystem.unlink(marker);
  return true;
}

/** A folder that many systems make at the root of a disk. */
const volumeFolder = 'lost+found';

function notOurs({ dir }: RecordFolder, names: readonly string[]): DataFileError {
  const shown = names.toSorted().slice(0, 3).join(', ') + (names.length > 3 ? ' and others' : '');
  const isRecords = names.some((name) => name === 'workspaces.json' || name === 'agents.json');
  const scenario = isRecords ? `, or start with --scenario ${dir} if it is a scenario` : '';
  return new DataFileError(
    dir,
    '',
    `this folder holds ${shown}, and no meta.json: it is not a data folder`,
    `Put its meta.json back, or name an empty or new folder with --data-dir${scenario}.`,
  );
}

/** What a data folder began as; undefined if it does not say: what else is wrong with it is told when it is opened. */
export async function readScenarioNote(
  dir: string,
): Promise<Required<Pick<FolderMeta, 'scenario' | 'digest'>> | undefined> {
  const meta = await readMeta({ dir, fileSystem: nodeFileSystem, wayOut: '' }).catch(() => undefined);
  const { scenario, digest } = meta ?? {};
  return scenario === undefined || digest === undefined ? undefined : { scenario, digest };
}

/**
 * The scenario that a start on a data folder goes by: the one that is asked for, or what the folder began as.
 * @throws Error with the ways out if the folder did not begin as what is asked for
 */
export async function scenarioToOpen(dir: string, asked: string | undefined, isReset: boolean): Promise<string> {
  const note = await readScenarioNote(dir);
  if (asked === undefined) return note !== undefined && isScenario(note.scenario) ? note.scenario : 'default';
  const scenarioDir = scenarioFolder(asked);
  if (note === undefined || isReset || relative(dir, scenarioDir) === '') return asked;
  if (note.digest === (await scenarioDigest(scenarioDir, nodeFileSystem))) return asked;
  const waysOut = `name another folder with --data-dir, or begin anew from ${asked} with --reset`;
  throw new Error(
    note.scenario === asked
      ? `${asked} has changed since ${dir} began as it: leave out --scenario to go on, ${waysOut}.`
      : `${dir} began as scenario ${note.scenario}, not ${asked}: ${waysOut}.`,
  );
}

/** What the content of a scenario's files comes to: of the same files the same. */
export async function scenarioDigest(scenarioDir: string, fileSystem: FileSystem): Promise<string> {
  return digestOfFiles(await checksumsOf(scenarioDir, fileSystem));
}

function digestOfFiles(checksums: Checksums): string {
  return createHash('sha256')
    .update(JSON.stringify([...checksums]))
    .digest('hex');
}

async function checksumsOf(dir: string, fileSystem: FileSystem): Promise<Checksums> {
  const checksums: Checksums = new Map();
  for (const { name } of recordFiles(dir)) {
    const bytes = await readIfThere({ file: join(dir, name), fileSystem, wayOut: '' });
    if (bytes !== undefined) checksums.set(name, printChecksum(crc32(bytes)));
  }
  return checksums;
}
