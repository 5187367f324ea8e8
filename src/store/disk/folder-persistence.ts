import { join } from 'node:path';
import { type FileSystem, reasonOf } from '../../files/file-system.ts';
import { LockedError, lockFile, type ProcessLock } from '../../files/process-lock.ts';
import type { LoggedChange } from '../state/logged-change.ts';
import type { Commit, Persistence } from '../state/persistence.ts';
import type { Root } from '../state/root.ts';
import { StorageError } from '../store.ts';
import { type CommitLog, printChanges } from './commit-log.ts';
import type { RecordFiles } from './write-collections.ts';

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
/** Up to this size files are rewritten whenever it is quiet; in bytes. */
const quickRewrite = 16 * 2 ** 20;

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
  /** Commits that were admitted, as they are written. */
  readonly #lines = new WeakMap<readonly LoggedChange[], Buffer>();
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

  admit({ changes }: Commit): void {
    if (changes.length === 0) return;
    let line: Buffer;
    try {
      line = printChanges(changes);
    } catch (error) {
      throw new StorageError('The commit is too large to be written at once: make several of it.', { cause: error });
    }
    this.#files.refuseGrowth(changes, line.length);
    this.#lines.set(changes, line);
  }

  async append(commits: readonly Commit[], root: Root): Promise<undefined> {
    try {
      const lines = commits.map(({ changes }) => this.#lines.get(changes) ?? printChanges(changes));
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
    this.#timer = setTimeout(() => {
      if (this.#files.sizeOfStale(this.#root) <= quickRewrite) this.#foldInBackground();
    }, idleInMs).unref();
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

/** Another store, of this process or another, is open on the data folder. */
export class DataFolderInUseError extends Error {
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
