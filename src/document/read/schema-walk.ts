import { isJsonObject, isJsonList, type Json, type JsonObject } from '../../json/json-value.ts';

const maps = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas']);
const lists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const singles = new Set([
  'items',
  'additionalProperties',
  'propertyNames',
  'contains',
  'not',
  'if',
  'then',
  'else',
  'unevaluatedItems',
  'unevaluatedProperties',
  'x-assumed',
]);

/** The schema with `change` applied to each schema that stands directly in it. */
export function mapSubschemas(
  schema: JsonObject,
  change: (subschema: JsonObject, steps: readonly (string | number)[]) => JsonObject,
): JsonObject {
  const apply = (value: Json, steps: readonly (string | number)[]): Json =>
    isJsonObject(value) ? change(value, steps) : value;
  return mapValues(schema, (value, keyword) => {
    if (maps.has(keyword) && isJsonObject(value)) {
      return mapValues(value, (subschema, name) => apply(subschema, [keyword, name]));
    }
    if (lists.has(keyword) && Array.isArray(value)) {
      return value.map((subschema: Json, index) => apply(subschema, [keyword, index]));
    }
    return singles.has(keyword) ? apply(value, [keyword]) : value;
  });
}

/** Visits the schema and every schema in it, the outermost first, with the steps that lead there. */
export function visitSchemas(
  schema: JsonObject,
  visit: (schema: JsonObject, steps: readonly (string | number)[]) => void,
  steps: readonly (string | number)[] = [],
): void {
  visit(schema, steps);
  mapSubschemas(schema, (subschema, inner) => {
    visitSchemas(subschema, visit, [...steps, ...inner]);
    return subschema;
  });
}

function mapValues(object: JsonObject, change: (value: Json, name: string) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]));
}

/** The schema as the platform's specification states it: what holds by assumption is left out. */
export function statedSchema(schema: JsonObject): JsonObject {
  const stated = Object.entries(schema).filter(([keyword]) => keyword !== 'x-assumed');
  return mapSubschemas(Object.fromEntries(stated), statedSchema);
}

/**
 * The schema with what holds by assumption beside what is stated. The assumed parts are marked, so that a fault can
 * name the assumed clauses and not the stated ones.
 */
export function assumedSchema(schema: JsonObject): JsonObject {
  const { 'x-assumed': assumed, ...stated } = mapSubschemas(schema, assumedSchema);
  if (!isJsonObject(assumed)) return stated;
  const others: readonly Json[] = isJsonList(stated['allOf']) ? stated['allOf'] : [];
  return { ...stated, allOf: [...others, { ...assumed, [assumedPart]: true }] };
}

/** Marks the parts of an assumed schema that came from `x-assumed`. */
export const assumedPart = 'x-assumed-part';

/**
 * A schema that says nothing of what stands at a pointer, `*` for the items of lists: it is shown otherwise there.
 * @param follow gives what a `$ref` points at
 */
export function openedAt(
  schema: JsonObject,
  [step, ...rest]: readonly string[],
  follow: (schema: JsonObject) => JsonObject,
): JsonObject {
  if (step === undefined) return { description: 'Shown as x-shown of the response says.' };
  const { $ref: reference, ...siblings } = schema;
  const own = reference === undefined ? schema : { ...follow(schema), ...siblings };
  const entries = Object.entries(own).map(([name, value]): [string, Json] => {
    if (isJsonList(value) && ['allOf', 'anyOf', 'oneOf'].includes(name)) {
      return [name, value.map((part) => (isJsonObject(part) ? openedAt(part, [step, ...rest], follow) : part))];
    }
    if (!isJsonObject(value)) return [name, name === 'required' ? withoutStep(value, step, rest) : value];
    if (name === 'x-assumed') return [name, openedAt(value, [step, ...rest], follow)];
    if (name === 'items' && step === '*') return [name, openedAt(value, rest, follow)];
    const field = name === 'properties' && Object.hasOwn(value, step) ? value[step] : undefined;
    return [name, isJsonObject(field) ? { ...value, [step]: openedAt(field, rest, follow) } : value];
  });
  return Object.fromEntries(entries);
}

/** Nobody needs a field that may be left out. */
function withoutStep(required: Json | undefined, step: string, rest: readonly string[]): Json {
  const names = isJsonList(required) ? required : [];
  return rest.length === 0 ? names.filter((each) => each !== step) : names;
}
