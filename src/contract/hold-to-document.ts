import type { ContractDocument } from '../contract-document/load.ts';
import type { ClauseId } from '../contract-document/names.gen.ts';
import type { Operation } from '../contract-document/operation.ts';
import type { SchemaError } from '../contract-document/schema-compiler.ts';
import { attributedClauses } from './attribution.ts';
import { jsonOf, type ApiRequest, type ApiResponse } from './exchange.ts';
import { undocumentedMembers } from './undocumented-members.ts';

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
  /** What the answer holds beyond the document: a status, a content type or members that it does not know. */
  readonly drift: readonly string[];
}

/** Holds an answer to what the document says of the operation's status, content type and body. */
export function holdToDocument(
  document: ContractDocument,
  request: ApiRequest,
  response: ApiResponse,
  withAssumptions: boolean,
): DocumentFindings {
  const operation = document.operations.get(request.operation);
  const documented = operation?.responses.get(response.status);
  if (operation === undefined || documented === undefined) {
    return { faults: [], drift: [`${request.operation}: undocumented status ${response.status}`] };
  }
  const [checks] = documented.content.values();
  if (checks === undefined) return { faults: [], drift: [] };
  const { schema } = withAssumptions ? checks.assumed : checks.stated;
  // The specification does not show this body: it may be anything.
  if (!['type', 'anyOf', 'allOf'].some((keyword) => keyword in schema)) return { faults: [], drift: [] };
  const mediaType = (response.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const body = jsonOf(response);
  if (!documented.content.has(mediaType) || body === undefined) {
    const came = body === undefined ? 'a body that is no JSON' : `the content type ${mediaType || 'none'}`;
    return { faults: [{ clauses: ['payload.json'], path: '', expected: 'application/json', came }], drift: [] };
  }
  const check = withAssumptions ? checks.assumed : checks.stated;
  const faults = relevantErrors(request, check.errors(body)).map((error) => ({
    clauses: attributedClauses(document, operation, documented.clauses, schema, error),
    path: missingAt(error),
    expected: expectedBy(error),
    came: cameAs(body, error),
  }));
  return { faults, drift: driftOf(operation, response.status, undocumentedMembers(schema, body)) };
}

/** Of the two formats of an audience page, the request says which one counts (audience-list.is-new). */
function relevantErrors(request: ApiRequest, errors: readonly SchemaError[]): SchemaError[] {
  const isNew = request.query.some(([name, value]) => name === 'is_new' && /^(true|1)$/i.test(value));
  const other = `/anyOf/${isNew ? 0 : 1}/`;
  return errors.filter(
    (error) =>
      !(request.operation === 'listAudience' && error.schemaPath.includes(other)) &&
      !['anyOf', 'if', 'allOf'].includes(error.keyword),
  );
}

function missingAt({ instancePath, keyword, params }: SchemaError): string {
  return keyword === 'required' ? `${instancePath}/${String(params['missingProperty'])}` : instancePath;
}

function expectedBy({ keyword, params, message }: SchemaError): string {
  if (keyword === 'const') return JSON.stringify(params['allowedValue']);
  if (keyword === 'enum') return `one of ${JSON.stringify(params['allowedValues'])}`;
  if (keyword === 'required') return 'the member to be there';
  return `a value that ${message ?? keyword}`;
}

function cameAs(body: unknown, error: SchemaError): string {
  if (error.keyword === 'required') return 'none';
  const value = error.instancePath
    .split('/')
    .slice(1)
    .reduce<unknown>((at, name) => {
      const key = name.replaceAll('~1', '/').replaceAll('~0', '~');
      return typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined;
    }, body);
  return shortly(value);
}

/** A value in few words. */
export function shortly(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

function driftOf(operation: Operation, status: number, members: readonly string[]): string[] {
  return members.map((member) => `${operation.id} ${status}: undocumented member ${member}`);
}
