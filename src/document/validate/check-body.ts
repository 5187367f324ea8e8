import {
  stepsOf,
  valueAt,
  isJsonObject,
  fieldOf,
  pointerOf,
  type JsonObject,
  type Json,
} from '../../json/json-value.ts';
import { inListedCase, kindOfFault, requestFault, schemaFault } from './request-fault.ts';
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
  const { values } = operation.reading;
  const [error] = member.check.errors(value);
  if (error === undefined) {
    const isRefused = values[member.name]?.[kindOfFault(value, member.schema)] === 'refused';
    return isRefused ? [requestFault(operation, member, { reason: 'invalid', value })] : [];
  }
  const steps = stepsOf(error.instancePath);
  const schema = schemaAt(member.schema, steps);
  const name = [member.name, ...steps].join('.');
  const fault = requestFault(operation, member, { reason: 'invalid', value: valueAt(value, steps), name, schema });
  return values[name]?.[fault.kind] === 'taken' && isText(fault.value) ? [] : [fault];
}

/** Another type is never taken as it is: what handles the request counts on the schema's. */
function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function schemaAt(schema: JsonObject, steps: readonly string[]): JsonObject {
  return steps.reduce((holder, step) => {
    const member = isJsonObject(holder['properties']) ? fieldOf(holder['properties'], step) : holder['items'];
    return isJsonObject(member) ? member : holder;
  }, schema);
}

/** A JSON body as the operation reads it: kinds of values as its `x-reading` says, everything else as it came. */
export function convertMembers({ reading: { values }, bodySchema }: DocumentedOperation, body: JsonObject): JsonObject {
  return Object.keys(values).length === 0 ? body : readFields(bodySchema, body, [], values);
}

function readFields(
  schema: JsonObject,
  value: JsonObject,
  path: readonly string[],
  values: DocumentedOperation['reading']['values'],
): JsonObject {
  const { properties } = schema;
  const entries = Object.entries(value).flatMap(([name, sent]): readonly (readonly [string, Json])[] => {
    const own = isJsonObject(properties) ? fieldOf(properties, name) : undefined;
    if (!isJsonObject(own)) return [[name, sent]];
    const place = [...path, name];
    if (isJsonObject(sent)) return [[name, readFields(own, sent, place, values)]];
    const read = valueRead(own, sent, values[place.join('.')]);
    return read === undefined ? [] : [[name, read]];
  });
  return Object.fromEntries(entries);
}

/** Undefined if it counts as not sent. */
function valueRead(schema: JsonObject, value: Json, outcomes: Readonly<Record<string, string>> = {}): Json | undefined {
  switch (outcomes[kindOfFault(value, schema)]) {
    case 'absent':
      return undefined;
    case 'converted':
      return typeof value === 'number' ? String(value) : Number(value);
    case 'listed':
      return inListedCase(schema, value) ?? value;
    default:
      return value;
  }
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
