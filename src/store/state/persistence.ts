import type { CollectionName, LeadRecord } from '../../domain/records.ts';
import type { Counted, HighestIds } from './id-counters.ts';
import { type Root, type StoredRecord, type View, mapCollections } from './root.ts';
import type { Change } from './store.ts';

/** A store as what decides a commit sees it. There is one way to change it: `commit`. */
export interface Deciding {
  /** The state that all commits before this one will make, whether or not they are durable yet. Cheap. */
  view(): View;
  /** An id that no record of the kind has had; of leads no campaign's. */
  nextId(kind: Counted): number;
  /**
   * Applies all changes or none, and resolves when they are durable, with those that write something.
   * @throws ConflictError if a record is another one by now (load, decide and commit again)
   * @throws StorageError if the engine cannot write; then nothing has changed
   */
  commit(changes: readonly Change[]): Promise<readonly Change[]>;
  /**
   * Resolves when what it has seen is durable: an answer that commits nothing must wait for it.
   * @throws ConflictError if it will not be, StorageError
   */
  settled(): Promise<void>;
}

/** A state of a store; only a store looks into it. */
export interface Snapshot {
  readonly root: Root;
  /** The ids given by then, which are never given again, whatever is removed, refused or restored. */
  readonly ids: HighestIds;
}

/** Commits that were computed one on top of the other, on their way to where they outlive the process. */
export interface Writing {
  readonly commits: readonly (readonly Change[])[];
  /** The state that they make. */
  readonly state: Snapshot;
  /** Makes it the state that is seen, once it is durable; if absent, it is read like what others write. */
  readonly land?: () => void;
}

/**
 * Where commits outlive the process: a folder, or PostgreSQL; a store without one lives in memory. Nothing here reads what
 * others have written: PostgreSQL tells that for all worlds at once (`WorldMirror`), and of one world before it decides.
 */
export interface Persistence {
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
export function recordsOf({ root, ids }: Snapshot): StoredRecords {
  const records = mapCollections((name) => root.all(name));
  const lists = [...root.lists.entries()].filter(([, list]) => list.size > 0);
  return { records, leads: Object.fromEntries(lists.map(([id, list]) => [String(id), list.records()])), ids };
}
