import type { ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import type { ClauseId, RefusalId } from '../document/names.gen.ts';
import type { DocumentedOperation, Operation, OperationAddress } from '../document/operation.ts';
import type { FormFile } from '../domain/agents/agent-form.ts';
import type { Caller, Checked } from '../operations/handler.ts';
import type { Change } from '../store/state/store.ts';
import type { Snapshot } from '../store/state/persistence.ts';
import type { FiredFault } from '../worlds/faults.ts';
import type { Delivery, KeptBody } from '../worlds/journal.ts';
import type { World } from '../worlds/world.ts';
import type { MemoryBudget, InFlight } from '../worlds/memory-budget.ts';

/** What is known of a request before the document is asked. */
export interface RequestLocals {
  /** The host that the server listens on; undefined if it is not known. */
  host?: string;
  /** The path that the application is mounted below, `/platform`; absent or '' at the root. */
  prefix?: string;
  /** Of the world that the request is for. */
  worldName?: string;
}

export type LocatedResponse = Response<unknown, RequestLocals>;

/** The parts of a request as handlers get them, each validated against the document but not refused yet. */
export interface RequestParts {
  readonly path: Checked<Record<string, unknown>>;
  readonly query: Checked<Record<string, unknown>>;
  readonly body: Checked<Record<string, unknown>>;
  /** By the field that takes them. */
  readonly files: Readonly<Record<string, readonly FormFile[]>>;
}

/** What a request asks of its answer in its Prefer header (RFC 7240), as Prism reads it. */
export interface Preferences {
  readonly code: number | undefined;
  readonly example: string | undefined;
  /** Generated from the schema instead of taken from an example. */
  readonly dynamic: boolean;
  /** What a generated answer starts from. */
  readonly seed: string | undefined;
  /** Milliseconds to wait before the answer. */
  readonly delay: number;
}

interface ReadRequest {
  /** The body as the operation saw it. */
  body?: unknown;
  /** The same as it came: its size, and what is kept of its bytes. */
  kept?: KeptBody;
  preferences?: Preferences | undefined;
  /** What it carried beyond the contract, by name. */
  readonly undocumented: UndocumentedPart[];
}

export interface UndocumentedPart {
  readonly kind: 'query-parameter' | 'body-member' | 'file-field' | 'body';
  readonly name: string;
}

interface DecidedRequest {
  /** When it was decided what to answer, in milliseconds of `performance.now()`. */
  at?: number;
  faults: readonly FiredFault[];
  /** What its commits changed. */
  readonly changes: Change[];
  /** The state that its last commit left; undefined if it committed nothing. */
  after?: Snapshot;
  /** How many commits it made, and how many met a conflict. */
  commits: number;
  conflicts: number;
}

/** One request while it is answered, stage by stage; journal, log and coverage look at it at the end. */
export interface Exchange<O extends DocumentedOperation = Operation> {
  readonly request: Request;
  readonly response: LocatedResponse;
  readonly world: World;
  /** What it holds of the mock's memory until its answer has been read. */
  readonly inFlight: InFlight;
  /** In milliseconds of `performance.now()`. */
  readonly started: number;
  /** Path and query apart, as they came. */
  readonly path: string;
  readonly query: string;
  /** The state that it found. */
  readonly before: Snapshot;
  /** The world's time that the request is handled at: the same for all that it does. */
  moment: Date;
  operation?: O;
  caller?: Caller;
  readonly read: ReadRequest;
  readonly decided: DecidedRequest;
}

export type AnyExchange = Exchange<DocumentedOperation>;

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Sent in place of the body, which is JSON otherwise. */
  readonly text?: string;
  /** The rule that decided it; undefined if a fault or the caller's preference did. */
  readonly clause: ClauseId | RefusalId | undefined;
  /** Writes the answer in place of status, headers and body. */
  readonly stream?: StreamedAnswer['stream'];
}

/** What an operation's handler gives: an answer to be sent as JSON, or one that it writes itself over time. */
export type HandlerAnswer = Pick<Answer, 'body' | 'clause' | 'status'> | StreamedAnswer;

/** Writes the answer itself; `response` has no head yet. */
export interface StreamedAnswer {
  readonly stream: (response: ServerResponse) => void | Promise<void>;
}

/** What went over the wire. */
export interface Sent {
  /** Null if the connection was cut before there was one. */
  readonly status: number | null;
  readonly body: Buffer;
  readonly delivery: Delivery;
}

/** What is particular to one document that is served; the way of a request is the same for all (`express-app.ts`). */
export interface ServedDocument<O extends DocumentedOperation> {
  readonly addresses: readonly OperationAddress[];
  /**
   * The world that a request is for, if its caller may have one.
   * @param operationId undefined where the address is refused
   * @throws what refuses a caller before anything is looked at
   */
  worldOf(request: Request, response: LocatedResponse, operationId: string | undefined): World | Promise<World>;
  /** The operation as the world's profile has it. */
  operationIn(world: World, operationId: string): O;
  /** What requests under way are counted in. */
  readonly memory: MemoryBudget;
  /** How many objects and lists may stand in one another; one that is deeper is refused. */
  readonly bodyDepth?: number;
  /** Headers of every answer that has a body. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The answer that faults or the caller's own preference decide, for any caller; undefined for no answer at all. Faults and
   * preferences may look at the body: `read` waits until it is read, or found unreadable; an unreadable one is refused later.
   */
  steer(exchange: Exchange<O>, operation: O, read: () => Promise<unknown>): Promise<Answer | undefined | 'not steered'>;
  /** Whether a body that cannot be read is refused before authentication. */
  isReadFirst?(exchange: Exchange<O>): boolean;
  /** Finds the caller. @throws what refuses a caller */
  authenticate(exchange: Exchange<O>, operation: O): void;
  /** Looks at the parts that were read. @throws what refuses them before the operation sees them */
  validate(exchange: Exchange<O>, operation: O, parts: RequestParts): void;
  /** Runs the operation's handler once. @throws what refuses, or a conflict of its commit */
  handle(exchange: Exchange<O>, operation: O, parts: RequestParts): Promise<HandlerAnswer> | HandlerAnswer;
  /** The answer to be sent for what the handler gave. */
  answer(exchange: Exchange<O>, operation: O, given: Exclude<HandlerAnswer, StreamedAnswer>): Answer | Promise<Answer>;
  /** Refuses an address that takes other methods, those of `allow`, or that the document does not know. */
  refuse(exchange: Exchange<O>, allow?: readonly string[]): Error;
  answerError(error: unknown, exchange: Exchange<O>): Answer;
  /** Told of every answer once it is sent, or cut off; undefined where the connection was cut before. */
  record(exchange: Exchange<O>, answer: Answer | undefined, sent: Sent, failure: unknown): void;
}
