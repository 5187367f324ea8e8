import type { RecordId } from '../../domain/records.ts';

type Key = RecordId | null;
type Entry<V> = readonly [key: Key, value: V];

/** Neighbours in the order of their keys, at least one. */
type Chunk<V> = readonly Entry<V>[];

const chunkSize = 256;

/**
 * An immutable map in the order of its keys, in chunks: a changed one shares with the one before it every chunk that has
 * not changed. So keeping an old state and copying one cost nothing, a change of one value costs about the same at a
 * thousand and at a million, and a value is found by its place too.
 */
export class PersistentTable<V> {
  readonly #chunks: readonly Chunk<V>[];
  /** The place of the first value of each chunk, and behind the last; made when it is asked for. */
  #places: readonly number[] | undefined;

  private constructor(chunks: readonly Chunk<V>[]) {
    this.#chunks = chunks;
  }

  static from<V>(entries: Iterable<Entry<V>>): PersistentTable<V> {
    return new PersistentTable<V>([]).change([...entries]);
  }

  get size(): number {
    return this.#starts.at(-1) ?? 0;
  }

  get(key: Key): V | undefined {
    const chunk = this.#chunks[this.#chunkOf(key)] ?? [];
    const found = chunk[placeIn(chunk, key)];
    return found?.[0] === key ? found[1] : undefined;
  }

  /** The value at a place from 0 to size - 1. */
  at(place: number): V | undefined {
    const at = firstWhere(this.#starts, (start) => start > place) - 1;
    return this.#chunks[at]?.[place - (this.#starts[at] ?? 0)]?.[1];
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
    let chunks = this.#chunks;
    // From behind: the chunks before stay where they are.
    for (let [end, first] = [ordered.length, ordered.length]; end > 0; end = first) {
      const at = this.#chunkOf(keyOfEntry(ordered[end - 1]));
      while (first > 0 && this.#chunkOf(keyOfEntry(ordered[first - 1])) === at) first -= 1;
      const parts = chunksOf(withChanges(this.#chunks[at] ?? [], ordered.slice(first, end)));
      chunks = chunks.toSpliced(at, 1, ...parts);
    }
    return new PersistentTable(chunks);
  }

  /** Ascending by key. */
  *entries(): Generator<Entry<V>> {
    for (const chunk of this.#chunks) yield* chunk;
  }

  /** Ascending by key. */
  values(): readonly V[] {
    return this.#chunks.flatMap((chunk) => chunk.map(([, value]) => value));
  }

  /** The places of values, ascending. */
  placesWhere(isWanted: (value: V) => boolean): readonly number[] {
    const places: number[] = [];
    let place = 0;
    for (const [, value] of this.entries()) {
      if (isWanted(value)) places.push(place);
      place += 1;
    }
    return places;
  }

  /** Keys whose values differ between this table and another, ascending; shared chunks are not compared. */
  changedKeys(other: PersistentTable<V>): readonly Key[] {
    const keysOfChunksNotIn = (shared: ReadonlySet<unknown>, chunks: readonly Chunk<V>[]) =>
      chunks.flatMap((chunk) => (shared.has(chunk) ? [] : chunk.map(keyOfEntry)));
    const own = keysOfChunksNotIn(new Set(other.#chunks), this.#chunks);
    const keys = new Set([...own, ...keysOfChunksNotIn(new Set(this.#chunks), other.#chunks)]);
    return [...keys].filter((key) => this.get(key) !== other.get(key)).sort(compareIds);
  }

  get #starts(): readonly number[] {
    let size = 0;
    return (this.#places ??= [0, ...this.#chunks.map(({ length }) => (size += length))]);
  }

  /** The place of the chunk that has a key, or would have it. */
  #chunkOf(key: Key): number {
    return Math.max(0, firstWhere(this.#chunks, ([first]) => compareIds(keyOfEntry(first), key) > 0) - 1);
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
function placeIn(chunk: Chunk<unknown>, key: Key): number {
  return firstWhere(chunk, (entry) => compareIds(keyOfEntry(entry), key) >= 0);
}

function keyOfEntry(entry: Entry<unknown> | undefined): Key {
  return entry?.[0] ?? null;
}

function isAscending(entries: readonly Entry<unknown>[]): boolean {
  return entries.every(([key], i) => i === 0 || compareIds(keyOfEntry(entries[i - 1]), key) < 0);
}

function ascending<V>(entries: readonly Entry<V>[]): readonly Entry<V>[] {
  return [...new Map(entries)].sort(([one], [other]) => compareIds(one, other));
}

function withChanges<V>(chunk: Chunk<V>, changes: readonly Entry<V | undefined>[]): Chunk<V> {
  const merged: Entry<V>[] = [];
  let from = 0;
  for (const [key, value] of changes) {
    const place = placeIn(chunk, key);
    for (const entry of chunk.slice(from, place)) merged.push(entry);
    from = chunk[place]?.[0] === key ? place + 1 : place;
    if (value !== undefined) merged.push([key, value]);
  }
  return [...merged, ...chunk.slice(from)];
}

/** Chunks of about the same size; none of an empty one. */
function chunksOf<V>(chunk: Chunk<V>): readonly Chunk<V>[] {
  const size = Math.ceil(chunk.length / Math.ceil(chunk.length / chunkSize));
  const parts: Chunk<V>[] = [];
  for (let i = 0; i < chunk.length; i += size) parts.push(chunk.slice(i, i + size));
  return parts;
}
