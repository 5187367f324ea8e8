import { StorageError } from '../store.ts';

/** A place in a log: the number of an entry, and a digest of it and of all before it. */
export interface Position {
  /** From 1; 0: before the first entry. */
  readonly seq: number;
  /** '' before the first entry. */
  readonly digest: string;
}

/** What one append adds to the log, as a whole or not at all. */
export interface LogEntry extends Position {
  /** The name of the replica that appends it, a blank, and the number of its entry. */
  readonly id: string;
  /** The digest of the entry before. */
  readonly previous: string;
  readonly body: string;
}

/** The state that all entries up to a position make. */
export interface LogSnapshot extends Position {
  readonly body: string;
}

/**
 * An engine that keeps a log for any number of replicas. Every method rejects with `LogUnavailableError` if the engine
 * does not answer; what it was asked may then be done, or be done later.
 */
export interface Log {
  /** Where the log ends. */
  head(): Promise<Position>;
  /** The entries after one, ascending; not all of them if there are many, but never none if there are any. */
  read(after: number): Promise<readonly LogEntry[]>;
  /**
   * Appends an entry if the one that it names as the one before is the last of the log.
   * @returns false if it is not, or if there is one with this number already, be it this one
   */
  append(entry: LogEntry): Promise<boolean>;
  /** The newest snapshot. */
  snapshot(): Promise<LogSnapshot | undefined>;
  /** Keeps a snapshot; what only older ones needed may go. */
  keep(snapshot: LogSnapshot): Promise<void>;
  close(): Promise<void>;
}

/** The engine does not answer. What was asked of it may be done, or be done later. */
export class LogUnavailableError extends StorageError {
  /** Whether something may have been written, or be written later. */
  readonly isOutcomeUnknown: boolean;

  constructor(message: string, isOutcomeUnknown = false) {
    super(message);
    this.isOutcomeUnknown = isOutcomeUnknown;
  }
}

/** The log cannot be followed: it was written in another format. The message says what to do. */
export class LogFormatError extends StorageError {}
