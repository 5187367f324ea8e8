import type * as promises from 'node:fs/promises';
import { types } from 'node:util';

/** The file system's calls that are used; handed in, so that a test can fill the disk. */
export type FileSystem = Pick<
  typeof promises,
  'open' | 'rename' | 'unlink' | 'mkdir' | 'readdir' | 'copyFile' | 'readFile' | 'writeFile' | 'stat'
>;

/** Waits until a file, or the names in a folder, are on the disk itself. */
export async function syncFile(path: string, fileSystem: Pick<FileSystem, 'open'>): Promise<void> {
  const handle = await fileSystem.open(path, 'r');
  try {
    await handle.sync();
  } catch (error) {
    // Windows syncs no folder, and no file that is open for reading.
    if (!hasCode(error, 'EPERM') && !hasCode(error, 'EISDIR')) throw error;
  } finally {
    await handle.close();
  }
}

/** Removes a file; one that does not exist is as good. @throws the system's error */
export async function removeFile(path: string, fileSystem: Pick<FileSystem, 'unlink'>): Promise<void> {
  await fileSystem.unlink(path).catch((error: unknown) => {
    if (!hasCode(error, 'ENOENT')) throw error;
  });
}

/** Whether an error is the operating system's, with this code. */
export function hasCode(error: unknown, code: string): boolean {
  return isError(error) && 'code' in error && error.code === code;
}

/** The message of an error, for the end of a sentence. */
export function reasonOf(error: unknown): string {
  return isError(error) ? error.message : String(error);
}

/**
 * Whether a value is an error, of whatever realm: in Jest a file runs in a realm of its own, and what Node's modules throw
 * is not an `instanceof` that realm's Error.
 */
export function isError(value: unknown): value is Error {
  return types.isNativeError(value) || value instanceof Error;
}

/**
 * An error that a person can mend: it tells what is wrong and what to do, in a sentence or a few, each to be shown in a
 * line of its own. Commands print it as it is.
 */
export class ExplainedError extends Error {
  override readonly name: string = 'ExplainedError';
  readonly #sentences: readonly string[] | undefined;

  constructor(sentences: string | readonly string[], options?: ErrorOptions) {
    super([sentences].flat().join('\n'), options);
    this.#sentences = typeof sentences === 'string' ? undefined : sentences;
  }

  get lines(): readonly string[] {
    return this.#sentences ?? this.message.split('\n');
  }
}
