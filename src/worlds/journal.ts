import type { RecordChange } from '../store/store.ts';
import type { Snapshot } from '../store/world-store.ts';
import type { FiredFault } from './faults.ts';
import { TextKeeper } from './text-keeper.ts';

/** A body as the journal keeps it. */
export interface KeptBody {
  /** In bytes, of the whole. */
  readonly size: number;
  /** The first bytes, in pieces; all of them unless the body was too large to be kept whole. */
  readonly chunks: readonly Buffer[];
}

/** How far the answer got: to its end, cut by a fault (before it began, in the middle), or the client had left. */
export type Delivery = 'sent' | 'cut-before' | 'cut-during' | 'cut-after' | 'client-left';

/** One request and its answer, as they were: tokens and all. Whoever shows it masks them. */
export interface JournalRecord {
  /** The world's time, in milliseconds since 1970. */
  readonly at: number;
  /** In milliseconds, of the machine's time. */
  readonly duration: number;
  readonly method: string;
  /** Path and query as they came. */
  readonly url: string;
  /** Names and values in turn, as they came. */
  readonly requestHeaders: readonly string[];
  /** Undefined where none came, or none was read. */
  readonly requestBody: KeptBody | undefined;
  /** What the operation saw of the body: parsed JSON, or the fields of a form. */
  readonly parsedBody: unknown;
  /** The status decided; null where the connection was cut before there was one. */
  readonly status: number | null;
  /** Those that not every answer has. */
  readonly answerHeaders: Readonly<Record<string, string>>;
  /** In UTF-8; its beginning where it is long. */
  readonly answerBody: Buffer;
  /** Of the whole body, in bytes. */
  readonly answerSize: number;
  readonly delivery: Delivery;
  /** Null where the request reached none. */
  readonly operation: string | null;
  /** Null where the caller is unknown. */
  readonly workspace: number | null;
  /** The clause that decided; null where none did. */
  readonly rule: string | null;
  readonly faults: readonly FiredFault[];
  /** What its commit changed. */
  readonly changes: readonly RecordChange[];
  /** The state that it found, and the one that its own commit left. */
  readonly before: Snapshot;
  readonly after: Snapshot;
  /** When it was decided, in milliseconds of a clock that never goes back: answers may overtake each other. */
  readonly decided: number;
}

export interface JournalEntry extends JournalRecord {
  /** From 1, one more with every request of the world. */
  readonly id: number;
}

export interface JournalBounds {
  readonly entries: number;
  readonly bytes: number;
}

/** Told of the id of a new entry. */
export type JournalListener = (id: number) => void;

const defaultBounds: JournalBounds = { entries: 1000, bytes: 16 * 2 ** 20 };

/** What an entry costs besides its texts: objects, headers, the state that it holds on to. */
const entryOverhead = 2048;
/** A change keeps the nodes of the store's maps that it replaced. */
const changeOverhead = 1024;

/**
 * The last requests of a world, bounded by their count and by an estimate of the memory that they hold. Adding costs
 * nothing that grows with the journal: entries keep references, and what is shown is made when it is asked for.
 */
export class Journal {
  readonly bounds: JournalBounds;
  readonly #slots: (JournalRecord | undefined)[] = [];
  readonly #sizes: number[] = [];
  readonly #texts = new TextKeeper();
  readonly #listeners = new Set<JournalListener>();
  #first = 1;
  #next = 1;
  #bytes = 0;

  constructor(bounds: Partial<JournalBounds> = {}) {
    this.bounds = { ...defaultBounds, ...bounds };
  }

  /** How many entries there are. */
  get size(): number {
    return this.#next - this.#first;
  }

  /** The estimate of the bytes that the entries hold. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The id of the newest entry that there is or was; 0 before the first. */
  get lastId(): number {
    return this.#next - 1;
  }

  /** An answer's text as it is sent and, in an entry, kept: the same bytes. */
  encode(text: string): Buffer {
    return this.#texts.keep(text);
  }

  /** @returns the entry's id */
  add(record: JournalRecord): number {
    let kept = record;
    let size = sizeOf(record);
    if (size > this.bounds.bytes) {
      kept = withoutBulk(record);
      size = sizeOf(kept);
    }
    const id = this.#next;
    const slot = this.#slotOf(id);
    this.#next += 1;
    if (this.size > this.bounds.entries) this.#dropFirst();
    this.#slots[slot] = kept;
    this.#sizes[slot] = size;
    this.#bytes += size;
    while (this.#bytes > this.bounds.bytes && this.size > 1) this.#dropFirst();
    for (const listener of this.#listeners) listener(id);
    return id;
  }

  get(id: number): JournalEntry | undefined {
    const record = id >= this.#first && id < this.#next ? this.#slots[this.#slotOf(id)] : undefined;
    return record && { ...record, id };
  }

  /** From the newest to the oldest. */
  *newestFirst(): Generator<JournalEntry, undefined> {
    for (let id = this.#next - 1; id >= this.#first; id -= 1) {
      const entry = this.get(id);
      if (entry !== undefined) yield entry;
    }
  }

  /** From the oldest to the newest, those after an id. */
  after(id: number): readonly JournalEntry[] {
    const entries: JournalEntry[] = [];
    for (let at = Math.max(id + 1, this.#first); at < this.#next; at += 1) {
      const entry = this.get(at);
      if (entry !== undefined) entries.push(entry);
    }
    return entries;
  }

  /** Forgets every entry; ids go on. */
  clear(): void {
    while (this.size > 0) this.#dropFirst();
  }

  /**
   * Tells of every entry from now on, at once and before the next request is answered.
   * @returns what ends it
   */
  subscribe(listener: JournalListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #slotOf(id: number): number {
    return id % this.bounds.entries;
  }

  #dropFirst(): void {
    const slot = this.#slotOf(this.#first);
    this.#bytes -= this.#sizes[slot] ?? 0;
    this.#slots[slot] = undefined;
    this.#sizes[slot] = 0;
    this.#first += 1;
  }
}

function sizeOf(record: JournalRecord): number {
  let size = entryOverhead + record.url.length + record.answerBody.length;
  for (const header of record.requestHeaders) size += header.length;
  // The parsed body holds about as much as its bytes do.
  if (record.requestBody !== undefined) for (const chunk of record.requestBody.chunks) size += 2 * chunk.length;
  for (const { before, after } of record.changes) size += changeOverhead + weightOfDifference(before, after);
  return size;
}

/**
 * About how many bytes a change holds on to, texts at their length: what the two records share is held by the world
 * too, or by the later change that took it out of the world.
 */
function weightOfDifference(before: unknown, after: unknown): number {
  if (before === after) return 0;
  if (!isObject(before) || !isObject(after)) return weightOf(before) + weightOf(after);
  let weight = 32;
  for (const name in after) weight += weightOfDifference(before[name], after[name]);
  for (const name in before) if (!(name in after)) weight += weightOf(before[name]);
  return weight;
}

function weightOf(value: unknown): number {
  if (typeof value === 'string') return 16 + value.length;
  if (!isObject(value)) return 8;
  let weight = 16;
  for (const name in value) weight += weightOf(value[name]);
  return weight;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function withoutBulk(record: JournalRecord): JournalRecord {
  const requestBody = record.requestBody && { size: record.requestBody.size, chunks: [] };
  return { ...record, changes: [], parsedBody: undefined, requestBody, answerBody: Buffer.alloc(0) };
}
