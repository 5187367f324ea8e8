import { valueAt, isJsonList, isJsonObject, fieldOf, type JsonObject } from '../../json/json-value.ts';
import { Part, ContractDocumentError, below } from './document-error.ts';
import type { ClauseId, RefusalId } from '../names.gen.ts';
import type { Clause } from '../operation.ts';
import { type SchemaCheck, type SchemaCompiler, ownKeywords } from '../validate/schema-compiler.ts';
import { assumedSchema, statedSchema, mapSubschemas } from './schema-walk.ts';

/** What every part of the reader needs: the document, the catalogue, the compiler and the checks that fail closed. */
export interface DocumentReader {
  readonly document: JsonObject;
  readonly catalogue: ReadonlyMap<ClauseId, Clause>;
  /** How JSON bodies are checked: each field by a rule of its own, or the body as a whole. */
  readonly bodies: 'by-member' | 'whole';
  /** The clauses that `x-clauses` names here. @throws ContractDocumentError for one that the catalogue lacks */
  clauses(holder: Part): readonly ClauseId[];
  /** The rule of a refusal. @throws ContractDocumentError where the catalogue has no such rule */
  refusal(rule: Part): RefusalId;
  /** What its `$ref` points at, if it has one, in its place. @throws ContractDocumentError where that is nothing */
  follow(part: Part): Part;
  /** The schema with its references followed; what is assumed is still apart. */
  schema(schema: Part): JsonObject;
  /** The check of a schema as it stands in the document, without what is assumed or with it. */
  check(schema: Part, variant: 'stated' | 'assumed'): SchemaCheck;
}

export function createDocumentReader(
  document: JsonObject,
  catalogue: ReadonlyMap<ClauseId, Clause>,
  compiler: SchemaCompiler,
  bodies: DocumentReader['bodies'] = 'by-member',
): DocumentReader {
  const isClauseId = (id: unknown): id is ClauseId => (catalogue as ReadonlyMap<unknown, Clause>).has(id);
  const known = (id: Part): ClauseId => {
    if (isClauseId(id.value)) return id.value;
    throw id.error(`${String(id.value)} is not a clause of the catalogue.`);
  };
  const schema = (part: Part): JsonObject => inlineReferences(document, part.object, part.place);
  return {
    document,
    catalogue,
    bodies,
    clauses: (holder) => holder.at('x-clauses').items.map(known),
    // That an example shows the refusal is checked once the operation's responses are read.
    refusal: (rule) => known(rule) as RefusalId,
    follow: (part) => new Part(dereference(document, part.object, part.place), part.place),
    schema,
    check: (part, variant) =>
      compiler.check(() => (variant === 'stated' ? statedSchema : assumedSchema)(schema(part)), part.place),
  };
}

/** What may stand beside a `$ref` without narrowing the schema that it points at. */
const annotations = new Set(['title', 'description', 'default', 'deprecated', ...Object.keys(ownKeywords)]);

/** The object itself, or what its `$ref` points at. @throws ContractDocumentError where that is nothing */
export function dereference(document: JsonObject, value: JsonObject, place: string): JsonObject {
  const reference = fieldOf(value, '$ref');
  return reference === undefined ? value : resolve(document, reference, place)[1];
}

/**
 * The schema with every `$ref` replaced by what it points at, so that it can be walked and compiled alone. Clauses
 * beside a `$ref` come before those of its target.
 * @throws ContractDocumentError where a `$ref` points at nothing or leads back to itself
 */
export function inlineReferences(document: JsonObject, schema: JsonObject, place: string): JsonObject {
  const inline = (node: JsonObject, at: string, followed: readonly string[]): JsonObject => {
    const { $ref: reference, ...siblings } = node;
    const own = mapSubschemas(siblings, (subschema, steps) => inline(subschema, below(at, ...steps), followed));
    if (reference === undefined) return own;
    const [pointer, target] = resolve(document, reference, at);
    if (followed.includes(pointer)) throw new ContractDocumentError(at, `${pointer} leads back to itself.`);
    return beside(inline(target, `openapi.yaml${pointer}`, [...followed, pointer]), own);
  };
  return inline(schema, place, []);
}

function beside(target: JsonObject, siblings: JsonObject): JsonObject {
  if (!Object.keys(siblings).every((keyword) => annotations.has(keyword))) {
    return { ...siblings, allOf: [target, ...(isJsonList(siblings['allOf']) ? siblings['allOf'] : [])] };
  }
  const clauses = [siblings['x-clauses'], target['x-clauses']].flatMap((list) => (isJsonList(list) ? list : []));
  return { ...target, ...siblings, ...(clauses.length > 0 && { 'x-clauses': clauses }) };
}

function resolve(document: JsonObject, reference: unknown, place: string): readonly [string, JsonObject] {
  if (typeof reference !== 'string' || !reference.startsWith('#/')) {
    throw new ContractDocumentError(place, `$ref ${JSON.stringify(reference)} does not point into this document.`);
  }
  const target = valueAt(document, reference.slice(1));
  if (!isJsonObject(target)) throw new ContractDocumentError(place, `$ref ${reference} points at nothing.`);
  return [reference, target];
}
