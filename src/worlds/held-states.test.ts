import { afterEach, expect, it } from 'vitest';
import { scenarioFolder } from '../files/scenario-folder.ts';
import { openEphemeral, stateOfRecords } from '../store/open-ephemeral.ts';
import { systemClock } from './time-and-chance.ts';
import { Snapshots } from './snapshots.ts';
import type { JournalRecord } from './journal.ts';
import { MemoryBudget, MemoryFullError } from './memory-budget.ts';
import { makeWorld, type World } from './world.ts';
import { Worlds } from './worlds.ts';

const base = await openEphemeral({ scenarioDir: scenarioFolder('default') });
const open: Worlds[] = [];
afterEach(() => open.splice(0).forEach((worlds) => worlds.close()));

function start(limit = Infinity) {
  const memory = new MemoryBudget(limit);
  const clock = systemClock();
  const defaultWorld = makeWorld({ name: 'default', scenario: 'default', store: base.fork(), clock, memory });
  const worlds = new Worlds({
    defaultWorld,
    pristine: () => Promise.resolve(base.snapshot()),
    clock,
    idleTime: 1e6,
    limit: 500,
    memory,
  });
  open.push(worlds);
  const snapshots = new Snapshots(1000, memory);
  const used = () => memory.used;
  const take = (world: World, name: string) =>
    snapshots.keep({ name, world: world.name, takenOn: clock.now(), state: worlds.capture(world) });
  return { memory, worlds, snapshots, used, take, clock };
}

/** Makes the prompt of an agent a text of so many characters. */
async function write(world: World, size: number, id = 1001): Promise<void> {
  const view = world.store.view();
  const agent = view.get('agents', id);
  if (agent === undefined) throw new Error(`There is no agent ${id}.`);
  const record = { ...agent, agent_prompt: String(Math.random()).padEnd(size, 'x') };
  await world.store.commit([world.store.view().put('agents', record)]);
}

it('counts of a world what it changed, and nothing of its scenario', async () => {
  const { worlds, used } = start();
  const world = await worlds.named('one');
  expect(used()).toBeLessThan(20_000);
  await write(world, 500_000);
  expect(used()).toBeGreaterThan(500_000);
  expect(used()).toBeLessThan(560_000);
  await write(world, 1000);
  expect(used()).toBeLessThan(60_000);
  await write(worlds.default, 500_000);
  expect(used()).toBeLessThan(60_000);
});

it('counts of every world and snapshot what it changed, though they share it: never too little', async () => {
  const { worlds, used, take } = start();
  const world = await worlds.named('one');
  await write(world, 500_000);
  for (let count = 0; count < 4; count += 1) {
    await take(world, `snapshot-${count}`);
    await worlds.create(`fork-${count}`, { state: worlds.capture(world) });
    await write(world, 1000, 1002);
  }
  expect(used()).toBeGreaterThan(9 * 500_000);
  expect(used()).toBeLessThan(9 * 560_000);
});

it('counts a record once, however often it is changed, and goes back with a reset', async () => {
  const { worlds, used } = start();
  const world = await worlds.named('one');
  for (let count = 0; count < 20; count += 1) await write(world, 100_000);
  expect(used()).toBeLessThan(150_000);
  await worlds.reset(world);
  expect(used()).toBeLessThan(20_000);
});

it('goes on counting what a snapshot holds of a state that its world has left', async () => {
  const { worlds, used, take } = start();
  await write(worlds.default, 500_000);
  await take(worlds.default, 'kept');
  await write(worlds.default, 100);
  expect(used()).toBeGreaterThan(500_000);
  expect(used()).toBeLessThan(560_000);
});

it('frees all that a world held once it is deleted: what it changed, its faults and its journal', async () => {
  const { worlds, used, memory } = start();
  const world = await worlds.named('one');
  await write(world, 10_000);
  world.faults.add({ effect: { type: 'error', status: 500 } });
  const entry = { url: '/', requestHeaders: [], answerBody: Buffer.alloc(10), changes: [] };
  world.journal.add(entry as unknown as JournalRecord);
  expect(used()).toBeGreaterThan(10_000);
  await worlds.delete('one');
  expect([used(), world.faults.standing.size, world.journal.size, memory.held.world.size]).toEqual([0, 0, 0, 0]);
});

it('lets snapshots go in the order of their last use, then idle worlds, and keeps the newest of each', async () => {
  const { worlds, snapshots, take, memory } = start(2_000_000);
  for (const name of ['a', 'b', 'c']) {
    const world = await worlds.named(name);
    await write(world, 400_000);
    await take(world, name);
    await write(world, 200);
  }
  expect(snapshots.find('a')).toBeDefined();
  const big = await worlds.named('big');
  await write(big, 1_000_000);
  expect(snapshots.list().map(({ name }) => name)).toEqual(['a']);
  expect([snapshots.wasDropped('b'), snapshots.wasDropped('c'), snapshots.wasDropped('a')]).toEqual([
    true,
    true,
    false,
  ]);
  await write(big, 2_500_000);
  expect(worlds.list().map(({ name }) => name)).toEqual(['default', 'big']);
  expect(snapshots.list()).toEqual([]);
  expect(memory.dropped).toMatchObject({ snapshot: 3, world: 3 });
});

it('keeps no snapshot that alone is larger than the budget', async () => {
  const { snapshots, worlds, take } = start(2_000_000);
  const { records, leads, ids } = base.records();
  const agents = records.agents.map((agent) => ({ ...agent, agent_prompt: String(agent.id).padEnd(300_000) }));
  const changed = stateOfRecords({ records: { ...records, agents }, leads, ids: { ...ids } });
  const state = { ...worlds.capture(worlds.default), records: changed };
  await take(worlds.default, 'small');
  const kept = snapshots.keep({ name: 'large', world: null, takenOn: new Date(), state });
  await expect(kept).rejects.toThrow(MemoryFullError);
  expect(snapshots.list().map(({ name }) => name)).toEqual(['small']);
});
