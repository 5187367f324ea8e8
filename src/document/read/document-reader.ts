import type { JsonObject } from '../../json/json-value.ts';
import { ContractDocumentError } from './document-error.ts';
import { below, listAt } from './json-access.ts';
import type { ClauseId, RefusalId } from '../names.gen.ts';
import type { Clause } from '../operation.ts';
import { inlineReferences } from './references.ts';
import type { SchemaCheck, SchemaCompiler } from '../validate/schema-compiler.ts';
import { assumedSchema, statedSchema } from './schema-variants.ts';

/** What every part of the reader needs: the document, the catalogue, the compiler and the checks that fail closed. */
export interface DocumentReader {
  readonly document: JsonObject;
  readonly catalogue: ReadonlyMap<ClauseId, Clause>;
  /** How JSON bodies are checked: each member by a rule of its own, or the body as a whole. */
  readonly bodies: 'by-member' | 'whole';
  /**
   * The clauses that `x-clauses` names here.
   * @throws ContractDocumentError for one that the catalogue lacks
   */
  clauses(holder: JsonObject, place: string): readonly ClauseId[];
  /**
   * The value as the rule of a refusal.
   * @throws ContractDocumentError where the catalogue has no such rule
   */
  refusal(value: unknown, place: string): RefusalId;
  /** The schema with its references followed; what is assumed is still apart. */
  schema(value: JsonObject, place: string): JsonObject;
  /** The check of a schema as it stands in the document, without what is assumed or with it. */
  check(value: JsonObject, variant: 'stated' | 'assumed', place: string): SchemaCheck;
}

export function createDocumentReader(
  document: JsonObject,
  catalogue: ReadonlyMap<ClauseId, Clause>,
  compiler: SchemaCompiler,
  bodies: DocumentReader['bodies'] = 'by-member',
): DocumentReader {
  const isClauseId = (id: unknown): id is ClauseId => (catalogue as ReadonlyMap<unknown, Clause>).has(id);
  const known = (id: unknown, place: string): ClauseId => {
    if (!isClauseId(id)) {
      throw new ContractDocumentError(place, `${String(id)} is not a clause of the catalogue.`);
    }
    return id;
  };
  const schema = (value: JsonObject, place: string): JsonObject => inlineReferences(document, value, place);
  return {
    document,
    catalogue,
    bodies,
    clauses: (holder, place) =>
      listAt(holder['x-clauses'], below(place, 'x-clauses')).map((id, index) =>
        known(id, below(place, 'x-clauses', index)),
      ),
    // That an example shows the refusal is checked once the operation's responses are read.
    refusal: (value, place) => known(value, place) as RefusalId,
    schema,
    check: (value, variant, place) =>
      compiler.check(() => (variant === 'stated' ? statedSchema : assumedSchema)(schema(value, place)), place),
  };
}
