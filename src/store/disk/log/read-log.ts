import { crc32 } from 'node:zlib';
import { logFile, oldLogFile } from './commit-log.ts';
import { DataFileError } from '../data-file-error.ts';
import { hasCode, reasonOf } from '../../../files/file-system.ts';
import type { LoggedChange } from '../../state/logged-change.ts';
import type { Meta } from '../meta-file.ts';
import type { RecordFolder } from '../collections/read-collections.ts';
import { StorageError } from '../../store.ts';

type Commit = readonly LoggedChange[];

/** The commits of a folder that its record files may not hold yet. */
export interface ReadLogs {
  /** The oldest first. */
  readonly commits: readonly Commit[];
  /** Whether a fold was broken off, its commits still set aside. */
  readonly hasOldLog: boolean;
  /** Bytes of the newer log that are whole lines. */
  readonly size: number;
  /** The number of the last commit, in the logs or before them. */
  readonly last: number;
}

interface LogFile {
  readonly file: string;
  readonly isThere: boolean;
  readonly lines: readonly Line[];
  readonly size: number;
  /** Bytes behind the last whole line. */
  readonly torn: number;
}

/** A commit without a number was written by a version that gave none. */
type Line = { readonly after: number } | { readonly number: number | undefined; readonly changes: Commit };

const header = /^\{"after":(\d{1,15})\}$/;
const numbered = /^\{"sum":"([0-9a-f]{8})",("number":(\d{1,15}),"changes":(\[.*\]))\}$/s;
const unnumbered = /^\{"sum":"([0-9a-f]{8})","changes":(\[.*\])\}$/s;

/**
 * Reads the commit logs of a folder. Throws `DataFileError` where a line is damaged, missing, doubled or out of order,
 * or where the log itself is missing; `StorageError` where it cannot be read.
 */
export async function readLogs(folder: RecordFolder, meta: Meta | undefined): Promise<ReadLogs> {
  const [old, recent] = await Promise.all([
    readLog(oldLogFile(folder.dir), folder),
    readLog(logFile(folder.dir), folder),
  ]);
  const { folded = 0, last = 0, has_log: hasLog = false } = meta?.commits ?? {};
  if (hasLog && !old.isThere && !recent.isThere) {
    throw missing(
      folder,
      recent.file,
      '',
      'it is missing, and with it the commits that are not in the other files yet',
    );
  }
  const commits: Commit[] = [];
  let isFirst = true;
  const [first] = [...old.lines, ...recent.lines];
  // Commits without numbers are counted from the first one there is.
  let number = first !== undefined && 'changes' in first && first.number === undefined ? 0 : folded;
  for (const { file, lines } of [old, recent]) {
    for (const [i, line] of lines.entries()) {
      const before = 'after' in line ? line.after : (line.number ?? number + 1) - 1;
      // What is older than the first line found is in the record files.
      const isInFiles = isFirst && 'after' in line && before <= folded;
      if (before !== number && !isInFiles) {
        throw missing(folder, file, `:${i + 1}`, gap(number, before));
      }
      isFirst = false;
      number = 'after' in line ? before : before + 1;
      if ('changes' in line) commits.push(line.changes);
    }
  }
  if (number < last) {
    const file = recent.isThere ? recent.file : old.file;
    throw missing(folder, file, '', `it ends with commit ${number}, and there were ${last}: the others are missing`);
  }
  if (recent.torn > 0) {
    folder.onNotice?.(
      `${recent.file} ends in ${recent.torn} bytes of a commit that was being written when the process died: they are left out.`,
    );
  }
  return { commits, hasOldLog: old.isThere, size: recent.size, last: number };
}

function gap(number: number, before: number): string {
  return before > number
    ? `commit ${number + 1}${before > number + 1 ? ` to ${before}` : ''} is missing before this line`
    : `this commit is out of order, or there twice: expected number ${number + 1}`;
}

function missing(folder: RecordFolder, file: string, place: string, fault: string): DataFileError {
  return new DataFileError(file, place, fault, `${folder.wayOut} Put a copy of the whole folder back if there is one.`);
}

async function readLog(file: string, folder: RecordFolder): Promise<LogFile> {
  let bytes: Buffer;
  try {
    bytes = await folder.fileSystem.readFile(file);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return { file, isThere: false, lines: [], size: 0, torn: 0 };
    throw new StorageError(`${file} cannot be read: ${reasonOf(error)}. ${folder.wayOut}`, { cause: error });
  }
  const lines: Line[] = [];
  let start = 0;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
    const line = parseLine(bytes.subarray(start, end), lines.length === 0);
    if (line === undefined) {
      const fault = 'this commit is damaged, its checksum does not fit';
      const way = `${folder.wayOut} Without the line, its changes are lost.`;
      throw new DataFileError(file, `:${lines.length + 1}`, fault, way);
    }
    lines.push(line);
    start = end + 1;
  }
  return { file, isThere: true, lines, size: start, torn: bytes.length - start };
}

function parseLine(bytes: Buffer, isFirst: boolean): Line | undefined {
  const text = bytes.toString();
  const [, after] = (isFirst ? header.exec(text) : null) ?? [];
  if (after !== undefined) return { after: Number(after) };
  const [, sum, summed, number, changes] = numbered.exec(text) ?? [];
  if (summed !== undefined && changes !== undefined) {
    return sum === sumOf(summed) ? { number: Number(number), changes: parse(changes) } : undefined;
  }
  const [, oldSum, oldChanges] = unnumbered.exec(text) ?? [];
  if (oldChanges === undefined || oldSum !== sumOf(oldChanges)) return undefined;
  return { number: undefined, changes: parse(oldChanges) };
}

/** Sound because the checksum shows that it is what the log was given. */
function parse(changes: string): Commit {
  return JSON.parse(changes) as Commit;
}

function sumOf(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}
