import { expect, it } from 'vitest';
import { ListMachine } from '../../testing/simulation/list-machine.ts';
import { MadeUpEngine } from '../../testing/simulation/made-up-engine.ts';
import { VirtualTime } from '../../testing/simulation/virtual-time.ts';
import { createSeededRandom } from '../../worlds/random.ts';
import { Replica } from './replica.ts';

/** A fleet over an engine that answers within 2 ms, and loses nothing. */
function fleet(count: number, snapshotEvery = 4_000_000) {
  const time = new VirtualTime();
  const troubles = { lostRequests: 0, lostAnswers: 0, duplicates: 0, longestDelay: 1 };
  const engine = new MadeUpEngine(time, createSeededRandom('replica'), troubles);
  const replicas = Array.from({ length: count }, (_, i) => {
    const machine = new ListMachine();
    const options = { log: engine.connect(), machine, timer: time, name: `replica-${i}`, snapshotEvery };
    return { replica: new Replica(options), machine };
  });
  return { time, engine, replicas };
}

it('appends what is deferred within 100 ms, however fast more comes', async () => {
  const { time, engine, replicas } = fleet(1);
  const write = async () => {
    for (let at = 0; at < 200; at += 1) {
      replicas[0]?.replica.defer({ key: 'journal', item: String(at) });
      await time.wait(5);
      const appended = engine.entries.flatMap(({ body }) => JSON.parse(body) as unknown[]).length;
      // At 5 ms each.
      expect(at - appended).toBeLessThanOrEqual(20);
    }
  };
  await time.until(write(), 10_000);
});

it('asks once for all who wait, and again for who comes while that is under way', async () => {
  const { time, replicas } = fleet(1);
  const asked = replicas[0]?.replica;
  const ask = async () => {
    await asked?.current();
    const before = asked?.counts.questions ?? 0;
    const first = Array.from({ length: 50 }, () => asked?.current());
    while (asked?.counts.questions === before) await time.wait(0);
    const second = Array.from({ length: 50 }, () => asked?.current());
    await Promise.all([...first, ...second]);
    expect((asked?.counts.questions ?? 0) - before).toBe(2);
  };
  await time.until(ask(), 10_000);
});

it('keeps a snapshot once, by the replica whose entry made it due', async () => {
  const { time, engine, replicas } = fleet(3, 300);
  const write = async () => {
    for (let i = 0; i < 60; i += 1) {
      const { replica, machine } = replicas[i % 3] ?? {};
      await replica?.current();
      await replica?.submit([{ key: 'a', item: `item ${i}` }], new Map([['a', machine?.versionOf('a') ?? 0]]));
      for (const each of replicas) await each.replica.current();
    }
    await time.wait(10);
  };
  await time.until(write(), 10_000);
  const size = engine.entries.reduce((sum, { body }) => sum + body.length, 0);
  expect(engine.snapshots.length).toBeGreaterThan(1);
  expect(engine.snapshots.length).toBeLessThanOrEqual(size / 300);
});
