import type { LoggedChange } from '../store.ts';
import type { IdCounters } from './id-counters.ts';
import type { Root } from './root.ts';

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
  /** How many others were faster than. */
  readonly overtaken: number;
  /** Makes it the state that is seen, once it is durable; if absent, it is read like what others write. */
  readonly land?: () => void;
}

/** Where commits outlive the process: a folder, or PostgreSQL. */
export interface Persistence {
  /** @throws StorageError if there is no room for a commit: it is refused, and others go on */
  admit?(commit: Commit): void;
  /**
   * Writes what is decided; resolves when it is durable.
   * @param decide asked once for what is to be written, when all that others have written is in the store, and nobody else
   *   can write
   * @throws StorageError; then nothing is written
   * @throws ConflictError if it has to be decided anew; then nothing is written
   */
  write(decide: () => Writing | Promise<Writing>): Promise<void>;
  /** What cannot be written, in sentences. */
  faults(): readonly string[];
  close(): Promise<void>;
}
