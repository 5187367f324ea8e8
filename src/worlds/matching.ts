import { fieldOf, isObject, pointerOf } from '../json/json-value.ts';

/** Where a value is not as expected. */
export interface Mismatch {
  /** JSON pointer; '' for the value itself. */
  readonly path: string;
  readonly expected: unknown;
  /** Undefined if there is nothing. */
  readonly actual: unknown;
}

/**
 * Compares a value with a pattern: an object needs the members that the pattern names and may have others, a list
 * needs the same length, everything else must be equal. A number or boolean of the pattern also stands for the text
 * that it prints as, since a query and a form carry nothing but text.
 * @returns the places where the value differs, none if it matches
 */
export function mismatches(pattern: unknown, actual: unknown, path = ''): readonly Mismatch[] {
  if (Array.isArray(pattern)) {
    if (!Array.isArray(actual) || actual.length !== pattern.length) return [{ path, expected: pattern, actual }];
    return pattern.flatMap((item, index) => mismatches(item, actual[index], `${path}/${index}`));
  }
  if (isObject(pattern)) {
    if (!isObject(actual)) return [{ path, expected: pattern, actual }];
    return Object.entries(pattern).flatMap(([name, value]) =>
      mismatches(value, fieldOf(actual, name), path + pointerOf([name])),
    );
  }
  const isEqual = pattern === actual || (isPrintable(pattern) && String(pattern) === actual);
  return isEqual ? [] : [{ path, expected: pattern, actual }];
}

function isPrintable(value: unknown): value is number | boolean {
  return typeof value === 'number' || typeof value === 'boolean';
}
