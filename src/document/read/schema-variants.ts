import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../json/json-value.ts';
import { mapSubschemas } from './schema-walk.ts';

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
  if (!isJsonObject(assumed)) {
    return stated;
  }
  const others: readonly Json[] = isJsonList(stated['allOf']) ? stated['allOf'] : [];
  return { ...stated, allOf: [...others, { ...assumed, [assumedPart]: true }] };
}

/** Marks the parts of an assumed schema that came from `x-assumed`. */
export const assumedPart = 'x-assumed-part';
