import { relative, sep } from 'node:path';
import type { DataFileError } from '../data-file-error.ts';

/** Up to this size a file is read for its checksum alone, and leads at each start; in bytes. */
export const smallFile = 4 * 2 ** 20;

/** How a file was when it was written, to tell later whether something else has changed it. */
export interface FileMark {
  /** In bytes. */
  readonly size: number;
  /** In milliseconds since 1970. */
  readonly modified: number;
  /** The CRC-32 of its content in hexadecimal digits; absent if it has not been read. */
  readonly sum?: string;
}

/** Marks by the file's path in its folder, with `/`; updated while the folder is open. */
export type FileMarks = Map<string, FileMark>;

/** Makes the error for a value in the file that holds the marks. */
export type FaultOf = (pointer: string, value: unknown, reason: string) => DataFileError;

export function markName(dir: string, file: string): string {
  return relative(dir, file).replaceAll(sep, '/');
}

export function markOf({ size, mtimeMs }: { readonly size: number; readonly mtimeMs: number }, sum?: string): FileMark {
  return { size, modified: Math.round(mtimeMs), ...(sum === undefined ? {} : { sum }) };
}

/** Whether nothing has written to the file since it was marked. */
export function isUntouched(mark: FileMark, now: FileMark): boolean {
  return mark.size === now.size && mark.modified === now.modified;
}

export function printMarks(marks: FileMarks): Readonly<Record<string, FileMark>> {
  return Object.fromEntries([...marks].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Reads what `printMarks` prints. @throws what `fault` makes for anything else */
export function readMarks(value: unknown, fault: FaultOf): FileMarks {
  if (!(value instanceof Object)) throw fault('/files', value, 'expected an object');
  const marks: FileMarks = new Map();
  for (const [name, mark] of Object.entries(value)) {
    const [size, modified, sum] = [memberOf(mark, 'size'), memberOf(mark, 'modified'), memberOf(mark, 'sum')];
    const isMark = typeof size === 'number' && typeof modified === 'number';
    if (!isMark || (sum !== undefined && typeof sum !== 'string') || !recordFileName.test(name)) {
      throw fault(`/files/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, mark, 'expected a file of the folder');
    }
    marks.set(name, { size, modified, ...(sum === undefined ? {} : { sum }) });
  }
  return marks;
}

const recordFileName = /^(?:(?:voices|leads)\/)?[A-Za-z0-9_-]+\.json$/;

export function memberOf(value: unknown, name: string): unknown {
  return value instanceof Object ? Reflect.get(value, name) : undefined;
}

/** A CRC-32 in hexadecimal digits. */
export function printSum(sum: number): string {
  return sum.toString(16).padStart(8, '0');
}
