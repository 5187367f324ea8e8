import type { RecordId } from '../../domain/records.ts';

type Key = RecordId | null;
type Entry<V> = readonly [key: Key, value: V];

/** Neighbours in the order of their keys. */
interface Chunk<V> {
  readonly keys: readonly Key[];
  readonly values: readonly V[];
}

const chunkSize = 256;

/**
 * An immutable map in the order of its keys, in chunks: a changed one shares with the one before it every chunk that has
 * not changed. So keeping an old state and copying one cost nothing, a change of one value costs about the same at a
 * thousand and at a million, and a value is found by its place too.
 */
export class PersistentTable<V> {
  readonly size: number;
  readonly #chunks: readonly Chunk<V>[];
  /** The place of the first value of each chunk. */
  readonly #starts: readonly number[];

  private constructor(chunks: readonly Chunk<V>[]) {
    let size = 0;
    this.#starts = chunks.map(({ keys }) => (size += keys.length) - keys.length);
    this.#chunks = chunks;
    this.size = size;
  }

  static from<V>(entries: Iterable<Entry<V>>): PersistentTable<V> {
    return new PersistentTable<V>([]).change([...entries]);
  }

  get(key: Key): V | undefined {
    const chunk = this.#chunks[this.#chunkOf(key)];
    if (chunk === undefined) return undefined;
    const place = placeIn(chunk.keys, key);
    return chunk.keys[place] === key ? chunk.values[place] : undefined;
  }

  /** The value at a place from 0 to size - 1. */
  at(place: number): V | undefined {
    const at = firstWhere(this.#starts, (start) => start > place) - 1;
    return this.#chunks[at]?.values[place - (this.#starts[at] ?? 0)];
  }

  set(key: Key, value: V): PersistentTable<V> {
    return this.change([[key, value]]);
  }

  delete(key: Key): PersistentTable<V> {
    return this.change([[key, undefined]]);
  }

  /** The table with these values put, the last of a key; undefined removes. */
  change(entries: readonly Entry<V | undefined>[]): PersistentTable<V> {
    const ordered = isAscending(entries) ? entries : ascending(entries);
    const chunks: Chunk<V>[] = [];
    let next = 0;
    const old = this.#chunks.length === 0 ? [{ keys: [], values: [] }] : this.#chunks;
    for (const [at, chunk] of old.entries()) {
      const first = next;
      const bound = old[at + 1]?.keys[0];
      if (bound === undefined) next = ordered.length;
      else while (next < ordered.length && compareIds(ordered[next]?.[0] ?? null, bound) < 0) next += 1;
      if (next === first) chunks.push(chunk);
      else for (const part of chunksOf(withChanges(chunk, ordered.slice(first, next)))) chunks.push(part);
    }
    return new PersistentTable(chunks);
  }

  /** Ascending by key. */
  *entries(): Generator<Entry<V>> {
    for (const { keys, values } of this.#chunks) {
      for (const [i, key] of keys.entries()) yield [key, values[i] as V];
    }
  }

  /** Ascending by key. */
  values(): readonly V[] {
    return this.#chunks.flatMap(({ values }) => values);
  }

  /** The places of values, ascending. */
  placesWhere(isWanted: (value: V) => boolean): readonly number[] {
    const places: number[] = [];
    let place = 0;
    for (const { values } of this.#chunks) {
      for (const value of values) {
        if (isWanted(value)) places.push(place);
        place += 1;
      }
    }
    return places;
  }

  /** Keys whose values differ between this table and another, ascending; shared chunks are not compared. */
  changedKeys(other: PersistentTable<V>): readonly Key[] {
    const keysOfChunksNotIn = (shared: ReadonlySet<unknown>, chunks: readonly Chunk<V>[]) =>
      chunks.flatMap((chunk) => (shared.has(chunk) ? [] : chunk.keys));
    const own = keysOfChunksNotIn(new Set(other.#chunks), this.#chunks);
    const keys = new Set([...own, ...keysOfChunksNotIn(new Set(this.#chunks), other.#chunks)]);
    return [...keys].filter((key) => this.get(key) !== other.get(key)).sort(compareIds);
  }

  /** The only chunk that can hold a key. */
  #chunkOf(key: Key): number {
    return Math.max(0, firstWhere(this.#chunks, ({ keys: [first = null] }) => compareIds(first, key) > 0) - 1);
  }
}

/** Keys ascending: null, numbers by value, text by code units. */
export function compareIds(one: Key, other: Key): number {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? -1 : 1;
  if (typeof one !== typeof other) return typeof one === 'number' ? -1 : 1;
  return one < other ? -1 : 1;
}

/** The place of the first item of which something holds that holds of all after it too; behind the last if there is none. */
function firstWhere<T>(items: readonly T[], isReached: (item: T) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isReached(items[middle] as T)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The place of the first that is not below a key. */
function placeIn(keys: readonly Key[], key: Key): number {
  return firstWhere(keys, (other) => compareIds(other, key) >= 0);
}

function isAscending(entries: readonly Entry<unknown>[]): boolean {
  return entries.every(([key], i) => i === 0 || compareIds(entries[i - 1]?.[0] ?? null, key) < 0);
}

function ascending<V>(entries: readonly Entry<V>[]): readonly Entry<V>[] {
  return [...new Map(entries)].sort(([one], [other]) => compareIds(one, other));
}

function withChanges<V>({ keys, values }: Chunk<V>, changes: readonly Entry<V | undefined>[]): Chunk<V> {
  const merged = { keys: [] as Key[], values: [] as V[] };
  let from = 0;
  const copyUpTo = (end: number) => {
    for (; from < end; from += 1) {
      merged.keys.push(keys[from] ?? null);
      merged.values.push(values[from] as V);
    }
  };
  for (const [key, value] of changes) {
    const place = placeIn(keys, key);
    copyUpTo(place);
    if (keys[place] === key && place < keys.length) from = place + 1;
    if (value === undefined) continue;
    merged.keys.push(key);
    merged.values.push(value);
  }
  copyUpTo(keys.length);
  return merged;
}

/** Chunks of about the same size; none of an empty one. */
function chunksOf<V>({ keys, values }: Chunk<V>): readonly Chunk<V>[] {
  const size = Math.ceil(keys.length / Math.ceil(keys.length / chunkSize));
  const parts: Chunk<V>[] = [];
  for (let i = 0; i < keys.length; i += size) {
    parts.push({ keys: keys.slice(i, i + size), values: values.slice(i, i + size) });
  }
  return parts;
}
