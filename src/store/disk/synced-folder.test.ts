import * as nodeFileSystem from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FileSystem } from '../../files/file-system.ts';
import { putAgent, systemError } from '../../testing/store/data-folder-harness.ts';
import { createSampleScenario, sampleAgent } from '../../testing/store/sample-scenario.ts';
import { StorageError } from '../state/store.ts';
import { openDataFolder } from './data-folder.ts';

let root: string;
let dir: string;
let scenarioDir: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'synced-'));
  dir = join(root, 'data');
  scenarioDir = await createSampleScenario();
});
afterEach(async () => {
  await rm(root, { recursive: true });
  await rm(scenarioDir, { recursive: true });
});

/** The real file system; each sync of the log waits until it is let through. */
function countedSyncs() {
  const waiting: { readonly pass: () => void; readonly fail: (error: Error) => void }[] = [];
  const syncs = { begun: 0, ended: 0 };
  const counted = (handle: FileHandle): FileHandle =>
    new Proxy(handle, {
      get(target, property) {
        const member: unknown = Reflect.get(target, property, target);
        if (typeof member !== 'function') return member;
        if (property !== 'datasync')
          return (...given: readonly unknown[]) => Reflect.apply(member, target, given) as unknown;
        return async () => {
          syncs.begun += 1;
          await new Promise<void>((pass, fail) => waiting.push({ pass, fail }));
          await target.datasync();
          syncs.ended += 1;
        };
      },
    });
  const fileSystem: FileSystem = {
    ...nodeFileSystem,
    open: async (file, flags, mode) => {
      const handle = await nodeFileSystem.open(file, flags, mode);
      return String(file).endsWith('commits.log') ? counted(handle) : handle;
    },
  };
  const next = async () => {
    for (;;) {
      const first = waiting.shift();
      if (first !== undefined) return first;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  };
  return { fileSystem, syncs, next };
}

test('commits that wait share one sync, and none is answered or seen before it has ended', async () => {
  const { fileSystem, syncs, next } = countedSyncs();
  const store = await openDataFolder({ dir, scenarioDir, fileSystem, isSynced: true });
  const answeredAfter: number[] = [];
  const commits = Array.from({ length: 50 }, async (_, i) => {
    await store.commit([putAgent(store, sampleAgent(2000 + i))]);
    answeredAfter.push(syncs.ended);
  });
  const first = await next();
  expect([answeredAfter, store.view().count('agents')]).toEqual([[], 4]);
  first.pass();
  const second = await next();
  expect(answeredAfter.length).toBeLessThan(50);
  second.pass();
  await Promise.all(commits);
  expect(syncs).toEqual({ begun: 2, ended: 2 });
  expect(Math.min(...answeredAfter)).toBe(1);
  expect(answeredAfter.filter((count) => count === 2).length).toBeGreaterThan(40);
  await store.close();
});

test('a sync that fails is told as an error of the storage, and what it was for is not kept', async () => {
  const { fileSystem, next } = countedSyncs();
  const store = await openDataFolder({ dir, scenarioDir, fileSystem, isSynced: true });
  const refused = store.commit([putAgent(store, sampleAgent(2001))]).then(
    () => undefined,
    (error: unknown) => error,
  );
  (await next()).fail(systemError('EIO'));
  const error = await refused;
  expect(error).toBeInstanceOf(StorageError);
  expect(String(error)).toContain('EIO');
  expect(store.view().get('agents', 2001)).toBeUndefined();
  const later = store.commit([putAgent(store, sampleAgent(2002))]);
  (await next()).pass();
  await later;
  await store.close();
  const again = await openDataFolder({ dir, scenarioDir });
  expect([again.view().get('agents', 2001), again.view().get('agents', 2002)]).toEqual([undefined, sampleAgent(2002)]);
  await again.close();
});

test('nothing waits for the disk unless it is asked for', async () => {
  const { fileSystem, syncs } = countedSyncs();
  const store = await openDataFolder({ dir, scenarioDir, fileSystem });
  await store.commit([putAgent(store, sampleAgent(2001))]);
  expect(syncs.begun).toBe(0);
  await store.close();
});
