import type { AssumedAnswers, FormBodies, FormFileFields } from '../document/handler-types.gen.ts';
import type { ClauseId, DefaultedParameters, MessageNames, OperationId } from '../document/names.gen.ts';
import type { operations } from '../document/types.gen.ts';
import type { FormFile } from '../domain/agents/agent-form.ts';
import type { Complete } from '../json/json-value.ts';
import type { Rules } from '../domain/choices/rules.ts';
import type { UserRecord, WorkspaceRecord } from '../domain/records.ts';
import type { Change } from '../store/state/store.ts';
import type { Deciding } from '../store/state/persistence.ts';
import type { Clock } from '../worlds/time-and-chance.ts';

/** Who sent a request: what its token stands for. */
export interface Caller {
  readonly user: UserRecord;
  readonly workspace: WorkspaceRecord;
}

/** A part of a request, validated against the document. */
export interface Checked<T> {
  /** The part as it came, undefined fields and all. */
  readonly sent: Readonly<Record<string, unknown>>;
  /**
   * The part, if it is as the document says. A handler takes every field by name and hands what is left over to
   * `nothingLeft`, so that a field that the document adds does not compile until it is taken.
   * @throws Refusal with the first fault in the document's order; `only` looks at these fields alone
   */
  valid(only?: readonly string[]): T;
}

export interface OperationRequest<Id extends OperationId> {
  readonly caller: Caller;
  readonly query: Checked<QueryOf<Id>>;
  readonly body: Checked<BodyOf<Id>>;
  /** What is kept of the form's files, by the field that takes them; empty unless the operation takes a form. */
  readonly files: FilesOf<Id>;
  /** The document's messages of success. */
  readonly messages: MessagesOf<Id>;
  /** Where the caller reaches the mock, and in it the world of the request. */
  readonly mockAddress: string;
  /** Whether a record that nobody has is taken where a field names one (`x-reading`); absent: never. */
  readonly takesUnknown?: (field: string) => boolean;
}

/** The body, the rule that decided it, and which of the document's examples it is like if these differ in status. */
export interface OperationAnswer<Id extends OperationId> {
  readonly example?: MessageNames[Id];
  readonly body: Complete<AnswerOf<Id>>;
  readonly clause: ClauseId;
}

/** What an operation needs of the world that it runs in. */
export interface OperationWorld {
  readonly store: Pick<Deciding, 'view' | 'nextId'>;
  /** Stores all of the changes or none. @throws ConflictError where one was computed from a record that has changed since */
  commit(changes: readonly Change[]): Promise<void>;
  /** Stands still while one request is handled. */
  readonly clock: Clock;
  /** What is done where the specification is silent. */
  readonly rules: Rules;
}

/**
 * Load, decide, commit, answer. A handler holds nothing between two requests and is run again from the start when its
 * commit meets a conflict.
 * @throws Refusal if a rule refuses
 */
export type Handler<Id extends OperationId> = (
  request: OperationRequest<Id>,
  world: OperationWorld,
) => OperationAnswer<Id> | Promise<OperationAnswer<Id>>;

export type QueryOf<Id extends OperationId> = [operations[Id]['parameters']['query']] extends [undefined]
  ? Record<string, never>
  : WithDefaults<NonNullable<operations[Id]['parameters']['query']>, DefaultedParameters[Id]>;

type WithDefaults<Query, Name extends string> = Query & Required<Pick<Query, Name & keyof Query>>;

export type BodyOf<Id extends OperationId> = Id extends keyof FormBodies
  ? FormBodies[Id]
  : [operations[Id]['requestBody']] extends [undefined]
    ? Record<string, never>
    : NonNullable<operations[Id]['requestBody']> extends { content: { 'application/json': infer Body } }
      ? Body
      : never;

type AnswerOf<Id extends OperationId> = Id extends keyof AssumedAnswers
  ? AssumedAnswers[Id]
  : operations[Id]['responses'][200]['content']['application/json'];

type FilesOf<Id extends OperationId> = Id extends keyof FormFileFields
  ? Readonly<Record<FormFileFields[Id], readonly FormFile[]>>
  : Record<string, never>;

type MessagesOf<Id extends OperationId> = Readonly<Record<MessageNames[Id], string>>;
