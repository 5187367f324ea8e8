import type { IncomingMessage } from 'node:http';
import type { ClauseId, RefusalId } from '../contract-document/names.gen.ts';
import type { Operation } from '../contract-document/operation.ts';
import type { Caller } from '../operations/handler.ts';
import type { RecordChange } from '../store/store.ts';
import type { Snapshot } from '../store/world-store.ts';
import type { FiredFault } from '../worlds/faults.ts';
import type { Delivery, KeptBody } from '../worlds/journal.ts';
import type { World } from '../worlds/world.ts';
import type { Preferences } from './prefer.ts';

/** What is known of one request while it is answered; whoever reports on it reads it at the end. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly world: World;
  /** In milliseconds of `performance.now()`. */
  readonly started: number;
  /** Path and query apart, as they came. */
  readonly path: string;
  readonly query: string;
  /** The world's time that the request is handled at: the same for all that it does. */
  moment: Date;
  /** The state that it found. */
  readonly before: Snapshot;
  /** The state that its last commit left; undefined where it committed nothing. */
  after?: Snapshot;
  /** When it was decided what to answer, in milliseconds of `performance.now()`. */
  decided?: number;
  operation?: Operation;
  caller?: Caller;
  preferences?: Preferences | undefined;
  /** The request's body as the operation saw it. */
  body?: unknown;
  /** The same as it came: its size, and what is kept of its bytes. */
  requestBody?: KeptBody;
  /** The faults that fired on it. */
  faults: readonly FiredFault[];
  /** What its commits changed. */
  readonly changes: RecordChange[];
  /** What the request carried beyond the contract, by name. */
  readonly undocumented: {
    readonly kind: 'query-parameter' | 'body-member' | 'file-field' | 'body';
    readonly name: string;
  }[];
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** The rule that decided it; undefined where none did, but a fault or the client's preference. */
  readonly clause: ClauseId | RefusalId | undefined;
}

/** What went over the wire. */
export interface Sent {
  /** Null where the connection was cut before there was one. */
  readonly status: number | null;
  readonly body: Buffer;
  readonly delivery: Delivery;
}
