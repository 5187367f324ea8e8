import { fieldOf, isJsonObject, type Json, type JsonObject } from '../../json/json-value.ts';
import type { DocumentedOperation } from '../operation.ts';
import { inListedCase, kindOfFault, kindOfText } from './request-fault.ts';

/** A JSON body as the operation reads it: kinds of values as its `x-reading` says, everything else as it came. */
export function convertMembers({ reading, bodySchema }: DocumentedOperation, body: JsonObject): JsonObject {
  return Object.keys(reading.values).length === 0 ? body : readFields(bodySchema, body, [], reading);
}

function readFields(
  schema: JsonObject,
  value: JsonObject,
  path: readonly string[],
  reading: DocumentedOperation['reading'],
): JsonObject {
  const { properties } = schema;
  const entries = Object.entries(value).flatMap(([name, sent]): readonly (readonly [string, Json])[] => {
    const own = isJsonObject(properties) ? fieldOf(properties, name) : undefined;
    if (!isJsonObject(own)) return [[name, sent]];
    const place = [...path, name];
    if (isJsonObject(sent)) return [[name, readFields(own, sent, place, reading)]];
    const read = valueRead(own, sent, place.join('.'), reading);
    return read === undefined ? [] : [[name, read]];
  });
  return Object.fromEntries(entries);
}

/** Undefined if it counts as not sent. */
function valueRead(
  schema: JsonObject,
  value: Json,
  name: string,
  { values, longest }: DocumentedOperation['reading'],
): Json | undefined {
  switch (values[name]?.[kindOfText(value, longest[name]) ?? kindOfFault(value, schema)]) {
    case 'absent':
      return undefined;
    case 'converted':
      return typeof value === 'string' ? Number(value) : JSON.stringify(value);
    case 'cut':
      return cutTo(longest[name], value);
    case 'listed':
      return inListedCase(schema, value) ?? value;
    default:
      return value;
  }
}

/** The first characters of a text, so many. */
export function cutTo<Value>(longest: number | undefined, value: Value): Value | string {
  return typeof value === 'string' ? Array.from(value).slice(0, longest).join('') : value;
}
