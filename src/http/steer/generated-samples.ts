import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type * as PrismGenerator from '@stoplight/prism-http/dist/mocker/generator/JSONSchema.js';
import type { DocumentedResponse } from '../../document/operation.ts';
import { isJsonObject, type Json, type JsonObject } from '../../json/json-value.ts';
import { mapSubschemas } from '../../document/read/schema-walk.ts';

/** Makes a body for a documented response, the same one for the same seed. Rejects where the generator cannot. */
export type Samples = (response: DocumentedResponse, seed: string) => Promise<unknown>;

/**
 * A body by Prism's generator, which is loaded when it is first asked for. What is assumed is part of the schema, so that
 * the assumed rules hold too.
 */
export const generateSample: Samples = ({ content }, seed) => {
  const { generate } = loadGenerator();
  const schema = sampleSchema(content.get('application/json')?.assumed.schema ?? {});
  // Only the schema is looked at; of the operation Prism says where it stands in its errors.
  const made = generate(undefined as never, undefined, schema, seed);
  return made._tag === 'Right' ? Promise.resolve(made.right) : Promise.reject(made.left);
};

/**
 * The build leaves it beside the other files with one language of faker's: all of Prism takes 1.4 s of processor time to
 * load, its generator with every language 0.9 s, this 0.1 s.
 */
function loadGenerator(): typeof PrismGenerator {
  const require = createRequire(import.meta.url);
  const built = fileURLToPath(new URL('./prism-generator.cjs', import.meta.url));
  const file = existsSync(built) ? built : '@stoplight/prism-http/dist/mocker/generator/JSONSchema.js';
  return require(file) as typeof PrismGenerator;
}

/**
 * A schema for a generator of samples that knows less of JSON Schema than our validators: parts that hold beside each
 * other are made one, objects have the fields that are described and no others, and a whole number with a least value
 * has a greatest one. Whatever is valid by the result is valid by the schema.
 */
function sampleSchema(schema: JsonObject): JsonObject {
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
