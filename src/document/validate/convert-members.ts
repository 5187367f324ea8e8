import { isJsonList, isJsonObject, fieldOf, type Json, type JsonObject } from '../../json/json-value.ts';
import type { DocumentedOperation } from '../operation.ts';

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
