import { valueAt, isJsonList, isJsonObject, fieldOf, type JsonObject } from '../../json/json-value.ts';
import { ContractDocumentError } from './document-error.ts';
import { below } from './json-access.ts';
import { mapSubschemas } from './schema-walk.ts';

/** What may stand beside a `$ref` without narrowing the schema that it points at. */
const annotations = new Set([
  'title',
  'description',
  'default',
  'x-when-absent',
  'example',
  'deprecated',
  'x-clauses',
  'x-refusals',
  'x-counts-as-absent',
  'x-expected',
]);

/**
 * The object itself, or what its `$ref` points at.
 * @throws ContractDocumentError where that is nothing
 */
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
    if (reference === undefined) {
      return own;
    }
    const [pointer, target] = resolve(document, reference, at);
    if (followed.includes(pointer)) {
      throw new ContractDocumentError(at, `${pointer} leads back to itself.`);
    }
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
  if (!isJsonObject(target)) {
    throw new ContractDocumentError(place, `$ref ${reference} points at nothing.`);
  }
  return [reference, target];
}
