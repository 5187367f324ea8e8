import { expect, it } from 'vitest';
import { joined, type JournalEntry } from './live-journal.ts';

function entries(from: number, to: number, day = '01'): readonly JournalEntry[] {
  const ids = Array.from({ length: from - to + 1 }, (_, index) => from - index);
  return ids.map((id) => ({
    id,
    at: `2026-10-${day}T09:00:00.000Z`,
    duration: 1,
    world: 'default',
    workspace: null,
    operation: null,
    status: 200,
    rule: null,
    is_of_console: false,
    warning: null,
    delivery: 'sent',
    faults: [],
    request: { method: 'GET', url: '/', headers: [], body: null },
    answer: { headers: [], body: { size: 0, is_cut: false } },
    changes: [],
  }));
}

it.each([
  {
    what: 'goes on where the newest page left off',
    newest: entries(6, 4),
    held: entries(5, 1),
    ids: [6, 5, 4, 3, 2, 1],
  },
  { what: 'drops what is older than a gap', newest: entries(9, 8), held: entries(5, 1), ids: [9, 8] },
  { what: 'drops what another mock told', newest: entries(3, 2), held: entries(5, 1, '02'), ids: [3, 2] },
  { what: 'is empty after a reset', newest: [], held: entries(5, 1), ids: [] },
  { what: 'begins with the first page', newest: entries(2, 1), held: [], ids: [2, 1] },
])('$what', ({ newest, held, ids }) => {
  expect(joined(newest, held).map(({ id }) => id)).toEqual(ids);
});

it('holds no more than the mock keeps', () => {
  expect(joined(entries(1300, 1101), entries(1150, 150))).toHaveLength(1000);
});
