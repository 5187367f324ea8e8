import { fieldOf, isObject, pointerOf } from '../json/json-value.ts';

/** Where a value is not as expected. */
export interface Mismatch {
  /** JSON pointer; '' for the value itself. */
  readonly path: string;
  readonly expected: unknown;
  /** Undefined if there is nothing. */
  readonly actual: unknown;
}

/** Whether a value is as a pattern says; it is compared up to its first mismatch. */
export function matches(pattern: unknown, actual: unknown): boolean {
  return mismatches(pattern, actual).next().done === true;
}

/**
 * Compares a value with a pattern: an object needs the fields that the pattern names and may have others, a list
 * needs the same length, everything else must be equal. A number or boolean of the pattern also stands for the text
 * that it prints as, since a query and a form carry nothing but text.
 * @returns the places where the value differs, each found when it is asked for; none if it matches
 */
export function* mismatches(pattern: unknown, actual: unknown, path = ''): Generator<Mismatch, undefined> {
  if (Array.isArray(pattern)) {
    if (!Array.isArray(actual) || actual.length !== pattern.length) {
      yield { path, expected: pattern, actual };
      return;
    }
    for (const [index, item] of pattern.entries()) yield* mismatches(item, actual[index], `${path}/${index}`);
    return;
  }
  if (isObject(pattern)) {
    if (!isObject(actual)) {
      yield { path, expected: pattern, actual };
      return;
    }
    for (const name of Object.keys(pattern)) {
      yield* mismatches(pattern[name], fieldOf(actual, name), path + pointerOf([name]));
    }
    return;
  }
  const standsForText = ['number', 'boolean'].includes(typeof pattern);
  if (pattern !== actual && !(standsForText && String(pattern) === actual)) yield { path, expected: pattern, actual };
}
