import { randomBytes } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { type FileSystem, hasCode, reasonOf, syncFile } from '../../files/file-system.ts';
import { type LoggedChange, StorageError } from '../store.ts';
import type { RecordFolder } from './folder-files.ts';
import { readIfThere } from './read-folder.ts';
import { DataFileError } from './record-file.ts';

type Changes = readonly LoggedChange[];

const checksumOnly = /^\{"checksum":"([0-9a-f]{8})"\}$/;
const commitLine = /^\{"checksum":"([0-9a-f]{8})","changes":(\[.*\])\}$/s;

/** The last checksum of a log, and the bytes of the file that are whole lines. */
export interface LogEnd {
  readonly checksum: string;
  readonly size: number;
}

/**
 * The file that makes commits durable: once `append` resolves, they outlive the process; the power only if the log is
 * synced, which waits for the disk itself, once for all commits of an append.
 */
export class CommitLog {
  readonly #folder: RecordFolder;
  readonly #fileSystem: FileSystem;
  readonly #file: string;
  readonly #isSynced: boolean;
  #handle: FileHandle | undefined;
  #end: LogEnd = { checksum: newChecksum(), size: 0 };
  #isTorn = true;

  constructor(folder: RecordFolder, isSynced: boolean) {
    this.#folder = folder;
    this.#fileSystem = folder.fileSystem;
    this.#file = logFile(folder.dir);
    this.#isSynced = isSynced;
  }

  get end(): LogEnd {
    return this.#end;
  }

  /**
   * Reads the commits that the files of records may not hold yet, the oldest first. Each line has a checksum of its
   * commit and of the checksum before it, so that a line that is damaged, missing, doubled or moved breaks the chain; the
   * first line has the checksum that the chain begins with.
   * @param folded the checksum up to which the files of records hold all commits: it must be in the log; undefined for a
   *   folder that may have none
   * @throws DataFileError if the log is missing, breaks its chain, or ends before that checksum
   * @throws StorageError if it cannot be read
   */
  async read(folded: string | undefined): Promise<readonly Changes[]> {
    const { wayOut, onNotice } = this.#folder;
    const fail = (place: string, fault: string): never => {
      const others = `${wayOut} Put a copy of the whole folder back if there is one.`;
      throw new DataFileError(this.#file, place, fault, others);
    };
    const bytes = await readIfThere(this.#folder, this.#file);
    if (bytes === undefined) {
      if (folded === undefined) return [];
      return fail('', 'it is missing, and with it the commits that are not in the other files');
    }
    const { commits, checksum, size, brokenAt } = followChain(bytes, folded);
    if (brokenAt !== undefined) {
      const fault = 'its checksum does not follow from the line before: a commit is damaged, missing, doubled or moved';
      return fail(`:${brokenAt}`, fault);
    }
    if (commits === undefined || checksum === undefined) {
      const named = `the commit ${folded ?? ''} that meta.json names`;
      return fail('', `it does not reach ${named}: it was cut, or is another folder's`);
    }
    if (size < bytes.length) {
      onNotice?.(
        `${this.#file} ends in ${bytes.length - size} bytes of a commit that was being written when the process died: they are left out.`,
      );
    }
    this.#end = { checksum, size };
    return commits;
  }

  /** Appends commits, all or none. @throws StorageError */
  async append(commits: readonly Changes[]): Promise<void> {
    const printed = commits.map(printChanges);
    try {
      const handle = await this.#openWhole();
      this.#isTorn = true;
      let { checksum } = this.#end;
      const beginning = this.#end.size === 0 ? [Buffer.from(beginningOfLog(checksum))] : [];
      const lines = printed.flatMap((changes) => {
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
    const temporary = join(this.#folder.dir, '.commits.log.tmp');
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
    if (this.#isSynced) await syncFile(this.#folder.dir, this.#fileSystem);
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
      if (this.#isSynced) await syncFile(this.#folder.dir, this.#fileSystem);
      return handle;
    }
  }
}

interface Chain {
  /** Those after the checksum that was looked for; undefined if the chain does not reach it. */
  commits?: Changes[];
  /** The last one; undefined of an empty log. */
  checksum?: string;
  /** The bytes that are whole lines. */
  size: number;
  /** The number of the first line that does not follow from the one before. */
  brokenAt?: number;
}

function followChain(bytes: Buffer, folded: string | undefined): Chain {
  const chain: Chain = { size: 0 };
  let number = 0;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, chain.size)) {
    const line = readLine(bytes.toString('utf8', chain.size, end), chain.checksum);
    number += 1;
    if (line === undefined) return { ...chain, brokenAt: number };
    // Sound because the checksum shows that it is what the log was given.
    if (line.changes !== undefined) chain.commits?.push(JSON.parse(line.changes) as Changes);
    if (line.checksum === (folded ?? (number === 1 ? line.checksum : undefined))) chain.commits = [];
    chain.checksum = line.checksum;
    chain.size = end + 1;
  }
  return chain;
}

/** The checksum of a line, and its changes, which the first line has not; undefined if it does not follow from the one before. */
function readLine(line: string, before: string | undefined): { checksum: string; changes?: string } | undefined {
  if (before === undefined) {
    const [, checksum] = checksumOnly.exec(line) ?? [];
    return checksum === undefined ? undefined : { checksum };
  }
  const [, checksum = '', changes = ''] = commitLine.exec(line) ?? [];
  return checksum === nextChecksum(before, Buffer.from(changes)) ? { checksum, changes } : undefined;
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

/** @throws StorageError for more than a text can hold */
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
function nextChecksum(before: string, changes: Buffer): string {
  return crc32(changes, crc32(before)).toString(16).padStart(8, '0');
}
