import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { printSum } from '../collections/file-marks.ts';
import { type FileSystem, hasCode, reasonOf, syncFile } from '../../../files/file-system.ts';
import type { LoggedChange } from '../../state/logged-change.ts';
import { StorageError } from '../../store.ts';

const end = '}\n';

/** The changes of a commit as the log keeps them; `printLine` makes a line of it. @throws RangeError for too many */
export function printChanges(changes: readonly LoggedChange[]): Buffer {
  return Buffer.from(JSON.stringify(changes));
}

/** A log's first line: the number of the commit that it follows. */
export function printHeader(after: number): Buffer {
  return Buffer.from(`{"after":${after}${end}`);
}

/** A commit as one line of the log; its checksum is over its number and its changes. */
export function printLine(number: number, changes: Buffer): readonly Buffer[] {
  const head = Buffer.from(`"number":${number},"changes":`);
  const sum = printSum(crc32(changes, crc32(head)));
  return [Buffer.from(`{"sum":"${sum}",`), head, changes, Buffer.from(end)];
}

export interface CommitLogState {
  /** Bytes of the file that are whole lines; the rest is cut off before the next line. */
  readonly size: number;
  /** The number of the last commit there is, in the log or before it. */
  readonly last: number;
  /** Whether appending waits for the disk; false if absent. */
  readonly isSynced?: boolean;
}

/**
 * The file that makes commits durable: once `append` resolves, they outlive the process; the power only if the log is
 * synced, which waits for the disk itself, once for all commits of an append. Commits are numbered without a gap, so that one
 * that is missing is noticed.
 */
export class CommitLog {
  readonly #fileSystem: FileSystem;
  readonly #file: string;
  readonly #oldFile: string;
  #handle: FileHandle | undefined;
  #size: number;
  #last: number;
  #isTorn = true;
  readonly #isSynced: boolean;

  constructor(dir: string, fileSystem: FileSystem, { size, last, isSynced = false }: CommitLogState) {
    this.#isSynced = isSynced;
    this.#fileSystem = fileSystem;
    this.#file = logFile(dir);
    this.#oldFile = oldLogFile(dir);
    this.#size = size;
    this.#last = last;
  }

  get size(): number {
    return this.#size;
  }

  /** The number of the last commit. */
  get last(): number {
    return this.#last;
  }

  /** Appends commits as `printChanges` gives them, all or none. @throws StorageError */
  async append(commits: readonly Buffer[]): Promise<void> {
    try {
      const handle = await this.#openWhole();
      this.#isTorn = true;
      const header = this.#size === 0 ? [printHeader(this.#last)] : [];
      const lines = commits.flatMap((changes, i) => printLine(this.#last + 1 + i, changes));
      const bytes = Buffer.concat([...header, ...lines]);
      let written = 0;
      while (written < bytes.length) {
        const step = await handle.write(bytes, written, bytes.length - written, this.#size + written);
        written += step.bytesWritten;
      }
      if (this.#isSynced) await handle.datasync();
      this.#size += bytes.length;
      this.#last += commits.length;
      this.#isTorn = false;
    } catch (error) {
      // At once, so that a refused commit does not come back should the process die now; if not now, before the next.
      await this.#openWhole().catch(() => undefined);
      throw new StorageError(`${this.#file} cannot be written: ${reasonOf(error)}. Nothing of this commit was kept.`, {
        cause: error,
      });
    }
  }

  /** Sets the commits so far aside, to be dropped once they are in the record files, and starts a new log. */
  async rotate(): Promise<void> {
    if (this.#size === 0) return;
    await this.#openWhole();
    await this.close();
    await this.#fileSystem.rename(this.#file, this.#oldFile);
    this.#size = 0;
    this.#isTorn = true;
  }

  /** Drops the commits that were set aside. */
  async dropOld(): Promise<void> {
    await this.#fileSystem.unlink(this.#oldFile).catch((error: unknown) => {
      if (!hasCode(error, 'ENOENT')) throw error;
    });
  }

  async close(): Promise<void> {
    await this.#handle?.close();
    this.#handle = undefined;
  }

  /** The open file; it has whole lines only. */
  async #openWhole(): Promise<FileHandle> {
    this.#handle ??= await this.#open();
    if (this.#isTorn) await this.#handle.truncate(this.#size);
    this.#isTorn = false;
    return this.#handle;
  }

  async #open(): Promise<FileHandle> {
    try {
      return await this.#fileSystem.open(this.#file, 'r+');
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw error;
      const handle = await this.#fileSystem.open(this.#file, 'w+');
      // A new file's name is the folder's, which is synced on its own.
      if (this.#isSynced) await syncFile(dirname(this.#file), this.#fileSystem);
      return handle;
    }
  }
}

export function logFile(dir: string): string {
  return join(dir, 'commits.log');
}

/** Commits that are being folded into the record files; older than those of the log. */
export function oldLogFile(dir: string): string {
  return join(dir, 'commits.folding.log');
}
