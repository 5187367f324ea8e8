import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AgentRecord } from '../domain/records.ts';
import { createFaultyFileSystem, systemError } from './faulty-file-system.ts';
import type { FileSystem } from './file-system.ts';
import { openDataFolder } from './open-data-folder.ts';
import { createSampleScenario, sampleAgent, sampleLead } from './sample-scenario.ts';
import { describeStore } from './store-conformance.ts';
import { StorageError, type Store } from './store.ts';
import type { WorldStore } from './world-store.ts';

let root: string;
let dir: string;
let scenarioDir: string;
let opened: WorldStore[];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'data-folder-'));
  dir = join(root, 'data');
  scenarioDir = await createSampleScenario();
  opened = [];
});

afterEach(async () => {
  await Promise.all(opened.map((store) => store.close()));
  await rm(root, { recursive: true });
  await rm(scenarioDir, { recursive: true });
});

describeStore('the store in a data folder', (sampleDir) =>
  openStore({ scenarioDir: sampleDir, dir: join(root, `${opened.length}`) }),
);

test('an absent folder is filled from the scenario, voices and leads included', async () => {
  await openStore();
  const files = (await readdir(dir, { recursive: true })).filter((file) => file.endsWith('.json'));
  const expected = await readdir(scenarioDir, { recursive: true });
  expect(files.toSorted()).toEqual([...expected.filter((file) => file.endsWith('.json')), 'meta.json'].toSorted());
});

test('a folder that holds data is used as it is, whatever the scenario says', async () => {
  const store = await openStore();
  await store.commit([putAgent(store, sampleAgent(2001))]);
  await store.close();
  const again = await openStore({ scenarioDir: join(root, 'gone') });
  expect(again.view().get('agents', 2001)).toEqual(sampleAgent(2001));
});

test('closing and opening finds everything as it was', async () => {
  const store = await openStore();
  await store.commit([
    putAgent(store, { ...sampleAgent(1001), agent_name: 'Ada' }),
    putAgent(store, sampleAgent(2001)),
    { kind: 'remove', collection: 'login_tokens', id: 'login-acme', version: 1 },
    { kind: 'put-leads', campaignId: 5001, leads: [sampleLead(2, 2), sampleLead(9)], version: 1 },
  ]);
  const before = await contentOf(store);
  await store.close();
  expect(await contentOf(await openStore())).toEqual(before);
});

test('a closed folder holds plain files: no log, no lock, nothing half written', async () => {
  const store = await openStore();
  await store.commit([putAgent(store, { ...sampleAgent(1001), agent_name: 'Ada' })]);
  await store.close();
  const files = await readdir(dir, { recursive: true });
  expect(files.filter((file) => !file.endsWith('.json')).toSorted()).toEqual(['leads', 'voices']);
  expect(files.filter((file) => file.startsWith('.'))).toEqual([]);
  const text = await readFile(join(dir, 'agents.json'), 'utf8');
  const agents: unknown = JSON.parse(text);
  expect(text).toContain('"agent_name": "Ada"');
  expect(text).toBe(`${JSON.stringify(agents, null, 2)}\n`);
});

test('leads are written one per line', async () => {
  const store = await openStore();
  await store.commit([
    { kind: 'put-leads', campaignId: 5001, leads: [sampleLead(9)], version: (await store.leads(5001)).version },
  ]);
  await store.close();
  const lines = (await readFile(join(dir, 'leads/5001.json'), 'utf8')).split('\n');
  expect([lines[0], lines.at(-2), lines.at(-3)]).toEqual(['[', ']', JSON.stringify(sampleLead(9))]);
});

test('a restored snapshot is found after a restart', async () => {
  const store = await openStore();
  const snapshot = store.snapshot();
  const before = await contentOf(store);
  await store.commit([
    putAgent(store, sampleAgent(2001)),
    {
      kind: 'put-leads',
      campaignId: 5001,
      leads: [sampleLead(2, 2), sampleLead(9)],
      version: (await store.leads(5001)).version,
    },
  ]);
  await store.restore(snapshot);
  expect(await contentOf(await openCopy())).toEqual(before);
  await store.close();
  expect(await contentOf(await openStore())).toEqual(before);
});

test('no id is given again after a restart, though its record is gone', async () => {
  const store = await openStore();
  const id = store.nextId('agents');
  await store.commit([putAgent(store, sampleAgent(id))]);
  await store.commit([{ kind: 'remove', collection: 'agents', id, version: store.view().version('agents', id) }]);
  const lead = store.nextLeadId();
  const snapshot = store.snapshot();
  await store.commit([
    { kind: 'put-leads', campaignId: 5001, leads: [sampleLead(lead)], version: (await store.leads(5001)).version },
  ]);
  await store.restore(snapshot);
  for (const again of [await openCopy(), await store.close().then(() => openStore())]) {
    expect(again.nextId('agents')).toBeGreaterThan(id);
    expect(again.nextLeadId()).toBeGreaterThan(lead);
  }
});

test('commits are in the log before they are in the files', async () => {
  const store = await openStore();
  await store.commit([putAgent(store, sampleAgent(2001))]);
  expect(await readFile(join(dir, 'commits.log'), 'utf8')).toContain('Agent 2001');
  expect(await readFile(join(dir, 'agents.json'), 'utf8')).not.toContain('Agent 2001');
  expect((await openCopy()).view().get('agents', 2001)).toEqual(sampleAgent(2001));
});

test('a last line that was torn is dropped, and the log goes on after the one before', async () => {
  const store = await openStore();
  await store.commit([putAgent(store, sampleAgent(2001))]);
  const copy = await copyFolder();
  await store.close();
  const log = join(copy, 'commits.log');
  const line = await readFile(log, 'utf8');
  await writeFile(log, line + line.replaceAll('2001', '2002').slice(0, -1));
  const again = await openStore({ dir: copy });
  expect(again.view().count('agents')).toBe(5);
  await again.commit([putAgent(again, sampleAgent(2003))]);
  expect((await openCopy(copy)).view().get('agents', 2003)).toEqual(sampleAgent(2003));
});

test.each([
  ['changed', (line: string) => line.replace('Agent 2001', 'Agent 2OO1')],
  ['cut', (line: string) => `${line.slice(0, 100)}\n`],
])('a line of the log that was %s stops the start, and the log stays as it is', async (_, damage) => {
  const store = await openStore();
  await store.commit([putAgent(store, sampleAgent(2001))]);
  await store.commit([putAgent(store, sampleAgent(2002))]);
  const copy = await copyFolder();
  const log = join(copy, 'commits.log');
  const [first = '', second = ''] = (await readFile(log, 'utf8')).split(/(?<=\n)/);
  const damaged = damage(first) + second;
  await writeFile(log, damaged);
  await expect(openStore({ dir: copy })).rejects.toThrow(`${log}:1: this commit is damaged`);
  expect(await readFile(log, 'utf8')).toBe(damaged);
});

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
  expect([...store.view().all('agents')]).toHaveLength(5);
  expect((await openCopy()).view().count('agents')).toBe(5);
  isFull = false;
  await store.commit([putAgent(store, sampleAgent(2005))]);
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
      {
        kind: 'put',
        collection: 'workspaces',
        record: { id: 103, name: 'New', company_id: 2, voice_analysis: true },
        version: 0,
      },
      {
        kind: 'put-leads',
        campaignId: 5001,
        leads: [sampleLead(2, 2), sampleLead(9)],
        version: (await store.leads(5001)).version,
      },
    ]);
    const before = await contentOf(store);
    left = steps;
    await store.close().catch(() => undefined);
    const isDone = left > 0;
    expect(await contentOf(await openCopy(folder)), `after ${steps} steps`).toEqual(before);
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
    expect([store.view().count('agents'), (await store.leads(5001)).size], `after ${steps} steps`).toEqual([4, 4]);
    if (isDone) return;
  }
});

test('folding that fails is tried again, and commits go on meanwhile', async () => {
  let isFull = true;
  const fileSystem = createFaultyFileSystem((operation, file) =>
    isFull && operation === 'writeFile' && file.endsWith('.agents.json.tmp') ? systemError('ENOSPC') : undefined,
  );
  const store = await openStore({ fileSystem });
  await store.commit([putAgent(store, sampleAgent(2001))]);
  await expect.poll(() => readdir(dir), { timeout: 5000 }).toContain('commits.folding.log');
  await store.commit([putAgent(store, sampleAgent(2002))]);
  expect((await openCopy()).view().count('agents')).toBe(6);
  isFull = false;
  await store.commit([putAgent(store, sampleAgent(2003))]);
  await expect.poll(() => readdir(dir), { timeout: 5000 }).not.toContain('commits.folding.log');
  expect((await openCopy()).view().count('agents')).toBe(7);
});

async function openStore(
  options: { dir?: string; scenarioDir?: string; fileSystem?: FileSystem } = {},
): Promise<WorldStore> {
  const store = await openDataFolder({ dir, scenarioDir, ...options });
  opened.push(store);
  return store;
}

/** Opens what a process that was killed just now would leave behind. */
async function openCopy(folder = dir): Promise<WorldStore> {
  return openStore({ dir: await copyFolder(folder) });
}

async function copyFolder(folder = dir): Promise<string> {
  const copy = await mkdtemp(join(root, 'copy-'));
  await cp(folder, copy, { recursive: true });
  await rm(join(copy, '.lock'), { force: true });
  return copy;
}

function putAgent(store: Store, record: AgentRecord) {
  const version = store.view().version('agents', record.id);
  return { kind: 'put', collection: 'agents', record, version } as const;
}

async function contentOf(store: Store): Promise<unknown> {
  const view = store.view();
  const byId = (records: Iterable<{ readonly id: unknown }>) =>
    [...records].toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1));
  const leads = await store.leads(5001);
  return {
    agents: byId(view.all('agents')),
    workspaces: byId(view.all('workspaces')),
    voices: byId(view.all('voices')),
    tokens: byId([...view.all('login_tokens'), ...view.all('api_tokens')]),
    leads: Array.from({ length: leads.size }, (_, position) => leads.at(position)),
  };
}
