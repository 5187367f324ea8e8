import type { CollectionName, LeadRecord } from '../domain/records.ts';
import type { HighestIds, IdCounters } from './state/id-counters.ts';
import { type Root, type StoredRecord, mapCollections } from './state/root.ts';
import type { Store } from './store.ts';

/** A store whose state can be kept, copied and restored, at a cost that does not depend on the amount of data. */
export interface WorldStore extends Store {
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

/** A state of a store; only a store looks into it. */
export interface Snapshot {
  readonly root: Root;
  /** The ids given by then. */
  readonly ids: IdCounters;
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
  const records = mapCollections((name) => {
    return root.collections[name].values().map(({ record }) => record);
  });
  const leads = [...root.leads.entries()].map(([id, list]) => [String(id), list.records()] as const);
  return {
    records,
    leads: Object.fromEntries(leads.filter(([, list]) => list.length > 0)),
    ids,
  };
}
