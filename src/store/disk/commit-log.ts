import { randomBytes } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { reasonOf, syncFile } from '../../files/file-system.ts';
import { loggedChange } from '../state/apply-changes.ts';
import { type Change, type LoggedChange, StorageError } from '../state/store.ts';
import type { RecordFolder } from './folder-files.ts';
import { DataFileError, printChecksum, readIfThere, replaceFile } from './record-file.ts';

type Changes = readonly LoggedChange[];

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
  readonly #file: string;
  readonly #isSynced: boolean;
  #handle: FileHandle | undefined;
  #end: LogEnd = { checksum: newChecksum(), size: 0 };
  #isTorn = true;

  constructor(folder: RecordFolder, isSynced: boolean) {
    this.#folder = folder;
    this.#file = logFile(folder.dir);
    this.#isSynced = isSynced;
  }

  get end(): LogEnd {
    return this.#end;
  }

  /**
   * Reads the commits that the files of records may not hold yet, the oldest first. Each line begins with a checksum of
   * its commit and of the checksum before it, so that a line that is damaged, missing, doubled or moved breaks the chain;
   * the first line is the checksum that the chain begins with.
   * @param folded the checksum up to which the files of records hold all commits: it must be in the log; undefined for a
   *   folder that may have none: then it is begun
   * @throws DataFileError if the log is missing, breaks its chain, or ends before that checksum
   * @throws StorageError if it cannot be read
   */
  async read(folded: string | undefined): Promise<readonly Changes[]> {
    const bytes = await readIfThere({ ...this.#folder, file: this.#file });
    if (bytes === undefined && folded !== undefined) {
      throw this.#fault('', 'it is missing, and with it the commits that are not in the other files');
    }
    const commits = bytes === undefined ? [] : this.#commitsIn(bytes, folded);
    if (this.#end.size === 0) await this.dropUpTo(this.#end);
    const torn = bytes === undefined ? 0 : bytes.length - bytes.lastIndexOf(10) - 1;
    if (torn > 0) {
      const what = `${torn} bytes of a commit that was being written when the process died`;
      this.#folder.onNotice?.(`${this.#file} ends in ${what}: they are left out.`);
    }
    return commits;
  }

  /** The commits of whole lines after a checksum, of all if it is undefined. */
  #commitsIn(bytes: Buffer, folded: string | undefined): readonly Changes[] {
    const commits: Changes[] = [];
    let [number, size, isReached] = [0, 0, folded === undefined];
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, size)) {
      const line = bytes.toString('utf8', size, end);
      const changes = line.slice(9);
      number += 1;
      if (number === 1 ? !/^[0-9a-f]{8}$/.test(line) : line !== lineAfter(this.#end.checksum, changes)) {
        const fault =
          'its checksum does not follow from the line before: a commit is damaged, missing, doubled or moved';
        throw this.#fault(`:${number}`, fault);
      }
      // Sound because the checksum shows that it is what the log was given.
      if (isReached && number > 1) commits.push(JSON.parse(changes) as Changes);
      size = end + 1;
      this.#end = { checksum: line.slice(0, 8), size };
      isReached ||= this.#end.checksum === folded;
    }
    if (isReached) return commits;
    const named = `the commit ${folded ?? ''} that meta.json names`;
    throw this.#fault('', `it does not reach ${named}: it was cut, or is another folder's`);
  }

  /** Appends commits, all or none. @throws StorageError */
  async append(commits: readonly (readonly Change[])[]): Promise<void> {
    try {
      const handle = await this.#openWhole();
      this.#isTorn = true;
      let { checksum } = this.#end;
      const lines = commits.map((changes) => {
        const line = lineAfter(checksum, JSON.stringify(changes.map(loggedChange)));
        checksum = line.slice(0, 8);
        return Buffer.from(`${line}\n`);
      });
      const bytes = Buffer.concat(lines);
      for (let written = 0; written < bytes.length;) {
        const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, this.#end.size + written);
        written += bytesWritten;
      }
      if (this.#isSynced) await handle.datasync();
      this.#end = { checksum, size: this.#end.size + bytes.length };
      this.#isTorn = false;
    } catch (error) {
      // At once, so that a refused commit does not come back should the process die now; if not now, before the next.
      await this.#openWhole().catch(() => undefined);
      // A commit can be too large for a text.
      throw new StorageError(`${this.#file} cannot be written: ${reasonOf(error)}. Nothing of this commit was kept.`, {
        cause: error,
      });
    }
  }

  /** Drops the commits up to an end that the log has had, in one step: those after it stay. @throws StorageError, the system's error */
  async dropUpTo({ checksum, size }: LogEnd): Promise<void> {
    const { dir, fileSystem } = this.#folder;
    const rest = Buffer.alloc(this.#end.size - size);
    if (rest.length > 0) await (await this.#openWhole()).read(rest, 0, rest.length, size);
    const bytes = Buffer.concat([Buffer.from(beginningOfLog(checksum)), rest]);
    await this.close();
    await replaceFile(this.#file, bytes, fileSystem);
    this.#end = { checksum: this.#end.checksum, size: bytes.length };
    if (this.#isSynced) await syncFile(dir, fileSystem);
  }

  async close(): Promise<void> {
    await this.#handle?.close();
    this.#handle = undefined;
  }

  /** The open file; it has whole lines only. */
  async #openWhole(): Promise<FileHandle> {
    this.#handle ??= await this.#folder.fileSystem.open(this.#file, 'r+');
    if (this.#isTorn) await this.#handle.truncate(this.#end.size);
    this.#isTorn = false;
    return this.#handle;
  }

  #fault(place: string, fault: string): DataFileError {
    const wayOut = `${this.#folder.wayOut} Put a copy of the whole folder back if there is one.`;
    return new DataFileError(this.#file, place, fault, wayOut);
  }
}

export function logFile(dir: string): string {
  return join(dir, 'commits.log');
}

/** The content of a log that has no commit yet. */
export function beginningOfLog(checksum: string): string {
  return `${checksum}\n`;
}

/** Where the chain of a new log begins: of each folder elsewhere. */
export function newChecksum(): string {
  return randomBytes(4).toString('hex');
}

/** The line of a commit, whose checksum that of the one before goes into. */
function lineAfter(checksum: string, changes: string): string {
  return `${printChecksum(crc32(changes, crc32(checksum)))} ${changes}`;
}
