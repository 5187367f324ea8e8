import { types } from 'node:util';

/**
 * Whether a value is an error, of whatever realm: in Jest a file runs in a realm of its own, and what Node's modules throw
 * is not an `instanceof` that realm's Error.
 */
export function isError(value: unknown): value is Error {
  return types.isNativeError(value) || value instanceof Error;
}
