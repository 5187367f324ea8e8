import type { RefusalId } from '../document/names.gen.ts';

/** Which case of its rule a refusal is of. */
export interface RefusalCase {
  /** The field or parameter, as a message names it. */
  readonly name?: string;
  /** What is wrong with it, in one word. */
  readonly kind?: string;
  /** What was sent; absent: nothing. */
  readonly value?: unknown;
}

/**
 * What a rule throws where it refuses a request: the clause that refuses, and the message where it depends on the
 * request. Status, body and the messages that never change are the document's: the example named after the clause.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly clause: RefusalId;
  /** Undefined: the message of the document's example. */
  readonly detail: string | undefined;
  readonly case: RefusalCase;

  constructor(clause: RefusalId, detail?: string, about: RefusalCase = {}) {
    super(detail ?? clause);
    this.clause = clause;
    this.detail = detail;
    this.case = about;
  }
}
