import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matches, mismatches } from './matching.ts';

test.each<[unknown, unknown, readonly string[]]>([
  [{ a: 1 }, { a: 1, b: 2 }, []],
  [{ a: { b: 1 } }, { a: { b: 2, c: 3 } }, ['/a/b']],
  [{ a: 1, b: 2 }, {}, ['/a', '/b']],
  [{ page: 2 }, { page: '2' }, []],
  [{ flag: true }, { flag: 'true' }, []],
  [{ page: '2' }, { page: 2 }, ['/page']],
  [[1, { a: 1 }], [1, { a: 1, b: 2 }], []],
  [[1], [1, 2], ['']],
  [{ 'a/b~': [{}] }, { 'a/b~': [null] }, ['/a~1b~0/0']],
  [{ constructor: {} }, {}, ['/constructor']],
  [{}, undefined, ['']],
  [null, null, []],
  [null, undefined, ['']],
])('%j against %j differs at %j', (pattern, actual, paths) => {
  expect([...mismatches(pattern, actual)].map(({ path }) => path)).toEqual(paths);
  expect(matches(pattern, actual)).toBe(paths.length === 0);
});

test('every value matches itself, and an object matches with members added', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.dictionary(fc.string(), fc.jsonValue()), (value, more) => {
      expect([...mismatches(value, value)]).toEqual([]);
      expect([...mismatches(more, { ...more, another: value, ...more })]).toEqual([]);
    }),
  );
});
