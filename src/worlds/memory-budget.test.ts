import fc from 'fast-check';
import { describe, expect, it, test, vi } from 'vitest';
import { tableOf } from '../store/state/persistent-table.ts';
import { Journal, type JournalRecord } from './journal.ts';
import { Holding, MemoryBudget, memorySize, withinHeap } from './memory-budget.ts';

const nowhere = { root: { leads: tableOf([]) } as never, ids: undefined as never };

function record(bytes: number): JournalRecord {
  return {
    at: 0,
    duration: 0,
    method: 'GET',
    url: '/',
    requestHeaders: [],
    requestBody: undefined,
    isParsed: false,
    status: 200,
    answerHeaders: {},
    answerBody: Buffer.alloc(bytes),
    answerSize: bytes,
    delivery: 'sent',
    operation: null,
    workspace: null,
    rule: null,
    faults: [],
    changes: [],
    before: nowhere,
    after: nowhere,
    isOfConsole: false,
    decided: 0,
  };
}

test('whatever journals add and forget, together they keep the budget, and the youngest entries of all', () => {
  const step = fc.tuple(fc.nat(3), fc.oneof(fc.nat(20_000), fc.constant('clear' as const)));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
      const budget = new MemoryBudget(100_000);
      const journals = Array.from({ length: 4 }, () => new Journal({ entries: 10, bytes: 1e6 }, budget));
      const order: (readonly [journal: number, id: number])[] = [];
      for (const [at, what] of steps) {
        if (what === 'clear') journals[at]?.clear();
        else order.push([at, journals[at]?.add(record(what)) ?? 0]);
        const bytes = journals.reduce((sum, journal) => sum + journal.bytes, 0);
        expect(budget.used).toBe(bytes);
        expect(bytes).toBeLessThanOrEqual(100_000);
      }
      // Of one journal none is kept that is older than one that is gone.
      for (const [at, journal] of journals.entries()) {
        const ids = [...journal.newestFirst()].map(({ id }) => id);
        expect(ids).toEqual(Array.from({ length: journal.size }, (_, index) => journal.lastId - index));
        expect(order.filter(([other]) => other === at).length).toBe(journal.lastId);
      }
    }),
  );
});

it('drops the oldest entry of all journals first, whichever journal it is in', () => {
  const told = vi.fn();
  const budget = new MemoryBudget(40_000, told);
  const [one, two] = [new Journal({ bytes: 1e6 }, budget), new Journal({ bytes: 1e6 }, budget)];
  one.add(record(5000));
  two.add(record(5000));
  one.add(record(5000));
  for (let count = 0; count < 4; count += 1) two.add(record(5000));
  expect([one.size, two.size]).toEqual([1, 4]);
  expect([one.dropped, two.dropped]).toEqual([1, 1]);
  expect(budget.dropped).toEqual({ entry: 2, snapshot: 0, world: 0 });
  expect(told.mock.calls).toEqual([['entry', expect.stringMatching(/^1 journal entry was dropped.*--memory/)]]);
});

it('counts what a journal that is closed held no more', () => {
  const budget = new MemoryBudget(Infinity);
  const journal = new Journal({}, budget);
  journal.add(record(4000));
  expect(budget.used).toBeGreaterThan(4000);
  journal.close();
  journal.add(record(10));
  expect([budget.used, journal.size]).toEqual([0, 0]);
});

describe('snapshots and worlds', () => {
  const kinds = ['snapshot', 'world'] as const;

  function held(limit: number, sizes: readonly number[]) {
    const told = vi.fn();
    const budget = new MemoryBudget(limit, told);
    const states = new Map<string, Holding>();
    for (const [index, bytes] of sizes.entries()) {
      const name = `s${index}`;
      const drop = () => void states.delete(name);
      states.set(name, new Holding(budget, kinds[index % 2] ?? 'world', bytes, drop, name));
    }
    return { budget, states, told };
  }

  it('go once there is no entry left, in their order, until there is some room', () => {
    const { budget, states, told } = held(100_000, [30_000, 30_000, 30_000, 0]);
    const journal = new Journal({}, budget);
    journal.add(record(1000));
    journal.add(record(1000));
    states.get('s3')?.hold(30_000);
    expect([...states.keys()]).toEqual(['s1', 's2', 's3'].slice(1));
    expect(journal.size).toBe(1);
    expect(budget.dropped).toEqual({ entry: 1, snapshot: 1, world: 1 });
    expect(told.mock.calls.map(([kind]) => kind as string)).toEqual(['entry', 'snapshot', 'world']);
  });

  it('count what they have grown by once they have shrunk again no more', () => {
    const { budget, states, told } = held(100_000, [30_000, 30_000]);
    for (let count = 0; count < 1000; count += 1) for (const bytes of [2000, -2000]) states.get('s0')?.hold(bytes);
    expect([budget.used, states.size, told.mock.calls.length]).toEqual([60_000, 2, 0]);
  });

  it('hold a profile that several follow once, until the last of them is released', () => {
    const budget = new MemoryBudget(Infinity);
    const profile = { bytes: 5000 };
    const states = [1, 2, 3].map(() => new Holding(budget, 'world', 100, () => undefined));
    for (const state of states) state.follow(profile);
    expect(budget.used).toBe(5300);
    states[0]?.follow(undefined);
    states[1]?.release();
    expect(budget.used).toBe(5200);
    states[2]?.release();
    states[2]?.hold(100);
    expect(budget.used).toBe(100);
  });
});

test.each([
  ['256', 256 * 2 ** 20],
  [64, 64 * 2 ** 20],
  ['256MB', 256 * 2 ** 20],
  ['1.5 GB', 1.5 * 2 ** 30],
  ['2g', 2 * 2 ** 30],
  ['512MiB', 512 * 2 ** 20],
  ['2048k', 2 * 2 ** 20],
  ['1TB', 2 ** 40],
  ['2TB', undefined],
  ['0', undefined],
  ['1', 2 ** 20],
  ['512k', undefined],
  ['-5', undefined],
  ['', undefined],
  ['MB', undefined],
  ['1e3', undefined],
  ['5 apples', undefined],
  [NaN, undefined],
])('the size %j is %j bytes', (size, bytes) => {
  expect(memorySize(size)).toBe(bytes);
});

test('no budget is larger than a third of the heap', () => {
  expect(withinHeap(2 ** 20)).toBe(2 ** 20);
  expect(withinHeap(2 ** 45)).toBeLessThan(2 ** 40);
});
