import type { SchemaCheck, SchemaError } from './schema-compiler.ts';
import { pointerOf } from '../../json/json-value.ts';

/** A list of no more items is validated at once. */
const smallest = 100;
/** A longer one is validated in pieces: longer ones where nothing is wrong, until so many had errors. */
const largest = 1600;
const mostWrong = 20;

/**
 * What is wrong with a value, at bounded cost: of a list of thousands of wrong items each kind of error is told once, by
 * the first item that has it, and a validator that gathers all errors would need gigabytes.
 * @param narrowed drops errors that say the same of one value
 */
export function boundedErrors(
  check: SchemaCheck,
  value: unknown,
  narrowed: (errors: readonly SchemaError[]) => readonly SchemaError[],
): readonly SchemaError[] {
  const longest = longestList(value);
  if (longest <= smallest) return narrowed(check.errors(value));
  const first = new Map<string, SchemaError>();
  let size = smallest;
  let wrong = 0;
  for (let from = 0; from < longest && wrong < mostWrong; from += size) {
    if (wrong === 0) size = Math.min(largest, Math.max(smallest, from));
    const offsets = new Map<string, number>();
    const errors = narrowed(check.errors(pieceOf(value, { from, size, offsets }, '')));
    if (errors.length > 0) wrong += 1;
    for (const error of errors) {
      const key = `${error.schemaPath} ${anyItem(error.instancePath)} ${String(error.params['missingProperty'])}`;
      if (!first.has(key)) first.set(key, { ...error, instancePath: moved(error.instancePath, offsets) });
    }
  }
  return [...first.values()];
}

/** A JSON pointer with `[]` for every item of a list. */
export function anyItem(pointer: string): string {
  return pointer.replaceAll(/\/\d+(?=\/|$)/g, '/[]');
}

function longestList(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let longest = Array.isArray(value) ? value.length : 0;
  for (const child of Object.values(value)) longest = Math.max(longest, longestList(child));
  return longest;
}

interface Piece {
  readonly from: number;
  readonly size: number;
  /** By the pointer of a list that was cut: how many of its items were left out before the first. */
  readonly offsets: Map<string, number>;
}

/** The value with a piece of each long list in its place; the last piece of one that has no further. */
function pieceOf(value: unknown, piece: Piece, pointer: string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, child]) => [name, pieceOf(child, piece, pointer + pointerOf([name]))]),
    );
  }
  const from = value.length <= piece.size ? 0 : Math.min(piece.from, value.length - piece.size);
  if (from > 0) piece.offsets.set(pointer, from);
  const items: readonly unknown[] = value.slice(from, from + piece.size);
  return items.map((item, index) => pieceOf(item, piece, `${pointer}/${index}`));
}

/** A pointer into a piece as one into the whole. */
function moved(pointer: string, offsets: ReadonlyMap<string, number>): string {
  let inPiece = '';
  let inWhole = '';
  for (const step of pointer.split('/').slice(1)) {
    const offset = offsets.get(inPiece);
    inPiece += `/${step}`;
    inWhole += `/${offset === undefined ? step : Number(step) + offset}`;
  }
  return inWhole;
}
