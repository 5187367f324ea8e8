import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { fileProblem, UnusableFileError } from './read-text-file.ts';

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
