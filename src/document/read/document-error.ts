import { isJsonObject, pointerOf, type JsonObject } from '../../json/json-value.ts';

/** The document or the catalogue is not what it must be: nothing may start with it. The message names the place. */
export class ContractDocumentError extends Error {
  override readonly name = 'ContractDocumentError';

  constructor(
    /** Where in which file: `openapi.yaml#/paths/~1verify/post`. */
    readonly place: string,
    readonly problem: string,
    options?: ErrorOptions,
  ) {
    super(`${place}: ${problem}`, options);
  }
}

/**
 * Gives the value back as an object.
 * @throws ContractDocumentError where it is none; undefined counts as empty
 */
export function objectAt(value: unknown, place: string): JsonObject {
  if (value === undefined) return {};
  if (!isJsonObject(value)) throw new ContractDocumentError(place, 'is not an object.');
  return value;
}

/**
 * Gives the value back as a list.
 * @throws ContractDocumentError where it is none; undefined counts as empty
 */
export function listAt(value: unknown, place: string): readonly unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new ContractDocumentError(place, 'is not a list.');
  return value;
}

/**
 * Gives the value back as a text.
 * @throws ContractDocumentError where it is none
 */
export function textAt(value: unknown, place: string): string {
  if (typeof value !== 'string') throw new ContractDocumentError(place, 'is not a text.');
  return value;
}

/** The place one or more steps further down, as a JSON pointer. */
export function below(place: string, ...steps: readonly (string | number)[]): string {
  const pointer = pointerOf(steps);
  return place.includes('#') ? place + pointer : `${place}#${pointer}`;
}
