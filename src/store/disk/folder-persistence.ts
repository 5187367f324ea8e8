import { type CommitLog, printChanges } from './log/commit-log.ts';
import { reasonOf } from '../../files/file-system.ts';
import type { FolderLock } from './folder-lock.ts';
import type { LoggedChange } from '../state/logged-change.ts';
import type { RecordFiles } from './collections/write-collections.ts';
import type { Persistence } from '../state/record-store.ts';
import type { Root } from '../state/root.ts';
import { StorageError } from '../store.ts';

export interface LowdbPersistenceParts {
  readonly log: CommitLog;
  readonly files: RecordFiles;
  readonly lock: FolderLock;
  /** The state that log and files make together. */
  readonly root: Root;
  /** Whether a fold was broken off, its commits still set aside. */
  readonly hasOldLog: boolean;
  /** Whether the log is folded at the end in any case; false if absent. */
  readonly foldsAtClose?: boolean;
}

const idleInMs = 1000;
/** A log as large as the files that it would be folded into is folded without waiting for a quiet moment; in bytes. */
const smallestFold = 16 * 2 ** 20;
const largestFold = 64 * 2 ** 20;
/** Files up to this size are rewritten whenever it is quiet, larger ones when the log is worth it; in bytes. */
const quickRewrite = 16 * 2 ** 20;

/**
 * Commits go to a log, one line each: that makes them durable, whatever the size of the files. The log is folded into
 * the record files in the background; each file is replaced as a whole, and the log goes only when all of them are
 * written. Doing a logged commit is idempotent, so a crash at any point does no harm.
 */
export class LowdbPersistence implements Persistence {
  readonly #log: CommitLog;
  readonly #files: RecordFiles;
  readonly #lock: FolderLock;
  #root: Root;
  /** Appending and rotating, one after the other. */
  #logWork: Promise<unknown> = Promise.resolve();
  #folding: Promise<void> | undefined;
  /** The log is not worth folding while it is smaller; in bytes. */
  #foldAt = smallestFold;
  #timer: NodeJS.Timeout | undefined;

  readonly #foldsAtClose: boolean;
  #hasOldLog: boolean;
  #isClosed = false;
  /** Why the last fold failed. */
  #foldFault: string | undefined;

  constructor({ log, files, lock, root, hasOldLog, foldsAtClose = false }: LowdbPersistenceParts) {
    this.#foldsAtClose = foldsAtClose;
    this.#log = log;
    this.#files = files;
    this.#lock = lock;
    this.#root = root;
    this.#hasOldLog = hasOldLog;
    if (hasOldLog || log.size > 0 || !files.isNoted) this.#foldWhenIdle();
  }

  prepare(changes: readonly LoggedChange[]): Buffer {
    let line: Buffer;
    try {
      line = printChanges(changes);
    } catch (error) {
      throw new StorageError('The commit is too large to be written at once: make several of it.', { cause: error });
    }
    this.#files.refuseGrowth(changes, line.length);
    return line;
  }

  async write(lines: readonly Buffer[], root: Root): Promise<void> {
    await this.#withLog(async () => {
      await this.#log.append(lines);
      this.#root = root;
      // A log that vanishes is missed from now on. The commits are durable already: a failure is tried again.
      if (!this.#files.hasLogNoted) await this.#note().catch(() => undefined);
    });
    if (this.#isLogWorthFolding()) this.#foldInBackground();
    else this.#foldWhenIdle();
  }

  faults(): readonly string[] {
    return this.#foldFault === undefined ? [] : [this.#foldFault];
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#folding;
    // What cannot be folded now stays in the log and is found there by the next start.
    const isWorthIt = this.#isLogWorthFolding() || this.#files.sizeOfStale(this.#root) <= quickRewrite;
    if (this.#foldsAtClose || isWorthIt) {
      await this.#fold().catch(() => undefined);
    }
    await this.#withLog(() => this.#note()).catch(() => undefined);
    await this.#log.close();
    await this.#lock.release();
  }

  #isLogWorthFolding(): boolean {
    if (this.#log.size < this.#foldAt) return false;
    // Looked at anew only now: it costs more than a commit. What is in the log counts as growth of the files.
    const written = this.#files.sizeOfStale(this.#root) - this.#log.size;
    this.#foldAt = Math.min(largestFold, Math.max(smallestFold, written));
    return this.#log.size >= this.#foldAt;
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
        () => (this.#foldFault = undefined),
        (error: unknown) => (this.#foldFault = reasonOf(error)),
      )
      .then(() => undefined)
      .finally(() => (this.#folding = undefined));
  }

  async #fold(): Promise<void> {
    const { root, last } = await this.#withLog(async () => {
      // Where an earlier fold failed, its commits are still set aside: they are dropped first, the newer ones later.
      if (!this.#hasOldLog) await this.#log.rotate();
      this.#hasOldLog = true;
      this.#foldAt = smallestFold;
      return { root: this.#root, last: this.#log.last };
    });
    await this.#files.write(root);
    await this.#withLog(() => this.#note(last));
    await this.#files.sync();
    await this.#log.dropOld();
    this.#hasOldLog = false;
    if (this.#log.size > 0) this.#foldWhenIdle();
  }

  /** @param folded the number of the last commit that the files hold, if that has changed */
  #note(folded?: number): Promise<void> {
    return this.#files.note({
      ...(folded === undefined ? {} : { folded }),
      last: this.#log.last,
      has_log: this.#log.size > 0,
    });
  }

  #withLog<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#logWork.then(work);
    this.#logWork = done.catch(() => undefined);
    return done;
  }
}
