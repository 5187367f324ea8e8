import { signal } from '@preact/signals';
import { type EventSourceMessage, createParser } from 'eventsource-parser';
import { type ControlClient, ControlRefused } from '../../../client/control-client.ts';
import { type Schemas, dataFrom } from '../api/send-request.ts';

export type JournalEntry = Schemas['JournalEntry'];
export type Connection = 'connecting' | 'live' | 'polling' | 'lost' | 'refused';

interface LiveJournalOptions {
  readonly control: ControlClient;
  readonly address: string;
  readonly headers: () => Readonly<Record<string, string>>;
  /** Whether what the console asked is wanted too. */
  readonly isConsoleShown: () => boolean;
}

export const keptEntries = 1000;
export const firstPage = 200;
/** Entries are shown in batches this many milliseconds apart: a page drawn 500 times a second would freeze. */
const batchTime = 200;
const revisionTime = 1000;
const pollTime = 2000;
const retryTime = 1500;
/** The stream's head comes at once, unless a proxy holds the whole stream back. In milliseconds. */
const patience = 4000;

/** The newest requests of the world shown, as they come. */
export class LiveJournal {
  /** The newest first; no more than the mock itself keeps. */
  readonly entries = signal<readonly JournalEntry[]>([]);
  readonly connection = signal<Connection>('connecting');
  /** How many entries the mock left out, because this page was too slow to take them. */
  readonly leftOut = signal(0);
  /** Goes up after requests, at most once a second: what is shown of the world may have changed. */
  readonly revision = signal(0);
  readonly #options: LiveJournalOptions;
  #waiting: JournalEntry[] = [];
  #batchTimer: ReturnType<typeof setTimeout> | undefined;
  #revisionTimer: ReturnType<typeof setTimeout> | undefined;
  #run = new AbortController();

  constructor(options: LiveJournalOptions) {
    this.#options = options;
  }

  /** Starts again: in another world, or after one was reset. */
  restart(): void {
    this.#run.abort();
    this.#run = new AbortController();
    this.#waiting = [];
    this.entries.value = [];
    this.leftOut.value = 0;
    this.connection.value = 'connecting';
    this.revision.value += 1;
    void this.#start(this.#run.signal);
  }

  /** Loads entries before the oldest that is held. */
  async loadOlder(): Promise<void> {
    const oldest = this.entries.value.at(-1)?.id;
    if (oldest === undefined) return;
    const found = await this.#page(oldest);
    this.entries.value = [...this.entries.value, ...found.filter(({ id }) => id < oldest)].slice(0, keptEntries);
  }

  async #start(signal: AbortSignal): Promise<void> {
    let canStream = true;
    const isOver = () => signal.aborted;
    while (!isOver()) {
      try {
        // Entries that were missed, and a reset too, show in the newest page.
        const found = await this.#page();
        if (isOver()) return;
        this.entries.value = joinedPages(found, this.entries.value);
        if (this.connection.value === 'lost') this.#touch();
        await (canStream ? this.#follow(signal) : this.#poll(signal));
      } catch (error) {
        if (isOver()) return;
        if (error instanceof HeldBack) canStream = false;
        else {
          this.connection.value =
            error instanceof ControlRefused && [401, 403].includes(error.status) ? 'refused' : 'lost';
        }
      }
      await pauseFor(retryTime);
    }
  }

  /** Follows the stream until it ends or fails; either way the connection is closed. */
  async #follow(over: AbortSignal): Promise<void> {
    const attempt = new AbortController();
    try {
      const reader = await this.#openStream(AbortSignal.any([over, attempt.signal]));
      const parser = createParser({ onEvent: (event) => this.#takeEvent(event) });
      const decoder = new TextDecoder();
      for (let isFirst = true; ; isFirst = false) {
        const { done, value } = await (isFirst ? withinTime(reader.read()) : reader.read());
        if (done || over.aborted) return;
        this.connection.value = 'live';
        parser.feed(decoder.decode(value, { stream: true }));
      }
    } finally {
      attempt.abort();
    }
  }

  /** `EventSource` cannot send the headers that name the world and carry the control token. */
  async #openStream(signal: AbortSignal): Promise<ReadableStreamDefaultReader<Uint8Array>> {
    const { address, isConsoleShown } = this.#options;
    const headers = { ...this.#options.headers(), 'last-event-id': String(this.entries.value[0]?.id ?? 0) };
    const url = isConsoleShown() ? `${address}?console=true` : address;
    const response = await withinTime(fetch(url, { headers, signal, cache: 'no-store' }));
    if (response.ok && response.body !== null) return response.body.getReader();
    throw new ControlRefused(response.status, 'There is no stream.', undefined);
  }

  /** Asks for the newest page again and again, where a proxy holds streams back. */
  async #poll(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const found = await this.#page();
      this.connection.value = 'polling';
      for (const entry of found.toReversed()) this.#take(entry);
      await pauseFor(pollTime);
    }
  }

  async #page(before?: number): Promise<readonly JournalEntry[]> {
    const { control, isConsoleShown } = this.#options;
    const query = { limit: firstPage, console: isConsoleShown(), ...(before === undefined ? {} : { before }) };
    const { entries } = await dataFrom(control.GET('/__mock/journal', { params: { query } }));
    return entries;
  }

  #takeEvent({ event, data }: EventSourceMessage): void {
    if (event === 'request') this.#take(JSON.parse(data) as JournalEntry);
    if (event === 'dropped') this.leftOut.value += (JSON.parse(data) as { count: number }).count;
  }

  #take(entry: JournalEntry): void {
    this.#waiting.push(entry);
    if (this.#batchTimer === undefined) this.#batchTimer = setTimeout(() => this.#flush(), batchTime);
  }

  #flush(): void {
    this.#batchTimer = undefined;
    const newest = this.entries.value[0]?.id ?? 0;
    const fresh = this.#waiting.filter(({ id }) => id > newest).reverse();
    this.#waiting = [];
    if (fresh.length === 0) return;
    this.entries.value = [...fresh, ...this.entries.value].slice(0, keptEntries);
    this.#touch();
  }

  #touch(): void {
    if (this.#revisionTimer !== undefined) return;
    this.#revisionTimer = setTimeout(() => {
      this.#revisionTimer = undefined;
      this.revision.value += 1;
    }, revisionTime);
  }
}

/** The newest page and what was held before, where the two belong to one journal. */
export function joinedPages(newest: readonly JournalEntry[], held: readonly JournalEntry[]): readonly JournalEntry[] {
  const oldest = newest.at(-1);
  const isContinued = oldest !== undefined && held.some(({ id, at }) => id === oldest.id && at === oldest.at);
  return isContinued ? [...newest, ...held.filter(({ id }) => id < oldest.id)].slice(0, keptEntries) : newest;
}

class HeldBack extends Error {}

function withinTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new HeldBack()), patience);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function pauseFor(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
