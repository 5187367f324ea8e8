import type { LoggedChange } from '../store.ts';
import { type LogEnd, logFile, newChecksum, nextChecksum } from './commit-log.ts';
import { DataFileError } from './record-file.ts';
import { readIfThere, type RecordFolder } from './record-folder.ts';

type Changes = readonly LoggedChange[];

/** The commits that the files of records may not hold yet. */
export interface ReadLog {
  /** The oldest first. */
  readonly commits: readonly Changes[];
  readonly end: LogEnd;
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
  commits?: Changes[];
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
    if (changes !== undefined) chain.commits?.push(JSON.parse(changes) as Changes);
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
