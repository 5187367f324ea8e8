import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { hasCode, type FileSystem } from './file-system.ts';

/** The file system's calls that a lock needs. */
export type LockFileSystem = Pick<FileSystem, 'unlink' | 'readFile' | 'writeFile'>;

/** Another process holds the lock, or another part of this one. */
export class LockedError extends Error {
  override readonly name = 'LockedError';

  constructor(
    message: string,
    /** The id of the process that holds it; null: unknown. */
    readonly holder: string | null,
  ) {
    super(message);
  }
}

/** Held until it is released or the process ends, however it ends. */
export interface ProcessLock {
  release(): Promise<void>;
}

/**
 * Takes a lock file for this process. The lock of a process that has ended is taken over.
 * @throws LockedError if another process holds it, and the system's error if the file cannot be written
 */
export async function lockFile(file: string, fileSystem: LockFileSystem): Promise<ProcessLock> {
  const owner = `${process.pid} ${statOf(process.pid)[19] ?? ''}`.trim();
  for (let attempt = 0; attempt < attempts; attempt++) {
    if (await createLock(file, owner, fileSystem)) return { release: () => releaseLock(file, owner, fileSystem) };
    const holder = await readHolder(file, fileSystem);
    if (isAlive(holder)) throw locked(file, holder);
    await removeStale(file, holder, owner, fileSystem);
  }
  throw locked(file, await readHolder(file, fileSystem));
}

const attempts = 10;
const pauseInMs = 20;

async function createLock(file: string, owner: string, fileSystem: LockFileSystem): Promise<boolean> {
  try {
    await fileSystem.writeFile(file, owner, { flag: 'wx' });
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** What the lock file says; waits a moment for one that is being written. */
async function readHolder(file: string, fileSystem: LockFileSystem): Promise<string> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const holder = await fileSystem.readFile(file, 'utf8').catch(() => '');
    if (holder !== '') return holder;
    await pause(pauseInMs);
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

/** What the system tells of a process, from its state on, with the time when it started; empty if it does not tell. */
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
async function removeStale(file: string, holder: string, owner: string, fileSystem: LockFileSystem): Promise<void> {
  const removal = `${file}.removal`;
  if (!(await createLock(removal, owner, fileSystem))) {
    // A removal takes a moment: one whose process has ended was broken off.
    if (!isAlive(await readHolder(removal, fileSystem))) await fileSystem.unlink(removal).catch(() => undefined);
    return pause(pauseInMs);
  }
  const present = await fileSystem.readFile(file, 'utf8').catch(() => holder);
  if (present === holder) await fileSystem.unlink(file).catch(() => undefined);
  await fileSystem.unlink(removal);
}

async function releaseLock(file: string, owner: string, fileSystem: LockFileSystem): Promise<void> {
  const holder = await fileSystem.readFile(file, 'utf8').catch(() => '');
  if (holder === owner) await fileSystem.unlink(file).catch(() => undefined);
}

function locked(file: string, holder: string): LockedError {
  const [pid = ''] = holder.split(' ');
  return new LockedError(`${file} is held by process ${pid === '' ? 'unknown' : pid}`, pid === '' ? null : pid);
}
