import { expect, test } from 'vitest';
import { type PersistentTable, changedKeys, tableOf, withEntries } from './persistent-table.ts';

const put = <V>(table: PersistentTable<V>, key: string | number | null, value: V | undefined) =>
  withEntries(table, [[key, value]]);

const keys = Array.from({ length: 5000 }, (_, i) => (i % 3 === 0 ? `key-${i}` : i));

test('what was set is found, in a map built at once and in one built step by step', () => {
  const built = tableOf(keys.map((key) => [key, key]));
  const grown = keys.reduce((map, key) => put(map, key, key), tableOf<string | number>([]));
  for (const map of [built, grown]) {
    expect(map.size).toBe(keys.length);
    expect(keys.every((key) => map.get(key) === key)).toBe(true);
    expect(new Set(map.valuesArray())).toEqual(new Set(keys));
    expect(map.get('absent')).toBeUndefined();
  }
});

test('a change leaves the map that it was made from as it was', () => {
  const before = tableOf(keys.map((key) => [key, key]));
  const after = withEntries<string | number>(before, [
    [1, 'one'],
    ['new', 'new'],
    [2, undefined],
    ['absent', undefined],
  ]);
  expect([before.get(1), before.get('new'), before.get(2), before.size]).toEqual([1, undefined, 2, keys.length]);
  expect([after.get(1), after.get('new'), after.get(2), after.size]).toEqual(['one', 'new', undefined, keys.length]);
});

test('changedKeys names what was set, added and deleted, in order and nothing else', () => {
  const before = tableOf(keys.map((key) => [key, key]));
  const after = withEntries<string | number>(before, [
    [1, 'one'],
    ['new', 'new'],
    [2, undefined],
    [4, 4],
  ]);
  expect(changedKeys(before, after)).toEqual([1, 2, 'new']);
  expect(changedKeys(after, before)).toEqual([1, 2, 'new']);
});

test('changedKeys works between maps of different shape', () => {
  const small = tableOf<string | number>([[1, 1]]);
  expect(changedKeys(small, tableOf(keys.map((key) => [key, key]))).length).toBe(keys.length - 1);
});

test('keys beyond 32 bits, fractions, negative numbers and null are keys like others', () => {
  const odd = [2 ** 40, 2 ** 40 + 1, -7, 0.5, null, 0, '', '0'];
  const map = odd.reduce((all, key) => put(all, key, String(key)), tableOf<string>([]));
  expect(odd.map((key) => map.get(key))).toEqual(odd.map(String));
});

test('keys come in their order: numbers by value, then texts', () => {
  const table = tableOf(keys.map((key) => [key, key]));
  const ordered = [
    ...keys.filter((key) => typeof key === 'number'),
    ...keys.filter((key) => typeof key === 'string').toSorted(),
  ];
  expect([...table.entries()].map(([key]) => key)).toEqual(ordered);
  expect([table.valuesArray(), table.maxKey()]).toEqual([ordered, ordered.at(-1)]);
});

test('of several values of one key the last is kept, and a table can become empty again', () => {
  const table = tableOf([
    [2, 'a'],
    [1, 'b'],
    [2, 'c'],
  ]);
  expect([table.size, table.get(2)]).toEqual([2, 'c']);
  expect(put(put(put(table, 1, undefined), 2, undefined), 3, 'd').valuesArray()).toEqual(['d']);
});
