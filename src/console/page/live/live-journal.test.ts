import { expect, it } from 'vitest';
import { EventStreamParser, type JournalEntry, joinedPages } from './live-journal.ts';

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
  expect(joinedPages(newest, held).map(({ id }) => id)).toEqual(ids);
});

it('holds no more than the mock keeps', () => {
  expect(joinedPages(entries(1300, 1101), entries(1150, 150))).toHaveLength(1000);
});

const stream =
  'retry: 1000\n\nid: 1\nevent: request\ndata: {"a":1}\n\n: heartbeat\n\nid: 2\nevent: dropped\ndata: {"count":3}\n\n';
const events = [
  { event: 'request', data: '{"a":1}' },
  { event: 'dropped', data: '{"count":3}' },
];

it.each([1, 2, 7, 1000])('reads events that come in pieces of %i characters', (size) => {
  const parser = new EventStreamParser();
  const pieces = Array.from({ length: Math.ceil(stream.length / size) }, (_, index) =>
    stream.slice(index * size, (index + 1) * size),
  );
  expect(pieces.flatMap((piece) => parser.push(piece))).toEqual(events);
});

it('waits for the end of an event', () => {
  const parser = new EventStreamParser();
  expect(parser.push('data: half')).toEqual([]);
  expect(parser.push(' of it\n\n')).toEqual([{ event: 'message', data: 'half of it' }]);
});

it('joins the lines of one event', () => {
  expect(new EventStreamParser().push('data: a\ndata: b\n\n')).toMatchObject([{ data: 'a\nb' }]);
});
