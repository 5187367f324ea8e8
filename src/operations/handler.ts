import type { ClauseId, OperationId } from '../contract-document/names.gen.ts';
import type { operations } from '../contract-document/types.gen.ts';
import type { UserRecord, WorkspaceRecord } from '../domain/records.ts';
import type { FormFiles } from '../domain/agent-form.ts';
import type { AgentFormValues } from '../contract-document/form-values.ts';
import type { Store } from '../store/store.ts';
import type { Clock } from '../worlds/clock.ts';

/** Who sent a request: what its token stands for. */
export interface Caller {
  readonly token: string;
  readonly user: UserRecord;
  readonly workspace: WorkspaceRecord;
}

/** A part of a request that was held to the document. */
export interface Checked<T> {
  /** The part as it came, undefined members and all. */
  readonly sent: Readonly<Record<string, unknown>>;
  /**
   * The part, if it is as the document says.
   * @throws Refusal with the first fault in the document's order; `only` looks at these members alone
   */
  valid(only?: readonly string[]): T;
}

export interface OperationRequest<Id extends OperationId> {
  readonly caller: Caller;
  readonly query: Checked<QueryOf<Id>>;
  readonly body: Checked<BodyOf<Id>>;
  /** What the form's files are, where the operation takes a form. */
  readonly files: FormFiles;
}

/** Status 200, the body, and the rule that decided it. */
export interface OperationAnswer<Id extends OperationId> {
  readonly body: operations[Id]['responses'][200]['content']['application/json'];
  readonly clause: ClauseId;
}

/** What an operation needs of the world that it runs in. */
export interface OperationWorld {
  readonly store: Store;
  /** Stands still while one request is handled. */
  readonly clock: Clock;
}

/**
 * Load, decide, commit, answer. A handler holds nothing between two requests and is run again from the start when its
 * commit meets a conflict.
 * @throws Refusal where a rule refuses
 */
export type Handler<Id extends OperationId> = (
  request: OperationRequest<Id>,
  world: OperationWorld,
) => OperationAnswer<Id> | Promise<OperationAnswer<Id>>;

export type QueryOf<Id extends OperationId> = NonNullable<operations[Id]['parameters']['query']>;

export type BodyOf<Id extends OperationId> = Id extends 'createAgentOrUpdate'
  ? AgentFormValues
  : NonNullable<operations[Id]['requestBody']> extends { content: { 'application/json': infer Body } }
    ? Body
    : Record<string, never>;
