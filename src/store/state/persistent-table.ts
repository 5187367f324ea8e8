import { BTreeEx } from 'sorted-btree/extended/index.js';
import type { RecordId } from '../../domain/records.ts';

type Key = RecordId | null;
type Entry<V> = readonly [key: Key, value: V];

/**
 * An immutable map in the order of its keys: a changed one shares with the one before it all parts of the tree that have not
 * changed. So keeping an old state and copying one cost nothing, and a change of one value costs about the same at a
 * thousand and at a million.
 */
export type PersistentTable<V> = Pick<BTreeEx<Key, V>, 'get' | 'size' | 'entries' | 'valuesArray' | 'maxKey' | 'clone'>;

/** The table of these values, the last of a key. */
export function tableOf<V>(entries: Iterable<Entry<V>>): PersistentTable<V> {
  return withEntries<V>(new BTreeEx<Key, V>(undefined, compareIds), entries);
}

/** The table with these values put, the last of a key; undefined removes. */
export function withEntries<V>(table: PersistentTable<V>, entries: Iterable<Entry<V | undefined>>): PersistentTable<V> {
  const next = table.clone();
  for (const [key, value] of entries) {
    if (value === undefined) next.delete(key);
    else next.set(key, value);
  }
  return next;
}

/** The keys whose values differ between two tables, ascending; what both share is not compared. */
export function changedKeys<V>(from: PersistentTable<V>, to: PersistentTable<V>): readonly Key[] {
  const keys: Key[] = [];
  const note = (key: Key) => void keys.push(key);
  // Sound because tables are made here alone; a copy costs nothing.
  to.clone().diffAgainst(from.clone(), note, note, note);
  return keys.sort(compareIds);
}

/** Keys ascending: null, numbers by value, text by code units. */
export function compareIds(one: Key, other: Key): number {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? -1 : 1;
  if (typeof one !== typeof other) return typeof one === 'number' ? -1 : 1;
  return one < other ? -1 : 1;
}
