import { ExplainedError } from '../../files/file-system.ts';
import type { CollectionName, Collections, LeadRecord, RecordId } from '../../domain/records.ts';

/** Where a record is: in a collection, or in a campaign's audience. */
export type Place = CollectionName | `leads/${number}`;

/** Any record that a store holds. */
export type AnyRecord = Collections[CollectionName] | LeadRecord;

/** What becomes of one record. */
export interface Change {
  readonly in: Place;
  readonly id: RecordId;
  /**
   * What it was computed from: the very object that the store had, which no later state of the record is again; undefined
   * where there was none. The commit fails if the store has another one by then.
   */
  readonly before?: object | undefined;
  /** Undefined: it is removed, a campaign with its leads. What was before: it was only read, and nothing is written. */
  readonly after?: AnyRecord | undefined;
}

/**
 * A change as it is kept: without what it was computed from, so that doing it is idempotent. It has a new record in full
 * (`put`). Of one that was there before it has the members that are new or other (`set`) and the names of those that are
 * gone (`unset`): of an agent that is published a thirtieth of its bytes, and a fifth of the time that it takes to write.
 * With neither, the record is gone.
 */
export interface LoggedChange {
  readonly in: Place;
  readonly id: RecordId;
  readonly put?: AnyRecord;
  readonly set?: Readonly<Record<string, unknown>>;
  readonly unset?: readonly string[];
}

/** The fields by which records are found without a scan. Every commit updates them, so there are no more than needed. */
export const indexedFields = {
  users: 'workspace_id',
  login_tokens: 'user_id',
  api_tokens: 'user_id',
  voices: 'provider_id',
  phone_numbers: 'agent_id',
  agents: 'uuid',
  campaigns: 'agent_id',
} as const satisfies { readonly [C in CollectionName]?: keyof Collections[C] };
export type Indexes = typeof indexedFields;

/** A record moved between being read and being written. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError';
}

/** The engine could not read or write; `message` says what and where. */
export class StorageError extends ExplainedError {
  override readonly name: string = 'StorageError';
}

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
