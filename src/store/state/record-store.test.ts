import { expect, it } from 'vitest';
import { stateOfRecords } from '../open-ephemeral.ts';
import { ConflictError, StorageError } from './store.ts';
import { IdsExhaustedError, noIds } from './id-counters.ts';
import { RecordStore } from './record-store.ts';
import { sampleAgent } from '../../testing/store/sample-scenario.ts';

const workspace = { id: 101, name: 'One', company_id: 1, voice_analysis: true };
const user = { id: 1, workspace_id: 101, first_name: 'A', last_name: 'B', email: 'a@b.example' };

/** A store whose writes end when they are let through. */
function heldStore() {
  const { root, ids } = stateOfRecords({
    records: { workspaces: [workspace], users: [user] },
    leads: {},
    ids: {},
  });
  const waiting: (() => void)[] = [];
  const store = new RecordStore({
    ...{ root, ids },
    persistence: {
      append: async (decide) => {
        const { commits, land } = await decide();
        if (commits.length > 0) await new Promise<void>((resolve) => waiting.push(resolve));
        land?.();
      },
      faults: () => [],
      close: () => Promise.resolve(),
    },
  });
  const put = (id: number) => store.commit([store.view().put('agents', sampleAgent(id))]);
  return { store, put, pass: () => waiting.splice(0).forEach((each) => each()) };
}

it('writes a commit that comes at any moment while the one before it ends', async () => {
  for (let turns = 0; turns < 40; turns += 1) {
    const { store, put, pass } = heldStore();
    const first = put(2001);
    await new Promise(setImmediate);
    pass();
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    const second = put(2002);
    await new Promise(setImmediate);
    pass();
    await Promise.race([second, new Promise((resolve) => setTimeout(resolve, 200))]);
    expect(store.view().get('agents', 2002), `after ${turns} turns`).toBeDefined();
    await Promise.all([first, second]);
  }
});

it('leaves what waits to the next writing where one that has failed asks for it late', async () => {
  const { root, ids } = stateOfRecords({
    records: { workspaces: [workspace], users: [user] },
    leads: {},
    ids: {},
  });
  const late: (() => unknown)[] = [];
  const store = new RecordStore({
    ...{ root, ids },
    persistence: {
      append: async (decide) => {
        if (late.push(decide) === 1) throw new StorageError('No answer in time.');
        late[0]?.();
        (await decide()).land?.();
      },
      faults: () => [],
      close: () => Promise.resolve(),
    },
  });
  const put = (id: number) => store.commit([store.view().put('agents', sampleAgent(id))]);
  await expect(put(2001)).rejects.toThrow('No answer in time.');
  await put(2002);
  expect(store.view().count('agents')).toBe(1);
});

it('shows what decides the commits before it, and writes several changes of one record together', async () => {
  const { store, put, pass } = heldStore();
  const first = put(2001);
  await new Promise(setImmediate);
  const second = put(2002);
  const rename = (agent_name: string) => {
    const deciding = store.deciding();
    const before = deciding.view().get('agents', 2002);
    return deciding.commit([{ ...deciding.view().put('agents', sampleAgent(2002, { agent_name })), before }]);
  };
  const [third, fourth] = [rename('Ada'), rename('Bea')];
  expect([store.view().count('agents'), store.deciding().view().count('agents')]).toEqual([0, 2]);
  pass();
  await first;
  await new Promise(setImmediate);
  expect(store.view().count('agents')).toBe(1);
  pass();
  await Promise.all([second, third, fourth]);
  expect(store.view().get('agents', 2002)?.agent_name).toBe('Bea');
});

it('has decided again what was decided by a commit that was not written, and waits where it was', async () => {
  const { root, ids } = stateOfRecords({
    records: { workspaces: [workspace], users: [user] },
    leads: {},
    ids: {},
  });
  const endings: ((error?: unknown) => void)[] = [];
  const store = new RecordStore({
    ...{ root, ids },
    persistence: {
      append: async (decide) => {
        const { commits, land } = await decide();
        const end = (resolve: () => void, reject: (error: unknown) => void) =>
          endings.push((error) => (error === undefined ? resolve() : reject(error)));
        if (commits.length > 0) await new Promise<void>(end);
        land?.();
      },
    },
  });
  const put = (id: number) => store.commit([store.view().put('agents', sampleAgent(id))]);
  for (const error of [new StorageError('The disk is full.'), undefined]) {
    const written = put(2001);
    await new Promise(setImmediate);
    const deciding = store.deciding();
    expect(deciding.view().get('agents', 2001)).toBeDefined();
    let isSettled = false;
    const settled = deciding.settled().then(() => (isSettled = true));
    await new Promise(setImmediate);
    expect(isSettled).toBe(false);
    endings.shift()?.(error);
    const outcomes = await Promise.allSettled([written, settled]);
    expect(outcomes.map(({ status }) => status)).toEqual(Array(2).fill(error === undefined ? 'fulfilled' : 'rejected'));
    if (error !== undefined) await expect(settled).rejects.toThrow(ConflictError);
  }
});

it('takes no record of a commit that was not written for one that was', async () => {
  const { root, ids } = stateOfRecords({ records: { workspaces: [workspace], users: [user] }, leads: {}, ids: {} });
  const errors = [new StorageError('The disk is full.')];
  const store = new RecordStore({
    ...{ root, ids },
    persistence: {
      append: async (decide) => {
        const { land } = await decide();
        await new Promise(setImmediate);
        const error = errors.shift();
        if (error !== undefined) throw error;
        land?.();
      },
    },
  });
  const put = (before?: object) => store.commit([{ ...store.view().put('agents', sampleAgent(2001)), before }]);
  const unwritten = put();
  const deciding = store.deciding();
  const before = deciding.view().get('agents', 2001);
  await expect(unwritten).rejects.toThrow('The disk is full.');
  await put();
  await expect(put(before)).rejects.toThrow(ConflictError);
});

it('goes on after a commit that changes nothing', async () => {
  const { put, store, pass } = heldStore();
  await store.commit([]);
  const next = put(2001);
  await new Promise(setImmediate);
  pass();
  await next;
  expect(store.view().count('agents')).toBe(1);
});

it('gives no id above the highest that a record may have', () => {
  const { root } = stateOfRecords({ records: {}, leads: {}, ids: {} });
  const store = new RecordStore({ root, ids: noIds });
  store.follow({ root, ids: { ...noIds, agents: 999_999_999_997 } });
  expect([store.nextId('agents'), store.nextId('agents')]).toEqual([999_999_999_998, 999_999_999_999]);
  expect(() => store.nextId('agents')).toThrow(IdsExhaustedError);
});

it('gives no id that others have given, nor keeps a record that was to have one', async () => {
  const { root } = stateOfRecords({ records: { workspaces: [workspace], users: [user] }, leads: {}, ids: {} });
  const store = new RecordStore({ root, ids: noIds });
  const put = (id: number) => store.commit([store.view().put('agents', sampleAgent(id))]);
  const id = store.nextId('agents');
  store.follow({ root, ids: { ...noIds, agents: 5 } });
  await expect(put(id)).rejects.toThrow(ConflictError);
  const next = store.nextId('agents');
  await put(next);
  expect([id, next]).toEqual([1, 6]);
});

it('gives no id again after it was taken back to a state before', async () => {
  const { root } = stateOfRecords({ records: { workspaces: [workspace], users: [user] }, leads: {}, ids: {} });
  const store = new RecordStore({ root, ids: noIds });
  const before = store.snapshot();
  const id = store.nextId('agents');
  await store.restore(before);
  expect([id, store.nextId('agents')]).toEqual([1, 2]);
});
