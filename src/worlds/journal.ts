import { loggedChange } from '../store/state/apply-changes.ts';
import { recordOverhead, weightOf } from '../store/state/root.ts';
import type { AnyRecord, Change } from '../store/state/store.ts';
import type { Snapshot } from '../store/state/persistence.ts';
import type { FiredFault } from './faults.ts';
import { Holding, MemoryBudget } from './memory-budget.ts';

interface JournalBounds {
  readonly entries: number;
  readonly bytes: number;
}

interface KeptEntry {
  readonly record: JournalRecord;
  readonly bytes: number;
  readonly holding: Holding;
}

/** Told of the id of a new entry. */
type JournalListener = (id: number) => void;

const defaultBounds: JournalBounds = { entries: 1000, bytes: 16 * 2 ** 20 };

/** What an entry costs besides its texts: objects, headers, the state that it holds on to. */
const entryOverhead = 2048;

/**
 * The last requests of a world, bounded by their count and by an estimate of the memory that they hold. Adding costs
 * nothing that grows with the journal: entries keep references, and what is shown is made when it is asked for.
 */
export class Journal {
  readonly bounds: JournalBounds;
  readonly #budget: MemoryBudget;
  readonly #drop = () => this.#dropOldest();
  /** By their ids, which follow one another. */
  readonly #entries = new Map<number, KeptEntry>();
  readonly #listeners = new Set<JournalListener>();
  #last = 0;
  /** The last id before it began, or was cleared. */
  #begun = 0;
  #bytes = 0;
  /** What was made last of an entry for its readers. */
  #printed: { readonly id: number; readonly bytes: Buffer } | undefined;
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
    if (this.size >= this.bounds.entries) this.#dropOldest();
    const id = (this.#last += 1);
    this.#bytes += bytes;
    const holding = new Holding(this.#budget, 'entry', 0, this.#drop);
    this.#entries.set(id, { record, bytes, holding });
    holding.hold(bytes);
    while (this.#bytes > this.bounds.bytes && this.size > 1) this.#dropOldest();
    for (const listener of this.#listeners) listener(id);
    return id;
  }

  get(id: number): JournalEntry | undefined {
    const found = this.#entries.get(id);
    return found && entryOf(id, found.record);
  }

  /**
   * What an entry is made into for readers, the same for all of them: made once for those who are told of it together.
   * @returns undefined if the entry is gone
   */
  print(id: number, make: (entry: JournalEntry) => Buffer): Buffer | undefined {
    const entry = this.get(id);
    if (entry === undefined) return undefined;
    if (this.#printed?.id !== id) this.#printed = { id, bytes: make(entry) };
    return this.#printed.bytes;
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
    while (this.size > 0) this.#dropOldest();
    this.#begun = this.#last;
    this.#printed = undefined;
  }

  /** Forgets every entry, and takes none any more. */
  close(): void {
    this.#isClosed = true;
    this.clear();
  }

  /** Tells of every entry from now on, at once and before the next request is answered. @returns what ends it */
  subscribe(listener: JournalListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #dropOldest(): void {
    const oldest = this.#last - this.size + 1;
    const found = this.#entries.get(oldest);
    if (found === undefined) return;
    this.#entries.delete(oldest);
    this.#bytes -= found.bytes;
    found.holding.release();
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
  for (const change of record.changes) {
    // What the two records share, the state holds too, or the later change that took it out of the state.
    const back = { ...change, before: change.after, after: change.before as AnyRecord | undefined };
    size += recordOverhead + weightOf(loggedChange(change)) + weightOf(loggedChange(back));
  }
  return size;
}

function withoutBulk(record: JournalRecord): JournalRecord {
  const requestBody = record.requestBody && { size: record.requestBody.size, chunks: [] };
  return { ...record, isParsed: false, changes: [], requestBody, answerBody: Buffer.alloc(0) };
}

/** A body as the journal keeps it. */
export interface KeptBody {
  /** In bytes, of the whole. */
  readonly size: number;
  /** The first bytes, in pieces; all of them unless the body was too large. The content of files is overwritten. */
  readonly chunks: readonly Buffer[];
  /** Undefined for what was not read as a form. */
  readonly form?: KeptForm;
}

/** A form as the journal keeps it. */
export interface KeptForm {
  readonly fields: unknown;
  /** Whether some of its texts were too long to be kept whole. */
  readonly isCut: boolean;
  readonly files: readonly KeptFile[];
}

/** What is kept of a file that came in a form: never its content. */
interface KeptFile {
  readonly field: string;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** The part's Content-Type. */
  readonly type: string;
  /** In lower-case hexadecimal digits. */
  readonly sha256: string;
}

/** How far the answer got: to its end, cut by a fault (before it began, in the middle), or the client had left. */
export type Delivery = 'sent' | 'cut-before' | 'cut-during' | 'cut-after' | 'client-left';

/** One request and its answer, as they were: with all tokens. Code that shows it masks them. */
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
  /** Undefined if none came, or none was read. */
  readonly requestBody: KeptBody | undefined;
  /** Whether the operation saw a body, or took none for an empty one. */
  readonly isParsed: boolean;
  /** The status decided; null where the connection was cut before there was one. */
  readonly status: number | null;
  /** Those that not every answer has. */
  readonly answerHeaders: Readonly<Record<string, string>>;
  /** In UTF-8; its beginning if it is long. */
  readonly answerBody: Buffer;
  /** Of the whole body, in bytes. */
  readonly answerSize: number;
  readonly delivery: Delivery;
  /** Null where the request reached none. */
  readonly operation: string | null;
  /** Null where the caller is unknown. */
  readonly workspace: number | null;
  /** The clause that decided; null if none did. */
  readonly rule: string | null;
  readonly faults: readonly FiredFault[];
  /** What its commit changed. */
  readonly changes: readonly Change[];
  /** The state that it found, and the one that its own commit left. */
  readonly before: Snapshot;
  readonly after: Snapshot;
  /** Whether the mock's own console asked: that is not the traffic of the application under development. */
  readonly isOfConsole: boolean;
  /** When it was decided, in milliseconds of a clock that never goes back: answers may overtake each other. */
  readonly decided: number;
}

export interface JournalEntry extends JournalRecord {
  /** From 1, one more with every request of the world. */
  readonly id: number;
  /** What the operation saw of the body: JSON, parsed again as its text takes less memory, or the fields of a form. */
  readonly parsedBody: unknown;
}
