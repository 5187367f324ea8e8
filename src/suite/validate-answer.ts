import { checkResponse, type ResponseFault } from '../document/validate/check-response.ts';
import type { ContractDocument } from '../document/read/load.ts';
import type { ClauseId } from '../document/names.gen.ts';
import type { DocumentedResponse, Operation } from '../document/operation.ts';
import { undocumentedMembers } from '../document/validate/undocumented-members.ts';
import { jsonOf, type ApiRequest, type ApiResponse } from '../deployment/exchange.ts';
import { deepestJson } from '../json/read-json.ts';
import { isTextDeeperThan } from '../json/json-depth.ts';

/** Where an answer breaks the document. */
export interface DocumentFault {
  readonly clauses: readonly ClauseId[];
  /** JSON pointer into the body; empty for the answer as a whole. */
  readonly path: string;
  readonly expected: string;
  readonly came: string;
}

export interface DocumentFindings {
  readonly faults: readonly DocumentFault[];
  /** What the answer holds beyond the document: a status or members that it does not know. */
  readonly drift: readonly string[];
  /** Why the body could not be read; null if it could, or need not be. */
  readonly unread: string | null;
}

/** Holds an answer to what the document says of the operation's status, content type and body. */
export function validateAnswer(
  document: ContractDocument,
  request: ApiRequest,
  response: ApiResponse,
  withAssumptions: boolean,
): DocumentFindings {
  if (request.operation === null) return { faults: [], drift: [], unread: null };
  const operation = document.operations.get(request.operation);
  const documented = operation?.responses.get(response.status);
  // The specification does not show this body: it may be anything.
  if (documented !== undefined && !withAssumptions && isOpen(documented))
    return { faults: [], drift: [], unread: null };
  if (isTextDeeperThan(response.text, deepestJson)) {
    const unread = `JSON of more than ${deepestJson} levels`;
    return { faults: [], drift: [`${request.operation} ${response.status}: ${unread}, which is not read`], unread };
  }
  if (operation === undefined || documented === undefined) {
    return { faults: [], drift: [`${request.operation}: undocumented status ${response.status}`], unread: null };
  }
  const body = jsonOf(response);
  const contentType = response.headers['content-type'];
  if (body === undefined) return { faults: [notJson(contentType)], drift: [], unread: 'no JSON' };
  const found = checkResponse(operation, response.status, contentType, body, { assumptions: withAssumptions });
  return {
    faults: found.map((fault) => ({
      clauses: governing(document, operation, fault, withAssumptions),
      path: fault.pointer,
      expected: `that the document holds: ${fault.message}`,
      came: fault.kind === 'content-type' ? (contentType ?? 'none') : shortly(valueAt(body, fault.pointer)),
    })),
    drift: [...new Set(undocumentedMembers(operation, response.status, body).map(anyItem))].map(
      (pointer) => `${operation.id} ${response.status}: undocumented member ${pointer}`,
    ),
    unread: null,
  };
}

function isOpen({ content }: DocumentedResponse): boolean {
  return [...content.values()].every(({ stated }) => !['type', 'anyOf', 'allOf'].some((word) => word in stated.schema));
}

function notJson(contentType: string | undefined): DocumentFault {
  return { clauses: ['payload.json'], path: '', expected: 'a JSON body', came: `none, as ${contentType ?? 'no type'}` };
}

/** A shared part of the document names rules of several operations: those of this one count. */
function governing(
  document: ContractDocument,
  operation: Operation,
  fault: ResponseFault,
  withAssumptions: boolean,
): readonly ClauseId[] {
  if (fault.kind === 'content-type') return ['payload.json'];
  const clauses = fault.clauses.filter((id) => {
    const clause = document.clauses.get(id);
    const governs = clause?.operations === 'all' || clause?.operations.includes(operation.id) === true;
    return governs && (withAssumptions || clause.kind === 'stated');
  });
  return clauses.length === 0 ? fault.clauses : clauses;
}

function valueAt(body: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce(
      (at, step) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[step] : undefined),
      body,
    );
}

function anyItem(pointer: string): string {
  return pointer.replaceAll(/\/\d+(?=\/|$)/g, '/[]');
}

/** A value in few words. */
export function shortly(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
