import type { RefusalId } from '../document/names.gen.ts';

/**
 * What a rule throws where it refuses a request: the clause that refuses, and the message where it depends on the
 * request. Status, body and the messages that never change are the document's: the example named after the clause.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly clause: RefusalId;
  /** Undefined: the message of the document's example. */
  readonly detail: string | undefined;

  constructor(clause: RefusalId, detail?: string) {
    super(detail ?? clause);
    this.clause = clause;
    this.detail = detail;
  }
}
