import { join } from 'node:path';
import { LockedError, lockFile, type ProcessLock } from '../../files/process-lock.ts';
import { reasonOf, type FileSystem } from '../../files/file-system.ts';
import { StorageError } from '../store.ts';

/** Another store, of this process or another, is open on the data folder. */
export class DataFolderInUseError extends Error {
  override readonly name = 'DataFolderInUseError';
}

/** Holds a data folder until it is released or the process ends, however it ends. */
export type FolderLock = ProcessLock;

/**
 * Takes a data folder. The lock of a process that has ended is taken over.
 * @throws DataFolderInUseError if another holds it
 * @throws StorageError if the folder cannot be written
 */
export async function lockFolder(dir: string, fileSystem: FileSystem): Promise<FolderLock> {
  try {
    return await lockFile(join(dir, '.lock'), fileSystem);
  } catch (error) {
    if (error instanceof LockedError) throw inUse(dir, error.holder);
    throw new StorageError(
      `The data folder cannot be written: ${reasonOf(error)}. Make it writable, or use another --data-dir.`,
      { cause: error },
    );
  }
}

function inUse(dir: string, holder: string | null): DataFolderInUseError {
  return new DataFolderInUseError(
    `The data folder ${dir} is in use by process ${holder ?? 'unknown'}. Stop that one, or start with another --data-dir or --ephemeral.`,
  );
}
