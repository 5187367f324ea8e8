import { isJsonObject, type Json, type JsonObject } from '../../json/json-value.ts';
import { mapSubschemas } from '../../document/read/schema-walk.ts';

/**
 * A schema for a generator of samples that knows less of JSON Schema than our validators: parts that hold beside each
 * other are made one, objects have the members that are described and no others, and a whole number with a least value
 * has a greatest one. Whatever is valid by the result is valid by the schema.
 */
export function sampleSchema(schema: JsonObject): JsonObject {
  const { allOf, ...own } = mapSubschemas(schema, sampleSchema);
  const parts = Array.isArray(allOf) ? allOf.filter(isJsonObject) : [];
  const merged = [...parts, own].reduce(mergeSchemas, {});
  return bounded(closed(withoutExtensions(merged)));
}

function mergeSchemas(one: JsonObject, other: JsonObject): JsonObject {
  const merged: Record<string, Json> = { ...one, ...other };
  if (isJsonObject(one['properties']) && isJsonObject(other['properties'])) {
    const properties: Record<string, Json> = { ...one['properties'] };
    for (const [name, schema] of Object.entries(other['properties'])) {
      const before = properties[name];
      properties[name] = isJsonObject(before) && isJsonObject(schema) ? mergeSchemas(before, schema) : schema;
    }
    merged['properties'] = properties;
  }
  const required = [one['required'], other['required']].flatMap((names) =>
    Array.isArray(names) ? (names as Json[]) : [],
  );
  if (required.length > 0) merged['required'] = [...new Set(required)];
  // `integer` beside `[integer, string]` leaves `integer`.
  const types = [one['type'], other['type']];
  const narrow = types.find((type) => typeof type === 'string');
  if (narrow !== undefined) merged['type'] = narrow;
  return merged;
}

function withoutExtensions(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !name.startsWith('x-')));
}

function closed(schema: JsonObject): JsonObject {
  if (schema['maxProperties'] === 0) return { type: 'object', properties: {}, additionalProperties: false };
  const isOpen = schema['properties'] !== undefined && schema['additionalProperties'] === undefined;
  return isOpen ? { ...schema, additionalProperties: false } : schema;
}

function bounded(schema: JsonObject): JsonObject {
  const { type, minimum, maximum } = schema;
  const isHalfOpen = type === 'integer' && typeof minimum === 'number' && maximum === undefined;
  return isHalfOpen ? { ...schema, maximum: minimum + 1_000_000 } : schema;
}
