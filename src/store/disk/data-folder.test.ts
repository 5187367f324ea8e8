import { copyFile, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { putAgent, storeContent, useDataFolders } from '../../testing/store/data-folder-harness.ts';
import type { FolderMeta } from '../../domain/world-parts.ts';
import { sampleAgent, sampleLead } from '../../testing/store/sample-scenario.ts';

let root: string;
let dir: string;
let scenarioDir: string;
const { openStore, openCopy, copyFolder } = useDataFolders((place) => ({ root, dir, scenarioDir } = place));

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
    store.view().remove('login_tokens', 'login-acme'),
    ...store.view().putLeads(5001, [sampleLead(2, 2), sampleLead(9)]),
  ]);
  const before = storeContent(store);
  await store.close();
  expect(storeContent(await openStore())).toEqual(before);
});

test('a closed folder holds plain files: an empty log, no lock, nothing half written', async () => {
  const store = await openStore();
  await store.commit([putAgent(store, { ...sampleAgent(1001), agent_name: 'Ada' })]);
  await store.close();
  const files = await readdir(dir, { recursive: true });
  expect(files.filter((file) => !file.endsWith('.json')).toSorted()).toEqual(['commits.log', 'leads', 'voices']);
  expect(files.filter((file) => file.startsWith('.'))).toEqual([]);
  const { written } = JSON.parse(await readFile(join(dir, 'meta.json'), 'utf8')) as FolderMeta;
  expect(await readFile(join(dir, 'commits.log'), 'utf8')).toBe(`${written?.checksum}\n`);
  const text = await readFile(join(dir, 'agents.json'), 'utf8');
  const agents: unknown = JSON.parse(text);
  expect(text).toContain('"agent_name": "Ada"');
  expect(text).toBe(`${JSON.stringify(agents, null, 2)}\n`);
});

test('leads are written one per line', async () => {
  const store = await openStore();
  await store.commit([...store.view().putLeads(5001, [sampleLead(9)])]);
  await store.close();
  const lines = (await readFile(join(dir, 'leads/5001.json'), 'utf8')).split('\n');
  expect([lines[0], lines.at(-2), lines.at(-3)]).toEqual(['[', ']', JSON.stringify(sampleLead(9))]);
});

test('a collection too long for people is written one record per line, and read back', async () => {
  const store = await openStore();
  await store.commit(Array.from({ length: 1000 }, (_, index) => putAgent(store, sampleAgent(2001 + index))));
  const before = storeContent(store);
  await store.close();
  const lines = (await readFile(join(dir, 'agents.json'), 'utf8')).split('\n');
  expect(lines.length).toBe(1004 + 3);
  expect(storeContent(await openStore())).toEqual(before);
});

test('a restored snapshot is found after a restart', async () => {
  const store = await openStore();
  const snapshot = store.snapshot();
  const before = storeContent(store);
  await store.commit([
    putAgent(store, sampleAgent(2001)),
    ...store.view().putLeads(5001, [sampleLead(2, 2), sampleLead(9)]),
  ]);
  await store.restore(snapshot);
  expect(storeContent(await openCopy())).toEqual(before);
  await store.close();
  expect(storeContent(await openStore())).toEqual(before);
});

test('no id is given again after a restart, though its record is gone', async () => {
  const store = await openStore();
  const id = store.nextId('agents');
  await store.commit([putAgent(store, sampleAgent(id))]);
  await store.commit([store.view().remove('agents', id)]);
  const lead = store.nextId('leads');
  const snapshot = store.snapshot();
  await store.commit([...store.view().putLeads(5001, [sampleLead(lead)])]);
  await store.restore(snapshot);
  for (const again of [await openCopy(), await store.close().then(() => openStore())]) {
    expect(again.nextId('agents')).toBeGreaterThan(id);
    expect(again.nextId('leads')).toBeGreaterThan(lead);
  }
});

test('commits are in the log before they are in the files', async () => {
  const store = await openStore();
  await store.commit([putAgent(store, sampleAgent(2001))]);
  expect(await readFile(join(dir, 'commits.log'), 'utf8')).toContain('Agent 2001');
  expect(await readFile(join(dir, 'agents.json'), 'utf8')).not.toContain('Agent 2001');
  expect((await openCopy()).view().get('agents', 2001)).toEqual(sampleAgent(2001));
});

test('leads that only the log held are folded, though nobody asked for them', async () => {
  const store = await openStore();
  await store.commit([...store.view().putLeads(5001, [sampleLead(9)])]);
  const copy = await copyFolder();
  await (await openStore({ dir: copy })).close();
  expect(await readFile(join(copy, 'commits.log'), 'utf8')).not.toContain(' ');
  expect((await openStore({ dir: copy })).view().leads(5001).size).toBe(5);
});

test('a commit is seen when it is on disk, and not before', async () => {
  const store = await openStore();
  const commit = store.commit([putAgent(store, sampleAgent(2001)), ...store.view().putLeads(5001, [sampleLead(9)])]);
  for (let i = 0; i < 20; i++) await Promise.resolve();
  expect([store.view().count('agents'), store.view().leads(5001).size]).toEqual([4, 4]);
  await commit;
  expect([store.view().count('agents'), store.view().leads(5001).size]).toEqual([5, 5]);
});

test('a last line that was torn is dropped, and the log goes on after the one before', async () => {
  const store = await openStore();
  await store.commit([putAgent(store, sampleAgent(2001))]);
  const copy = await copyFolder();
  await store.close();
  const log = join(copy, 'commits.log');
  const whole = await readFile(log, 'utf8');
  const [, line = ''] = whole.split('\n');
  await writeFile(log, whole + line.replaceAll('2001', '2002'));
  const notices: string[] = [];
  const again = await openStore({ dir: copy, onNotice: (sentence) => notices.push(sentence) });
  expect(notices).toEqual([expect.stringMatching(/commits\.log ends in \d+ bytes of a commit that was being written/)]);
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
  const [header = '', first = '', second = ''] = (await readFile(log, 'utf8')).split(/(?<=\n)/);
  const damaged = header + damage(first) + second;
  await writeFile(log, damaged);
  await expect(openStore({ dir: copy })).rejects.toThrow(`${log}:2: its checksum does not follow from the line before`);
  expect(await readFile(log, 'utf8')).toBe(damaged);
});

test('a log whose end is gone before what the files hold is refused', async () => {
  const store = await openStore();
  await store.commit([putAgent(store, sampleAgent(2001))]);
  await store.close();
  const before = await copyFolder();
  const again = await openStore();
  await again.commit([putAgent(again, sampleAgent(2002))]);
  await again.close();
  await copyFile(join(before, 'commits.log'), join(dir, 'commits.log'));
  await expect(openStore()).rejects.toThrow('it does not reach the commit');
});

test('opening and closing a folder, and a commit that is refused, change no byte of it', async () => {
  await (await openStore()).close();
  const bytes = async () => {
    const names = (await readdir(dir, { recursive: true })).filter((name) => /\.(json|log)$/.test(name)).toSorted();
    return Promise.all(names.map(async (name) => [name, await readFile(join(dir, name), 'utf8')]));
  };
  const before = await bytes();
  const store = await openStore();
  await expect(store.commit([{ ...putAgent(store, sampleAgent(1001)), before: sampleAgent(1001) }])).rejects.toThrow(
    'changed',
  );
  await store.close();
  expect(await bytes()).toEqual(before);
});

test.each([
  ['a line', (lines: string[]) => lines.toSpliced(2, 1), /:3: its checksum does not follow from the line before/],
  ['the first line', (lines: string[]) => lines.slice(1), /:1: its checksum does not follow/],
  [
    'the order',
    ([first = '', one = '', two = '', ...rest]: string[]) => [first, two, one, ...rest],
    /:2: its checksum does not follow/,
  ],
  [
    'the number of lines',
    ([first = '', one = '', ...rest]: string[]) => [first, one, one, ...rest],
    /:3: its checksum does not follow/,
  ],
  ['the content', () => [], /commits.log: it does not reach the commit [0-9a-f]{8} that meta.json names/],
  ['everything', () => undefined, /commits.log: it is missing, and with it the commits/],
] as const)('a log of which %s is other is refused', async (_, damage, message) => {
  const store = await openStore();
  for (let id = 2001; id < 2005; id++) await store.commit([putAgent(store, sampleAgent(id))]);
  const copy = await copyFolder();
  const log = join(copy, 'commits.log');
  const damaged = damage((await readFile(log, 'utf8')).split(/(?<=\n)/));
  if (damaged === undefined) await rm(log);
  else await writeFile(log, damaged.join(''));
  await expect(openStore({ dir: copy })).rejects.toThrow(message);
});
