import { afterEach, expect, it, vi } from 'vitest';
import type { ControlClient } from '../../../client/control-client.ts';
import { type JournalEntry, LiveJournal, joinedPages } from './live-journal.ts';

afterEach(() => vi.unstubAllGlobals());

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

it.each([1, 7, 1000])('takes the requests of a stream that comes in pieces of %i bytes', async (size) => {
  const [entry] = entries(1, 1);
  const sent = `retry: 1000\n\nid: 1\nevent: request\ndata: ${JSON.stringify(entry)}\n\n: heartbeat\n\n`;
  const bytes = new TextEncoder().encode(`${sent}id: 2\nevent: dropped\ndata: {"count":3}\n\nevent: request\ndata: {`);
  const body = new ReadableStream({
    start: (stream) => {
      for (let at = 0; at < bytes.length; at += size) stream.enqueue(bytes.slice(at, at + size));
    },
  });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body)));
  const page = { data: { entries: [] }, response: new Response() };
  const control = { GET: () => Promise.resolve(page) } as unknown as ControlClient;
  const live = new LiveJournal({ control, address: '/', headers: () => ({}), isConsoleShown: () => false });
  live.restart();
  await expect.poll(() => live.entries.value).toEqual([entry]);
  expect([live.connection.value, live.leftOut.value]).toEqual(['live', 3]);
});
