import type { CollectionName, LeadRecord } from '../domain/records.ts';
import type { HighestIds, IdCounters } from './state/id-counters.ts';
import { type Root, type StoredRecord, mapCollections } from './state/root.ts';
import type { LoggedChange, Store } from './store.ts';

/** A store whose state can be kept, copied and restored, at a cost that does not depend on the amount of data. */
export interface WorldStore extends Store {
  /** For what decides one commit: the state that all commits before it will make, whether or not they are durable yet. */
  deciding(): Deciding;
  /** A store in memory that begins with this one's committed state; neither sees what the other does from then on. */
  fork(): WorldStore;
  /** A store in memory that begins with a state of this one, and gives ids as this one did then. */
  at(snapshot: Snapshot): WorldStore;
  /** The committed state, to come back to. */
  snapshot(): Snapshot;
  /**
   * Puts the state of a snapshot in place of the present one, and resolves when that is durable. Ids given meanwhile
   * are not given again. A snapshot of an unrelated store (not a fork of this one, nor the other way round) is taken
   * too, at the cost of comparing both. Gives the same state as this store's own: coming back to that does not
   * depend on the amount of data.
   * @throws StorageError if the engine cannot write; then nothing has changed
   */
  restore(snapshot: Snapshot): Promise<Snapshot>;
  /** Tells of the memory that each commit takes or frees, in bytes, about. One listener. */
  onGrowth(listener: (bytes: number) => void): void;
  /** All records of the committed state, ordered by id. */
  records(): StoredRecords;
  /** Notes that it begins as the scenario of this folder does now, where that is kept. @throws StorageError */
  beginAs(scenarioDir: string): Promise<void>;
  /** What is wrong with the data, as far as it is known, in sentences; empty if all is well. */
  faults(): readonly string[];
}

/** A store as what decides a commit sees it. */
export interface Deciding extends Pick<Store, 'view' | 'leads' | 'nextId' | 'commit'> {
  /**
   * Resolves when what it has seen is durable: an answer that commits nothing must wait for it.
   * @throws ConflictError if it will not be, StorageError
   */
  settled(): Promise<void>;
}

/** A state of a store; only a store looks into it. */
export interface Snapshot {
  readonly root: Root;
  /** The ids given by then. */
  readonly ids: IdCounters;
}

/** A commit on its way to where it outlives the process. */
export interface Commit {
  readonly changes: readonly LoggedChange[];
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

/**
 * Where commits outlive the process: a folder, or PostgreSQL; a store without one lives in memory. Nothing here reads what
 * others have written: PostgreSQL tells that for all worlds at once (`WorldMirror`), and of one world before it decides.
 */
export interface Persistence {
  /** The state that is kept. Asked for once, before anything is written. @throws StorageError */
  open(): Promise<Snapshot>;
  /**
   * Appends what is decided; resolves when it is durable.
   * @param decide asked once for what is to be written, when all that others have written is in the store, and nobody else
   *   can write: so nothing that was decided is in conflict, however many write
   * @throws StorageError; then nothing is written
   * @throws ConflictError if it has to be decided anew; then nothing is written
   */
  append(decide: () => Writing | Promise<Writing>): Promise<void>;
  /** Notes that it begins as a scenario does now; absent where nobody asks. @throws StorageError */
  beginAs?(scenarioDir: string): Promise<void>;
  /** What cannot be written, in sentences. */
  faults?(): readonly string[];
  close?(): Promise<void>;
}

/** Everything that a store holds, as plain JSON. */
export interface StoredRecords {
  readonly records: Readonly<Record<CollectionName, readonly StoredRecord[]>>;
  /** By the campaign's id. */
  readonly leads: Readonly<Record<string, readonly LeadRecord[]>>;
  readonly ids: HighestIds;
}

/** The records of a state, ordered by id. */
export function recordsOf(root: Root, ids: HighestIds): StoredRecords {
  const records = mapCollections((name) => root.collections[name].values().map(({ record }) => record));
  const lists = [...root.leads.entries()].filter(([, list]) => list.size > 0);
  return { records, leads: Object.fromEntries(lists.map(([id, list]) => [String(id), list.records()])), ids };
}
