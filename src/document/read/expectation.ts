import { isJsonObject, type Json, type JsonObject } from '../../json/json-value.ts';

/** What a value must be by its schema, in words that follow 'must be': `x-expected`, else what the schema says. */
export function expectation(schema: JsonObject): string {
  const { 'x-expected': expected, enum: values, type, format, minimum, maximum, items } = withParts(schema);
  if (typeof expected === 'string') {
    return expected;
  }
  if (Array.isArray(values)) {
    return alternatives(values.map(String));
  }
  if (isJsonObject(items) && items['contentMediaType'] !== undefined) {
    return 'a file';
  }
  if (format === 'uuid') {
    return 'a UUID';
  }
  const types: readonly Json[] = Array.isArray(type) ? type : [type ?? ''];
  return alternatives(types.map((name) => typeInWords(name, minimum, maximum)));
}

/** `1, 2, 3 or 4` */
export function alternatives(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
}

function typeInWords(type: Json, minimum: Json | undefined, maximum: Json | undefined): string {
  switch (type) {
    case 'integer':
      return minimum === 1 && maximum === undefined ? 'a positive integer' : `an integer${range(minimum, maximum)}`;
    case 'number':
      return `a number${range(minimum, maximum)}`;
    case 'boolean':
      return 'true or false';
    case 'string':
      return 'a string';
    case 'array':
      return 'a list';
    case 'object':
      return 'an object';
    case 'null':
      return 'null';
    default:
      return 'another value';
  }
}

function range(minimum: Json | undefined, maximum: Json | undefined): string {
  if (typeof minimum === 'number') {
    return typeof maximum === 'number' ? ` from ${minimum} to ${maximum}` : ` of ${minimum} or more`;
  }
  return typeof maximum === 'number' ? ` of ${maximum} or less` : '';
}

/** The schema together with the schemas that hold beside it. */
function withParts(schema: JsonObject): JsonObject {
  const parts = Array.isArray(schema['allOf']) ? schema['allOf'].filter(isJsonObject) : [];
  return Object.assign({}, ...parts.map(withParts), schema) as JsonObject;
}
