import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { tableOf } from '../store/state/persistent-table.ts';
import { sampleAgent } from '../testing/store/sample-scenario.ts';
import { Journal, type JournalRecord } from './journal.ts';

const nowhere = { root: { leads: tableOf([]) } as never, ids: undefined as never };

function record(requestBytes = 0, answerBytes = 0, changed = 0): JournalRecord {
  return {
    at: 0,
    duration: 0,
    method: 'GET',
    url: '/',
    requestHeaders: [],
    requestBody: { size: requestBytes, chunks: [Buffer.alloc(requestBytes)] },
    isParsed: false,
    status: 200,
    answerHeaders: {},
    answerBody: Buffer.alloc(answerBytes),
    answerSize: answerBytes,
    delivery: 'sent',
    operation: null,
    workspace: null,
    rule: null,
    faults: [],
    changes: [{ in: 'agents', id: 1, after: sampleAgent(1, { agent_prompt: 'x'.repeat(changed) }) }],
    before: nowhere,
    after: nowhere,
    isOfConsole: false,
    decided: 0,
  };
}

const step = fc.oneof(
  { weight: 20, arbitrary: fc.tuple(fc.nat(20_000), fc.nat(20_000), fc.nat(20_000)) },
  { weight: 1, arbitrary: fc.constant('clear' as const) },
);

test('whatever is added, the journal holds the newest entries in their order and keeps its bounds', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const journal = new Journal({ entries: 10, bytes: 50_000 });
      let added = 0;
      for (const sizes of steps) {
        if (sizes === 'clear') journal.clear();
        else added = journal.add(record(...sizes));
        const ids = [...journal.newestFirst()].map(({ id }) => id);
        expect(ids).toEqual(Array.from({ length: journal.size }, (_, index) => added - index));
        expect(journal.after(0).map(({ id }) => id)).toEqual(ids.toReversed());
        expect(journal.size).toBeLessThanOrEqual(10);
        expect(journal.bytes).toBeLessThanOrEqual(50_000);
        expect(journal.bytes === 0).toBe(journal.size === 0);
        expect(journal.get(added - journal.size)).toBeUndefined();
        if (sizes !== 'clear') expect(journal.get(added)).toBeDefined();
      }
      expect(journal.lastId).toBe(added);
    }),
  );
});

test('an entry larger than the whole journal is kept without its bodies and changes', () => {
  const journal = new Journal({ entries: 10, bytes: 10_000 });
  journal.add(record(1, 1));
  const entry = journal.get(journal.add(record(20_000, 20_000, 20_000)));
  expect(entry).toMatchObject({ requestBody: { size: 20_000 }, answerSize: 20_000, changes: [] });
  expect([entry?.requestBody?.chunks, entry?.answerBody.length]).toEqual([[], 0]);
  expect(journal.size).toBe(2);
});

test('listeners are told of each entry until they leave', () => {
  const journal = new Journal();
  const heard: number[] = [];
  const leave = journal.subscribe((id) => heard.push(id));
  journal.add(record());
  journal.add(record());
  leave();
  journal.add(record());
  expect(heard).toEqual([1, 2]);
});

test('an entry is made into bytes once for all who read it together', () => {
  const journal = new Journal();
  const make = vi.fn(({ id }: { readonly id: number }) => Buffer.alloc(300_000, id));
  for (let count = 0; count < 5; count += 1) {
    const id = journal.add(record());
    const prints = Array.from({ length: 300 }, () => journal.print(id, make));
    expect(new Set(prints).size).toBe(1);
  }
  expect(make).toHaveBeenCalledTimes(5);
  journal.clear();
  expect(journal.print(5, make)).toBeUndefined();
});
