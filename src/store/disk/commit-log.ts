import { randomBytes } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { type FileSystem, hasCode, reasonOf, syncFile } from '../../files/file-system.ts';
import type { ProcessLock } from '../../files/process-lock.ts';
import type { LoggedChange } from '../store.ts';
import type { Persistence, Writing } from '../state/record-store.ts';
import type { Root } from '../state/root.ts';
import { StorageError } from '../store.ts';
import type { RecordFolder } from './record-folder.ts';
import type { RecordFiles } from './write-collections.ts';

type Changes = readonly LoggedChange[];

/** The last checksum of a log, and the bytes of the file that are whole lines. */
export interface LogEnd {
  readonly checksum: string;
  readonly size: number;
}

export interface FolderPersistenceParts {
  readonly log: CommitLog;
  readonly files: RecordFiles;
  readonly lock: ProcessLock;
  /** The state that log and files make together. */
  readonly root: Root;
  /** Whether the log has commits that the files do not hold. */
  readonly isLogAhead: boolean;
}

const idleInMs = 1000;
/** A log of this size is folded without waiting for a quiet moment; in bytes. */
const largestLog = 64 * 2 ** 20;

/**
 * Commits go to a log, one line each: that makes them durable, whatever the size of the files. The log is folded into
 * the record files in the background: each file is replaced as a whole, then `meta.json` tells up to which commit they
 * hold all, and then the log begins anew after that one. Doing a logged commit is idempotent, so a crash at any point
 * does no harm.
 */
export class FolderPersistence implements Persistence {
  readonly #log: CommitLog;
  readonly #files: RecordFiles;
  readonly #lock: ProcessLock;
  #root: Root;
  #isLogAhead: boolean;
  /** Appending and dropping, one after the other. */
  #logWork: Promise<unknown> = Promise.resolve();
  #folding: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  /** Why the last write of a commit failed, and why the last fold did. */
  readonly #faults: { write?: string | undefined; fold?: string | undefined } = {};

  constructor({ log, files, lock, root, isLogAhead }: FolderPersistenceParts) {
    this.#log = log;
    this.#files = files;
    this.#lock = lock;
    this.#root = root;
    this.#isLogAhead = isLogAhead;
    if (isLogAhead) this.#foldInBackground();
  }

  async write(decide: () => Writing | Promise<Writing>): Promise<void> {
    const decided = decide();
    // At once where that is possible: who comes now waits for the next.
    const { commits, root, land } = decided instanceof Promise ? await decided : decided;
    if (commits.length === 0) return land?.();
    try {
      const lines = commits.map(({ changes }) => printChanges(changes));
      await this.#withLog(async () => {
        await this.#log.append(lines);
        this.#root = root;
        this.#isLogAhead = true;
      });
      this.#faults.write = undefined;
    } catch (error) {
      this.#faults.write = reasonOf(error);
      throw error;
    }
    land?.();
    if (this.#log.end.size >= largestLog) this.#foldInBackground();
    else this.#foldWhenIdle();
  }

  faults(): readonly string[] {
    return Object.values(this.#faults).filter((fault) => fault !== undefined);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#folding;
    // What cannot be folded now stays in the log and is found there by the next start.
    if (this.#isLogAhead || this.#files.isStale) await this.#fold().catch(() => undefined);
    await this.#log.close();
    await this.#lock.release();
  }

  #foldWhenIdle(): void {
    if (this.#isClosed) return;
    if (this.#timer !== undefined) {
      this.#timer.refresh();
      return;
    }
    this.#timer = setTimeout(() => this.#foldInBackground(), idleInMs).unref();
  }

  #foldInBackground(): void {
    // A fold that fails leaves log and files as good as they were; the next one tries again.
    this.#folding ??= this.#fold()
      .then(
        () => (this.#faults.fold = undefined),
        (error: unknown) => (this.#faults.fold = reasonOf(error)),
      )
      .then(() => undefined)
      .finally(() => (this.#folding = undefined));
  }

  async #fold(): Promise<void> {
    const { root, end } = await this.#withLog(() => Promise.resolve({ root: this.#root, end: this.#log.end }));
    await this.#files.write(root);
    await this.#files.note(end.checksum);
    await this.#withLog(async () => {
      await this.#log.dropUpTo(end);
      this.#isLogAhead = this.#log.end.checksum !== end.checksum;
    });
    if (this.#isLogAhead) this.#foldWhenIdle();
  }

  #withLog<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#logWork.then(work);
    this.#logWork = done.catch(() => undefined);
    return done;
  }
}

/**
 * The file that makes commits durable: once `append` resolves, they outlive the process; the power only if the log is
 * synced, which waits for the disk itself, once for all commits of an append.
 */
export class CommitLog {
  readonly #fileSystem: FileSystem;
  readonly #dir: string;
  readonly #file: string;
  readonly #isSynced: boolean;
  #handle: FileHandle | undefined;
  #end: LogEnd;
  #isTorn = true;

  constructor({ dir, fileSystem, isSynced = false }: RecordFolder, end: LogEnd) {
    this.#fileSystem = fileSystem;
    this.#dir = dir;
    this.#file = logFile(dir);
    this.#isSynced = isSynced;
    this.#end = end;
  }

  get end(): LogEnd {
    return this.#end;
  }

  /** Appends commits as `printChanges` gives them, all or none. @throws StorageError */
  async append(commits: readonly Buffer[]): Promise<void> {
    try {
      const handle = await this.#openWhole();
      this.#isTorn = true;
      let { checksum } = this.#end;
      const beginning = this.#end.size === 0 ? [Buffer.from(beginningOfLog(checksum))] : [];
      const lines = commits.flatMap((changes) => {
        checksum = nextChecksum(checksum, changes);
        return [Buffer.from(`{"checksum":"${checksum}","changes":`), changes, Buffer.from('}\n')];
      });
      const bytes = Buffer.concat([...beginning, ...lines]);
      await writeAt(handle, bytes, this.#end.size);
      if (this.#isSynced) await handle.datasync();
      this.#end = { checksum, size: this.#end.size + bytes.length };
      this.#isTorn = false;
    } catch (error) {
      // At once, so that a refused commit does not come back should the process die now; if not now, before the next.
      await this.#openWhole().catch(() => undefined);
      throw new StorageError(`${this.#file} cannot be written: ${reasonOf(error)}. Nothing of this commit was kept.`, {
        cause: error,
      });
    }
  }

  /** Drops the commits up to an end that the log has had, in one step: those after it stay. @throws the system's error */
  async dropUpTo({ checksum, size }: LogEnd): Promise<void> {
    const whole = await this.#openWhole();
    const beginning = Buffer.from(beginningOfLog(checksum));
    const rest = Buffer.alloc(this.#end.size - size);
    if (rest.length > 0) await whole.read(rest, 0, rest.length, size);
    const temporary = join(this.#dir, '.commits.log.tmp');
    const handle = await this.#fileSystem.open(temporary, 'w');
    try {
      await writeAt(handle, Buffer.concat([beginning, rest]), 0);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await this.close();
    await this.#fileSystem.rename(temporary, this.#file);
    this.#end = { checksum: this.#end.checksum, size: beginning.length + rest.length };
    if (this.#isSynced) await syncFile(this.#dir, this.#fileSystem);
  }

  async close(): Promise<void> {
    await this.#handle?.close();
    this.#handle = undefined;
  }

  /** The open file; it has whole lines only. */
  async #openWhole(): Promise<FileHandle> {
    this.#handle ??= await this.#open();
    if (this.#isTorn) await this.#handle.truncate(this.#end.size);
    this.#isTorn = false;
    return this.#handle;
  }

  async #open(): Promise<FileHandle> {
    try {
      return await this.#fileSystem.open(this.#file, 'r+');
    } catch (error) {
      if (!hasCode(error, 'ENOENT') || this.#end.size > 0) throw error;
      const handle = await this.#fileSystem.open(this.#file, 'w+');
      // A new file's name is the folder's, which is synced on its own.
      if (this.#isSynced) await syncFile(this.#dir, this.#fileSystem);
      return handle;
    }
  }
}

async function writeAt(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}

export function logFile(dir: string): string {
  return join(dir, 'commits.log');
}

/** The changes of a commit as the log keeps them. @throws StorageError for more than a text can hold */
function printChanges(changes: Changes): Buffer {
  try {
    return Buffer.from(JSON.stringify(changes));
  } catch (error) {
    throw new StorageError('The commit is too large to be written at once: make several of it.', { cause: error });
  }
}

/** The content of a log that has no commit yet. */
export function beginningOfLog(checksum: string): string {
  return `{"checksum":"${checksum}"}\n`;
}

/** Where the chain of a new log begins: of each folder elsewhere. */
export function newChecksum(): string {
  return randomBytes(4).toString('hex');
}

/** The checksum of a commit, which that of the one before goes into. */
export function nextChecksum(before: string, changes: Buffer): string {
  return crc32(changes, crc32(before)).toString(16).padStart(8, '0');
}
