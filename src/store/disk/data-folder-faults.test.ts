import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  createFaultyFileSystem,
  putAgent,
  storeContent,
  systemError,
  useDataFolders,
} from '../../testing/store/data-folder-harness.ts';
import { openDataFolder } from './data-folder.ts';
import { sampleAgent, sampleLead } from '../../testing/store/sample-scenario.ts';
import { StorageError } from '../state/store.ts';

let root: string;
let dir: string;
let scenarioDir: string;
const { openStore, openCopy } = useDataFolders((place) => ({ root, dir, scenarioDir } = place));

test('a full disk refuses the commits under way, and nothing of them is seen or found', async () => {
  let isFull = false;
  const fileSystem = createFaultyFileSystem((operation, file) =>
    isFull && operation === 'write' && file.endsWith('commits.log') ? systemError('ENOSPC') : undefined,
  );
  const store = await openStore({ fileSystem });
  await store.commit([putAgent(store, sampleAgent(2001))]);
  isFull = true;
  const commits = [2002, 2003, 2004].map((id) => store.commit([putAgent(store, sampleAgent(id))]));
  const results = await Promise.allSettled(commits);
  expect(results).toEqual(results.map(() => ({ status: 'rejected', reason: expect.any(StorageError) as unknown })));
  expect(store.persistence?.faults?.()).toEqual([expect.stringContaining('ENOSPC')]);
  expect([...store.view().all('agents')]).toHaveLength(5);
  expect((await openCopy()).view().count('agents')).toBe(5);
  isFull = false;
  await store.commit([putAgent(store, sampleAgent(2005))]);
  expect(store.persistence?.faults?.()).toEqual([]);
  const again = await openCopy();
  expect([again.view().count('agents'), again.view().get('agents', 2005)]).toEqual([6, sampleAgent(2005)]);
});

test('a commit computed on one that could not be written is refused with it', async () => {
  let isFull = true;
  const fileSystem = createFaultyFileSystem((operation, file) =>
    isFull && operation === 'write' && file.endsWith('commits.log') ? systemError('ENOSPC') : undefined,
  );
  const store = await openStore({ fileSystem });
  const first = store.commit([putAgent(store, sampleAgent(2001))]);
  const second = store.commit([putAgent(store, { ...sampleAgent(1001), agent_name: 'Ada' })]);
  expect((await Promise.allSettled([first, second])).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isFull = false;
  await store.commit([putAgent(store, { ...sampleAgent(1001), agent_name: 'Bea' })]);
  expect(store.view().get('agents', 1001)?.agent_name).toBe('Bea');
});

test('whole lines of a write that failed half-way do not come back', async () => {
  const broken = new Set<string>();
  const fileSystem = createFaultyFileSystem((operation, file) =>
    broken.has(operation) && file.endsWith('commits.log') ? systemError('EIO') : undefined,
  );
  const store = await openStore({ fileSystem });
  const commitFour = async (first: number) => {
    // The first goes on its way alone, and the others wait for it and share a write.
    const alone = store.commit([putAgent(store, sampleAgent(first))]).finally(() => broken.add('write'));
    const shared = [1, 2, 3].map((i) => store.commit([putAgent(store, sampleAgent(first + i))]));
    return (await Promise.allSettled([alone, ...shared])).map(({ status }) => status);
  };
  expect(await commitFour(2001)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
  expect((await openCopy()).view().count('agents')).toBe(5);
  broken.clear();
  broken.add('truncate');
  expect(await commitFour(2011)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
  broken.clear();
  await store.commit([store.view().remove('login_tokens', 'login-acme')]);
  expect((await openCopy()).view().count('agents')).toBe(6);
});

test('torn bytes that cannot be cut off at once are cut off before the next line', async () => {
  const broken = new Set(['write', 'truncate']);
  let isBroken = false;
  const fileSystem = createFaultyFileSystem((operation, file) =>
    isBroken && broken.has(operation) && file.endsWith('commits.log') ? systemError('EIO') : undefined,
  );
  const store = await openStore({ fileSystem });
  await store.commit([putAgent(store, sampleAgent(2001))]);
  isBroken = true;
  const long = putAgent(store, { ...sampleAgent(2002), agent_prompt: 'x'.repeat(5000) });
  await expect(store.commit([long])).rejects.toThrow(StorageError);
  await expect(store.commit([long])).rejects.toThrow(StorageError);
  isBroken = false;
  await store.commit([putAgent(store, sampleAgent(2003))]);
  expect((await openCopy()).view().count('agents')).toBe(6);
});

// The number of steps is not known beforehand: the loop ends with the first run in which nothing was left to fail.
test('a process that dies at any step of folding loses nothing', async () => {
  for (let steps = 0; ; steps++) {
    const folder = join(root, `steps-${steps}`);
    let left = Infinity;
    const fileSystem = createFaultyFileSystem(() => (left-- > 0 ? undefined : systemError('EIO')));
    const store = await openStore({ dir: folder, fileSystem });
    await store.commit([
      putAgent(store, sampleAgent(2001)),
      store.view().put('workspaces', { id: 103, name: 'New', company_id: 2, voice_analysis: true }),
      ...store.view().putLeads(5001, [sampleLead(2, 2), sampleLead(9)]),
    ]);
    const before = storeContent(store);
    left = steps;
    await store.close().catch(() => undefined);
    const isDone = left > 0;
    expect(storeContent(await openCopy(folder)), `after ${steps} steps`).toEqual(before);
    if (isDone) return;
  }
});

test('a process that dies at any step of filling the folder leaves no half of a scenario', async () => {
  for (let steps = 0; ; steps++) {
    const folder = join(root, `steps-${steps}`);
    let left = steps;
    const fileSystem = createFaultyFileSystem(() => (left-- > 0 ? undefined : systemError('EIO')));
    const isDone = await openDataFolder({ dir: folder, scenarioDir, fileSystem }).then(
      (store) => store.close().then(() => true),
      () => false,
    );
    const store = await openCopy(folder);
    expect([store.view().count('agents'), store.view().leads(5001).size], `after ${steps} steps`).toEqual([4, 4]);
    if (isDone) return;
  }
});

test('folding that fails is tried again, and commits go on meanwhile', async () => {
  let isFull = true;
  let attempts = 0;
  const fileSystem = createFaultyFileSystem((operation, file) => {
    if (!isFull || operation !== 'writeFile' || !file.endsWith('.agents.json.tmp')) return undefined;
    attempts++;
    return systemError('ENOSPC');
  });
  const store = await openStore({ fileSystem });
  await store.commit([putAgent(store, sampleAgent(2001))]);
  await expect.poll(() => attempts).toBe(1);
  await store.commit([putAgent(store, sampleAgent(2002))]);
  await expect.poll(() => attempts).toBe(2);
  expect((await openCopy()).view().count('agents')).toBe(6);
  isFull = false;
  await store.commit([putAgent(store, sampleAgent(2003))]);
  await expect.poll(() => readFile(join(dir, 'commits.log'), 'utf8')).not.toContain(' ');
  expect((await openCopy()).view().count('agents')).toBe(7);
});
