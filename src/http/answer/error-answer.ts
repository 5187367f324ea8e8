import type { ContractDocument } from '../../document/read/load.ts';
import type { Operation, RefusalAnswer as DocumentedRefusal } from '../../document/operation.ts';
import { Refusal } from '../../domain/refusal.ts';
import { isJsonList, isJsonObject, type Json } from '../../json/json-value.ts';
import { StoreContentError, StoreUnavailableError } from '../../store/store.ts';
import { WorldsError } from '../../worlds/worlds.ts';
import type { Answer } from '../exchange.ts';
import { errorBody, Problem, UnreadableRequest, MethodNotAllowed } from './problem.ts';
import { isError } from '../../files/file-system.ts';
import { MemoryFullError } from '../../worlds/memory-budget.ts';

/** The rules of the contract, by which the platform's API answers errors. */
interface ErrorRules {
  readonly document: ContractDocument;
  /** Undefined where the request reached none. */
  readonly operation: Operation | undefined;
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
  if (error instanceof UnreadableRequest) return errorAnswer(unreadableProblem(error));
  const reason = isError(error) ? error.message : String(error);
  return { status: 500, headers: {}, body: errorBody(500, `The mock failed: ${reason}`), clause: undefined };
}

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
    return new Problem(503, shownReason(error), undefined, { 'retry-after': '1' });
  }
  if (error instanceof MemoryFullError) {
    const { isTooLarge, message } = error;
    return new Problem(isTooLarge ? 413 : 503, message, undefined, isTooLarge ? {} : { 'retry-after': '1' });
  }
  // Express says so of a path whose percent-encoding it cannot read.
  if (error instanceof URIError) return new Problem(400, 'The path is not percent-encoded as UTF-8.');
  return undefined;
}

/** Where the store is does not concern the caller. */
function shownReason(error: StoreUnavailableError | StoreContentError): string {
  if (error instanceof StoreUnavailableError && error.isOutcomeUnknown) return error.message;
  return 'The store of the mock does not answer, so nothing was read or changed: try again in a moment.';
}

function unreadableProblem({ kind, message }: UnreadableRequest): Problem {
  return new Problem(kind === 'too-large' ? 413 : 400, message);
}

function ruledAnswer(error: unknown, { document, operation }: ErrorRules): Answer {
  const refusal = asRefusal(error, operation);
  const known = refusal && refusalFor(refusal, document, operation);
  if (refusal === undefined || known === undefined) return failure(document, operation);
  const headers: Record<string, string> =
    refusal instanceof MethodNotAllowed ? { allow: refusal.allow.join(', ') } : {};
  const about = caseHeader(refusal);
  if (about !== '') headers['x-mock-case'] = about;
  return { status: known.status, headers, body: refusalBody(refusal, known), clause: refusal.clause };
}

/** What the document has for the case of the refusal, or for its rule. */
function refusalFor(
  refusal: Refusal,
  document: ContractDocument,
  operation: Operation | undefined,
): DocumentedRefusal | undefined {
  const { clause } = refusal;
  const cases = operation?.refusalCases;
  if (cases !== undefined && cases.size > 0) {
    const [at, kind] = casesOf(refusal);
    for (const name of [`${clause}; ${at}; ${kind}`, `${clause}; ${at}`, `${clause}; ${kind}`]) {
      const found = cases.get(name);
      if (found !== undefined) return found;
    }
  }
  return operation?.refusals.get(clause) ?? document.beyond.get(clause);
}

/** `at=FIELD; kind=KIND`: which case of its rule a refusal is of. */
function caseHeader(refusal: Refusal): string {
  return casesOf(refusal)
    .filter((each) => each !== '')
    .join('; ');
}

/** A field of which the caller gave the name may have any; only documented ones are told apart. */
function casesOf({ case: about }: Refusal): readonly [at: string, kind: string] {
  const { name = '', kind = '' } = about;
  const isPlain = /^[\w.[\]]{1,100}$/.test(name) && !kind.startsWith('unknown');
  return [isPlain ? `at=${name}` : '', kind === '' ? '' : `kind=${kind}`];
}

/** The document's body, with what the rule says of the request, unless the document words it otherwise. */
function refusalBody({ detail, case: about }: Refusal, { body, worded, isEmpty }: DocumentedRefusal): Json | undefined {
  if (isEmpty) return undefined;
  if (worded === undefined) return detail === undefined ? body : { ...body, message: detail };
  const { name = '', value } = about;
  const words: Readonly<Record<string, string>> = {
    detail: detail ?? worded,
    name,
    value: typeof value === 'string' ? value : writtenAsJson(value),
    json: writtenAsJson(value),
  };
  return withWords(body, words);
}

function writtenAsJson(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value);
}

/** Every text with its placeholders replaced: `{detail}`, `{name}`, `{value}`, `{json}`. */
function withWords(value: Json, words: Readonly<Record<string, string>>): Json {
  if (typeof value === 'string') {
    return value.replaceAll(/\{(detail|name|value|json)\}/g, (_, word: string) => words[word] ?? '');
  }
  if (isJsonList(value)) return value.map((each) => withWords(each, words));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withWords(each, words)]));
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
