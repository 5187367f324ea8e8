import { isUtf8 } from 'node:buffer';
import { closeSync, existsSync, fstatSync, openSync, readSync, rmSync } from 'node:fs';
import { ExplainedError, isError, reasonOf } from './file-system.ts';

/** A file cannot be used. `message` is one sentence: which file, what is wrong with it, what to do. */
export class UnusableFileError extends ExplainedError {
  override readonly name = 'UnusableFileError';
}

/** Larger than any plan or configuration that a person writes; in bytes. */
const ordinary = 16 * 2 ** 20;

/**
 * The text of a file that a person names, without a byte order mark.
 * @param limit in bytes
 * @throws UnusableFileError if it is missing, a folder, not readable, too large, or not text in UTF-8
 */
export function readTextFile(file: string, limit = ordinary): string {
  const bytes = readBytes(file, limit);
  const isUtf16 = bytes.length > 1 && [0xfffe, 0xfeff].includes(bytes.readUInt16BE(0));
  if (isUtf16) throw new UnusableFileError(`${file} is in UTF-16: save it again in UTF-8.`);
  if (bytes.includes(0)) throw new UnusableFileError(`${file} is not a text file: it holds binary data.`);
  if (!isUtf8(bytes)) throw new UnusableFileError(`${file} is not in UTF-8: save it again in that encoding.`);
  return bytes.toString().replace(/^\uFEFF/, '');
}

/**
 * What the operating system says of a file, for a person; undefined for any other error.
 * @param fallback the file, where the system does not name it
 */
export function fileProblem(error: unknown, fallback = 'A file'): string | undefined {
  if (!isError(error) || !('syscall' in error) || !('code' in error)) return undefined;
  const [named, dest] = ['path', 'dest'].map((name): unknown => Reflect.get(error, name));
  const file = typeof dest === 'string' ? dest : named;
  const what = problems[String(error.code)];
  if (what === undefined) return undefined;
  return `${typeof file === 'string' ? file : fallback} cannot be read or written: ${what}.`;
}

const problems: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EISDIR: 'it is a folder, where a file is expected',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EACCES: 'this user may not',
  EPERM: 'this user may not',
  EROFS: 'the disk can only be read',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its links lead back to themselves',
  EEXIST: 'something of that name is there already',
  ENOTEMPTY: 'the folder is not empty',
  EBUSY: 'it is in use',
  EIO: 'the disk fails',
};

function readBytes(file: string, limit: number): Buffer {
  let handle: number | undefined;
  try {
    handle = openSync(file, 'r');
    const stat = fstatSync(handle);
    if (stat.isDirectory()) throw new UnusableFileError(`${file} is a folder: name a file.`);
    if (stat.size > limit) throw tooLarge(file, limit);
    return readToEnd(handle, file, limit);
  } catch (error) {
    if (error instanceof UnusableFileError) throw error;
    const code = isError(error) && 'code' in error ? String(error.code) : '';
    throw new UnusableFileError(`${file} cannot be read: ${problems[code] ?? reasonOf(error)}.`, { cause: error });
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** Does not rely on the size that the system tells: a pipe and a device tell none. */
function readToEnd(handle: number, file: string, limit: number): Buffer {
  const pieces: Buffer[] = [];
  let size = 0;
  for (;;) {
    const piece = Buffer.allocUnsafe(2 ** 16);
    const count = readSync(handle, piece);
    if (count === 0) return Buffer.concat(pieces);
    pieces.push(piece.subarray(0, count));
    size += count;
    if (size > limit) throw tooLarge(file, limit);
  }
}

function tooLarge(file: string, limit: number): UnusableFileError {
  return new UnusableFileError(
    `${file} is larger than ${limit / 2 ** 20} MB: that is not the file that is expected here.`,
  );
}

/**
 * Makes sure that a file can be written, before the work whose result it is to hold; a file that is there stays as it is.
 * @throws UnusableFileError in one sentence that begins with the name
 */
export function requireWritable(name: string, file: string): void {
  const isThere = existsSync(file);
  try {
    closeSync(openSync(file, 'a'));
    if (!isThere) rmSync(file);
  } catch (error) {
    const problem = fileProblem(error, file) ?? `${file} cannot be written: ${String(error)}`;
    throw new UnusableFileError(`${name}: ${problem}`, { cause: error });
  }
}
