import type { StorageError } from '../store.ts';
import type { Log } from './log.ts';
import type { Machine, Timer } from './machine.ts';

export interface ReplicaOptions {
  readonly log: Log;
  readonly machine: Machine;
  readonly timer: Timer;
  /** No other replica has or had it, this one before it was started again included. */
  readonly name: string;
  /** After how many characters of entries a snapshot is kept; if absent, 4 million, or as many as the last one has. */
  readonly snapshotEvery?: number;
  /** Told, in a sentence, of what a person should know. */
  readonly onNotice?: (sentence: string) => void;
  /** Told of what is wrong for good. */
  readonly onBroken?: (error: StorageError) => void;
}

/** What a replica has done since it began. */
export interface ReplicaCounts {
  /** Entries that it appended. */
  appended: number;
  /** Entries of others. */
  followed: number;
  /** Submissions that were overtaken, and decided again. */
  conflicts: number;
  /** Questions for the head of the log. */
  questions: number;
  /** Times that it dropped its state, because the log had lost what it had applied. */
  reloads: number;
  /** Appends whose outcome had to be looked up. */
  lookups: number;
}
