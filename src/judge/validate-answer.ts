import {
  type ResponseFault,
  anyItem,
  checkResponse,
  undocumentedMembers,
} from '../document/validate/check-response.ts';
import type { ContractDocument } from '../document/read/load.ts';
import type { ClauseId } from '../document/names.gen.ts';
import type { DocumentedResponse, Operation } from '../document/operation.ts';
import { mostUndocumented } from '../document/validate/check-request.ts';
import { mostValues, type ApiRequest, type ApiResponse } from '../deployment/transport.ts';
import { locateJsonFault } from '../json/json-text.ts';
import { valueAt, deepestJson, jsonExcess } from '../json/json-value.ts';
import type { DocumentFindings } from './report/violation.ts';

/** Validates an answer against the document: the operation's status, content type and body. */
export function validateAnswer(
  document: ContractDocument,
  request: ApiRequest,
  response: ApiResponse,
  body: unknown,
  withAssumptions: boolean,
): Required<DocumentFindings> {
  if (request.operation === null) return nothing;
  const operation = document.operations.get(request.operation);
  const documented = operation?.responses.get(response.status);
  if (documented !== undefined && mayBeAnything(documented, response, withAssumptions)) return nothing;
  const unread = body === undefined ? unreadBody(response) : null;
  if (unread?.isJson === true) {
    const drift = `${request.operation} ${response.status}: ${unread.what}, which is not read`;
    return { faults: [], drift: [drift], unread: unread.what };
  }
  if (operation === undefined || documented === undefined) {
    return { faults: [], drift: [`${request.operation}: undocumented status ${response.status}`], unread: null };
  }
  if (unread !== null) {
    const told = { path: '', expected: 'a JSON body', came: unread.what, cause: 'answers without JSON' };
    return { faults: [{ clauses: ['payload.json'], ...told }], drift: [], unread: unread.what };
  }
  const contentType = response.headers['content-type'];
  const rest: string[] = [];
  const found = checkResponse(operation, response.status, contentType, body, {
    assumptions: withAssumptions,
    query: request.query,
    onRest: (items) => rest.push(`${items} items of a list were not looked at, after so many wrong ones`),
  });
  const undocumented = undocumentedParts(undocumentedMembers(operation, response.status, body).map(anyItem));
  return {
    faults: found.map((fault) => ({
      clauses: governing(fault, operation, withAssumptions),
      path: fault.pointer,
      expected: `that the document holds: ${fault.message}`,
      came: fault.kind === 'content-type' ? (contentType ?? 'none') : printed(valueAt(body, fault.pointer)),
    })),
    drift: [...rest, ...undocumented].map((what) => `${operation.id} ${response.status}: ${what}`),
    unread: null,
  };
}

const nothing: Required<DocumentFindings> = { faults: [], drift: [], unread: null };

/** Whether the specification does not show this body, or the document has none and none came. */
function mayBeAnything({ content }: DocumentedResponse, { text }: ApiResponse, withAssumptions: boolean): boolean {
  const words = ['type', 'anyOf', 'allOf'];
  const isOpen = [...content.values()].every(({ stated }) => !words.some((word) => word in stated.schema));
  return (!withAssumptions && isOpen) || (content.size === 0 && text.trim() === '');
}

/** In characters: enough to tell a page of a proxy from half an answer. */
const shownBeginning = 120;

/** What a body is that cannot be read, with its type, its beginning and the place where it breaks; null if it can be. */
function unreadBody({ text, headers }: ApiResponse): { readonly what: string; readonly isJson: boolean } | null {
  const excess = jsonExcess(text, deepestJson, mostValues);
  if (excess !== undefined) return { what: `JSON of more than ${excess}`, isJson: true };
  const fault = locateJsonFault(text);
  if (fault === undefined) return null;
  const type = headers['content-type'] ?? 'no content type';
  if (text === '') return { what: `${type} without a body`, isJson: false };
  const place = `line ${fault.line}, column ${fault.column}: ${fault.reason}`;
  const beginning = beginningOf(text, shownBeginning);
  return { what: `${type} of ${Buffer.byteLength(text)} bytes, no JSON at ${place}: ${beginning}`, isJson: false };
}

/** A shared part of the document names rules of several operations: those of this one count. */
function governing(fault: ResponseFault, { id, catalogue }: Operation, withAssumptions: boolean): readonly ClauseId[] {
  const { kind, clauses } = fault;
  if (kind === 'content-type') return ['payload.json'];
  const governed = clauses.filter((each) => {
    const clause = catalogue.get(each);
    const governs = clause?.operations === 'all' || clause?.operations.includes(id) === true;
    return governs && (withAssumptions || clause.kind === 'stated');
  });
  return governed.length === 0 ? clauses : governed;
}

/** So many undocumented fields of an answer are named; how many there are is told first. */
const mostNamed = 100;

function undocumentedParts(pointers: readonly string[]): readonly string[] {
  const named = pointers.slice(0, mostNamed).map((pointer) => `undocumented member ${pointer}`);
  if (pointers.length <= mostNamed) return named;
  const count = pointers.length < mostUndocumented ? pointers.length : `at least ${mostUndocumented}`;
  return [`${count} undocumented members, of which ${mostNamed} are named`, ...named];
}

/** A value in few words. */
export function printed(value: unknown): string {
  return beginningOf(value === undefined ? 'nothing' : JSON.stringify(value), 200);
}

/** What is cut off never ends in a part of a token, which would not look like one. */
function beginningOf(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length).replace(/(?<![\w.-])[\w.-]+$/, '')}…` : text;
}
