import { join } from 'node:path';
import { DataFileError } from '../data-file-error.ts';
import { type FileMark, isUntouched, markName, markOf, smallFile } from './file-marks.ts';
import { hasCode } from '../../../files/file-system.ts';
import { leadsFile, type RecordFolder } from '../record-folder.ts';

/**
 * Compares what was read of a file with what was written. What a person has changed is used, and reported.
 * @param sum the checksum of the content that was read; undefined if the file does not exist
 * @throws DataFileError if the file is missing, or if its content differs although nothing has written to it
 */
export async function compareWithMark(folder: RecordFolder, file: string, sum: string | undefined): Promise<void> {
  const { dir, marks, fileSystem, wayOut, onNotice } = folder;
  if (marks === undefined) return;
  const name = markName(dir, file);
  const mark = marks.get(name);
  if (sum === undefined) {
    if (mark !== undefined) throw missingFile(folder, file);
    return;
  }
  // A small file is read at each start, whenever it was written.
  if (mark?.sum === sum && mark.size <= smallFile) return;
  const now = markOf(await fileSystem.stat(file), sum);
  const state = stateSince(mark, now);
  if (state === 'damaged') {
    const fault = `its checksum is ${sum}, and was ${mark?.sum} when it was written: the disk has damaged it`;
    throw new DataFileError(file, '', fault, wayOut);
  }
  marks.set(name, now);
  if (state === 'changed') {
    onNotice?.(`${file} was changed by something other than the mock. It is valid, and is used as it is.`);
  }
}

/** `damaged`: other content although nothing has written to the file. */
function stateSince(mark: FileMark | undefined, now: FileMark): 'same' | 'changed' | 'damaged' {
  if (mark === undefined) return 'changed';
  if (mark.sum !== undefined && mark.sum === now.sum) return 'same';
  if (!isUntouched(mark, now)) return 'changed';
  return mark.sum === undefined ? 'same' : 'damaged';
}

/**
 * Checks that every file of voices or leads that was written still exists, except the leads of these campaigns. The
 * other files are always read, and missed then.
 * @throws DataFileError
 */
export async function requireMarkedFiles(folder: RecordFolder, removed: ReadonlySet<number>): Promise<void> {
  const { dir, marks, fileSystem } = folder;
  const gone = new Set([...removed].map((campaignId) => markName(dir, leadsFile(dir, campaignId))));
  const names = [...(marks?.keys() ?? [])].filter((name) => name.includes('/') && !gone.has(name));
  const checks = names.map(async (name) => {
    const file = join(dir, name);
    await fileSystem.stat(file).catch((error: unknown) => {
      if (hasCode(error, 'ENOENT')) throw missingFile(folder, file);
    });
  });
  await Promise.all(checks);
}

function missingFile({ wayOut }: RecordFolder, file: string): DataFileError {
  return new DataFileError(file, '', 'it is missing, and meta.json says that the mock wrote it', wayOut);
}
