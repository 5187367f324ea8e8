import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { scenarioFolder } from '../files/scenario-folder.ts';
import { createBeginnings, openEphemeral } from '../store/open-ephemeral.ts';
import { type World, type WorldState, makeWorld } from './world.ts';
import { Worlds } from './worlds.ts';

const base = await openEphemeral({ scenarioDir: scenarioFolder('default') });
const begun = Date.parse('2026-01-01T00:00:00.000Z');
const open: Worlds[] = [];

afterEach(() => open.splice(0).forEach((worlds) => worlds.close()));

function createSome(options: { idleTime?: number; limit?: number; now?: () => number } = {}): Worlds {
  const { idleTime = 60_000, limit = 500, now = () => begun } = options;
  const clock = { now: () => new Date(now()) };
  const defaultWorld = makeWorld({ name: 'default', scenario: 'default', store: base.fork(), clock });
  const worlds = new Worlds({ defaultWorld, pristine: () => Promise.resolve(base.snapshot()), clock, idleTime, limit });
  open.push(worlds);
  return worlds;
}

function stateOf(world: World) {
  const { records, leads } = world.store.records();
  return { records, leads, now: world.clock.now(), chance: world.random.state() };
}

/** One step of a test: what it does to a world, and what it remembers of it. */
type Step = (world: World, worlds: Worlds, kept: { state?: WorldState }) => unknown;

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(fc.integer({ min: 1001, max: 1010 }), fc.string({ maxLength: 5 })).map(([id, agent_name]): Step => {
    return (world) => {
      const view = world.store.view();
      const agent = view.get('agents', id);
      if (agent === undefined) return undefined;
      const record = { ...agent, agent_name, updated_on: world.clock.now().toISOString() };
      return world.store.commit([world.store.view().put('agents', record)]);
    };
  }),
  fc.constant<Step>((world) => {
    const id = world.store.nextId('agents');
    const agent = [...world.store.view().all('agents')].find(({ workspace_id: owner }) => owner === 102);
    if (agent === undefined) return undefined;
    const record = { ...agent, id, uuid: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}` };
    return world.store.commit([world.store.view().put('agents', record)]);
  }),
  fc.integer({ min: 1, max: 40 }).map(
    (attempts): Step =>
      (world) =>
        world.diallers.dial(5001, attempts),
  ),
  fc.integer({ min: 1, max: 1e7 }).map(
    (by): Step =>
      (world) =>
        world.clock.advance(by),
  ),
  fc.integer({ min: 0, max: 1e7 }).map(
    (by): Step =>
      (world) =>
        world.clock.freeze(new Date(begun + by)),
  ),
  fc.constant<Step>((world) => world.clock.free()),
  fc.constant<Step>((world) => world.random.next()),
  fc.constant<Step>((world, worlds) => worlds.reset(world)),
  fc.constant<Step>((world, worlds, kept) => Object.assign(kept, { state: worlds.capture(world) })),
  fc.constant<Step>((world, worlds, kept) => kept.state && worlds.restore(world, kept.state)),
);

it('lets two worlds come out, however their steps interleave, as each does alone', async () => {
  const steps = fc.array(fc.tuple(fc.boolean(), step), { maxLength: 25 });
  await fc.assert(
    fc.asyncProperty(steps, async (interleaved) => {
      const names = ['one', 'two'] as const;
      const kept = { one: {}, two: {} };
      const together = createSome();
      for (const [isOne, run] of interleaved) {
        const name = isOne ? 'one' : 'two';
        await run(await together.named(name), together, kept[name]);
      }
      for (const name of names) {
        const apart = createSome();
        const alone = await apart.named(name);
        const keptAlone = {};
        for (const [isOne, run] of interleaved) if (isOne === (name === 'one')) await run(alone, apart, keptAlone);
        expect(stateOf(await together.named(name))).toEqual(stateOf(alone));
      }
      expect(stateOf(together.default)).toEqual(stateOf(createSome().default));
    }),
    { numRuns: 40 },
  );
});

describe('idle worlds', () => {
  it('end, and whatever goes on in them', async () => {
    let now = begun;
    const worlds = createSome({ now: () => now, idleTime: 1000 });
    const world = await worlds.named('idle');
    await world.diallers.follow(5001, 60);
    now += 1001;
    expect(worlds.find('idle')).toBeUndefined();
    expect(world.ended.aborted).toBe(true);
    expect(world.diallers.following(5001)).toBeUndefined();
    expect(await worlds.named('idle')).not.toBe(world);
  });

  it('are begun anew by the request that names them next, before anybody has looked for idle ones', async () => {
    let now = begun;
    const worlds = createSome({ now: () => now, idleTime: 1000 });
    const world = await worlds.named('idle');
    now += 1001;
    expect(await worlds.named('idle')).not.toBe(world);
    expect(world.ended.aborted).toBe(true);
  });

  it('do not count as used when they are looked at', async () => {
    let now = begun;
    const worlds = createSome({ now: () => now, idleTime: 1000 });
    const world = await worlds.named('seen');
    now += 900;
    expect(worlds.find('seen')).toBe(world);
    expect(worlds.list()).toContain(world);
    expect(worlds.lastUse(world)).toEqual(new Date(begun));
    now += 200;
    expect(worlds.find('seen')).toBeUndefined();
  });

  it('make room for new ones, the one used longest ago first, even while the clock stands still', async () => {
    const worlds = createSome({ limit: 2 });
    const first = await worlds.named('first');
    const second = await worlds.named('second');
    await worlds.named('first');
    expect((await worlds.named('third')).name).toBe('third');
    expect([first.ended.aborted, second.ended.aborted]).toEqual([false, true]);
    expect(worlds.list().map(({ name }) => name)).toEqual(['default', 'first', 'third']);
  });

  it('are refused where none may be', async () => {
    await expect(createSome({ limit: 0 }).named('first')).rejects.toThrow('There are 0 worlds');
  });
});

it('reads a scenario once, and again where it could not be read', async () => {
  let attempts = 0;
  const state = base.snapshot();
  const { stateOf } = createBeginnings(() =>
    (attempts += 1) === 1 ? Promise.reject(new Error('gone')) : Promise.resolve(state),
  );
  await expect(stateOf('one')).rejects.toThrow('gone');
  expect([await stateOf('one'), await stateOf('one'), attempts]).toEqual([state, state, 2]);
});

it('makes one world of a name, however many requests ask at once while the scenario is read', async () => {
  const clock = { now: () => new Date(begun) };
  const defaultWorld = makeWorld({ name: 'default', scenario: 'default', store: base.fork(), clock });
  const pristine = () => Promise.resolve(base.snapshot());
  const worlds = new Worlds({ defaultWorld, pristine, clock, idleTime: 1000, limit: 5 });
  open.push(worlds);
  const asked = await Promise.all(Array.from({ length: 20 }, async () => worlds.named('new')));
  expect(new Set(asked).size).toBe(1);
  expect(worlds.list()).toHaveLength(2);
});

it('tries again where a scenario could not be read', async () => {
  const clock = { now: () => new Date(begun) };
  const defaultWorld = makeWorld({ name: 'default', scenario: 'default', store: base.fork(), clock });
  let attempts = 0;
  const pristine = () => ((attempts += 1) === 1 ? Promise.reject(new Error('gone')) : Promise.resolve(base.snapshot()));
  const worlds = new Worlds({ defaultWorld, pristine, clock, idleTime: 1000, limit: 5 });
  open.push(worlds);
  await expect(worlds.named('new')).rejects.toThrow('gone');
  expect((await worlds.named('new')).name).toBe('new');
});

it('draws the same again once a world is taken back to a state, or to its scenario', async () => {
  const worlds = createSome();
  const world = await worlds.named('drawing');
  const draw = () => [world.random.next(), world.random.next()];
  const first = draw();
  const state = worlds.capture(world);
  const second = draw();
  await worlds.restore(world, state);
  expect(draw()).toEqual(second);
  await worlds.reset(world);
  expect(draw()).toEqual(first);
});
