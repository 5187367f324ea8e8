import { randomBytes } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { type FileSystem, hasCode, reasonOf, syncFile } from '../../files/file-system.ts';
import type { LoggedChange } from '../state/logged-change.ts';
import { StorageError } from '../store.ts';
import { DataFileError } from './data-file-error.ts';
import { printChecksum } from './record-file.ts';
import { readIfThere, type RecordFolder } from './record-folder.ts';

type Commit = readonly LoggedChange[];

/** The commits that the files of records may not hold yet. */
export interface ReadLog {
  /** The oldest first. */
  readonly commits: readonly Commit[];
  /** The last checksum, and the bytes of the file that are whole lines. */
  readonly end: LogEnd;
}

export interface LogEnd {
  readonly checksum: string;
  readonly size: number;
}

const checksumOnly = /^\{"checksum":"([0-9a-f]{8})"\}$/;
const commitLine = /^\{"checksum":"([0-9a-f]{8})","changes":(\[.*\])\}$/s;

/**
 * Reads the log of a folder. Each line has a checksum of its commit and of the checksum before it, so that a line that
 * is damaged, missing, doubled or moved breaks the chain; the first line has the checksum that the chain begins with.
 * @param folded the checksum up to which the files of records hold all commits: it must be in the log; undefined for a
 *   folder that may have none
 * @throws DataFileError if the log is missing, breaks its chain, or ends before that checksum
 * @throws StorageError if it cannot be read
 */
export async function readLog(folder: RecordFolder, folded: string | undefined): Promise<ReadLog> {
  const file = logFile(folder.dir);
  const wayOut = `${folder.wayOut} Put a copy of the whole folder back if there is one.`;
  const bytes = await readIfThere(folder, file);
  if (bytes === undefined) {
    if (folded === undefined) return { commits: [], end: { checksum: newChecksum(), size: 0 } };
    throw new DataFileError(file, '', 'it is missing, and with it the commits that are not in the other files', wayOut);
  }
  const { lines, size } = wholeLines(bytes);
  const { commits, checksum, brokenAt } = followChain(lines, folded);
  if (brokenAt !== undefined) {
    const fault = 'its checksum does not follow from the line before: a commit is damaged, missing, doubled or moved';
    throw new DataFileError(file, `:${brokenAt + 1}`, fault, wayOut);
  }
  if (commits === undefined || checksum === undefined) {
    const fault = `it does not reach the commit ${folded ?? ''} that meta.json names: it was cut, or is another folder's`;
    throw new DataFileError(file, '', fault, wayOut);
  }
  if (size < bytes.length) {
    folder.onNotice?.(
      `${file} ends in ${bytes.length - size} bytes of a commit that was being written when the process died: they are left out.`,
    );
  }
  return { commits, end: { checksum, size } };
}

interface Chain {
  /** Those after the checksum that was looked for; undefined if the chain does not reach it. */
  commits?: Commit[];
  /** The last one; undefined of an empty log. */
  checksum?: string;
  /** The place of the first line that does not follow from the one before. */
  brokenAt?: number;
}

function followChain(lines: readonly string[], folded: string | undefined): Chain {
  const chain: Chain = {};
  for (const [i, line] of lines.entries()) {
    const { checksum, changes } = readLine(line, chain.checksum);
    if (checksum === undefined) return { brokenAt: i };
    chain.checksum = checksum;
    // Sound because the checksum shows that it is what the log was given.
    if (changes !== undefined) chain.commits?.push(JSON.parse(changes) as Commit);
    if (checksum === (folded ?? (i === 0 ? checksum : undefined))) chain.commits = [];
  }
  return chain;
}

/** The checksum of a line, undefined if it does not follow from the one before, and its changes, which the first line has not. */
function readLine(line: string, before: string | undefined): { readonly checksum?: string; readonly changes?: string } {
  if (before === undefined) {
    const [, checksum] = checksumOnly.exec(line) ?? [];
    return checksum === undefined ? {} : { checksum };
  }
  const [, checksum = '', changes = ''] = commitLine.exec(line) ?? [];
  return checksum === nextChecksum(before, Buffer.from(changes)) ? { checksum, changes } : {};
}

function wholeLines(bytes: Buffer): { readonly lines: readonly string[]; readonly size: number } {
  const lines: string[] = [];
  let start = 0;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
    lines.push(bytes.toString('utf8', start, end));
    start = end + 1;
  }
  return { lines, size: start };
}

/** The changes of a commit as the log keeps them. @throws RangeError for too many */
export function printChanges(changes: Commit): Buffer {
  return Buffer.from(JSON.stringify(changes));
}

/** The content of a log that has no commit yet. */
export function beginningOfLog(checksum: string): string {
  return `{"checksum":"${checksum}"}\n`;
}

/** Where the chain of a new log begins: of each folder elsewhere. */
export function newChecksum(): string {
  return randomBytes(4).toString('hex');
}

function nextChecksum(before: string, changes: Buffer): string {
  return printChecksum(crc32(changes, crc32(before)));
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
