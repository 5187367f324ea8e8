import { recordOverhead, weightOf, weightOfDifference } from '../store/state/root.ts';
import type { JournalEntry, JournalRecord, KeptBody } from './journal-record.ts';
import { type Holding, MemoryBudget } from './memory-budget.ts';

interface JournalBounds {
  readonly entries: number;
  readonly bytes: number;
}

/** Told of the id of a new entry. */
type JournalListener = (id: number) => void;

const defaultBounds: JournalBounds = { entries: 1000, bytes: 16 * 2 ** 20 };

/** What an entry costs besides its texts: objects, headers, the state that it holds on to. */
const entryOverhead = 2048;

/** In bytes: so much of what was made of entries for readers is kept for the next reader. */
const printsKept = 2 ** 20;

/**
 * The last requests of a world, bounded by their count and by an estimate of the memory that they hold. Adding costs
 * nothing that grows with the journal: entries keep references, and what is shown is made when it is asked for.
 */
export class Journal {
  readonly bounds: JournalBounds;
  readonly #budget: MemoryBudget;
  /** By their ids, which follow one another. */
  readonly #entries = new Map<number, { readonly record: JournalRecord; readonly holding: Holding }>();
  /** Where an answer's text is encoded, and pieces of a body are copied to: an entry keeps the same bytes. */
  readonly texts = new TextKeeper();
  readonly #prints = new Map<number, Buffer>();
  readonly #listeners = new Set<JournalListener>();
  #last = 0;
  /** The last id before it began, or was cleared. */
  #begun = 0;
  #bytes = 0;
  #printed = 0;
  #openChunk = 0;
  #isClosed = false;

  /** @param budget what it shares with all other journals; entries may be dropped for theirs */
  constructor(bounds: Partial<JournalBounds> = {}, budget = new MemoryBudget(Infinity)) {
    this.bounds = { ...defaultBounds, bytes: Math.min(defaultBounds.bytes, budget.limit / 4), ...bounds };
    this.#budget = budget;
  }

  /** How many entries there are. */
  get size(): number {
    return this.#entries.size;
  }

  /** Whether somebody wants to be told of new entries. */
  get isWatched(): boolean {
    return this.#listeners.size > 0;
  }

  /** The estimate of the bytes that the entries hold. */
  get bytes(): number {
    return this.#bytes;
  }

  /** How many entries were dropped since the beginning, or since it was cleared. */
  get dropped(): number {
    return this.#last - this.size - this.#begun;
  }

  /** The id of the newest entry that there is or was; 0 before the first. */
  get lastId(): number {
    return this.#last;
  }

  /** @returns the entry's id; 0 once the journal is closed */
  add(added: JournalRecord): number {
    if (this.#isClosed) return 0;
    let record = added;
    let bytes = entrySize(record);
    if (bytes > this.bounds.bytes) {
      record = withoutBulk(record);
      bytes = entrySize(record);
    }
    if (this.size >= this.bounds.entries) this.dropOldest();
    const id = (this.#last += 1);
    this.#bytes += bytes;
    const holding = { bytes, owner: this };
    this.#entries.set(id, { record, holding });
    this.#budget.add(holding);
    while (this.#bytes > this.bounds.bytes && this.size > 1) this.dropOldest();
    this.#countOpenChunk();
    for (const listener of this.#listeners) listener(id);
    return id;
  }

  get(id: number): JournalEntry | undefined {
    const found = this.#entries.get(id);
    return found && entryOf(id, found.record);
  }

  /**
   * What an entry is made into for readers, the same for all of them: made once, as long as it is asked for soon.
   * @returns undefined if the entry is gone
   */
  print(id: number, make: (entry: JournalEntry) => Buffer): Buffer | undefined {
    const made = this.#prints.get(id);
    if (made !== undefined) return made;
    const entry = this.get(id);
    if (entry === undefined) return undefined;
    const print = make(entry);
    this.#prints.set(id, print);
    this.#countPrints(print.length);
    for (const [other, { length }] of this.#prints) {
      if (this.#printed <= printsKept) break;
      this.#prints.delete(other);
      this.#countPrints(-length);
    }
    return print;
  }

  /** From the newest to the oldest. */
  *newestFirst(): Generator<JournalEntry, undefined> {
    // Some may go, or come, while a reader takes its time.
    for (let id = this.#last, entry = this.get(id); entry !== undefined; entry = this.get((id -= 1))) yield entry;
  }

  /** From the oldest to the newest, those after an id. */
  after(id: number): readonly JournalEntry[] {
    const found = [...this.#entries].filter(([at]) => at > id);
    return found.map(([at, { record }]) => entryOf(at, record));
  }

  /** Begins after this number of entries, all of them gone. */
  beginAfter(lastId: number, dropped: number): void {
    this.clear();
    this.#last = lastId;
    this.#begun = lastId - dropped;
  }

  /** Forgets every entry; ids go on. */
  clear(): void {
    while (this.size > 0) this.dropOldest();
    this.#begun = this.#last;
    this.#prints.clear();
    this.#countPrints(-this.#printed);
    this.texts.clear();
    this.#countOpenChunk();
  }

  /** Forgets every entry, and takes none any more. */
  close(): void {
    this.#isClosed = true;
    this.clear();
  }

  /**
   * Tells of every entry from now on, at once and before the next request is answered.
   * @returns what ends it
   */
  subscribe(listener: JournalListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Forgets the oldest entry. */
  dropOldest(): void {
    const oldest = this.#last - this.size + 1;
    const found = this.#entries.get(oldest);
    if (found === undefined) return;
    this.#entries.delete(oldest);
    this.#bytes -= found.holding.bytes;
    this.#budget.remove(found.holding);
  }

  #countPrints(bytes: number): void {
    this.#printed += bytes;
    this.#budget.hold(bytes);
  }

  #countOpenChunk(): void {
    const { open } = this.texts;
    if (open !== this.#openChunk) this.#budget.hold(open - this.#openChunk);
    this.#openChunk = open;
  }
}

function entryOf(id: number, record: JournalRecord): JournalEntry {
  return {
    ...record,
    id,
    get parsedBody() {
      return record.isParsed ? bodyParsed(record.requestBody) : undefined;
    },
  };
}

function bodyParsed(body: KeptBody | undefined): unknown {
  if (body === undefined) return {};
  if (body.form !== undefined) return body.form.fields;
  try {
    return JSON.parse(Buffer.concat(body.chunks).toString());
  } catch {
    // It was left out of an entry that was too large.
    return undefined;
  }
}

function entrySize(record: JournalRecord): number {
  let size = entryOverhead + record.url.length + record.answerBody.length;
  for (const header of record.requestHeaders) size += 24 + header.length;
  for (const chunk of record.requestBody?.chunks ?? []) size += chunk.length;
  if (record.requestBody?.form !== undefined) size += weightOf(record.requestBody.form);
  for (const { before, after } of record.changes) size += recordOverhead + weightOfDifference(before, after);
  return size;
}

function withoutBulk(record: JournalRecord): JournalRecord {
  const requestBody = record.requestBody && { size: record.requestBody.size, chunks: [] };
  return { ...record, isParsed: false, changes: [], requestBody, answerBody: Buffer.alloc(0) };
}

/** In bytes; each chunk is twice as large as the one before, for most worlds see few requests. */
const firstChunk = 2 ** 12;
const largestChunk = 2 ** 18;

/**
 * Encodes texts into memory beside the heap, where they may stay. An answer is sent from there and kept there by the
 * journal: encoded once, and never moved or looked at by a garbage collection, which would cost a request more than
 * everything else that is noted of it.
 */
export class TextKeeper {
  #chunk: Buffer | undefined;
  #used = 0;

  /** The bytes of the chunk that is being filled. */
  get open(): number {
    return this.#chunk?.length ?? 0;
  }

  /** The text in UTF-8. Its bytes are its own: nothing is written over them. */
  keep(text: string): Buffer {
    const chunk = this.#chunkWithRoomFor(text);
    if (chunk === undefined) return Buffer.from(text);
    const start = this.#used;
    this.#used += chunk.write(text, start, 'utf8');
    return chunk.subarray(start, this.#used);
  }

  /** A copy of bytes: what comes off a connection is a part of something larger, and would hold on to all of it. */
  keepBytes(pieces: readonly Buffer[]): Buffer {
    const size = pieces.reduce((sum, { length }) => sum + length, 0);
    const chunk = this.#chunkOf(size);
    const start = chunk === undefined ? 0 : this.#used;
    const copy = (chunk ?? Buffer.allocUnsafeSlow(size)).subarray(start, start + size);
    let at = 0;
    for (const piece of pieces) at += piece.copy(copy, at);
    if (chunk !== undefined) this.#used += size;
    return copy;
  }

  /** Begins anew: what was kept goes with the last that holds it. */
  clear(): void {
    this.#chunk = undefined;
  }

  /** Undefined for a text that is too large to share a chunk with others. */
  #chunkWithRoomFor(text: string): Buffer | undefined {
    if (this.#chunk !== undefined && this.#used + 3 * text.length <= this.#chunk.length) return this.#chunk;
    return this.#chunkOf(Buffer.byteLength(text));
  }

  #chunkOf(size: number): Buffer | undefined {
    if (size > largestChunk / 4) return undefined;
    if (this.#chunk === undefined || this.#used + size > this.#chunk.length) {
      const next = Math.min(largestChunk, this.#chunk === undefined ? firstChunk : 2 * this.#chunk.length);
      // Of its own, not of the pool that all buffers share: it goes when the last text in it goes.
      this.#chunk = Buffer.allocUnsafeSlow(Math.max(next, Math.min(largestChunk, 4 * size)));
      this.#used = 0;
    }
    return this.#chunk;
  }
}
