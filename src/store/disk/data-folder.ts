import * as nodeFileSystem from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import type { FolderMeta } from '../../domain/world-parts.ts';
import { type FileSystem, reasonOf, removeFile } from '../../files/file-system.ts';
import type { ProcessLock } from '../../files/process-lock.ts';
import { redoAll } from '../state/apply-changes.ts';
import { idsAfter, highestIdsOf } from '../state/id-counters.ts';
import { RecordStore } from '../state/record-store.ts';
import type { Root } from '../state/root.ts';
import type { LoggedChange } from '../state/store.ts';
import type { Persistence, Snapshot, Writing } from '../state/persistence.ts';
import { CommitLog } from './commit-log.ts';
import {
  type Checksums,
  type RecordFolder,
  filesOfState,
  readMeta,
  recordFileName,
  writeMeta,
} from './folder-files.ts';
import { checkCoherence, readFolder } from './read-folder.ts';
import { DataFileError, writeRecordFile } from './record-file.ts';
import { type Beginning, scenarioDigest, seedDataFolder, syncFolder, takeFolder } from './seed-folder.ts';

export interface DataFolderOptions extends Beginning {
  readonly dir: string;
  readonly fileSystem?: FileSystem;
  /** Told if the folder has just been filled from the scenario. */
  readonly onSeeded?: () => void;
  /** Told, in a sentence each, of what is odd about the folder and does no harm. */
  readonly onNotice?: (sentence: string) => void;
  /** Whether a commit waits for the disk itself, so that it outlives the power too; false if absent. */
  readonly isSynced?: boolean;
}

const idleInMs = 1000;
/** A log of this size is folded without waiting for a quiet moment; in bytes. */
const largestLog = 64 * 2 ** 20;
/** Above this count, records are written one per line, in a fraction of the time and space. */
const prettyRecords = 1000;

/**
 * Opens a store that keeps its records in a folder. Until it is closed, no other can open the folder.
 * @throws DataFolderInUseError if another has it open
 * @throws DataFileError if a file is broken or does not fit
 * @throws StorageError if the folder cannot be read or written
 */
export async function openDataFolder(options: DataFolderOptions): Promise<RecordStore> {
  const { dir, fileSystem = nodeFileSystem, onNotice, isSynced = false } = options;
  const wayOut = `Correct it, delete the folder ${dir} to begin again, or start with another --data-dir.`;
  const folder = { dir, fileSystem, wayOut, onNotice };
  const lock = await takeFolder(dir, fileSystem);
  try {
    if (await seedDataFolder(folder, options)) options.onSeeded?.();
    // What an earlier mock wrote may not be on the disk either.
    if (isSynced) await syncFolder(dir, fileSystem);
    const { ids: highest = {}, written: kept, ...began } = (await readMeta(folder)) ?? {};
    const log = new CommitLog(folder, isSynced);
    const changes = (await log.read(kept?.checksum)).flat();
    const { root: written, checksums } = await readFolder(folder);
    const isEdited = hasOtherFiles(folder, kept?.files, checksums, changes);
    const root = redoAll(written, changes);
    checkCoherence(folder, root);
    const state = { root, ids: idsAfter(highestIdsOf(root, highest), changes) };
    const note = { scenario: options.scenarioDir, ...began };
    const isStale = isEdited || changes.length > 0;
    const persistence = new DataFolder({ folder, lock, log, isSynced, written, checksums, note, state, isStale });
    return new RecordStore({ ...state, persistence });
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/**
 * Compares the files that were read with those that were written. What a person has changed is used, and told.
 * @throws DataFileError for one that is missing, unless it has the leads of a campaign that the log removes
 */
function hasOtherFiles(
  { dir, wayOut, onNotice }: RecordFolder,
  written: Readonly<Record<string, string>> | undefined,
  read: Checksums,
  changes: readonly LoggedChange[],
): boolean {
  if (written === undefined) return false;
  const removed = changes.flatMap(({ in: place, id, put, set }) =>
    place === 'campaigns' && put === undefined && set === undefined ? [recordFileName('leads', id)] : [],
  );
  const missing = Object.keys(written).filter((name) => !read.has(name));
  for (const name of missing.filter((each) => !removed.includes(each))) {
    throw new DataFileError(join(dir, name), '', 'it is missing, and meta.json says that the mock wrote it', wayOut);
  }
  const edited = [...read].filter(([name, checksum]) => checksum !== written[name]);
  for (const [name] of edited) {
    onNotice?.(
      `${join(dir, name)} is not as the mock wrote it last: something else has changed it, or the process died while it was written. It is valid, and is used as it is.`,
    );
  }
  return missing.length + edited.length > 0;
}

/** A folder as it was opened. */
interface OpenedFolder {
  readonly folder: RecordFolder;
  readonly lock: ProcessLock;
  readonly log: CommitLog;
  readonly isSynced: boolean;
  /** What the files hold. */
  readonly written: Root;
  readonly checksums: Checksums;
  readonly note: Pick<FolderMeta, 'scenario' | 'digest'>;
  /** What log and files make together. */
  readonly state: Snapshot;
  /** Whether a fold would change the folder. */
  readonly isStale: boolean;
}

/**
 * Commits go to a log, one line each: that makes them durable, whatever the size of the files. The log is folded into
 * the record files in the background: each file is replaced as a whole, then `meta.json` tells up to which commit they
 * hold all, and then the log begins anew after that one. Doing a logged commit is idempotent, so a crash at any point
 * does no harm.
 */
class DataFolder implements Persistence {
  /** As it is now. */
  #open: OpenedFolder;
  /** Appending and dropping, one after the other. */
  readonly #withLog = pLimit(1);
  #folding: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  /** Why the last write of a commit failed, and why the last fold did. */
  readonly #faults: { write?: string | undefined; fold?: string | undefined } = {};

  constructor(opened: OpenedFolder) {
    this.#open = opened;
    if (opened.isStale) this.#foldInBackground();
  }

  async append(decide: () => Writing | Promise<Writing>): Promise<void> {
    const decided = decide();
    // At once where that is possible: who comes now waits for the next.
    const { commits, state, land } = decided instanceof Promise ? await decided : decided;
    if (commits.length === 0) return land?.();
    const { log } = this.#open;
    try {
      await this.#withLog(async () => {
        await log.append(commits);
        this.#note({ state, isStale: true });
      });
      this.#faults.write = undefined;
    } catch (error) {
      this.#faults.write = reasonOf(error);
      throw error;
    }
    land?.();
    if (log.end.size >= largestLog) this.#foldInBackground();
    else this.#foldWhenIdle();
  }

  async beginAs(scenarioDir: string): Promise<void> {
    const { note, folder } = this.#open;
    this.#note({ note: { ...note, digest: await scenarioDigest(scenarioDir, folder.fileSystem) } });
    await this.#folding;
    await this.#fold();
  }

  faults(): readonly string[] {
    return Object.values(this.#faults).filter((fault) => fault !== undefined);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#folding;
    // What cannot be folded now stays in the log and is found there by the next start.
    if (this.#open.isStale) await this.#fold().catch(() => undefined);
    await this.#open.log.close();
    await this.#open.lock.release();
  }

  #note(change: Partial<OpenedFolder>): void {
    this.#open = { ...this.#open, ...change };
  }

  #foldWhenIdle(): void {
    if (this.#isClosed) return;
    this.#timer = this.#timer?.refresh() ?? setTimeout(() => this.#foldInBackground(), idleInMs).unref();
  }

  #foldInBackground(): void {
    // A fold that fails leaves log and files as good as they were; the next one tries again.
    this.#folding ??= this.#fold()
      .then(
        () => void (this.#faults.fold = undefined),
        (error: unknown) => void (this.#faults.fold = reasonOf(error)),
      )
      .finally(() => (this.#folding = undefined));
  }

  async #fold(): Promise<void> {
    const { folder, log, isSynced, checksums } = this.#open;
    const { root, end } = await this.#withLog(() => ({ root: this.#open.state.root, end: log.end }));
    await this.#writeFiles(root);
    // The log that has the commits may go once the files are on the disk, where that is asked for.
    const { note, state } = this.#open;
    await writeMeta(folder, { ...note, ids: state.ids }, end.checksum, checksums);
    if (isSynced) await syncFolder(folder.dir, folder.fileSystem);
    await this.#withLog(async () => {
      await log.dropUpTo(end);
      this.#note({ isStale: log.end.checksum !== end.checksum });
    });
    if (this.#open.isStale) this.#foldWhenIdle();
  }

  /** Writes what a state has changed, file by file. @throws StorageError, the system's error; then some files may be newer than others */
  async #writeFiles(root: Root): Promise<void> {
    const { folder, written, checksums } = this.#open;
    const { dir, fileSystem, wayOut } = folder;
    const [before, after] = [filesOfState(written), filesOfState(root)];
    // First of all: a file of leads without its campaign would keep the folder from being read.
    for (const name of before.keys()) {
      if (after.has(name)) continue;
      await removeFile(join(dir, name), fileSystem);
      checksums.delete(name);
    }
    for (const [name, { source, format, records: recordsOf }] of after) {
      if (before.get(name)?.source === source) continue;
      const records = recordsOf();
      const fitting = records.length > prettyRecords ? 'lines' : format;
      const parts = { file: join(dir, name), format: fitting, fileSystem, wayOut } as const;
      checksums.set(name, await writeRecordFile(parts, records));
    }
    this.#note({ written: root });
  }
}
