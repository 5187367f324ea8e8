import type { RandomSource } from '../../worlds/random.ts';
import {
  LogUnavailableError,
  type Log,
  type LogEntry,
  type LogSnapshot,
  type Position,
} from '../../store/shared/log.ts';
import type { VirtualTime } from './virtual-time.ts';

/** What goes wrong, each as a share of all messages. */
export interface Troubles {
  readonly lostRequests: number;
  readonly lostAnswers: number;
  readonly duplicates: number;
  /** In milliseconds. */
  readonly longestDelay: number;
}

/** What a simulation breaks on purpose, to see whether it finds it. */
export type Flaw = 'read-index' | 'lookup' | 'digest';

/** The entries of an engine in memory, and what becomes of them. */
export class MadeUpEngine {
  entries: LogEntry[] = [];
  snapshots: LogSnapshot[] = [];
  isDown = false;
  readonly #time: VirtualTime;
  readonly #random: RandomSource;
  readonly #troubles: Troubles;
  readonly #flaw: Flaw | undefined;
  #first = 1;
  #failovers = 0;

  constructor(time: VirtualTime, random: RandomSource, troubles: Troubles, flaw?: Flaw) {
    this.#time = time;
    this.#random = random;
    this.#troubles = troubles;
    this.#flaw = flaw;
  }

  /** Loses the last entries, as a standby that takes over without them. @returns how many are left */
  forget(count: number): number {
    const kept = Math.max(this.#first - 1, this.entries.length - count);
    this.entries = this.entries.slice(0, kept);
    this.#failovers += 1;
    this.snapshots = this.snapshots.filter(({ seq, digest }) => this.#digestAt(seq) === digest);
    // What a forgotten snapshot had let go is back.
    this.#first = firstNeeded(this.snapshots.at(-1)?.seq ?? 0);
    return kept;
  }

  /** A connection of its own: its messages overtake each other, and go missing. */
  connect(): Log {
    const log: Log = {
      head: () => this.#ask(() => this.#head()),
      read: (after) => this.#ask(() => this.#read(after)),
      append: (entry) => this.#ask(() => this.#append(entry), true),
      snapshot: () => this.#ask(() => this.snapshots.at(-1)),
      keep: (snapshot) => this.#ask(() => this.#keep(snapshot), true),
      close: () => Promise.resolve(),
    };
    return this.#flaw === undefined ? log : this.#broken(log, this.#flaw);
  }

  #digestAt(seq: number): string {
    return this.entries[seq - 1]?.digest ?? '';
  }

  #head(): Position {
    const { seq = 0, digest = '' } = this.entries.at(-1) ?? {};
    return { seq, digest };
  }

  #read(after: number): readonly LogEntry[] {
    return this.entries.slice(Math.max(after, this.#first - 1), Math.max(after, this.#first - 1) + 10);
  }

  #append(entry: LogEntry): boolean {
    const isNext = entry.seq === this.entries.length + 1;
    if (!isNext || (this.#flaw !== 'digest' && this.#digestAt(entry.seq - 1) !== entry.previous)) return false;
    this.entries.push(entry);
    return true;
  }

  #keep(snapshot: LogSnapshot): void {
    const { seq, digest } = snapshot;
    if (this.#digestAt(seq) !== digest || (this.snapshots.at(-1)?.seq ?? 0) >= seq) return;
    this.snapshots.push(snapshot);
    this.#first = firstNeeded(seq);
  }

  /** A question and its answer on their ways, either of which may be lost; a request may also come twice. */
  #ask<T>(handle: () => T, mayRepeat = false): Promise<T> {
    const { lostRequests, lostAnswers, duplicates } = this.#troubles;
    return new Promise((resolve, reject) => {
      const fail = () => reject(new LogUnavailableError('The made-up engine does not answer.'));
      const isLost = this.#random.next() < lostRequests;
      const isAnswerLost = this.#random.next() < lostAnswers;
      const isRepeated = mayRepeat && this.#random.next() < duplicates;
      // A connection that breaks tells so, sooner or later: before what was asked is done, or after.
      if (isLost || isAnswerLost) this.#time.after(this.#delay() + this.#delay(), fail);
      if (isLost) return;
      const failovers = this.#failovers;
      // What was sent to the server that failed does not reach the one that takes over.
      const isGone = () => this.isDown || failovers !== this.#failovers;
      this.#time.after(this.#delay(), () => {
        if (isGone()) {
          fail();
          return;
        }
        const answer = handle();
        if (!isAnswerLost) this.#time.after(this.#delay(), () => resolve(answer));
      });
      if (isRepeated) this.#time.after(3 * this.#delay(), () => (isGone() ? undefined : handle()));
    });
  }

  #delay(): number {
    // Most are quick, some take long.
    return this.#random.next() ** 4 * this.#troubles.longestDelay;
  }

  #broken(log: Log, flaw: Flaw): Log {
    if (flaw === 'read-index') {
      // The head that a replica believes: what it has seen itself.
      let seen: Position = { seq: 0, digest: '' };
      const note = (entries: readonly LogEntry[]) => {
        for (const entry of entries) if (entry.seq > seen.seq) seen = { seq: entry.seq, digest: entry.digest };
        return entries;
      };
      return {
        ...log,
        head: async () => (seen.seq === 0 ? log.head() : seen),
        read: async (after) => note(await log.read(after)),
        append: async (entry) => (await log.append(entry)) && note([entry]).length > 0,
      };
    }
    if (flaw === 'lookup') {
      const nameless = (entries: readonly LogEntry[]) => entries.map((entry) => ({ ...entry, id: ' 0' }));
      return { ...log, read: async (after) => nameless(await log.read(after)) };
    }
    // A digest that tells the number alone. What was appended is read again, so that nobody meets a true one.
    const digest = (seq: number) => (seq === 0 ? '' : `#${seq}`);
    return {
      ...log,
      head: async () => log.head().then(({ seq }) => ({ seq, digest: digest(seq) })),
      read: async (after) =>
        (await log.read(after)).map((entry) => ({
          ...entry,
          digest: digest(entry.seq),
          previous: digest(entry.seq - 1),
        })),
      append: async (entry) => (await log.append(entry)) && false,
      snapshot: () => Promise.resolve(undefined),
      keep: () => Promise.resolve(),
    };
  }
}

/** The first entry that is kept beside a snapshot: a slow replica may still need some before it. */
function firstNeeded(seq: number): number {
  return Math.max(1, seq - 5);
}
