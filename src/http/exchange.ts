import type { IncomingMessage } from 'node:http';
import type { ClauseId, RefusalId } from '../contract-document/names.gen.ts';
import type { Operation } from '../contract-document/operation.ts';
import type { Caller } from '../operations/handler.ts';
import type { World } from '../worlds/world.ts';

/** What is known of one request while it is answered; whoever reports on it reads it at the end. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly world: World;
  /** In milliseconds of `performance.now()`. */
  readonly started: number;
  /** Path and query apart, as they came. */
  readonly path: string;
  readonly query: string;
  operation?: Operation;
  caller?: Caller;
  /** The request's body as the operation saw it. */
  body?: unknown;
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
  /** The rule that decided it. */
  readonly clause: ClauseId | RefusalId;
}
