import type { IncomingMessage } from 'node:http';
import { nothingLeft } from '../../domain/every-member.ts';
import type { JournalEntry } from '../../worlds/journal.ts';
import type { World } from '../../worlds/world.ts';
import { Problem } from '../../http/answer/problem.ts';
import type { ControlHandler } from '../control-handler.ts';
import { printEvent, streamEvents } from './event-stream.ts';
import { harOf } from './har.ts';
import { isAskedFor, isShown } from './journal-filter.ts';
import { entryView } from './journal-view.ts';
import { verifyCount, verifyOrder, type Verification } from './verify-journal.ts';

const defaultLimit = 100;
const heartbeat = 15_000;
const nothing = Buffer.alloc(0);

export const listJournal: ControlHandler<'listJournal'> = ({ query }, { world }) => {
  const { limit = defaultLimit, before = Infinity, console: withConsole = false, ...filter } = query;
  const entries: JournalEntry[] = [];
  for (const entry of world.journal.newestFirst()) {
    if (entries.length === limit) break;
    if (entry.id < before && isShown(entry, withConsole) && isAskedFor(entry, filter, world)) entries.push(entry);
  }
  const { size, bytes, dropped } = world.journal;
  const body = { entries: entries.map((entry) => entryView(entry, world)), total: size, bytes, dropped };
  return { status: 200, body };
};

export const clearJournal: ControlHandler<'clearJournal'> = (_, { world }) => {
  world.clearJournal();
  return { status: 204 };
};

export const getJournalEntry: ControlHandler<'getJournalEntry'> = ({ path }, { world }) => {
  const entry = world.journal.get(path.id);
  if (entry !== undefined) return { status: 200, body: entryView(entry, world) };
  const { size, lastId } = world.journal;
  const there = size === 0 ? 'the journal is empty' : `it has ${lastId - size + 1} to ${lastId}`;
  throw new Problem(404, `The journal has no entry ${path.id}: ${there}.`, 'id');
};

export const exportJournal: ControlHandler<'exportJournal'> = ({ query }, { world }) => {
  const shown = world.journal.after(0).filter((entry) => isShown(entry, query.console));
  const entries = shown.map((entry) => entryView(entry, world));
  return { status: 200, body: harOf(entries, '1') as { log: Record<string, never> } };
};

export const streamJournal: ControlHandler<'streamJournal'> = ({ raw, query }, { world }) => {
  const { journal, ended } = world;
  const isLeftOut = (id: number) => {
    const entry = journal.get(id);
    return entry !== undefined && !isShown(entry, query.console);
  };
  return {
    stream: (response) =>
      streamEvents(response, {
        seen: seenBy(raw, world),
        lastId: () => journal.lastId,
        print: (id) =>
          isLeftOut(id) ? nothing : journal.print(id, (entry) => printEvent(id, 'request', entryView(entry, world))),
        subscribe: (listener) => journal.subscribe(listener),
        heartbeat,
        ended,
      }),
  };
};

export const verifyJournal: ControlHandler<'verifyJournal'> = ({ body }, { world }) => {
  const entries = world.journal.after(0).filter((entry) => isShown(entry));
  const { satisfied, count, message, nearest } = verdictOn(body, entries);
  if (satisfied) return { status: 200, body: { satisfied, count } };
  const shown = nearest.map(({ differences, ...miss }) => ({
    ...miss,
    differences: differences.map(({ path, expected, actual }) => ({
      path,
      expected: expected as never,
      actual: (actual ?? null) as never,
    })),
  }));
  return { status: 422, body: { error: true, code: 422, message, data: { satisfied, count, nearest: shown } } };
};

function verdictOn(
  body: Parameters<typeof verifyJournal>[0]['body'],
  entries: readonly JournalEntry[],
): Verification & { satisfied: boolean } {
  const { request, in_order: inOrder, at_least: atLeast, at_most: atMost, exactly, ...rest } = body;
  nothingLeft(rest);
  if (inOrder !== undefined) {
    const other = Object.keys(body).find((name) => name !== 'in_order');
    if (other !== undefined) throw new Problem(400, `${other} does not go with in_order.`, other);
    return verifyOrder(entries, inOrder);
  }
  if (request === undefined) throw new Problem(400, 'request is required, or in_order.', 'request');
  const other = atLeast === undefined ? 'at_most' : 'at_least';
  if (exactly !== undefined && (atLeast ?? atMost) !== undefined) {
    throw new Problem(400, `${other} does not go with exactly.`, other);
  }
  if (atLeast !== undefined && atMost !== undefined && atMost < atLeast) {
    throw new Problem(400, 'at_most is below at_least.', 'at_most');
  }
  return verifyCount(entries, request, { atLeast, atMost, exactly });
}

/** The last entry that a client says to have; of one that says nothing the newest. What is gone counts as seen. */
function seenBy({ headers }: IncomingMessage, { journal: { lastId, size } }: World): number {
  const last = headers['last-event-id'];
  if (typeof last !== 'string' || !/^\d{1,15}$/.test(last)) return lastId;
  return Math.max(lastId - size, Math.min(lastId, Number(last)));
}
