import { getHeapStatistics } from 'node:v8';

/** What a journal entry holds. */
export interface Holding {
  readonly bytes: number;
  readonly owner: { dropOldest(): void };
}

/** What several may follow and all hold together. */
interface SharedHolding {
  readonly bytes: number;
}

/** A snapshot or a world, and what makes it go. */
interface HeldBy {
  readonly kind: 'snapshot' | 'world';
  readonly name: string;
  readonly drop: () => void;
}

/** What a snapshot or a named world holds: what it changed of its scenario, and the profile that it follows. */
export class HeldState {
  readonly by: HeldBy;
  readonly #budget: MemoryBudget;
  #bytes = 0;
  #profile: SharedHolding | undefined;
  #isReleased = false;

  constructor(budget: MemoryBudget, by: HeldBy, bytes: number) {
    this.by = by;
    this.#budget = budget;
    this.use();
    this.hold(bytes);
  }

  /** Counts as used last. */
  use(): void {
    this.#budget.states.delete(this);
    this.#budget.states.add(this);
  }

  /** Holds so many bytes more, or fewer (below 0). */
  hold(bytes: number): void {
    if (this.#isReleased) return;
    this.#bytes += bytes;
    this.#budget.hold(bytes);
  }

  follow(profile: SharedHolding | undefined): void {
    if (this.#isReleased || profile === this.#profile) return;
    const before = this.#profile;
    this.#profile = profile;
    this.#budget.share(profile, 1);
    this.#budget.share(before, -1);
  }

  release(): void {
    this.#budget.states.delete(this);
    this.follow(undefined);
    this.hold(-this.#bytes);
    this.#isReleased = true;
  }
}

interface DroppedCounts {
  readonly journal_entries: number;
  readonly snapshots: number;
  readonly worlds: number;
}

/** Called with one sentence about what was dropped. */
type DropListener = (kind: HeldBy['kind'] | 'journal-entries', message: string) => void;

/** What a request asks for would be more than the mock may hold of it. */
export class MemoryFullError extends Error {
  override readonly name = 'MemoryFullError';

  constructor(
    /** Whether the request is too large by itself: it would not fit later either. */
    readonly isTooLarge: boolean,
    limit: number,
    what = 'Requests under way',
  ) {
    const wayOut = isTooLarge ? 'send less' : 'try again in a moment';
    super(
      `${what} may hold ${inMegabytes(limit)} together, and this does not fit: ${wayOut}, or give --memory for more.`,
    );
  }
}

interface InFlightSum {
  inFlight: number;
  readonly limit: number;
}

/** What one request under way holds: its body while it is read and looked at, its answer until it has been read. */
export class InFlight {
  readonly #budget: InFlightSum;
  #bytes = 0;
  #isOver = false;

  constructor(budget: InFlightSum) {
    this.#budget = budget;
  }

  /**
   * Holds so many bytes more.
   * @param isAnswer an answer is let pass where nothing else is under way: it is as large as what the mock keeps
   * @throws MemoryFullError if requests under way would hold more than the limit together
   */
  hold(bytes: number, isAnswer = false): void {
    // Its client has gone: what is still made for it is thrown away at once.
    if (this.#isOver) return;
    const { inFlight, limit } = this.#budget;
    const isAlone = isAnswer && inFlight === this.#bytes;
    if (inFlight + bytes > limit && !isAlone) throw new MemoryFullError(this.#bytes + bytes > limit, limit);
    this.#budget.inFlight += bytes;
    this.#bytes += bytes;
  }

  /** Holds nothing any more. */
  release(): void {
    this.#isOver = true;
    this.#budget.inFlight -= this.#bytes;
    this.#bytes = 0;
  }
}

/** After this many more journal entries have been dropped, another notice is given. */
const toldEntries = 10_000;

/**
 * The memory of a process that journals, snapshots and worlds share. What is over it goes in this order: journal
 * entries, the oldest of all worlds first, for nothing is built on them; then snapshots, the one not used for the
 * longest time first, because a caller that asks for one is told that it was dropped; then worlds, the idlest first. The newest
 * entry, the newest snapshot and the world used last stay as long as there is anything else.
 *
 * What requests under way hold is counted apart, up to the same limit: nothing is dropped for it, but what does not fit is
 * refused. Both together take two thirds of the heap at most.
 *
 * All of it is one sum. Of states it counts what each has changed of its scenario: what they share is counted for each.
 */
export class MemoryBudget {
  readonly limit: number;
  readonly #onDropped: DropListener;
  /** What requests under way hold, in bytes. */
  inFlight = 0;
  /** The one used last is the last. */
  readonly states = new Set<HeldState>();
  /** The entries of all worlds, the oldest first. */
  readonly #entries = new Set<Holding>();
  #used = 0;
  #kept = 0;
  /** How many states hold what they share. */
  readonly #sharers = new Map<SharedHolding, number>();
  #dropped = { journal_entries: 0, snapshots: 0, worlds: 0 };
  #told = 0;

  constructor(limit: number, onDropped: DropListener = () => undefined) {
    this.limit = limit;
    this.#onDropped = onDropped;
  }

  /** What is held, in bytes. */
  get used(): number {
    return this.#used;
  }

  /** What was dropped to stay within the limit. */
  get dropped(): DroppedCounts {
    return { ...this.#dropped };
  }

  /** Begins to count what one request holds. */
  begin(): InFlight {
    return new InFlight(this);
  }

  /** Counts an entry as the youngest; older ones may be dropped for it at once. */
  add(holding: Holding): void {
    this.#entries.add(holding);
    this.hold(holding.bytes);
  }

  /** Stops counting an entry, which must be a counted one. */
  remove(holding: Holding): void {
    if (this.#entries.delete(holding)) this.hold(-holding.bytes);
  }

  /** Counts memory, or that it is free again (below 0); something may be dropped for it at once. */
  hold(bytes: number): void {
    this.#used += bytes;
    if (bytes > 0 && this.#used > this.limit) this.#settle();
  }

  /** Counts what several states hold together, once. @param change how many more of them hold it */
  share(holding: SharedHolding | undefined, change: 1 | -1): void {
    if (holding === undefined) return;
    const count = (this.#sharers.get(holding) ?? 0) + change;
    if (count === 0) this.#sharers.delete(holding);
    else this.#sharers.set(holding, count);
    if (count === 0) this.hold(-holding.bytes);
    else if (change === 1 && count === 1) this.hold(holding.bytes);
  }

  /**
   * Counts what callers have set and nothing may drop: half of the limit at most.
   * @param what for a message: `Faults`
   * @throws MemoryFullError if there is no room for it
   */
  keep(bytes: number, what: string): void {
    const most = this.limit / 2;
    if (this.#kept + bytes > most) throw new MemoryFullError(bytes > most, most, what);
    this.#kept += bytes;
    this.hold(bytes);
  }

  /** Stops counting so much of what was kept. */
  letGo(bytes: number): void {
    this.#kept -= bytes;
    this.hold(-bytes);
  }

  #settle(): void {
    this.#dropEntries();
    if (this.#used <= this.limit) return;
    // Some room is made, or the next commit would look for some again.
    const enough = this.limit * 0.9;
    for (const state of this.#droppable()) {
      if (this.#used <= enough) break;
      this.#dropState(state);
    }
  }

  /** The first to go first; never the world used last. */
  #droppable(): readonly HeldState[] {
    const of = (kind: HeldBy['kind']) => [...this.states].filter(({ by }) => by.kind === kind);
    const snapshots = of('snapshot');
    return [...snapshots.slice(0, -1), ...of('world').slice(0, -1), ...snapshots.slice(-1)];
  }

  #dropEntries(): void {
    const before = this.#entries.size;
    // Several at once: to find the oldest costs as much as there were before it.
    for (const { owner } of this.#entries) {
      if (this.#used <= this.limit * 0.99 || this.#entries.size === 1) break;
      owner.dropOldest();
    }
    const count = before - this.#entries.size;
    if (count === 0) return;
    this.#dropped.journal_entries += count;
    const total = this.#dropped.journal_entries;
    if (this.#told > 0 && total < this.#told + toldEntries) return;
    this.#told = total;
    this.#onDropped(
      'journal-entries',
      `${total} journal ${total === 1 ? 'entry was' : 'entries were'} dropped so far, the oldest first: ${this.#reason()}.`,
    );
  }

  #dropState(state: HeldState): void {
    const { kind, name, drop } = state.by;
    // Where replicas share it, it goes a moment later.
    state.release();
    drop();
    this.#dropped[kind === 'snapshot' ? 'snapshots' : 'worlds'] += 1;
    const which = kind === 'snapshot' ? 'not used for the longest time' : 'idle for the longest time';
    this.#onDropped(kind, `The ${kind} ${name} was dropped, ${which}: ${this.#reason()}.`);
  }

  #reason(): string {
    return `the mock keeps at most ${inMegabytes(this.limit)}, give --memory for more`;
  }
}

const units: Readonly<Record<string, number>> = { k: 2 ** 10, m: 2 ** 20, g: 2 ** 30, t: 2 ** 40 };

const smallest = 2 ** 20;
const largest = 2 ** 40;

/** The default, as it may be written. */
export const defaultMemory = '256MB';

/** What a size is, in words, to follow "is not". */
export const sizeRule = 'a size: give megabytes or a unit, from 1MB to 1TB, for example 512 or 1GB';

/** The bytes that a size stands for: `256` and `256MB` are megabytes, `1GB` a gigabyte; undefined unless 1 MB to 1 TB. */
export function memorySize(size: number | string): number | undefined {
  const [, digits = '', unit = 'm'] = /^(\d{1,12}(?:\.\d{1,6})?) ?(?:([kmgt])i?b?)?$/i.exec(String(size)) ?? [];
  const bytes = digits === '' ? NaN : Math.round(Number(digits) * (units[unit.toLowerCase()] ?? NaN));
  return bytes >= smallest && bytes <= largest ? bytes : undefined;
}

/**
 * How much of a budget there can be: no more than a third of the heap that Node may use (`--max-old-space-size`), or
 * the process would end before its budget did.
 */
export function withinHeap(bytes: number): number {
  return Math.min(bytes, Math.floor(getHeapStatistics().heap_size_limit / 3));
}

/** For a person: `256 MB`. */
export function inMegabytes(bytes: number): string {
  return `${Math.round((bytes / 2 ** 20) * 10) / 10} MB`;
}
