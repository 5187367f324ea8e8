import type { IncomingMessage } from 'node:http';
import { nothingLeft } from '../../json/json-value.ts';
import { Problem } from '../../http/answer/error-answer.ts';
import type { JournalEntry } from '../../worlds/journal.ts';
import type { World } from '../../worlds/world.ts';
import type { ControlHandler, ControlRequest } from '../control-handler.ts';
import { printEvent, streamEvents } from './event-stream.ts';
import { entryView, harOf, inSlices, isListedInJournal, type EntryView } from './journal-view.ts';
import { makeReproFile } from './repro-file.ts';

const defaultLimit = 100;
const heartbeat = 15_000;
const nothing = Buffer.alloc(0);

export const listJournal: ControlHandler<'listJournal'> = async ({ query }, { world }) => {
  const { limit = defaultLimit, before = Infinity, console: withConsole = false, text = '', ...filter } = query;
  const entries: EntryView[] = [];
  for await (const entry of inSlices(world.journal.newestFirst())) {
    if (entry.id >= before || !isListedInJournal(entry, withConsole) || !isAskedFor(entry, filter)) continue;
    const view = entryView(entry, world);
    // Of what is shown: no text finds a token.
    if (text === '' || JSON.stringify(view).toLowerCase().includes(text.toLowerCase())) entries.push(view);
    if (entries.length === limit) break;
  }
  const { size, bytes, dropped } = world.journal;
  return { status: 200, body: { entries, total: size, bytes, dropped } };
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

export const exportJournal: ControlHandler<'exportJournal'> = async ({ query }, { world }) => {
  const entries: EntryView[] = [];
  for await (const entry of inSlices(world.journal.after(0))) {
    if (isListedInJournal(entry, query.console)) entries.push(entryView(entry, world));
  }
  return { status: 200, body: harOf(entries) as { log: Record<string, never> } };
};

export const streamJournal: ControlHandler<'streamJournal'> = ({ raw, query }, { world }) => {
  const { journal, ended } = world;
  const print = (id: number) => {
    const entry = journal.get(id);
    if (entry !== undefined && !isListedInJournal(entry, query.console)) return nothing;
    return journal.print(id, (found) => printEvent(id, 'request', entryView(found, world)));
  };
  return {
    stream: (response) =>
      streamEvents(response, {
        seen: seenBy(raw, world),
        lastId: () => journal.lastId,
        print,
        subscribe: (listener) => journal.subscribe(listener),
        heartbeat,
        ended,
      }),
  };
};

export const makeRepro: ControlHandler<'makeRepro'> = ({ body }, { world, isStrict, clock }) => {
  const { since = 1, console: withConsole, ...rest } = body;
  nothingLeft(rest);
  const entries = world.journal.after(since - 1).filter((entry) => isListedInJournal(entry, withConsole));
  const file = makeReproFile(world, entries, isStrict, clock.now());
  if (file === undefined) {
    throw new Problem(409, 'The journal holds no request that can be played again: make some, then ask again.');
  }
  return { status: 200, body: file as unknown as Record<string, never> };
};

/** What is absent of it matches every entry. */
type JournalFilter = Omit<ControlRequest<'listJournal'>['query'], 'limit' | 'before' | 'console' | 'text'>;

function isAskedFor(entry: JournalEntry, filter: JournalFilter): boolean {
  const { method, path, since, fault, ...equal } = filter;
  const { operation, status, workspace, rule, ...rest } = equal;
  nothingLeft(rest);
  return (
    Object.entries({ operation, status, workspace, rule, method: method?.toUpperCase() }).every(
      ([name, wanted]) => wanted === undefined || entry[name as keyof JournalEntry] === wanted,
    ) &&
    (path === undefined || (entry.url.split('?', 1)[0] ?? '').includes(path)) &&
    (since === undefined || entry.at >= Date.parse(since)) &&
    (fault === undefined || entry.faults.some(({ id }) => id === fault))
  );
}

/** The last entry that a client says to have; of one that says nothing the newest. What is gone counts as seen. */
function seenBy({ headers }: IncomingMessage, { journal: { lastId, size } }: World): number {
  const last = headers['last-event-id'];
  if (typeof last !== 'string' || !/^\d{1,15}$/.test(last)) return lastId;
  return Math.max(lastId - size, Math.min(lastId, Number(last)));
}
