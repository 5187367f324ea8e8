import type { ContractDocument } from '../contract-document/load.ts';
import type { ClauseId } from '../contract-document/names.gen.ts';
import type { Operation } from '../contract-document/operation.ts';
import type { SchemaError } from '../contract-document/schema-compiler.ts';

type SchemaNode = Readonly<Record<string, unknown>>;

/**
 * The rules that a schema error breaks: those that the schema names nearest to the failing keyword, of the kind that
 * the keyword is (stated or assumed) and for this operation.
 */
export function attributedClauses(
  document: ContractDocument,
  operation: Operation,
  responseClauses: readonly ClauseId[],
  schema: SchemaNode,
  error: SchemaError,
): readonly ClauseId[] {
  const nodes = nodesAlong(schema, error);
  const kind = nodes.some((node) => 'x-assumed-part' in node) ? 'assumed' : 'stated';
  const fitting = (ids: readonly ClauseId[]): ClauseId[] =>
    ids.filter((id) => {
      const clause = document.clauses.get(id);
      const governs = clause?.operations === 'all' || clause?.operations.includes(operation.id) === true;
      return clause?.kind === kind && governs;
    });
  for (const node of nodes.reverse()) {
    const clauses = fitting((node['x-clauses'] ?? []) as readonly ClauseId[]);
    if (clauses.length > 0) return clauses;
  }
  return fitting(responseClauses);
}

/** Every schema from the root down to the one that fails, that of a missing member included. */
function nodesAlong(schema: SchemaNode, { schemaPath, keyword, params }: SchemaError): SchemaNode[] {
  const names = schemaPath.split('/').slice(1, -1).map(decoded);
  const nodes: SchemaNode[] = [schema];
  let at: unknown = schema;
  for (const name of names) {
    at = memberOf(at, name);
    if (typeof at === 'object' && at !== null && !Array.isArray(at)) nodes.push(at as SchemaNode);
  }
  if (keyword === 'required') {
    const member = memberOf(memberOf(at, 'properties'), String(params['missingProperty']));
    if (typeof member === 'object' && member !== null) nodes.push(member as SchemaNode);
  }
  return nodes;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function decoded(name: string): string {
  return decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~');
}
