import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FileSystem, hasCode } from './file-system.ts';
import { StorageError } from './store.ts';

/** Another store, of this process or another, is open on the data folder. */
export class DataFolderInUseError extends Error {
  override readonly name = 'DataFolderInUseError';
}

/** Holds a data folder until it is released or the process ends, however it ends. */
export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Takes a data folder. The lock of a process that is no more is taken over.
 * Throws `DataFolderInUseError` where another holds it, `StorageError` where the folder cannot be written.
 */
export async function lockFolder(dir: string, fileSystem: FileSystem): Promise<FolderLock> {
  const file = join(dir, '.lock');
  const owner = `${process.pid} ${startOf(process.pid) ?? ''}`.trim();
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (await createLock(file, owner, fileSystem)) return { release: () => releaseLock(file, owner, fileSystem) };
    const holder = await readHolder(file, fileSystem);
    if (isAlive(holder)) throw inUse(dir, holder);
    await removeStale(file, holder, fileSystem);
  }
  throw inUse(dir, await readHolder(file, fileSystem));
}

const ATTEMPTS = 10;
const PAUSE_IN_MS = 20;
/** A removal takes a moment; one that takes longer was broken off, with its process. */
const LONGEST_REMOVAL_IN_MS = 5000;

async function createLock(file: string, owner: string, fileSystem: FileSystem): Promise<boolean> {
  try {
    await fileSystem.writeFile(file, owner, { flag: 'wx' });
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StorageError(
      `The data folder cannot be written: ${reason}. Make it writable, or use another --data-dir.`,
      {
        cause: error,
      },
    );
  }
}

/** What the lock file says; waits a moment for one that is being written. */
async function readHolder(file: string, fileSystem: FileSystem): Promise<string> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const holder = await fileSystem.readFile(file, 'utf8').catch(() => '');
    if (holder !== '') return holder;
    await pause();
  }
  return '';
}

function isAlive(holder: string): boolean {
  const [pid, start] = holder.split(' ');
  if (!/^[1-9]\d*$/.test(pid ?? '')) return false;
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
  const [state, ...facts] = statOf(Number(pid));
  // One that has ended and that its parent has not asked after: it holds nothing any more.
  if (state === 'Z') return false;
  // A process id is given again in time, in a container nearly at once: the same one started when the lock says.
  return start === undefined || start === (facts[18] ?? start);
}

/** When a process started, as the system counts it; undefined where the system does not tell. */
function startOf(pid: number): string | undefined {
  return statOf(pid)[19];
}

/** What the system tells of a process, from its state on; empty where it does not tell. */
function statOf(pid: number): readonly string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/**
 * Removes a stale lock. A second lock lets one process at a time do so, and it looks again before: the file may by then
 * be the lock of one that was quicker.
 */
async function removeStale(file: string, holder: string, fileSystem: FileSystem): Promise<void> {
  const removal = `${file}.removal`;
  if (!(await createLock(removal, String(process.pid), fileSystem))) {
    const age = await fileSystem.stat(removal).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (age > LONGEST_REMOVAL_IN_MS) await fileSystem.unlink(removal).catch(() => undefined);
    return pause();
  }
  const present = await fileSystem.readFile(file, 'utf8').catch(() => holder);
  if (present === holder) await fileSystem.unlink(file).catch(() => undefined);
  await fileSystem.unlink(removal);
}

async function releaseLock(file: string, owner: string, fileSystem: FileSystem): Promise<void> {
  const holder = await fileSystem.readFile(file, 'utf8').catch(() => '');
  if (holder === owner) await fileSystem.unlink(file).catch(() => undefined);
}

function inUse(dir: string, holder: string): DataFolderInUseError {
  const [pid = ''] = holder.split(' ');
  return new DataFolderInUseError(
    `The data folder ${dir} is in use by process ${pid === '' ? 'unknown' : pid}. Stop that one, or start with another --data-dir or --ephemeral.`,
  );
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_IN_MS));
}
