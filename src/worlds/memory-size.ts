import { getHeapStatistics } from 'node:v8';

const units: Readonly<Record<string, number>> = { k: 2 ** 10, m: 2 ** 20, g: 2 ** 30, t: 2 ** 40 };

const smallest = 2 ** 20;
const largest = 2 ** 40;

/** The default, as it may be written. */
export const defaultMemory = '256MB';

/** What a size is, in words, to follow "is not". */
export const sizeRule = 'a size: give megabytes or a unit, from 1MB to 1TB, for example 512 or 1GB';

/** The bytes that a size stands for: `256` and `256MB` are megabytes, `1GB` a gigabyte; undefined unless 1 MB to 1 TB. */
export function memorySize(size: number | string): number | undefined {
  const [, digits = '', unit = 'm'] = /^(\d{1,12}(?:\.\d{1,6})?) ?(?:([kmgt])i?b?)?$/i.exec(String(size)) ?? [];
  const bytes = digits === '' ? NaN : Math.round(Number(digits) * (units[unit.toLowerCase()] ?? NaN));
  return bytes >= smallest && bytes <= largest ? bytes : undefined;
}

/**
 * How much of a budget there can be: no more than a third of the heap that Node may use (`--max-old-space-size`), or
 * the process would end before its budget did.
 */
export function withinHeap(bytes: number): number {
  return Math.min(bytes, Math.floor(getHeapStatistics().heap_size_limit / 3));
}

/** For a person: `256 MB`. */
export function inMegabytes(bytes: number): string {
  return `${Math.round((bytes / 2 ** 20) * 10) / 10} MB`;
}
