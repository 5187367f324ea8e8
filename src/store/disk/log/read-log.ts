import { crc32 } from 'node:zlib';
import { logFile, oldLogFile } from './commit-log.ts';
import { DataFileError } from '../data-file-error.ts';
import type { LoggedChange } from '../../state/logged-change.ts';
import type { CommitsNoted, Meta } from '../meta-file.ts';
import { printSum } from '../collections/file-marks.ts';
import { readIfThere, type RecordFolder } from '../record-folder.ts';

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
  /** Bytes after the last whole line. */
  readonly torn: number;
}

/** A line of a log and where it is, for messages: `:12` is the twelfth. */
type Line = { readonly file: string; readonly place: string } & LineContent;

/** A header, or a commit; one without a number was written by a version that gave none. */
type LineContent = { readonly after: number } | { readonly number: number | undefined; readonly changes: Commit };

const header = /^\{"after":(\d{1,15})\}$/;
const numbered = /^\{"sum":"([0-9a-f]{8})",("number":(\d{1,15}),"changes":(\[.*\]))\}$/s;
const unnumbered = /^\{"sum":"([0-9a-f]{8})","changes":(\[.*\])\}$/s;

const noCommits: CommitsNoted = { folded: 0, last: 0, has_log: false };

/**
 * Reads the commit logs of a folder.
 * @throws DataFileError if a line is damaged, missing, doubled or out of order, or if the log itself is missing
 * @throws StorageError if it cannot be read
 */
export async function readLogs(folder: RecordFolder, meta: Meta | undefined): Promise<ReadLogs> {
  const [old, recent] = await Promise.all([
    readLog(oldLogFile(folder.dir), folder),
    readLog(logFile(folder.dir), folder),
  ]);
  const { folded, last, has_log: hasLog } = meta?.commits ?? noCommits;
  if (hasLog && !old.isThere && !recent.isThere) {
    throw missing(
      folder,
      recent.file,
      '',
      'it is missing, and with it the commits that are not in the other files yet',
    );
  }
  const lines = [...old.lines, ...recent.lines];
  const number = lastCommitOf(lines, folded, folder);
  if (number < last) {
    const { file } = recent.isThere ? recent : old;
    throw missing(folder, file, '', `it ends with commit ${number}, and there were ${last}: the others are missing`);
  }
  if (recent.torn > 0) {
    folder.onNotice?.(
      `${recent.file} ends in ${recent.torn} bytes of a commit that was being written when the process died: they are left out.`,
    );
  }
  const commits = lines.flatMap((line) => ('changes' in line ? [line.changes] : []));
  return { commits, hasOldLog: old.isThere, size: recent.size, last: number };
}

/** Follows the numbers of the commits, and gives the last one. @throws DataFileError at a gap */
function lastCommitOf(lines: readonly Line[], folded: number, folder: RecordFolder): number {
  const [first] = lines;
  // Commits without numbers are counted from the first one there is.
  let number = first !== undefined && 'changes' in first && first.number === undefined ? 0 : folded;
  for (const line of lines) {
    const before = 'after' in line ? line.after : (line.number ?? number + 1) - 1;
    // Commits before a first header are in the record files.
    const isInFiles = line === first && 'after' in line && before <= folded;
    if (before !== number && !isInFiles) throw missing(folder, line.file, line.place, gap(number, before));
    number = 'after' in line ? before : before + 1;
  }
  return number;
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
  const bytes = await readIfThere(folder, file);
  if (bytes === undefined) return { file, isThere: false, lines: [], size: 0, torn: 0 };
  const lines: Line[] = [];
  let start = 0;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
    const place = `:${lines.length + 1}`;
    const content = parseLine(bytes.subarray(start, end), lines.length === 0);
    if (content === undefined) {
      const fault = 'this commit is damaged, its checksum does not fit';
      throw new DataFileError(file, place, fault, `${folder.wayOut} Without the line, its changes are lost.`);
    }
    lines.push({ file, place, ...content });
    start = end + 1;
  }
  return { file, isThere: true, lines, size: start, torn: bytes.length - start };
}

function parseLine(bytes: Buffer, isFirst: boolean): LineContent | undefined {
  const text = bytes.toString();
  const [, after] = (isFirst ? header.exec(text) : null) ?? [];
  if (after !== undefined) return { after: Number(after) };
  const [, sum, summed, number, changes] = numbered.exec(text) ?? [];
  if (summed !== undefined && changes !== undefined) {
    return sum === printSum(crc32(summed)) ? { number: Number(number), changes: parse(changes) } : undefined;
  }
  const [, oldSum, oldChanges] = unnumbered.exec(text) ?? [];
  if (oldChanges === undefined || oldSum !== printSum(crc32(oldChanges))) return undefined;
  return { number: undefined, changes: parse(oldChanges) };
}

/** Sound because the checksum shows that it is what the log was given. */
function parse(changes: string): Commit {
  return JSON.parse(changes) as Commit;
}
