import type { Operation, OperationAddress, RefusalAnswer as DocumentedRefusal } from '../../document/operation.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import { Refusal } from '../../domain/refusal.ts';
import { sidesOfRange } from '../../document/validate/request-fault.ts';
import { withWords, type Words } from '../../document/shown-values.ts';
import { reasonOf } from '../../files/file-system.ts';
import type { Answer } from '../exchange.ts';
import type { Json } from '../../json/json-value.ts';
import { StoreContentError, StoreUnavailableError } from '../../store/state/store.ts';
import { editDistance } from '../../text/nearest.ts';
import { MemoryFullError } from '../../worlds/memory-budget.ts';
import { WorldsError } from '../../worlds/worlds.ts';

/** The rules of the contract, by which the platform's API answers errors. */
interface ErrorRules {
  readonly document: ContractDocument;
  /** Undefined where the request reached none. */
  readonly operation: Operation | undefined;
  /** A field of the request, `sent.NAME`. */
  readonly fieldNamed: Words['fieldNamed'];
}

/**
 * The one place that turns what was thrown into status and body. A refusal is answered by the document's example for
 * the clause that refused, a problem by what it says itself; everything else is a failure of the server.
 * @param rules undefined if the contract does not cover the request
 */
export function errorAnswer(error: unknown, rules?: ErrorRules): Answer {
  const problem = asProblem(error);
  if (problem !== undefined) {
    const { status, message, field, headers } = problem;
    return { status, headers, body: errorBody(status, message, field), clause: undefined };
  }
  if (rules !== undefined) return ruledAnswer(error, rules);
  if (error instanceof UnreadableRequest) {
    return errorAnswer(new Problem(error.kind === 'too-large' ? 413 : 400, error.message));
  }
  return { status: 500, headers: {}, body: errorBody(500, `The mock failed: ${reasonOf(error)}`), clause: undefined };
}

const storeGone = 'The store of the mock does not answer, so nothing was read or changed: try again in a moment.';

const statusOf: Readonly<Record<WorldsError['kind'], number>> = {
  'invalid-name': 400,
  default: 400,
  exists: 409,
  'too-many': 503,
};

function asProblem(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  if (error instanceof WorldsError) {
    return new Problem(statusOf[error.kind], error.message, error.kind === 'too-many' ? undefined : 'name');
  }
  if (error instanceof StoreUnavailableError || error instanceof StoreContentError) {
    // Where the store is does not concern the caller.
    const isTold = error instanceof StoreUnavailableError && error.isOutcomeUnknown;
    return new Problem(503, isTold ? error.message : storeGone, undefined, { 'retry-after': '1' });
  }
  if (error instanceof MemoryFullError) {
    const { isTooLarge, message } = error;
    return new Problem(isTooLarge ? 413 : 503, message, undefined, isTooLarge ? {} : { 'retry-after': '1' });
  }
  // Express says so of a path whose percent-encoding it cannot read.
  if (error instanceof URIError) return new Problem(400, 'The path is not percent-encoded as UTF-8.');
  return undefined;
}

function ruledAnswer(error: unknown, { document, operation, fieldNamed }: ErrorRules): Answer {
  const refusal = asRefusal(error, operation);
  const known = refusal && refusalFor(refusal, document, operation);
  if (refusal === undefined || known === undefined) return failure(document, operation);
  const headers: Record<string, string> =
    refusal instanceof MethodNotAllowed ? { allow: refusal.allow.join(', ') } : {};
  const about = caseHeader(refusal, known);
  if (about !== '') headers['x-mock-case'] = about;
  const body = refusalBody(refusal, known, fieldNamed);
  if (known.mediaType !== undefined) headers['content-type'] = known.mediaType;
  const plain = typeof body === 'string' && { text: body };
  return { status: known.status, headers, body, ...plain, clause: refusal.clause };
}

/** What the document has for the case of the refusal, or for its rule. */
function refusalFor(
  refusal: Refusal,
  document: ContractDocument,
  operation?: Operation,
): DocumentedRefusal | undefined {
  const { clause } = refusal;
  const cases = operation?.refusalCases;
  if (cases !== undefined && cases.size > 0) {
    const [at, kind] = casesOf(refusal);
    const { kind: own = '' } = refusal.case;
    const sides = sidesOfRange.includes(own) ? sidesOfRange.map((side) => `kind=${side}`) : [];
    const kinds = [...new Set([kind, ...sides])];
    const names = [...kinds.map((each) => `${at}; ${each}`), at, ...kinds];
    for (const name of names) {
      const found = cases.get(`${clause}; ${name}`);
      if (found !== undefined) return found;
    }
  }
  return operation?.refusals.get(clause) ?? document.beyond.get(clause);
}

/**
 * `at=FIELD; kind=KIND; said`: which case of its rule a refusal is of, and that its message is what the rule itself says of
 * it; where the document words it otherwise, what that would have been, `said=TEXT`.
 */
function caseHeader(refusal: Refusal, { worded, isEmpty }: DocumentedRefusal): string {
  const { detail = '' } = refusal;
  const encoded = () => `said=${encodeURIComponent(detail.replaceAll(/\p{Cs}/gu, '?'))}`;
  const isOtherwise = worded !== undefined || isEmpty;
  const said = !isOtherwise ? 'said' : detail.length > longestSaid ? '' : encoded();
  return [...casesOf(refusal), detail && said].filter((each) => each !== '').join('; ');
}

/** In characters. */
const longestSaid = 300;

/** A field of which the caller gave the name may have any; only documented ones are told apart. */
function casesOf({ case: about }: Refusal): readonly [at: string, kind: string] {
  const { name = '', kind = '' } = about;
  const isPlain = /^[\w.[\]]{1,100}$/.test(name) && !kind.startsWith('unknown-');
  return [isPlain ? `at=${name}` : '', kind === '' ? '' : `kind=${kind}`];
}

/** The document's body, with what the rule says of the request, unless the document words it otherwise. */
function refusalBody(
  { detail, case: about }: Refusal,
  { body, text, worded, isEmpty }: DocumentedRefusal,
  fieldNamed: Words['fieldNamed'],
): Json | undefined {
  if (isEmpty) return undefined;
  if (worded === undefined) return detail === undefined ? body : { ...body, message: detail };
  return withWords(text ?? body, { ...about, detail: detail ?? worded, fieldNamed });
}

function asRefusal(error: unknown, operation: Operation | undefined): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (!(error instanceof UnreadableRequest) || operation === undefined) return undefined;
  if (error.kind === 'too-large' && operation.body === 'json') return new Refusal('errors.body.too-large');
  return new Refusal(operation.unreadableRefusal ?? operation.invalidRefusal, error.message);
}

function failure(document: ContractDocument, operation: Operation | undefined): Answer {
  const clauses = ['errors.server', 'errors.server.elsewhere'] as const;
  for (const clause of clauses) {
    const known = operation?.refusals.get(clause) ?? document.beyond.get(clause);
    if (known !== undefined) return { status: known.status, headers: {}, body: known.body, clause };
  }
  throw new Error('The document has no answer for a failure of the server.');
}

/** What a request cannot be answered with, where no rule of the API refuses: status, message and headers of the answer. */
export class Problem extends Error {
  override readonly name = 'Problem';

  constructor(
    readonly status: number,
    message: string,
    /** The part of the request that is at fault: `from.world`. */
    readonly field?: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

/** The body of every answer that is an error (`errors.shape.full`). */
function errorBody(code: number, message: string, field?: string): object {
  return { error: true, code, message, data: field === undefined ? {} : { field } };
}

type UnreadableKind =
  | 'aborted'
  | 'malformed'
  | 'missing-boundary'
  | 'not-json'
  | 'not-multipart'
  | 'number-out-of-range'
  | 'read-before'
  | 'too-deep'
  | 'too-large'
  | 'too-many-fields'
  | 'truncated'
  | 'unsupported-charset'
  | 'unsupported-encoding'
  | 'wrong-content-type';

/**
 * A request that cannot be read as what the operation takes. `message` is a full sentence for people; which status
 * and body it becomes is the caller's to say, by `kind`.
 */
export class UnreadableRequest extends Error {
  override readonly name = 'UnreadableRequest';

  constructor(
    readonly kind: UnreadableKind,
    message: string,
  ) {
    super(message);
  }
}

export class MethodNotAllowed extends Refusal {
  readonly allow: readonly string[];

  constructor(method: string, path: string, allow: readonly string[]) {
    super('addresses.method', `${path} takes ${allow.join(' or ')}, not ${method}.`);
    this.allow = allow;
  }
}

/** Refuses an address that the document does not know, naming the nearest that it does. */
export function unknownAddress(method: string, path: string, operations: readonly OperationAddress[]): Refusal {
  const nearest = nearestOperation(operations, `${method} ${path}`);
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest.method} ${nearest.path}?`;
  return new Refusal('addresses.unknown', `There is no ${path}.${hint}`);
}

/** The operation whose method and path are most like an address; undefined if there is none. */
export function nearestOperation<O extends OperationAddress>(operations: readonly O[], address: string): O | undefined {
  const [first, ...others] = operations;
  if (first === undefined) return undefined;
  // An address may be kilobytes long, and the distance takes time in proportion to its length.
  const sent = address.slice(0, 200);
  const distance = ({ method, path }: OperationAddress): number => editDistance(sent, `${method} ${path}`, costs);
  return others.reduce((nearest, other) => (distance(other) < distance(nearest) ? other : nearest), first);
}

/** Added characters cost little: a caller who sends /agents has left something out, and does not mean the shortest path. */
const costs = { added: 1, removed: 8, replaced: 8, swapped: Infinity };
