import { StorageError } from '../store.ts';

/** The engine does not answer. What was asked of it may be done, or be done later. */
export class StoreUnavailableError extends StorageError {
  /** Whether something may have been written, or be written later. */
  readonly isOutcomeUnknown: boolean;

  constructor(message: string, isOutcomeUnknown = false) {
    super(message);
    this.isOutcomeUnknown = isOutcomeUnknown;
  }
}

/** What is in the tables cannot be read: another format, another program's, or damaged. The message says what to do. */
export class StoreContentError extends StorageError {}
