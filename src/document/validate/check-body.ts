import {
  stepsOf,
  valueAt,
  isJsonObject,
  fieldOf,
  isJsonList,
  pointerOf,
  type JsonObject,
  type Json,
} from '../../json/json-value.ts';
import { requestFault, schemaFault } from './request-fault.ts';
import type { DocumentedOperation, RequestFault, Member, Operation } from '../operation.ts';

interface CheckedBody {
  /** In document order, the first of each member of the body. */
  readonly faults: readonly RequestFault[];
  /** The members, named with dots, that the operation does not document. */
  readonly undocumented: readonly string[];
}

/** Checks a JSON body by the operation's schema, what is assumed included. */
export function checkBody(operation: DocumentedOperation, body: JsonObject): CheckedBody {
  if (operation.bodyCheck !== undefined) return { faults: schemaFault(operation.bodyCheck, body), undocumented: [] };
  const faults = operation.members.flatMap((member) => checkMember(operation, member, body));
  const undocumented = undocumentedIn(operation.bodySchema, body, pointerOf).map((path) => path.join('.'));
  return { faults, undocumented };
}

function checkMember(operation: DocumentedOperation, member: Member, body: JsonObject): readonly RequestFault[] {
  const value = fieldOf(body, member.name);
  if (value === undefined || member.countsAsAbsent.includes(value)) {
    return member.isRequired ? [requestFault(operation, member, { reason: 'missing', value })] : [];
  }
  const [error] = member.check.errors(value);
  if (error === undefined) return [];
  const steps = stepsOf(error.instancePath);
  const schema = schemaAt(member.schema, steps);
  const name = [member.name, ...steps].join('.');
  return [requestFault(operation, member, { reason: 'invalid', value: valueAt(value, steps), name, schema })];
}

function schemaAt(schema: JsonObject, steps: readonly string[]): JsonObject {
  return steps.reduce((holder, step) => {
    const member = isJsonObject(holder['properties']) ? fieldOf(holder['properties'], step) : holder['items'];
    return isJsonObject(member) ? member : holder;
  }, schema);
}

/** A JSON body as the operation reads it: with the conversions of its `x-reading`, and as it came without any. */
export function convertMembers({ reading, members }: DocumentedOperation, body: JsonObject): JsonObject {
  const { converts, ignoresNull, ignoresCase } = reading;
  if (converts.length + ignoresNull.length + ignoresCase.length === 0) return body;
  const entries = Object.entries(body).map(([name, sent]): [string, Json | undefined] => {
    const schema = members.find((member) => member.name === name)?.schema;
    if (schema === undefined) return [name, sent];
    const present = ignoresNull.includes(name) ? withoutNulls(schema, sent) : sent;
    const typed = converts.includes(name) && present !== undefined ? converted(schema, present) : present;
    return [name, ignoresCase.includes(name) ? inListedCase(schema, typed) : typed];
  });
  return Object.fromEntries(entries.filter((entry): entry is [string, Json] => entry[1] !== undefined));
}

function withoutNulls(schema: JsonObject, value: Json): Json | undefined {
  if (value === null) return undefined;
  return mapMembers(schema, value, withoutNulls);
}

function converted(schema: JsonObject, value: Json): Json {
  if (schema['type'] === 'string' && typeof value === 'number') return String(value);
  const takesNumber = schema['type'] === 'number' || schema['type'] === 'integer';
  if (takesNumber && typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) return Number(value);
  return mapMembers(schema, value, converted);
}

function inListedCase(schema: JsonObject, value: Json | undefined): Json | undefined {
  const listed = isJsonList(schema['enum']) ? schema['enum'] : [];
  if (typeof value !== 'string') return value;
  const inCase = value.toLowerCase();
  return listed.find((each) => typeof each === 'string' && each.toLowerCase() === inCase) ?? value;
}

/** The object with each documented member mapped; what maps to undefined is left out. */
function mapMembers(schema: JsonObject, value: Json, map: (schema: JsonObject, value: Json) => Json | undefined): Json {
  const { properties } = schema;
  if (!isJsonObject(value) || !isJsonObject(properties)) return value;
  const entries = Object.entries(value).map(([name, inner]): [string, Json | undefined] => {
    const own = fieldOf(properties, name);
    return [name, isJsonObject(own) ? map(own, inner) : inner];
  });
  return Object.fromEntries(entries.filter((entry): entry is [string, Json] => entry[1] !== undefined));
}

/**
 * JSON pointers to the members of a response that the document does not show, of the items of a list one for all;
 * nothing for an unknown status. No more than `mostUndocumented` are looked for.
 */
export function undocumentedMembers(operation: Operation, status: number, body: unknown): readonly string[] {
  const response = operation.responses.get(status);
  const [media] = response?.content.values() ?? [];
  if (media === undefined) return [];
  const found = undocumentedIn(media.assumed.schema, body, placeOfItems).map(pointerOf);
  const added = Object.keys(response?.added ?? {});
  return added.length === 0
    ? found
    : found.filter((pointer) => !added.includes(pointer.replaceAll(/\/\d+(?=\/)/g, '/*')));
}

/** One place for all items of a list. */
function placeOfItems(path: readonly string[]): string {
  return path.map((step) => (/^\d+$/.test(step) ? '' : step)).join('/');
}

/**
 * The paths of the members that the schema does not show, the outermost only. An empty schema and one that says
 * `additionalProperties: true` show everything.
 */
function undocumentedIn(
  schema: JsonObject,
  value: unknown,
  keyOf: (path: readonly string[]) => string,
): readonly (readonly string[])[] {
  const found = new Map<string, readonly string[]>();
  noteUndocumented([schema], value, [], found, keyOf);
  return [...found.values()];
}

/** So many members that the document does not show are looked for. */
export const mostUndocumented = 10_000;

/**
 * Notes what none of the schemas shows, by its path with items of lists alike. The path is that of the value, and is so
 * again at the end.
 */
function noteUndocumented(
  schemas: readonly JsonObject[],
  value: unknown,
  path: string[],
  found: Map<string, readonly string[]>,
  keyOf: (path: readonly string[]) => string,
): void {
  if (typeof value !== 'object' || value === null || found.size >= mostUndocumented) return;
  const parts = schemas.flatMap((schema) => partsFor(schema, value));
  if (parts.some(saysNothing)) return;
  if (Array.isArray(value)) {
    const items = parts.map((part) => part['items']).filter(isJsonObject);
    value.forEach((item: unknown, index) => {
      path.push(String(index));
      noteUndocumented(items, item, path, found, keyOf);
      path.pop();
    });
    return;
  }
  if (!isJsonObject(value)) return;
  const shownIn = parts.map((part) => part['properties']).filter(isJsonObject);
  for (const name of Object.keys(value)) {
    const shown = shownIn.map((members) => fieldOf(members, name)).filter(isJsonObject);
    if (found.size >= mostUndocumented) return;
    path.push(name);
    if (shown.length > 0) noteUndocumented(shown, fieldOf(value, name), path, found, keyOf);
    else if (!parts.some(takesOthers)) {
      const place = keyOf(path);
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
  if (allOf === undefined && anyOf === undefined && oneOf === undefined) return [schema];
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
function saysNothing(schema: JsonObject): boolean {
  return !constraints.some((keyword) => Object.hasOwn(schema, keyword));
}
