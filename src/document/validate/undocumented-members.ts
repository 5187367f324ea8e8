import { pointerOf, isJsonObject, fieldOf, type JsonObject } from '../../json/json-value.ts';
import type { Operation } from '../operation.ts';

/**
 * JSON pointers to the members of a response that the document does not show, of the items of a list one for all;
 * nothing for an unknown status. No more than 10,000 are looked for.
 */
export function undocumentedMembers(operation: Operation, status: number, body: unknown): readonly string[] {
  const response = operation.responses.get(status);
  const [media] = response?.content.values() ?? [];
  if (media === undefined) {
    return [];
  }
  const found = undocumentedIn(media.assumed.schema, body).map(pointerOf);
  const added = Object.keys(response?.added ?? {});
  return added.length === 0
    ? found
    : found.filter((pointer) => !added.includes(pointer.replaceAll(/\/\d+(?=\/)/g, '/*')));
}

/**
 * The paths of the members that the schema does not show, the outermost only. An empty schema and one that says
 * `additionalProperties: true` show everything.
 */
export function undocumentedIn(schema: JsonObject, value: unknown): readonly (readonly string[])[] {
  const found = new Map<string, readonly string[]>();
  collect([schema], value, [], found);
  return [...found.values()];
}

const most = 10_000;

/**
 * Notes what none of the schemas shows, by its path with items of lists alike. The path is that of the value, and is so
 * again at the end.
 */
function collect(
  schemas: readonly JsonObject[],
  value: unknown,
  path: string[],
  found: Map<string, readonly string[]>,
): void {
  if (typeof value !== 'object' || value === null || found.size >= most) return;
  const parts = schemas.flatMap((schema) => partsFor(schema, value));
  if (parts.some(isOpen)) return;
  if (Array.isArray(value)) {
    const items = parts.map((part) => part['items']).filter(isJsonObject);
    value.forEach((item: unknown, index) => {
      path.push(String(index));
      collect(items, item, path, found);
      path.pop();
    });
    return;
  }
  if (!isJsonObject(value)) return;
  const shownIn = parts.map((part) => part['properties']).filter(isJsonObject);
  for (const name of Object.keys(value)) {
    const shown = shownIn.map((members) => fieldOf(members, name)).filter(isJsonObject);
    if (found.size >= most) return;
    path.push(name);
    if (shown.length > 0) collect(shown, fieldOf(value, name), path, found);
    else if (!parts.some(takesOthers)) {
      const place = path.map((step) => (/^\d+$/.test(step) ? '' : step)).join('/');
      if (!found.has(place)) found.set(place, [...path]);
    }
    path.pop();
  }
}

function takesOthers(schema: JsonObject): boolean {
  return schema['additionalProperties'] === true;
}

/** The schemas that speak of the value: the schema itself, those beside it, and of its alternatives those that fit. */
function partsFor(schema: JsonObject, value: unknown): readonly JsonObject[] {
  const { allOf, anyOf, oneOf } = schema;
  if (allOf === undefined && anyOf === undefined && oneOf === undefined) {
    return [schema];
  }
  const joined = Array.isArray(allOf) ? allOf.filter(isJsonObject) : [];
  const alternatives = [anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? list.filter(isJsonObject) : []));
  const others = [...joined, ...fitting(alternatives, value)].flatMap((part) => partsFor(part, value));
  const isWrapper = Object.keys(schema).every((keyword) => ['allOf', 'anyOf', 'oneOf'].includes(keyword));
  return isWrapper && others.length > 0 ? others : [schema, ...others];
}

/** The alternative that requires most, of those whose required members are all present; all alternatives if none is. */
function fitting(alternatives: readonly JsonObject[], value: unknown): readonly JsonObject[] {
  const required = (schema: JsonObject): readonly unknown[] =>
    Array.isArray(schema['required']) ? schema['required'] : [];
  const complete = alternatives.filter((schema) =>
    required(schema).every((name) => isJsonObject(value) && Object.hasOwn(value, String(name))),
  );
  const [best] = complete.toSorted((a, b) => required(b).length - required(a).length);
  return best === undefined ? alternatives : [best];
}

const constraints = ['type', 'properties', 'items', 'enum', 'const', 'allOf', 'anyOf', 'oneOf', 'required', 'format'];

/** Whether the schema says nothing of the value: its shape is not shown. */
function isOpen(schema: JsonObject): boolean {
  return !constraints.some((keyword) => Object.hasOwn(schema, keyword));
}
