import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PositionUnion } from './audience-page.ts';

const lists = fc
  .array(fc.tuple(fc.nat(3), fc.nat(400)), { maxLength: 60 })
  .map((pairs) => [...new Map(pairs.map(([list, place]) => [place, list]))])
  .map((entries) =>
    [0, 1, 2, 3].map((wanted) =>
      entries
        .filter(([, list]) => list === wanted)
        .map(([place]) => place)
        .sort((one, other) => one - other),
    ),
  );

it('reads as one sorted list', () => {
  fc.assert(
    fc.property(lists, fc.nat(70), fc.nat(20), (all, start, count) => {
      const merged = all.flat().sort((one, other) => one - other);
      const union = new PositionUnion(all);
      expect(union.length).toBe(merged.length);
      expect(visited(union)).toEqual(merged);
      expect(union.slice(start, count)).toEqual(merged.slice(start, start + count));
    }),
    { numRuns: 200 },
  );
});

it.each([
  { of: 'no lists', all: [], start: 0, count: 5, places: [] },
  { of: 'empty lists', all: [[], []], start: 0, count: 5, places: [] },
  { of: 'a start past the end', all: [[1, 2], [3]], start: 3, count: 5, places: [] },
  { of: 'a start far past the end', all: [[1, 2], [3]], start: 1e15, count: 5, places: [] },
  { of: 'a count of none', all: [[1, 2], [3]], start: 1, count: 0, places: [] },
  { of: 'a count beyond the end', all: [[0, 9], [4]], start: 1, count: 9, places: [4, 9] },
])('gives for $of $places', ({ all, start, count, places }) => {
  expect(new PositionUnion(all).slice(start, count)).toEqual(places);
});

it('takes typed arrays', () => {
  expect(visited(new PositionUnion([Uint32Array.of(5, 7), [6]]))).toEqual([5, 6, 7]);
});

function visited(union: PositionUnion): number[] {
  const places: number[] = [];
  union.forEach((place) => places.push(place));
  return places;
}
