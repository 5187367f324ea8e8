import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fileSystem from 'node:fs/promises';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFaultyFileSystem, systemError } from '../../testing/store/data-folder-harness.ts';
import { DataFolderInUseError, takeFolder } from './seed-folder.ts';
import { StorageError } from '../state/store.ts';

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'folder-lock-'));
});

afterEach(() => rm(dir, { recursive: true }));

test('a folder is taken once, and free again when it is released', async () => {
  const lock = await takeFolder(dir, fileSystem);
  await expect(takeFolder(dir, fileSystem)).rejects.toThrow(DataFolderInUseError);
  await expect(takeFolder(dir, fileSystem)).rejects.toThrow(`${dir} is in use by process ${process.pid}`);
  await lock.release();
  expect(await readdir(dir)).toEqual([]);
  await (await takeFolder(dir, fileSystem)).release();
});

test('a lock of a process that runs is kept, one of a killed process is taken over', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  await once(child, 'spawn');
  await writeFile(join(dir, '.lock'), String(child.pid));
  await expect(takeFolder(dir, fileSystem)).rejects.toThrow(`in use by process ${child.pid}`);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await (await takeFolder(dir, fileSystem)).release();
});

test.runIf(process.platform === 'linux')('a lock of a process that has ended unnoticed is taken over', async () => {
  // The shell becomes a program that never asks after the child it has.
  const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 30'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [pid] = (await once(parent.stdout, 'data')) as [Buffer];
  await writeFile(join(dir, '.lock'), String(pid).trim());
  await vi.waitFor(async () => (await takeFolder(dir, fileSystem)).release(), 60_000);
  parent.kill();
});

test.runIf(process.platform === 'linux')('a lock of an earlier process with the same id is taken over', async () => {
  await writeFile(join(dir, '.lock'), `${process.pid} 1`);
  await (await takeFolder(dir, fileSystem)).release();
});

test('a lock that says nothing is taken over', async () => {
  await writeFile(join(dir, '.lock'), '');
  await (await takeFolder(dir, fileSystem)).release();
});

test('of many that find a stale lock one takes it over', async () => {
  for (let round = 0; round < 20; round++) {
    await writeFile(join(dir, '.lock'), '999999999');
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => takeFolder(dir, fileSystem)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  }
});

test('a removal of a stale lock that was broken off is finished by another', async () => {
  await writeFile(join(dir, '.lock'), '999999999');
  await writeFile(join(dir, '.lock.removal'), '999999999');
  await utimes(join(dir, '.lock.removal'), 1, 1);
  await (await takeFolder(dir, fileSystem)).release();
  expect(await readdir(dir)).toEqual([]);
});

test("releasing leaves another's lock alone", async () => {
  const lock = await takeFolder(dir, fileSystem);
  await writeFile(join(dir, '.lock'), '1');
  await lock.release();
  expect(await readFile(join(dir, '.lock'), 'utf8')).toBe('1');
});

test('a folder that cannot be written is refused with what to do', async () => {
  const readOnly = createFaultyFileSystem(() => systemError('EROFS'));
  await expect(takeFolder(dir, readOnly)).rejects.toThrow(StorageError);
  await expect(takeFolder(dir, readOnly)).rejects.toThrow(/EROFS.*use another --data-dir/);
});
