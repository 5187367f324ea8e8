import { createHash } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import * as nodeFileSystem from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { ExplainedError, type FileSystem, hasCode, reasonOf, syncFile } from '../../files/file-system.ts';
import { LockedError, type ProcessLock, lockFile } from '../../files/process-lock.ts';
import { fieldOf } from '../../json/json-value.ts';
import { checkCoherence } from './check-coherence.ts';
import { CommitLog, FolderPersistence, beginningOfLog, logFile, newChecksum } from './commit-log.ts';
import { highestIdsOf, metaFile, readMeta, writeMeta } from './meta-file.ts';
import { leadsOfFolder, loadAtStart, readCollections, requireFiles } from './read-collections.ts';
import { readLog } from './read-log.ts';
import { DataFileError, smallChecksum } from './record-file.ts';
import { type Checksums, type RecordFolder, nameInFolder, recordFiles } from './record-folder.ts';
import { RecordFiles } from './write-collections.ts';
import { readScenario } from '../open-ephemeral.ts';
import { type RecordCheck, createSchemaCheck } from '../record-schema.ts';
import { redoAll } from '../state/apply-changes.ts';
import { IdCounters } from '../state/id-counters.ts';
import { RecordStore } from '../state/record-store.ts';
import { createRoot, loadLeads } from '../state/root.ts';
import { StorageError } from '../store.ts';
import type { WorldStore } from '../world-store.ts';

interface DataFolderOptions {
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
  const inFiles = createRoot(await readCollections(folder), leadsOfFolder(folder));
  await loadLeads(
    inFiles,
    changes.flatMap((change) => ('leads' in change ? [change.leads] : [])),
  );
  const root = redoAll(inFiles, changes, inFiles.version);
  checkCoherence(root, folder);
  await loadAtStart(folder, root, meta?.ids.leads === undefined);
  const ids = new IdCounters(highestIdsOf(root, meta?.ids));
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

/**
 * Fills an empty data folder from a scenario, or one whose filling was interrupted; a folder that holds data is left as
 * it is, unless it is to begin anew.
 * @returns whether it was filled
 * @throws DataFileError if the scenario is broken; then nothing has been copied
 */
async function seedDataFolder(folder: RecordFolder, scenarioDir: string, isReset = false): Promise<boolean> {
  const { dir, fileSystem } = folder;
  const marker = join(dir, '.seeding');
  const names = await fileSystem.readdir(dir);
  const isBrokenOff = names.includes(basename(marker));
  const others = names.filter((name) => !name.startsWith('.') && name !== volumeFolder);
  if (!isBrokenOff && others.length > 0) {
    if (!others.includes(basename(metaFile(dir))) && relative(dir, scenarioDir) !== '') {
      throw notOurs(folder, others);
    }
    if (!isReset || relative(dir, scenarioDir) === '') return false;
  }

  const { highestIds } = await readScenario(scenarioDir, folder.schemaCheck);
  await fileSystem.writeFile(marker, '');
  const files = recordFiles(scenarioDir).map((file) => relative(scenarioDir, file));
  if (isBrokenOff || isReset) await removeFiles(recordFiles(dir), fileSystem);
  const checksums: Checksums = new Map();
  for (const file of files) {
    if (!(await copy(join(scenarioDir, file), join(dir, file), fileSystem))) continue;
    checksums.set(nameInFolder(scenarioDir, join(scenarioDir, file)), await smallChecksum(join(dir, file), fileSystem));
  }
  const checksum = newChecksum();
  await fileSystem.writeFile(logFile(dir), beginningOfLog(checksum));
  await writeMeta(folder, {
    scenario: basename(scenarioDir),
    ids: highestIds,
    written: { checksum, files: checksums },
  });
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

async function removeFiles(files: readonly string[], fileSystem: FileSystem): Promise<void> {
  for (const file of files) await fileSystem.unlink(file).catch(ignoreMissing);
}

/** @returns whether there is such a file */
async function copy(from: string, to: string, fileSystem: FileSystem): Promise<boolean> {
  await fileSystem.mkdir(dirname(to), { recursive: true });
  const copying = fileSystem.copyFile(from, to, constants.COPYFILE_FICLONE).then(() => true);
  return (await copying.catch(ignoreMissing)) === true;
}

function ignoreMissing(error: unknown): undefined {
  if (!hasCode(error, 'ENOENT')) throw error;
  return undefined;
}

/** Which scenario a data folder began as, and how that was then: kept beside the records, so that a start can compare. */
interface ScenarioNote {
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
  await nodeFileSystem.writeFile(noteFile(dir), `${JSON.stringify(note)}\n`);
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
    const stat = await nodeFileSystem.stat(file).catch(() => undefined);
    if (stat === undefined) continue;
    const checksum = await smallChecksum(file, nodeFileSystem);
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
    return JSON.parse(await nodeFileSystem.readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
}
