import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { assembleMock } from '../app.ts';
import { loadContractDocument } from '../document/read/load.ts';
import { openSharedWorlds } from '../worlds/shared/shared-worlds.ts';
import { putAgent } from '../testing/store/data-folder-harness.ts';
import { type PostgresServer, postgresPrograms, startPostgres } from '../testing/store/postgres-server.ts';
import { openDataFolder } from './disk/data-folder.ts';
import { openEphemeral } from './open-ephemeral.ts';
import {
  createSampleScenario,
  sampleAgent,
  sampleCampaign,
  sampleLead,
  sampleNumber,
} from '../testing/store/sample-scenario.ts';
import { type Change, ConflictError, StorageError } from './state/store.ts';
import type { RecordStore } from './state/record-store.ts';

/** Opens a store that begins as the scenario; the suite closes it. */
type OpenStore = (scenarioDir: string) => Promise<RecordStore>;

const isInstalled = postgresPrograms() !== undefined;
let engine: PostgresServer | undefined;
let folders: string;

beforeAll(async () => {
  folders = await mkdtemp(join(tmpdir(), 'stores-'));
  if (isInstalled) engine = await startPostgres();
});
afterAll(async () => {
  await rm(folders, { recursive: true });
  await engine?.remove();
});

const engines: readonly (readonly [name: string, open: OpenStore])[] = [
  ['the store in memory', (scenarioDir) => openEphemeral({ scenarioDir })],
  [
    'the store in a data folder',
    async (scenarioDir) => openDataFolder({ scenarioDir, dir: await mkdtemp(join(folders, 'store-')) }),
  ],
  ...(isInstalled ? [['the store in PostgreSQL', openShared] as const] : []),
];

async function openShared(scenarioDir: string): Promise<RecordStore> {
  const document = loadContractDocument();
  const readScenario = () => openEphemeral({ scenarioDir }).then((store) => store.snapshot());
  const shared = openSharedWorlds(`${engine?.url ?? ''}?log=${randomUUID()}`, { document, readScenario });
  const mock = assembleMock(document, shared.mirror.defaultStore, {}, false, shared);
  await shared.current();
  const store = shared.mirror.defaultStore;
  const close = store.close.bind(store);
  store.close = () => close().then(() => mock.close());
  return store;
}

describe.each(engines)('%s', (_, open) => {
  let scenarioDir: string;
  let store: RecordStore;

  beforeEach(async () => {
    scenarioDir = await createSampleScenario();
    store = await open(scenarioDir);
  });

  afterEach(async () => {
    await store.close();
    await rm(scenarioDir, { recursive: true });
  });

  test('begins with the records of its scenario', () => {
    expect(store.view().get('agents', 1001)).toEqual(sampleAgent(1001));
    expect(store.view().count('agents')).toBe(4);
    expect([...store.view().all('voices')].map(({ id }) => id).sort()).toEqual(['voice-a', 'voice-b']);
    expect(store.view().get('agents', 9999)).toBeUndefined();
    expect(idsOf(store, 5001)).toEqual([1, 2, 3, 4]);
    expect(store.view().leads(5002).size).toBe(0);
  });

  test('shows a put record, which is another object than the one before, and leaves the others alone', async () => {
    const [before, other] = [1001, 1002].map((id) => store.view().get('agents', id));
    await store.commit([putAgent(store, { ...sampleAgent(1001), agent_name: 'Ada' })]);
    expect(before?.agent_name).toBe('Agent 1001');
    expect(store.view().get('agents', 1001)?.agent_name).toBe('Ada');
    expect(store.view().get('agents', 1002)).toBe(other);
  });

  test('gives each change as the record before and after', async () => {
    const lead = sampleLead(2, 2);
    const changes = await store.commit([
      putAgent(store, sampleAgent(2001)),
      putAgent(store, { ...sampleAgent(1001), agent_name: 'Ada' }),
      store.view().remove('api_tokens', 'ac3d'.repeat(16)),
      store.view().expect('agents', 1002),
      ...store.view().putLeads(5001, [lead]),
    ]);
    expect(changes.map(({ in: place, id }) => [place, id])).toEqual([
      ['agents', 2001],
      ['agents', 1001],
      ['api_tokens', 'ac3d'.repeat(16)],
      ['leads/5001', 2],
    ]);
    expect(changes.map(({ before }) => before)).toEqual([
      undefined,
      sampleAgent(1001),
      expect.objectContaining({ user_id: 1 }),
      sampleLead(2, 3),
    ]);
    expect(changes.map(({ after }) => after)).toEqual([
      sampleAgent(2001),
      { ...sampleAgent(1001), agent_name: 'Ada' },
      undefined,
      lead,
    ]);
  });

  test.each<readonly [string, (store: RecordStore) => Change]>([
    ['a put of an older state', (to) => ({ ...putAgent(to, sampleAgent(1001)), before: sampleAgent(1001) })],
    ['a put as new of a record that is there', (to) => ({ ...putAgent(to, sampleAgent(1001)), before: undefined })],
    ['a put of a record that is gone', (to) => ({ ...putAgent(to, sampleAgent(4711)), before: sampleAgent(4711) })],
    ['a removal of another state', (to) => ({ ...to.view().remove('api_tokens', 'x'), before: {} })],
    ['an expectation that does not hold', (to) => ({ ...to.view().expect('agents', 1001), before: undefined })],
    ['a lead of another state', () => ({ in: 'leads/5001', id: 1, before: sampleLead(1), after: sampleLead(1, 2) })],
    ['a lead as new that is there', () => ({ in: 'leads/5001', id: 1, after: sampleLead(1, 2) })],
  ])('refuses %s, and with it the whole commit', async (_, change) => {
    const commit = store.commit([putAgent(store, sampleAgent(2001)), change(store)]);
    await expect(commit).rejects.toThrow(ConflictError);
    expect(store.view().get('agents', 2001)).toBeUndefined();
    expect(store.view().get('agents', 1001)).toEqual(sampleAgent(1001));
  });

  test('takes no record for another after it was removed and made again, of the very same object', async () => {
    const token = store.view().get('api_tokens', 'ac3d'.repeat(16));
    if (token === undefined) throw new Error('The sample has that token.');
    const removal = store.view().remove('api_tokens', token.id);
    await store.commit([removal]);
    await store.commit([store.view().put('api_tokens', token)]);
    const late = store.commit([removal]);
    await expect(late).rejects.toThrow(ConflictError);
  });

  test.each<readonly [string, (store: RecordStore) => Change]>([
    ['does not fit its schema', (to) => putAgent(to, { ...sampleAgent(2001), status: 9 as 1 })],
    ['names a record that is not there', (to) => putAgent(to, sampleAgent(2001, { workspace_id: 999 }))],
    ['is named by another', (to) => to.view().remove('agents', 1001)],
  ])('refuses a commit that leaves a record which %s', async (_, change) => {
    const commit = store.commit([putAgent(store, sampleAgent(2002)), change(store)]);
    await expect(commit).rejects.toMatchObject({ name: 'InvalidRecordError' });
    expect(store.view().count('agents')).toBe(4);
  });

  test('puts no lead into a campaign that is not there', async () => {
    const commit = store.commit(store.view().putLeads(4711, [sampleLead(9)]));
    await expect(commit).rejects.toMatchObject({ name: 'InvalidRecordError' });
    expect(store.view().leads(4711).size).toBe(0);
  });

  test('keeps a view as it was', async () => {
    const view = store.view();
    const leads = store.view().leads(5001);
    await store.commit([putAgent(store, { ...sampleAgent(1001), agent_name: 'Ada' }), ...putLeads(store, [9])]);
    expect(view.get('agents', 1001)?.agent_name).toBe('Agent 1001');
    expect(leads.size).toBe(4);
    expect(idsOf(store, 5001)).toEqual([1, 2, 3, 4, 9]);
  });

  test('finds records by every kind of value, ascending by id', () => {
    const found = (ids: readonly { readonly id: unknown }[]) => ids.map(({ id }) => id);
    const view = store.view();
    expect(found(view.find('users', 'workspace_id', 101))).toEqual([1]);
    expect(found(view.find('agents', 'uuid', sampleAgent(1006).uuid))).toEqual([1006]);
    expect(found(view.find('phone_numbers', 'agent_id', null))).toEqual(['+15550009001', '+15550009002']);
    expect(found(view.find('phone_numbers', 'agent_id', 1002))).toEqual(['+15550001002']);
    expect(found(view.find('api_tokens', 'user_id', 4711))).toEqual([]);
  });

  test('finds records by what they were changed to, and no longer by what they were', async () => {
    const attach = (id: string) => store.view().put('phone_numbers', sampleNumber(id, { agent_id: 1001 }));
    await store.commit(['+15550001002', '+15550009001', '+15550000001'].map(attach));
    const numbers = store.view().find('phone_numbers', 'agent_id', 1001);
    expect(numbers.map(({ id }) => id)).toEqual(['+15550000001', '+15550001002', '+15550009001']);
    expect(store.view().find('phone_numbers', 'agent_id', 1002)).toEqual([]);
    await store.commit([store.view().remove('phone_numbers', '+15550000001')]);
    expect(store.view().find('phone_numbers', 'agent_id', 1001)).toHaveLength(2);
  });

  test('keeps leads in order of their ids, whichever are added', async () => {
    await store.commit(putLeads(store, [30, 10]));
    await store.commit(putLeads(store, [20, 2]));
    const list = store.view().leads(5001);
    expect(idsOf(store, 5001)).toEqual([1, 2, 3, 4, 10, 20, 30]);
    expect(list.get(20)).toEqual(sampleLead(20));
    expect(list.get(5)).toBeUndefined();
    expect(Array.from(list.positionsOf(0), (position) => list.at(position).id)).toEqual([1, 2, 4, 10, 20, 30]);
    expect(Array.from(list.positionsOf(3))).toEqual([]);
    expect(() => list.at(7)).toThrow(RangeError);
  });

  test('makes a campaign and its leads in one commit', async () => {
    await store.commit([
      store.view().put('campaigns', sampleCampaign(5010)),
      ...store.view().putLeads(5010, [sampleLead(100)]),
    ]);
    expect(idsOf(store, 5010)).toEqual([100]);
  });

  test('gives no id twice, whatever is removed or refused', async () => {
    const first = store.nextId('agents');
    expect(first).toBeGreaterThan(1006);
    await store.commit([putAgent(store, sampleAgent(first))]);
    await store.commit([store.view().remove('agents', first)]);
    expect(store.nextId('agents')).toBeGreaterThan(first);
    await store.commit([putAgent(store, sampleAgent(3000)), ...putLeads(store, [500])]);
    expect(store.nextId('agents')).toBe(3001);
    expect(store.nextId('campaigns')).toBe(5003);
    expect(store.nextId('leads')).toBe(501);
    expect(store.nextId('leads')).toBe(502);
  });

  test('counts lead ids from those of all campaigns', () => {
    expect(store.nextId('leads')).toBe(5);
  });

  test('loses none of many parallel updates of one record', async () => {
    const name = () => store.view().get('agents', 1001)?.agent_name ?? '';
    const append = () =>
      commitAgain(store, () => [putAgent(store, { ...sampleAgent(1001), agent_name: `${name()}+` })]);
    await Promise.all(Array.from({ length: 50 }, append));
    expect(name()).toBe(`Agent 1001${'+'.repeat(50)}`);
  });

  test('lets parallel commits of different records all through', async () => {
    const ids = Array.from({ length: 50 }, () => store.nextId('agents'));
    await Promise.all(ids.map((id) => store.commit([putAgent(store, sampleAgent(id))])));
    expect(ids.every((id) => store.view().get('agents', id) !== undefined)).toBe(true);
  });

  test('lets only one of two commits through that count on the same state', async () => {
    const before = store.view().get('agents', 1001);
    const claim = (id: string): Promise<unknown> =>
      store.commit([
        { ...putAgent(store, sampleAgent(1001)), before },
        store.view().put('phone_numbers', sampleNumber(id, { agent_id: 1001 })),
      ]);
    const results = await Promise.allSettled([claim('+15550000001'), claim('+15550000002')]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(store.view().find('phone_numbers', 'agent_id', 1001)).toHaveLength(1);
  });

  test('keeps forks apart from one another and from the store they come from', async () => {
    const one = store.fork();
    const other = store.fork();
    await one.commit([putAgent(one, { ...sampleAgent(1001), agent_name: 'One' }), ...putLeads(one, [10])]);
    await store.commit([putAgent(store, { ...sampleAgent(1001), agent_name: 'Base' }), ...putLeads(store, [20])]);
    const names = [one, other, store].map((each) => each.view().get('agents', 1001)?.agent_name);
    expect(names).toEqual(['One', 'Agent 1001', 'Base']);
    expect(idsOf(one, 5001)).toEqual([1, 2, 3, 4, 10]);
    expect(idsOf(other, 5001)).toEqual([1, 2, 3, 4]);
    expect(idsOf(store, 5001)).toEqual([1, 2, 3, 4, 20]);
  });

  test('goes back to a snapshot, and on from there', async () => {
    await store.commit([putAgent(store, { ...sampleAgent(1002), agent_name: 'Kept' })]);
    const snapshot = store.snapshot();
    const id = store.nextId('agents');
    await store.commit([putAgent(store, sampleAgent(id)), ...putLeads(store, [2, 10])]);
    await store.restore(snapshot);
    expect(store.view().get('agents', id)).toBeUndefined();
    expect(store.view().count('agents')).toBe(4);
    expect(store.view().get('agents', 1002)?.agent_name).toBe('Kept');
    expect(idsOf(store, 5001)).toEqual([1, 2, 3, 4]);
    expect(store.view().leads(5001).get(2)).toEqual(sampleLead(2, 3));
    expect(store.nextId('agents')).toBeGreaterThan(id);
    await store.commit([putAgent(store, { ...sampleAgent(1002), agent_name: 'Later' }), ...putLeads(store, [11])]);
    expect(idsOf(store, 5001)).toEqual([1, 2, 3, 4, 11]);
  });

  test('takes no record from before a restore for one from after it', async () => {
    const snapshot = store.snapshot();
    await store.commit([putAgent(store, { ...sampleAgent(1001), agent_name: 'Gone' })]);
    const before = store.view().get('agents', 1001);
    await store.restore(snapshot);
    await store.commit([putAgent(store, { ...sampleAgent(1001), agent_name: 'New' })]);
    const late = store.commit([{ ...putAgent(store, sampleAgent(1001, { agent_name: 'Late' })), before }]);
    await expect(late).rejects.toThrow(ConflictError);
  });

  test('goes to the state of an unrelated store', async () => {
    const unrelated = await open(scenarioDir);
    await store.commit([putAgent(store, sampleAgent(2001)), ...putLeads(store, [2, 10])]);
    await store.restore(unrelated.snapshot());
    expect(store.view().count('agents')).toBe(4);
    expect(idsOf(store, 5001)).toEqual([1, 2, 3, 4]);
    expect(store.view().leads(5001).get(2)).toEqual(sampleLead(2, 3));
    await unrelated.close();
  });

  test('refuses commits once it is closed', async () => {
    await store.close();
    await expect(store.commit([putAgent(store, sampleAgent(2001))])).rejects.toThrow(StorageError);
  });
});

function putLeads(store: RecordStore, ids: readonly number[]): readonly Change[] {
  return store.view().putLeads(
    5001,
    ids.map((id) => sampleLead(id)),
  );
}

function idsOf(store: RecordStore, campaignId: number): readonly number[] {
  const list = store.view().leads(campaignId);
  return Array.from({ length: list.size }, (_, position) => list.at(position).id);
}

async function commitAgain(store: RecordStore, decide: () => readonly Change[]): Promise<void> {
  for (;;) {
    try {
      await store.commit(decide());
      return;
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
    }
  }
}
