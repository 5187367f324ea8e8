import type { CollectionName, RecordId } from '../../domain/records.ts';
import type { Version, LoggedChange } from '../store.ts';
import type { Counted, GivenId, HighestIds, IdCounters } from './id-counters.ts';
import type { Root } from './root.ts';

/**
 * What a commit was decided by: a record, all of a collection (`id` is null), or everything (both are). Of `leads` the id
 * is the campaign's, whose list is meant; `parts` are what a world is besides its records.
 */
export interface Expected {
  readonly collection: CollectionName | 'leads' | 'parts' | null;
  readonly id: RecordId | null;
}

/** A commit on its way to where it outlives the process. */
export interface Commit {
  readonly changes: readonly LoggedChange[];
  readonly expected: readonly Expected[];
  /** The ids that it uses for the first time. */
  readonly given: readonly GivenId[];
  /** The state that takes the place of all that was there, if it is one. */
  readonly replacement?: Root;
}

/** What came of commits where others write too. */
export interface Landed {
  /** Of the state that they made. */
  readonly version: Version;
  /** The places of those that others had changed something of: they were not written. */
  readonly lost: ReadonlySet<number>;
  /** What others had written before them, and this store has not seen. */
  readonly others: readonly LoggedChange[];
  readonly ids: HighestIds;
  /** How many of them, of each kind, are this store's to give. */
  readonly reserved: Partial<Record<Counted, number>>;
}

/** Where commits outlive the process: a folder, or PostgreSQL. */
export interface Persistence {
  /**
   * @throws StorageError if there is no room for a commit: it is refused, and others go on
   * @throws ConflictError if it uses an id that another may have given
   */
  admit(commit: Commit, ids: IdCounters): void;
  /**
   * Writes commits that were computed one on top of the other; resolves when they are durable.
   * @param root the state that they make
   * @returns undefined if nobody else writes
   * @throws StorageError; then none of them is written
   */
  append(commits: readonly Commit[], root: Root, ids: IdCounters): Promise<Landed | undefined>;
  /** What cannot be written, in sentences. */
  faults(): readonly string[];
  close(): Promise<void>;
}
