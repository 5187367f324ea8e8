import { expect, test } from 'vitest';
import { PersistentMap } from './persistent-map.ts';

const keys = Array.from({ length: 5000 }, (_, i) => (i % 3 === 0 ? `key-${i}` : i));

test('what was set is found, in a map built at once and in one built step by step', () => {
  const built = PersistentMap.from(keys.map((key) => [key, key]));
  const grown = keys.reduce((map, key) => map.set(key, key), PersistentMap.empty<string | number>());
  for (const map of [built, grown]) {
    expect(map.size).toBe(keys.length);
    expect(keys.every((key) => map.get(key) === key)).toBe(true);
    expect(new Set(map.values())).toEqual(new Set(keys));
    expect(map.get('absent')).toBeUndefined();
  }
});

test('a change leaves the map that it was made from as it was', () => {
  const before = PersistentMap.from(keys.map((key) => [key, key]));
  const after = before.set(1, 'one').set('new', 'new').delete(2).delete('absent');
  expect([before.get(1), before.get('new'), before.get(2), before.size]).toEqual([1, undefined, 2, keys.length]);
  expect([after.get(1), after.get('new'), after.get(2), after.size]).toEqual(['one', 'new', undefined, keys.length]);
});

test('changedKeys names what was set, added and deleted, and nothing else', () => {
  const before = PersistentMap.from(keys.map((key) => [key, key]));
  const after = before.set(1, 'one').set('new', 'new').delete(2).set(4, 4);
  expect(after.changedKeys(before)).toEqual(new Set([1, 'new', 2]));
  expect(before.changedKeys(after)).toEqual(new Set([1, 'new', 2]));
});

test('changedKeys works between maps of different shape', () => {
  const small = PersistentMap.from([[1, 1]]);
  expect(PersistentMap.from(keys.map((key) => [key, key])).changedKeys(small).size).toBe(keys.length - 1);
});

test('keys beyond 32 bits, fractions, negative numbers and null are keys like others', () => {
  const odd = [2 ** 40, 2 ** 40 + 1, -7, 0.5, null, 0, '', '0'];
  const map = odd.reduce((all, key) => all.set(key, String(key)), PersistentMap.empty<string>());
  expect(odd.map((key) => map.get(key))).toEqual(odd.map(String));
});

test('keys with one hash stay apart', () => {
  const colliding = Array.from({ length: 100 }, (_, i) => (i + 1) * 2 ** 60);
  const map = PersistentMap.from(colliding.map((key) => [key, key]));
  expect(colliding.every((key) => map.get(key) === key)).toBe(true);
  expect(map.delete(2 ** 60).size).toBe(99);
});
