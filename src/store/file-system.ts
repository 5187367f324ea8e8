import { writeSync } from 'node:fs';
import * as promises from 'node:fs/promises';

type Promises = Pick<
  typeof promises,
  'open' | 'rename' | 'unlink' | 'mkdir' | 'readdir' | 'copyFile' | 'readFile' | 'writeFile' | 'stat'
>;

/** What the store does with files; handed in, so that a test can fill the disk. */
export interface FileSystem extends Promises {
  /**
   * Writes what stands from `from` on to a place of the file, at once, and gives how many bytes of it were written; where
   * there is no such function, the handle writes.
   */
  readonly writeNow?: (handle: promises.FileHandle, bytes: Buffer, from: number, position: number) => number;
}

/** The machine's. */
export const nodeFileSystem: Required<FileSystem> = {
  ...promises,
  writeNow: (handle, bytes, from, position) => writeSync(handle.fd, bytes, from, bytes.length - from, position),
};

/** Whether an error is the operating system's answer with this code. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
