import { setImmediate } from 'node:timers/promises';
import { type Applied, InvalidRecordError, applyChanges, differenceOf } from './apply-changes.ts';
import {
  type Counted,
  type HighestIds,
  IdsExhaustedError,
  higherIds,
  highestId,
  idsAfter,
  isForeign,
  noIds,
} from './id-counters.ts';
import type { Root, View } from './root.ts';
import { type Change, ConflictError, StorageError } from './store.ts';
import {
  type Deciding,
  type Persistence,
  type Snapshot,
  type StoredRecords,
  type Writing,
  recordsOf,
} from './persistence.ts';

/** In turns of the event loop. */
const longestDecision = 20;

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** How a commit is computed on a state. @throws ConflictError, InvalidRecordError */
type Computing = (root: Root) => Applied;

/** A commit that is not durable yet. */
interface Pending extends Omit<Waiting, 'resolve'> {
  readonly compute: Computing;
  readonly applied: Applied;
  readonly resolve: (applied: Applied) => void;
}

/**
 * The store over one immutable root. Durable first, visible second: commits are computed one on top of the other, those
 * that wait are written together, and seen in `view()` once they are durable. What decides a commit may look at the
 * state that those before it will make (`deciding`), so that several changes of one record are written together too.
 */
export class RecordStore implements Omit<Deciding, 'settled'> {
  /** Where its commits outlive the process; undefined in memory. */
  readonly persistence: Persistence | undefined;
  #ids: HighestIds;
  /** The highest ids that others may have given. */
  #foreign = noIds;
  #root: Root;
  /** The state that the commits make which are not durable yet. */
  #pending: Root;
  /** How often what the commits make was computed anew. */
  #resets = 0;
  #queue: Pending[] = [];
  /** Requests that wait to decide by a state that nobody else can change meanwhile. */
  #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;
  #isClosed = false;
  #growthListener: ((bytes: number) => void) | undefined;

  constructor({ root, ids, persistence }: Snapshot & { readonly persistence?: Persistence }) {
    this.#ids = ids;
    this.persistence = persistence;
    this.#root = root;
    this.#pending = root;
  }

  /** The latest committed state. */
  view(): View {
    return this.#root;
  }

  nextId(kind: Counted): number {
    if (this.#ids[kind] >= highestId) throw new IdsExhaustedError(kind);
    this.#ids = { ...this.#ids, [kind]: this.#ids[kind] + 1 };
    return this.#ids[kind];
  }

  async commit(changes: readonly Change[]): Promise<readonly Change[]> {
    try {
      return (await this.#enqueue(this.#computing(changes, this.#root))).changes;
    } catch (error) {
      // Who tries again must see what was in the way.
      if (error instanceof ConflictError && this.#pending !== this.#root) await this.#settled().catch(() => undefined);
      throw error;
    }
  }

  /** For what decides one commit: the state that all commits before it will make. */
  deciding(): Deciding {
    let seen = this.#root;
    let resets: number | undefined;
    return {
      view: () => {
        seen = this.#pending;
        if (seen !== this.#root) resets = this.#resets;
        return seen;
      },
      nextId: (kind) => this.nextId(kind),
      commit: async (changes) => (await this.#enqueue(this.#computing(changes, seen))).changes,
      settled: async () => {
        if (resets === undefined) return;
        if (resets === this.#resets) await this.#settled();
        if (resets !== this.#resets) throw new ConflictError('What this was decided by was not written.');
      },
    };
  }

  /**
   * Resolves when all that others have written is in the store and nobody else can write: what is committed at once is
   * written before others are. @throws StorageError, and ConflictError if there is no such world any more
   */
  turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#startWriting();
    });
  }

  /** Tells of the memory that each commit takes or frees, in bytes, about. One listener. */
  onGrowth(listener: (bytes: number) => void): void {
    this.#growthListener = listener;
  }

  /** A store in memory that begins with a state, this one's if absent; neither sees what the other does from then on. */
  fork(state = this.snapshot()): RecordStore {
    return new RecordStore(state);
  }

  /** The committed state, to come back to. Cheap: one is taken with every request. */
  snapshot(): Snapshot {
    return { root: this.#root, ids: this.#ids };
  }

  /**
   * Puts the state of a snapshot in place of the present one, and resolves when that is durable. Ids given meanwhile
   * are not given again. What is written is the difference: only where the two states share nothing, as those of unrelated
   * stores, does that depend on the amount of data.
   * @throws StorageError if the engine cannot write; then nothing has changed
   */
  async restore({ root, ids }: Snapshot): Promise<void> {
    this.#ids = higherIds(this.#ids, ids);
    const changesFrom = (before: Root) => (this.persistence === undefined ? [] : differenceOf(before, root));
    await this.#enqueue((before) => ({ root, changes: changesFrom(before) }));
  }

  /**
   * Takes in what others have written: what they have made of the committed state, and the ids that they have given.
   * @param isAnew whether it is the state of another world than this one's
   */
  follow({ root, ids }: Snapshot, isAnew = false): void {
    this.#ids = higherIds(isAnew ? noIds : this.#ids, ids);
    this.#foreign = isAnew ? noIds : higherIds(this.#foreign, ids);
    this.#computeAnewFrom(root);
  }

  /** All records of the committed state, ordered by id. */
  records(): StoredRecords {
    return recordsOf(this.snapshot());
  }

  /** Writes what is still to be written and lets go of files; later calls of `commit` throw `StorageError`. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#writing;
    await this.persistence?.close?.();
  }

  /** @param seen the state that the changes were decided by */
  #computing(changes: readonly Change[], seen: Root): Computing {
    return (root) => {
      try {
        const applied = applyChanges(root, changes);
        const foreign = applied.changes.find((change) => isForeign(this.#foreign, change));
        if (foreign !== undefined) throw new ConflictError(`Another replica may have given the id ${foreign.id}.`);
        return applied;
      } catch (error) {
        throw error instanceof InvalidRecordError && seen !== root ? new ConflictError(error.message) : error;
      }
    };
  }

  /** Resolves when what is committed now is durable. */
  async #settled(): Promise<void> {
    await this.#enqueue((root) => ({ root, changes: [] }));
  }

  #enqueue(compute: Computing): Promise<Applied> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw new StorageError('The store is closed: nothing can be written any more.');
      const applied = this.#apply(compute);
      if (this.persistence === undefined) {
        this.#settleAt(applied.root, applied.root);
        resolve(applied);
        return;
      }
      this.#queue.push({ compute, applied, resolve, reject });
      this.#startWriting();
    });
  }

  #apply(compute: Computing): Applied {
    const applied = compute(this.#pending);
    this.#ids = idsAfter(this.#ids, applied.changes);
    this.#pending = applied.root;
    return applied;
  }

  #startWriting(): void {
    if (this.persistence !== undefined) this.#writing ??= this.#drain(this.persistence);
  }

  async #drain(persistence: Pick<Persistence, 'append'>): Promise<void> {
    while (this.#queue.length + this.#waiting.length > 0) {
      let flight: readonly Pending[] | undefined;
      let isOver = false;
      const take = (): Writing => {
        // It was asked too late: those that wait by now are for the next.
        if (isOver) return { commits: [], state: this.snapshot() };
        const [before, root] = [this.#root, this.#pending];
        flight = this.#queue.splice(0);
        const commits = flight.map(({ applied }) => applied.changes).filter(({ length }) => length > 0);
        const land = () => {
          // A read may have brought it in already.
          if (this.#root === before) this.#settleAt(root, this.#pending);
        };
        return { commits, state: { root, ids: this.#ids }, land };
      };
      try {
        await persistence.append(() => this.#letDecide()?.then(take) ?? take());
        for (const { resolve, applied } of flight ?? []) resolve(applied);
      } catch (error) {
        isOver = true;
        for (const { reject } of flight ?? [...this.#queue.splice(0), ...this.#waiting.splice(0)]) reject(error);
        this.#computeAnewFrom(this.#root);
      }
    }
    // In the same turn as the queue was found empty: what comes from now on begins anew.
    this.#writing = undefined;
  }

  /** Has requests that wait decide now; undefined if there are none. */
  #letDecide(): Promise<void> | undefined {
    const waiting = this.#waiting.splice(0);
    if (waiting.length === 0) return undefined;
    const awaited = this.#queue.length + waiting.length;
    for (const { resolve } of waiting) resolve();
    return this.#untilDecided(awaited);
  }

  /** Not all of them commit, and some wait for their body: nobody else waits for these. */
  async #untilDecided(awaited: number): Promise<void> {
    for (let turns = 0; turns < longestDecision && this.#queue.length < awaited; turns += 1) await setImmediate();
  }

  /** @param pending what the commits make of it that are not durable yet */
  #settleAt(root: Root, pending: Root): void {
    const grown = root.own - this.#root.own;
    this.#root = root;
    this.#pending = pending;
    if (grown !== 0) this.#growthListener?.(grown);
  }

  /** Has what waits be computed on another state than the one that it was computed on. */
  #computeAnewFrom(root: Root): void {
    this.#resets += 1;
    this.#settleAt(root, root);
    this.#queue = this.#queue.flatMap((each) => {
      try {
        return [{ ...each, applied: this.#apply(each.compute) }];
      } catch (error) {
        each.reject(error);
        return [];
      }
    });
  }
}
