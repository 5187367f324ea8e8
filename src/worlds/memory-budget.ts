import { getHeapStatistics } from 'node:v8';

/** What can be dropped to stay within the limit. */
type Kind = 'entry' | 'snapshot' | 'world';

/** What several may follow and all hold together. */
interface SharedHolding {
  readonly bytes: number;
}

/**
 * The memory of a journal entry, a snapshot or a named world: of the last two what it changed of its scenario, and the
 * profile that it follows. It counts from the beginning until it is released.
 */
export class Holding {
  readonly kind: Kind;
  readonly name: string;
  /** Makes it go. */
  readonly drop: () => void;
  readonly #budget: MemoryBudget;
  #bytes = 0;
  #profile: SharedHolding | undefined;
  #isReleased = false;

  constructor(budget: MemoryBudget, kind: Kind, bytes: number, drop: () => void, name = '') {
    this.kind = kind;
    this.name = name;
    this.drop = drop;
    this.#budget = budget;
    this.use();
    this.hold(bytes);
  }

  /** Counts as used last. */
  use(): void {
    const others = this.#budget.held[this.kind];
    others.delete(this);
    others.add(this);
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
    this.#budget.held[this.kind].delete(this);
    this.follow(undefined);
    this.hold(-this.#bytes);
    this.#isReleased = true;
  }
}

/** Called with one sentence about what was dropped. */
type DropListener = (kind: Kind, message: string) => void;

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

/** What one request under way holds: its body while it is read and looked at, its answer until it has been read. */
export class InFlight {
  readonly #budget: MemoryBudget;
  #bytes = 0;
  #isOver = false;

  constructor(budget: MemoryBudget) {
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
  /** What is held, in bytes. */
  used = 0;
  /** What requests under way hold, in bytes. */
  inFlight = 0;
  /** What can be dropped; of each kind the first to go is the first. */
  readonly held: Readonly<Record<Kind, Set<Holding>>> = { entry: new Set(), snapshot: new Set(), world: new Set() };
  /** What was dropped to stay within the limit. */
  readonly dropped: Record<Kind, number> = { entry: 0, snapshot: 0, world: 0 };
  #kept = 0;
  /** How many states hold what they share. */
  readonly #sharers = new Map<SharedHolding, number>();
  #told = 0;

  constructor(limit: number, onDropped: DropListener = () => undefined) {
    this.limit = limit;
    this.#onDropped = onDropped;
  }

  /** Counts memory, or that it is free again (below 0); something may be dropped for it at once. */
  hold(bytes: number): void {
    this.used += bytes;
    if (bytes > 0 && this.used > this.limit) this.#settle();
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
   * Counts what callers have set and nothing may drop, or that it is free again (below 0): half of the limit at most.
   * @param what for a message: `Faults`
   * @throws MemoryFullError if there is no room for it
   */
  keep(bytes: number, what: string): void {
    const most = this.limit / 2;
    if (this.#kept + bytes > most) throw new MemoryFullError(bytes > most, most, what);
    this.#kept += bytes;
    this.hold(bytes);
  }

  /** Drops until some room is made, or the next commit would look for some again. */
  #settle(): void {
    const { entry, snapshot, world } = this.held;
    this.#dropFrom(entry, 1, 0.99);
    this.#tellOfEntries();
    if (this.used <= this.limit) return;
    this.#dropFrom(snapshot, 1, 0.9);
    this.#dropFrom(world, 1, 0.9);
    this.#dropFrom(snapshot, 0, 0.9);
  }

  /** @param rest how many stay; @param room the part of the limit at which it ends */
  #dropFrom(held: ReadonlySet<Holding>, rest: number, room: number): void {
    // One walk for all: to find the first costs as much as there were before it.
    for (const holding of held) {
      if (held.size <= rest || this.used <= this.limit * room) break;
      const { kind, name } = holding;
      // Where replicas share it, it goes a moment later.
      holding.release();
      holding.drop();
      this.dropped[kind] += 1;
      if (kind === 'entry') continue;
      const which = kind === 'snapshot' ? 'not used for the longest time' : 'idle for the longest time';
      this.#onDropped(kind, `The ${kind} ${name} was dropped, ${which}: ${this.#reason()}.`);
    }
  }

  #tellOfEntries(): void {
    const total = this.dropped.entry;
    if (total === this.#told || (this.#told > 0 && total < this.#told + toldEntries)) return;
    this.#told = total;
    const what = total === 1 ? 'entry was' : 'entries were';
    this.#onDropped('entry', `${total} journal ${what} dropped so far, the oldest first: ${this.#reason()}.`);
  }

  #reason(): string {
    return `the mock keeps at most ${inMegabytes(this.limit)}, give --memory for more`;
  }
}

const units: Readonly<Record<string, number>> = { k: 2 ** 10, m: 2 ** 20, g: 2 ** 30, t: 2 ** 40 };

/** The default, as it may be written. */
export const defaultMemory = '256MB';

/** What a size is, in words, to follow "is not". */
export const sizeRule = 'a size: give megabytes or a unit, from 1MB to 1TB, for example 512 or 1GB';

/** The bytes that a size stands for: `256` and `256MB` are megabytes, `1GB` a gigabyte; undefined unless 1 MB to 1 TB. */
export function memorySize(size: number | string): number | undefined {
  const [, digits = '', unit = 'm'] = /^(\d{1,12}(?:\.\d{1,6})?) ?(?:([kmgt])i?b?)?$/i.exec(String(size)) ?? [];
  const bytes = digits === '' ? NaN : Math.round(Number(digits) * (units[unit.toLowerCase()] ?? NaN));
  return bytes >= 2 ** 20 && bytes <= 2 ** 40 ? bytes : undefined;
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
