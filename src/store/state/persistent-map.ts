import type { RecordId } from '../../domain/records.ts';

type Key = RecordId | null;

interface Leaf<V> {
  readonly keys: readonly Key[];
  readonly values: readonly V[];
}
type Branch<V> = readonly (Node<V> | undefined)[];
type Node<V> = Leaf<V> | Branch<V>;

const bits = 5;
const width = 1 << bits;
const hashBits = 30;
const leafSize = 12;

/**
 * An immutable map: `set` and `delete` return a new one that shares what stays, so keeping an old state, copying one
 * and comparing two do not depend on their size. (The `immutable` package does the same; loading it
 * takes 25 ms of a start that has a few hundred.)
 */
export class PersistentMap<V> {
  readonly #root: Node<V>;

  private constructor(
    root: Node<V>,
    readonly size: number,
  ) {
    this.#root = root;
  }

  static empty<V>(): PersistentMap<V> {
    return new PersistentMap<V>({ keys: [], values: [] }, 0);
  }

  /** Builds a map in one go; the keys must differ from one another. */
  static from<V>(given: Iterable<readonly [Key, V]>): PersistentMap<V> {
    const entries = [...given];
    const [keys, values] = [entries.map(([key]) => key), entries.map(([, value]) => value)];
    return new PersistentMap(buildNode(keys, values, 0), keys.length);
  }

  get(key: Key): V | undefined {
    let node = this.#root;
    for (let hash = hashOf(key); isBranch(node); hash >>>= bits) {
      const child = node[hash & (width - 1)];
      if (child === undefined) return undefined;
      node = child;
    }
    const place = node.keys.indexOf(key);
    return place < 0 ? undefined : node.values[place];
  }

  set(key: Key, value: V): PersistentMap<V> {
    const isNew = this.get(key) === undefined;
    return new PersistentMap(setIn(this.#root, key, value, hashOf(key), 0), isNew ? this.size + 1 : this.size);
  }

  delete(key: Key): PersistentMap<V> {
    if (this.get(key) === undefined) return this;
    return new PersistentMap(deleteIn(this.#root, key, hashOf(key)), this.size - 1);
  }

  /** Entries in no particular order. */
  *entries(): Generator<readonly [Key, V]> {
    yield* entriesOf(this.#root);
  }

  *values(): Generator<V> {
    for (const [, value] of entriesOf(this.#root)) yield value;
  }

  /** Keys whose values differ between this map and another, in time proportional to the differences. */
  changedKeys(other: PersistentMap<V>): Set<Key> {
    const keys = new Set<Key>();
    collectChanged(this.#root, other.#root, keys);
    return new Set([...keys].filter((key) => this.get(key) !== other.get(key)));
  }
}

function isBranch<V>(node: Node<V>): node is Branch<V> {
  return Array.isArray(node);
}

function hashOf(key: Key): number {
  if (typeof key === 'number') return (key ^ (key / 0x40000000)) & 0x3fffffff;
  if (key === null) return 0;
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) & 0x3fffffff;
}

function buildNode<V>(keys: readonly Key[], values: readonly V[], depth: number): Node<V> {
  if (keys.length <= leafSize || depth >= hashBits) return { keys, values };
  const parts = Array.from({ length: width }, () => ({ keys: [] as Key[], values: [] as V[] }));
  keys.forEach((key, i) => {
    const part = parts[(hashOf(key) >>> depth) & (width - 1)];
    part?.keys.push(key);
    part?.values.push(values[i] as V);
  });
  return parts.map((part) => (part.keys.length === 0 ? undefined : buildNode(part.keys, part.values, depth + bits)));
}

function setIn<V>(node: Node<V>, key: Key, value: V, hash: number, depth: number): Node<V> {
  if (isBranch(node)) {
    const slot = hash & (width - 1);
    const child = node[slot] ?? { keys: [], values: [] };
    return node.with(slot, setIn(child, key, value, hash >>> bits, depth + bits));
  }
  const place = node.keys.indexOf(key);
  if (place >= 0) return { keys: node.keys, values: node.values.with(place, value) };
  return buildNode([...node.keys, key], [...node.values, value], depth);
}

function deleteIn<V>(node: Node<V>, key: Key, hash: number): Node<V> {
  if (isBranch(node)) {
    const slot = hash & (width - 1);
    const child = node[slot];
    return child === undefined ? node : node.with(slot, deleteIn(child, key, hash >>> bits));
  }
  const place = node.keys.indexOf(key);
  return { keys: node.keys.toSpliced(place, 1), values: node.values.toSpliced(place, 1) };
}

function* entriesOf<V>(node: Node<V>): Generator<readonly [Key, V]> {
  if (isBranch(node)) {
    for (const child of node) if (child !== undefined) yield* entriesOf(child);
    return;
  }
  for (const [i, key] of node.keys.entries()) yield [key, node.values[i] as V];
}

function collectChanged<V>(a: Node<V> | undefined, b: Node<V> | undefined, keys: Set<Key>): void {
  if (a === b) return;
  if (a !== undefined && b !== undefined && isBranch(a) && isBranch(b)) {
    a.forEach((child, slot) => collectChanged(child, b[slot], keys));
    return;
  }
  for (const node of [a, b]) if (node !== undefined) for (const [key] of entriesOf(node)) keys.add(key);
}
