import { expect, test } from 'vitest';
import { PersistentTable } from './persistent-table.ts';

const keys = Array.from({ length: 5000 }, (_, i) => (i % 3 === 0 ? `key-${i}` : i));

test('what was set is found, in a map built at once and in one built step by step', () => {
  const built = PersistentTable.from(keys.map((key) => [key, key]));
  const grown = keys.reduce((map, key) => map.set(key, key), PersistentTable.from<string | number>([]));
  for (const map of [built, grown]) {
    expect(map.size).toBe(keys.length);
    expect(keys.every((key) => map.get(key) === key)).toBe(true);
    expect(new Set(map.values())).toEqual(new Set(keys));
    expect(map.get('absent')).toBeUndefined();
  }
});

test('a change leaves the map that it was made from as it was', () => {
  const before = PersistentTable.from(keys.map((key) => [key, key]));
  const after = before.set(1, 'one').set('new', 'new').delete(2).delete('absent');
  expect([before.get(1), before.get('new'), before.get(2), before.size]).toEqual([1, undefined, 2, keys.length]);
  expect([after.get(1), after.get('new'), after.get(2), after.size]).toEqual(['one', 'new', undefined, keys.length]);
});

test('changedKeys names what was set, added and deleted, in order and nothing else', () => {
  const before = PersistentTable.from(keys.map((key) => [key, key]));
  const after = before.set(1, 'one').set('new', 'new').delete(2).set(4, 4);
  expect(after.changedKeys(before)).toEqual([1, 2, 'new']);
  expect(before.changedKeys(after)).toEqual([1, 2, 'new']);
});

test('changedKeys works between maps of different shape', () => {
  const small = PersistentTable.from([[1, 1]]);
  expect(PersistentTable.from(keys.map((key) => [key, key])).changedKeys(small).length).toBe(keys.length - 1);
});

test('keys beyond 32 bits, fractions, negative numbers and null are keys like others', () => {
  const odd = [2 ** 40, 2 ** 40 + 1, -7, 0.5, null, 0, '', '0'];
  const map = odd.reduce((all, key) => all.set(key, String(key)), PersistentTable.from<string>([]));
  expect(odd.map((key) => map.get(key))).toEqual(odd.map(String));
});

test('values are found by their place, in the order of their keys', () => {
  const table = PersistentTable.from(keys.map((key) => [key, key]));
  const ordered = [
    ...keys.filter((key) => typeof key === 'number'),
    ...keys.filter((key) => typeof key === 'string').toSorted(),
  ];
  expect(ordered.map((_, place) => table.at(place))).toEqual(ordered);
  expect([...table.entries()].map(([key]) => key)).toEqual(ordered);
  expect([table.at(-1), table.at(keys.length)]).toEqual([undefined, undefined]);
  expect(table.placesWhere((value) => value === 4999)).toEqual([ordered.indexOf(4999)]);
});

test('of several values of one key the last is kept, and a table can become empty again', () => {
  const table = PersistentTable.from([
    [2, 'a'],
    [1, 'b'],
    [2, 'c'],
  ]);
  expect([table.size, table.get(2)]).toEqual([2, 'c']);
  expect(table.delete(1).delete(2).set(3, 'd').values()).toEqual(['d']);
});
