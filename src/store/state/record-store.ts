import { setImmediate } from 'node:timers/promises';
import type { RecordCheck } from '../record-schema.ts';
import { type Applied, InvalidRecordError, applyChanges, differenceOf, isOvertaken, redoAll } from './apply-changes.ts';
import type { Counted, HighestIds, IdCounters } from './id-counters.ts';
import { type Root, RootView, leadsIn } from './root.ts';
import {
  type Change,
  ConflictError,
  type LeadList,
  type LoggedChange,
  type RecordChange,
  StorageError,
  type View,
} from '../store.ts';
import { type Snapshot, type StoredRecords, type WorldStore, recordsOf } from '../world-store.ts';

interface RecordStoreParts {
  readonly root: Root;
  readonly ids: IdCounters;
  readonly schemaCheck: RecordCheck;
  /** Where commits go to outlive the process; a store without one lives in memory. */
  readonly persistence?: Omit<Persistence, 'open'>;
  /** Told of each commit of a store in memory. */
  readonly onCommit?: ((commit: Commit) => void) | undefined;
}

/** In turns of the event loop. */
const longestDecision = 20;

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** A commit that waits. */
interface Pending extends Omit<Waiting, 'resolve'> {
  /** Empty if it is decided by nothing that can change. */
  readonly given: readonly Change[];
  /** The state that was durable when it came. */
  readonly seen: Root;
  /** Computes it on the state that is durable then. @throws ConflictError */
  readonly decide: (root: Root) => Applied;
  readonly resolve: (applied: Applied) => void;
}

/** Commits that were computed on a durable state. */
interface TakenOff {
  readonly before: Root;
  readonly root: Root;
  readonly flight: readonly (Pending & { readonly applied: Applied })[];
  /** Those that cannot be. */
  readonly overtaken: readonly (Pending & { readonly error: unknown })[];
}

/**
 * The store over one immutable root. Durable first, visible second: commits that wait are computed one on top of the
 * other on the durable state, written together, and seen in `view()` once they are durable.
 */
export class RecordStore implements WorldStore {
  readonly #schemaCheck: RecordCheck;
  readonly #persistence: RecordStoreParts['persistence'];
  readonly #onCommit: ((commit: Commit) => void) | undefined;
  #ids: IdCounters;
  #root: Root;
  #view: View;
  /** The state as a snapshot, until the state or an id moves: one is taken with every request. */
  #snapshot: Snapshot | undefined;
  #queue: Pending[] = [];
  /** Requests that wait to decide by a state that nobody else can change meanwhile. */
  #waiting: Waiting[] = [];
  #isWriting = false;
  #writing: Promise<void> = Promise.resolve();
  #isClosed = false;
  #growthListener: ((bytes: number) => void) | undefined;

  constructor({ root, ids, schemaCheck, persistence, onCommit }: RecordStoreParts) {
    this.#onCommit = onCommit;
    this.#schemaCheck = schemaCheck;
    this.#ids = ids;
    this.#persistence = persistence;
    this.#root = root;
    this.#view = new RootView(root);
  }

  /** Opens what is kept somewhere. @throws StorageError */
  static async open(persistence: Persistence, schemaCheck: RecordCheck): Promise<RecordStore> {
    const { root, ids } = await persistence.open();
    return new RecordStore({ root, ids, schemaCheck, persistence });
  }

  view(): View {
    return this.#view;
  }

  leads(campaignId: number): LeadList {
    return leadsIn(this.#root, campaignId);
  }

  nextId(kind: Counted): number {
    this.#snapshot = undefined;
    return this.#ids.next(kind);
  }

  async commit(changes: readonly Change[]): Promise<readonly RecordChange[]> {
    const { differences } = await this.#enqueue((root) => applyChanges(root, changes, this.#schemaCheck), changes);
    return differences;
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

  onGrowth(listener: (bytes: number) => void): void {
    this.#growthListener = listener;
  }

  fork(): WorldStore {
    return this.at({ root: this.#root, ids: this.#ids });
  }

  /** A store in memory that begins as this one, and tells of its commits. */
  draft(onCommit: (commit: Commit) => void): RecordStore {
    return new RecordStore({ root: this.#root, ids: this.#ids.copy(), schemaCheck: this.#schemaCheck, onCommit });
  }

  snapshot(): Snapshot {
    this.#snapshot ??= { root: this.#root, ids: this.#ids.copy() };
    return this.#snapshot;
  }

  at({ root, ids }: Snapshot): WorldStore {
    return new RecordStore({ root, ids: ids.copy(), schemaCheck: this.#schemaCheck });
  }

  async restore({ root: target, ids }: Snapshot): Promise<Snapshot> {
    this.#ids.raise(ids.highest());
    const isRelated = target.beginning === this.#root.beginning;
    // In memory a related state needs no comparison, because nothing is written.
    const isCompared = !isRelated || this.#persistence !== undefined;
    const { root } = await this.#enqueue((before) => {
      const changes = isCompared ? differenceOf(before, target) : [];
      const version = before.version + 1;
      const next = isRelated ? { ...target, version } : redoAll(before, changes, version);
      return { root: next, changes, differences: [], replacement: target };
    });
    return { root, ids: this.#ids.copy() };
  }

  /** Takes in what others have written. */
  follow(changes: readonly LoggedChange[], ids: HighestIds): void {
    this.#ids.share(ids);
    const version = this.#root.version + 1;
    this.#settleAt({ ...redoAll(this.#root, changes, version), version });
  }

  /** Puts another state in the place of this one. */
  become({ root, ids }: Snapshot): void {
    this.#ids = ids.copy();
    this.#settleAt(root);
  }

  records(): StoredRecords {
    return recordsOf(this.#root, this.#ids.highest());
  }

  async beginAs(scenarioDir: string): Promise<void> {
    await this.#persistence?.beginAs?.(scenarioDir);
  }

  faults(): readonly string[] {
    return this.#persistence?.faults?.() ?? [];
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#writing;
    await this.#persistence?.close?.();
  }

  #enqueue(decide: Pending['decide'], given: readonly Change[] = []): Promise<Applied> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw new StorageError('The store is closed: nothing can be written any more.');
      if (this.#persistence === undefined) {
        const applied = decide(this.#root);
        this.#ids.note(applied.changes);
        this.#settleAt(applied.root);
        this.#onCommit?.(applied);
        resolve(applied);
        return;
      }
      this.#queue.push({ given, seen: this.#root, decide, resolve, reject });
      this.#startWriting();
    });
  }

  #startWriting(): void {
    if (!this.#isWriting && this.#persistence !== undefined) this.#writing = this.#drain(this.#persistence);
  }

  async #drain(persistence: Pick<Persistence, 'write'>): Promise<void> {
    this.#isWriting = true;
    while (this.#queue.length + this.#waiting.length > 0) {
      let taken: TakenOff | undefined;
      let isOver = false;
      const decide = (): Writing => {
        // It was asked too late: those that wait by now are for the next.
        if (isOver) return { commits: [], root: this.#root, ids: this.#ids };
        const { before, root, flight } = (taken = this.#takeOff());
        const commits = flight.map(({ applied }) => applied).filter(({ changes }) => changes.length > 0);
        const land = () => {
          // A read may have brought it in already.
          if (this.#root === before) this.#settleAt(root);
        };
        return { commits, root, ids: this.#ids, land };
      };
      try {
        await persistence.write(() => this.#letDecide()?.then(decide) ?? decide());
        for (const { resolve, applied } of taken?.flight ?? []) resolve(applied);
      } catch (error) {
        isOver = true;
        for (const { reject } of taken?.flight ?? [...this.#queue.splice(0), ...this.#waiting.splice(0)]) reject(error);
      }
      // Only now: who tries again must see what was in the way.
      for (const { reject, error } of taken?.overtaken ?? []) reject(error);
    }
    // In the same turn as the queue was found empty: what comes from now on begins anew.
    this.#isWriting = false;
  }

  /** Has requests that wait decide now, and what others were faster than decided again; undefined if there are none. */
  #letDecide(): Promise<void> | undefined {
    const overtaken = this.#queue.filter(({ seen, given }) => seen !== this.#root && isOvertaken(this.#root, given));
    const waiting = this.#waiting.splice(0);
    if (overtaken.length + waiting.length === 0) return undefined;
    const awaited = this.#queue.length + waiting.length;
    this.#queue = this.#queue.filter((pending) => !overtaken.includes(pending));
    for (const { reject } of overtaken) reject(new ConflictError('Another replica has changed this meanwhile.'));
    for (const { resolve } of waiting) resolve();
    return this.#untilDecided(awaited);
  }

  /** Not all of them commit, and some wait for their body: nobody else waits for these. */
  async #untilDecided(awaited: number): Promise<void> {
    for (let turns = 0; turns < longestDecision && this.#queue.length < awaited; turns += 1) await setImmediate();
  }

  /** Computes what waits, each on top of the one before. */
  #takeOff(): TakenOff {
    const before = this.#root;
    let root = before;
    const flight: (Pending & { readonly applied: Applied })[] = [];
    const overtaken: (Pending & { readonly error: unknown })[] = [];
    for (const pending of this.#queue.splice(0)) {
      try {
        const applied = pending.decide(root);
        const foreign = applied.differences.find((difference) => this.#ids.isForeign(difference));
        if (foreign !== undefined) throw new ConflictError(`Another replica may have given the id ${foreign.id}.`);
        this.#ids.note(applied.changes);
        root = applied.root;
        flight.push({ ...pending, applied });
      } catch (error) {
        const isOutdated = error instanceof InvalidRecordError && pending.seen !== root;
        overtaken.push({ ...pending, error: isOutdated ? new ConflictError(error.message) : error });
      }
    }
    return { before, flight, root, overtaken };
  }

  #settleAt(root: Root): void {
    const grown = root.own - this.#root.own;
    this.#root = root;
    this.#view = new RootView(root);
    this.#snapshot = undefined;
    if (grown !== 0) this.#growthListener?.(grown);
  }
}

/** A commit on its way to where it outlives the process. */
export interface Commit {
  readonly changes: readonly LoggedChange[];
  /** The state that takes the place of all that was there, if it is one. */
  readonly replacement?: Root;
}

/** Commits that were computed one on top of the other. */
export interface Writing {
  readonly commits: readonly Commit[];
  /** The state that they make. */
  readonly root: Root;
  readonly ids: IdCounters;
  /** Makes it the state that is seen, once it is durable; if absent, it is read like what others write. */
  readonly land?: () => void;
}

/** Where commits outlive the process: a folder, or PostgreSQL. */
export interface Persistence {
  /** The state that is kept. Asked for once, before anything is written. @throws StorageError */
  open(): Promise<Snapshot>;
  /**
   * Writes what is decided; resolves when it is durable.
   * @param decide asked once for what is to be written, when all that others have written is in the store, and nobody else
   *   can write
   * @throws StorageError; then nothing is written
   * @throws ConflictError if it has to be decided anew; then nothing is written
   */
  write(decide: () => Writing | Promise<Writing>): Promise<void>;
  /** Notes that it begins as a scenario does now; absent where nobody asks. @throws StorageError */
  beginAs?(scenarioDir: string): Promise<void>;
  /** What cannot be written, in sentences. */
  faults?(): readonly string[];
  close?(): Promise<void>;
}
