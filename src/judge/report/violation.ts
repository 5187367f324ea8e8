import type { ApiRequest, ApiResponse, FormPart } from '../../deployment/transport.ts';
import type { ClauseId } from '../../document/names.gen.ts';
import { isContainer } from '../../json/json-value.ts';

/** What the document says of an answer. */
export interface DocumentFindings {
  /** Where the answer breaks the document; absent: it was not compared. */
  readonly faults?: readonly Finding[];
  /** What it holds beyond the document: a status or fields that it does not know. */
  readonly drift?: readonly string[];
  /** Why the body cannot be read; null if it can, or need not be. */
  readonly unread: string | null;
}

/** An answer with the request that it answers. */
export interface CheckedAnswer extends ApiResponse, DocumentFindings {
  readonly request: ApiRequest;
  /** The body as JSON; undefined if it is not JSON. */
  readonly body: unknown;
}

/** What has a request: the answer to it may be still to come. */
export type Requested = Pick<CheckedAnswer, 'request'>;

/** The fields of a request's JSON body; none of any other body. */
export function sentJson({ request: { body } }: Requested): Readonly<Record<string, unknown>> {
  return body.kind === 'json' && isContainer(body.value) ? body.value : {};
}

/** The parts of a request's form; none of any other body. */
export function sentParts({ request: { body } }: Requested): readonly FormPart[] {
  return body.kind === 'form' ? body.parts : [];
}

/** What is wrong with an answer. */
export interface Finding {
  /** The rules that do not hold. */
  readonly clauses: readonly ClauseId[];
  readonly expected: string;
  readonly came: string;
  /** JSON pointer to the place in the body, where there is one. */
  readonly path?: string;
  /** What is wrong with the answer whichever rule asks, to tell it once: `answers 500`; by place or expectation if absent. */
  readonly cause?: string;
}

export interface ViolationFacts extends Finding {
  /** The answer that shows it; the check's latest if absent. */
  readonly answer?: CheckedAnswer;
}

/** A rule does not hold. Ends the check that finds it. */
export class Violation extends Error {
  override readonly name = 'Violation';

  constructor(readonly facts: ViolationFacts) {
    super(`expected ${facts.expected}, came ${facts.came}`);
  }
}

/** The target does not give what the check needs to see; nothing is said about its clauses. */
export class NotVerified extends Error {
  override readonly name = 'NotVerified';

  constructor(
    reason: string,
    readonly setting?: string,
  ) {
    super(reason);
  }
}

/** Why an answer says nothing of what its body must be: it cannot be read. */
export function whyUnread({ request, status, unread }: CheckedAnswer): string {
  return `${request.operation ?? 'the address'} answered ${status} with what cannot be read: ${unread ?? ''}`;
}
