import { ExplainedError } from '../../files/file-system.ts';
import type { Positions } from '../../domain/audiences/audience-page.ts';
import type { CollectionName, Collections, LeadRecord, LeadStatus, RecordId } from '../../domain/records.ts';

/** Grows with every change of a record and is never reused; 0: the record does not exist. */
export type Version = number;

export interface Versioned<T> {
  readonly version: Version;
  readonly record: T;
}

/** Creates or replaces a record. `version` is the one it was computed from, 0 for a new record. */
export type Put = {
  [C in CollectionName]: {
    readonly kind: 'put';
    readonly collection: C;
    readonly record: Collections[C];
    readonly version: Version;
  };
}[CollectionName];

/** Removes a record; a campaign takes its leads along. */
export interface Remove {
  readonly kind: 'remove';
  readonly collection: CollectionName;
  readonly id: RecordId;
  readonly version: Version;
}

/** Writes nothing; the commit fails if the record has changed since. For what a decision only read. */
interface Expect {
  readonly kind: 'expect';
  readonly collection: CollectionName;
  readonly id: RecordId;
  readonly version: Version;
}

/** Adds or replaces records of one campaign's audience, by their id. `version` is the one of the lead list read. */
export interface PutLeads {
  readonly kind: 'put-leads';
  readonly campaignId: number;
  readonly leads: readonly LeadRecord[];
  readonly version: Version;
}

export type Change = Put | Remove | Expect | PutLeads;

/** A change as the commit log keeps it: without versions, so that doing it is idempotent. */
export type LoggedChange = LoggedRecord | LoggedLeads;

export type LoggedRecord = LoggedPut | LoggedPatch | { readonly remove: CollectionName; readonly id: RecordId };

export interface LoggedPut {
  readonly put: CollectionName;
  readonly record: Collections[CollectionName];
}

/**
 * Of a record that was there before, the members that are new or other, and the names of those that are gone: of an agent
 * that is published a thirtieth of its bytes, and a fifth of the time that it takes to write.
 */
export interface LoggedPatch {
  readonly patch: CollectionName;
  readonly id: RecordId;
  readonly set: Readonly<Record<string, unknown>>;
  readonly unset?: readonly string[];
}

export interface LoggedLeads {
  readonly leads: number;
  readonly put: readonly LeadRecord[];
  readonly remove?: readonly number[];
}

/** What one change did: the record before and after, undefined if absent. */
export interface RecordChange {
  readonly collection: CollectionName | 'leads';
  readonly id: RecordId;
  readonly before: unknown;
  readonly after: unknown;
}

/** One campaign's lead records, ordered by id, as they are stored; read only. */
export interface LeadList {
  readonly version: Version;
  readonly size: number;
  /** The record at a place from 0 to size - 1. */
  at(position: number): LeadRecord;
  /** Places of the records that are stored with this status, ascending. */
  positionsOf(status: LeadStatus): Positions;
  /** Places of the records whose number contains this part of at least one character, ascending. */
  positionsOfNumber(part: string): Positions;
  /** The record with this id. */
  get(id: number): LeadRecord | undefined;
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

/** One moment of a store: everything read from it fits together, whatever is committed meanwhile. */
export interface View {
  get<C extends CollectionName>(collection: C, id: RecordId): Collections[C] | undefined;
  /** The version of the record, 0 if there is none. */
  version(collection: CollectionName, id: RecordId): Version;
  /** Records whose field has this value, ascending by id. */
  find<C extends keyof Indexes>(collection: C, field: Indexes[C], value: RecordId | null): readonly Collections[C][];
  /** All records of a collection, in no particular order. */
  all<C extends CollectionName>(collection: C): Iterable<Collections[C]>;
  count(collection: CollectionName): number;
}

/** A store as what decides a commit sees it. There is one way to change it: `commit`. */
export interface Deciding {
  /** The state that all commits before this one will make, whether or not they are durable yet. Cheap. */
  view(): View;
  /** The leads of a campaign, empty if it has none. */
  leads(campaignId: number): LeadList;
  /** An id that no record of the kind has had; of leads no campaign's. */
  nextId(kind: 'agents' | 'campaigns' | 'workspaces' | 'users' | 'leads'): number;
  /**
   * Applies all changes or none, and resolves when they are durable.
   * @throws ConflictError if a record is not at the version given (load, decide and commit again)
   * @throws StorageError if the engine cannot write; then nothing has changed
   */
  commit(changes: readonly Change[]): Promise<readonly RecordChange[]>;
  /**
   * Resolves when what it has seen is durable: an answer that commits nothing must wait for it.
   * @throws ConflictError if it will not be, StorageError
   */
  settled(): Promise<void>;
}

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
