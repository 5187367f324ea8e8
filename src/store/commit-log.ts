import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { DataFileError } from './data-file-error.ts';
import { type FileSystem, hasCode } from './file-system.ts';
import type { LoggedChange } from './logged-change.ts';
import { StorageError } from './store.ts';

const LINE = /^\{"sum":"([0-9a-f]{8})","changes":(\[.*\])\}$/s;

const SUM_START = '{"sum":"'.length;
const CHANGES_START = '{"sum":"00000000","changes":'.length;
const END = '}\n';

/** A commit as one line of the log, its checksum first. */
export function printCommit(changes: readonly LoggedChange[]): Buffer {
  const line = Buffer.from(`{"sum":"00000000","changes":${JSON.stringify(changes)}${END}`);
  line.write(checksum(line.subarray(CHANGES_START, -END.length)), SUM_START, 'latin1');
  return line;
}

/** Reads the commits of a log, none where there is no file, and how many bytes of it are whole lines. */
export async function readLog(
  file: string,
  fileSystem: FileSystem,
  wayOut: string,
): Promise<{ readonly commits: readonly (readonly LoggedChange[])[]; readonly size: number }> {
  let bytes: Buffer;
  try {
    bytes = await fileSystem.readFile(file);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return { commits: [], size: 0 };
    throw error;
  }
  const commits: (readonly LoggedChange[])[] = [];
  let start = 0;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
    const changes = parseCommit(bytes.toString('utf8', start, end));
    if (changes === undefined) {
      const fault = 'this commit is damaged, its checksum does not fit';
      throw new DataFileError(
        file,
        `:${commits.length + 1}`,
        fault,
        `${wayOut} Without the line, its changes are lost.`,
      );
    }
    commits.push(changes);
    start = end + 1;
  }
  // What follows the last line end is a commit that was never answered: the process died while it was written.
  return { commits, size: start };
}

/**
 * The file that makes commits durable: once `append` resolves, they outlive the process. (Not the power: nothing waits
 * for the disk itself, which would cost milliseconds for each commit.)
 */
export class CommitLog {
  readonly #file: string;
  readonly #oldFile: string;
  #handle: FileHandle | undefined;
  #size: number;
  #isTorn = true;

  /** @param size bytes of the file that are whole lines; the rest is cut off before the next line */
  constructor(
    dir: string,
    private readonly fileSystem: FileSystem,
    size: number,
  ) {
    this.#file = logFile(dir);
    this.#oldFile = oldLogFile(dir);
    this.#size = size;
  }

  get size(): number {
    return this.#size;
  }

  /** Appends lines, all or none. Throws `StorageError`. */
  async append(lines: readonly Buffer[]): Promise<void> {
    try {
      const handle = await this.#openWhole();
      this.#isTorn = true;
      const bytes = Buffer.concat(lines);
      let written = 0;
      while (written < bytes.length) {
        const step = await handle.write(bytes, written, bytes.length - written, this.#size + written);
        written += step.bytesWritten;
      }
      this.#size += bytes.length;
      this.#isTorn = false;
    } catch (error) {
      // At once, so that a refused commit does not come back should the process die now; if not now, before the next.
      await this.#openWhole().catch(() => undefined);
      const reason = error instanceof Error ? error.message : String(error);
      throw new StorageError(`${this.#file} cannot be written: ${reason}. Nothing of this commit was kept.`, {
        cause: error,
      });
    }
  }

  /** Sets the commits so far aside, to be dropped once they are in the record files, and begins anew. */
  async rotate(): Promise<void> {
    if (this.#size === 0) return;
    await this.#openWhole();
    await this.close();
    await this.fileSystem.rename(this.#file, this.#oldFile);
    this.#size = 0;
    this.#isTorn = true;
  }

  /** Drops the commits that were set aside. */
  async dropOld(): Promise<void> {
    await this.fileSystem.unlink(this.#oldFile).catch((error: unknown) => {
      if (!hasCode(error, 'ENOENT')) throw error;
    });
  }

  async close(): Promise<void> {
    await this.#handle?.close();
    this.#handle = undefined;
  }

  /** The open file, holding nothing but whole lines. */
  async #openWhole(): Promise<FileHandle> {
    this.#handle ??= await this.#open();
    if (this.#isTorn) await this.#handle.truncate(this.#size);
    this.#isTorn = false;
    return this.#handle;
  }

  async #open(): Promise<FileHandle> {
    try {
      return await this.fileSystem.open(this.#file, 'r+');
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw error;
      return this.fileSystem.open(this.#file, 'w+');
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

function parseCommit(line: string): readonly LoggedChange[] | undefined {
  const [, sum, text] = LINE.exec(line) ?? [];
  if (text === undefined || sum !== checksum(Buffer.from(text))) return undefined;
  // Sound because the checksum shows that it is what printCommit wrote.
  return JSON.parse(text) as readonly LoggedChange[];
}

function checksum(bytes: Buffer): string {
  return crc32(bytes).toString(16).padStart(8, '0');
}
