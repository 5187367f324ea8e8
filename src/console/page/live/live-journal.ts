import { signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { answerOf, ControlFailure, type ControlClient, type Schemas } from '../api/control-client.ts';
import { EventStreamParser } from './event-stream-parser.ts';

export type JournalEntry = Schemas['JournalEntry'];
export type Connection = 'connecting' | 'live' | 'polling' | 'lost' | 'refused';

export interface LiveJournal {
  /** The newest first; no more than the mock itself keeps. */
  readonly entries: ReadonlySignal<readonly JournalEntry[]>;
  readonly connection: ReadonlySignal<Connection>;
  /** How many the mock left out, because this page was too slow to take them. */
  readonly leftOut: ReadonlySignal<number>;
  /** Goes up when something was requested, at most once a second: what is shown of the world may be another. */
  readonly revision: Signal<number>;
  /** Begins anew: in another world, or after one was reset. */
  readonly restart: () => void;
  /** What came before the oldest that is held. */
  readonly loadOlder: () => Promise<number>;
}

export interface LiveJournalOptions {
  readonly control: ControlClient;
  readonly address: string;
  readonly headers: () => Readonly<Record<string, string>>;
}

const keptEntries = 1000;
const firstPage = 200;
/** What comes is shown in batches, so many milliseconds apart: a page drawn 500 times a second would stand still. */
const batchTime = 200;
const revisionTime = 1000;
const pollTime = 2000;
const retryTime = 1500;
/** The stream's head comes at once; what holds it back longer is a proxy that will hold back everything. */
const patience = 4000;

export function createLiveJournal({ control, address, headers }: LiveJournalOptions): LiveJournal {
  const entries = signal<readonly JournalEntry[]>([]);
  const connection = signal<Connection>('connecting');
  const leftOut = signal(0);
  const revision = signal(0);
  let waiting: JournalEntry[] = [];
  let batchTimer: ReturnType<typeof setTimeout> | undefined;
  let revisionTimer: ReturnType<typeof setTimeout> | undefined;
  let run = new AbortController();

  const touch = () => {
    revisionTimer ??= setTimeout(() => {
      revisionTimer = undefined;
      revision.value += 1;
    }, revisionTime);
  };
  const flush = () => {
    batchTimer = undefined;
    const newest = entries.value[0]?.id ?? 0;
    const fresh = waiting.filter(({ id }) => id > newest).reverse();
    waiting = [];
    if (fresh.length === 0) return;
    entries.value = [...fresh, ...entries.value].slice(0, keptEntries);
    touch();
  };
  const take = (entry: JournalEntry) => {
    waiting.push(entry);
    batchTimer ??= setTimeout(flush, batchTime);
  };
  const page = async (limit: number, before?: number) => {
    const query = { limit, ...(before === undefined ? {} : { before }) };
    return answerOf(control.GET('/__mock/journal', { params: { query } }));
  };

  /** Ends with an error, or when the stream does; either way the connection is closed. */
  const follow = async (over: AbortSignal): Promise<void> => {
    const attempt = new AbortController();
    try {
      const signal = AbortSignal.any([over, attempt.signal]);
      const lastId = String(entries.value[0]?.id ?? 0);
      const reader = await openStream(address, { ...headers(), 'last-event-id': lastId }, signal);
      const parser = new EventStreamParser();
      const decoder = new TextDecoder();
      for (let isFirst = true; ; isFirst = false) {
        const { done, value } = await (isFirst ? inTime(reader.read()) : reader.read());
        if (done || over.aborted) return;
        connection.value = 'live';
        for (const event of parser.push(decoder.decode(value, { stream: true }))) {
          if (event.event === 'request') take(JSON.parse(event.data) as JournalEntry);
          if (event.event === 'dropped') leftOut.value += (JSON.parse(event.data) as { count: number }).count;
        }
      }
    } finally {
      attempt.abort();
    }
  };
  /** Where streams do not come through. */
  const poll = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const { entries: found } = await page(firstPage);
      connection.value = 'polling';
      for (const entry of found.toReversed()) take(entry);
      await pause(pollTime, signal);
    }
  };
  const start = async (signal: AbortSignal): Promise<void> => {
    let canStream = true;
    const isOver = () => signal.aborted;
    while (!isOver()) {
      try {
        // Whatever was missed meanwhile, a reset even, is in the newest page.
        const { entries: found } = await page(firstPage);
        if (isOver()) return;
        entries.value = joined(found, entries.value);
        if (connection.value === 'lost') touch();
        await (canStream ? follow(signal) : poll(signal));
      } catch (error) {
        if (isOver()) return;
        if (error instanceof HeldBack) canStream = false;
        else connection.value = error instanceof ControlFailure && isRefusal(error.status) ? 'refused' : 'lost';
      }
      await pause(retryTime, signal);
    }
  };

  return {
    entries,
    connection,
    leftOut,
    revision,
    restart() {
      run.abort();
      run = new AbortController();
      waiting = [];
      entries.value = [];
      leftOut.value = 0;
      connection.value = 'connecting';
      revision.value += 1;
      void start(run.signal);
    },
    async loadOlder() {
      const oldest = entries.value.at(-1)?.id;
      if (oldest === undefined) return 0;
      const { entries: found } = await page(firstPage, oldest);
      entries.value = [...entries.value, ...found.filter(({ id }) => id < oldest)].slice(0, keptEntries);
      return found.length;
    },
  };
}

/** The newest page and what was held before, where the two belong to one journal. */
export function joined(newest: readonly JournalEntry[], held: readonly JournalEntry[]): readonly JournalEntry[] {
  const oldest = newest.at(-1);
  const isContinued = oldest !== undefined && held.some(({ id, at }) => id === oldest.id && at === oldest.at);
  return isContinued ? [...newest, ...held.filter(({ id }) => id < oldest.id)].slice(0, keptEntries) : newest;
}

class HeldBack extends Error {}

async function openStream(
  address: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<ReadableStreamDefaultReader<Uint8Array>> {
  const response = await inTime(fetch(address, { headers, signal, cache: 'no-store' }));
  if (!response.ok || response.body === null) throw new ControlFailure(response.status, 'There is no stream.');
  return response.body.getReader();
}

function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new HeldBack()), patience);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function isRefusal(status: number): boolean {
  return status === 401 || status === 403;
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener('abort', end, { once: true });
  });
}
