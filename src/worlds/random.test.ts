import { expect, test } from 'vitest';
import { SeededRandom } from './time-and-chance.ts';

test('a seed gives the same numbers every time', () => {
  expect(take(new SeededRandom('acme'), 100)).toEqual(take(new SeededRandom('acme'), 100));
  expect(take(new SeededRandom(7), 3)).toEqual(take(new SeededRandom('7'), 3));
});

test('the numbers of a seed stay what they are from version to version', () => {
  expect(take(new SeededRandom('acme'), 3)).toMatchInlineSnapshot(`
    [
      0.050864652963355184,
      0.12637055455707014,
      0.35340448399074376,
    ]
  `);
});

test('neighbouring seeds give different numbers', () => {
  const firsts = Array.from({ length: 1000 }, (_, seed) => new SeededRandom(seed).next());
  expect(new Set(firsts).size).toBe(1000);
});

test('numbers lie evenly from 0 up to 1', () => {
  const numbers = take(new SeededRandom('even'), 10_000);
  expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
  for (let tenth = 0; tenth < 10; tenth++) {
    const share = numbers.filter((number) => Math.floor(number * 10) === tenth).length;
    expect(Math.abs(share - 1000)).toBeLessThan(150);
  }
});

function take(random: SeededRandom, count: number): readonly number[] {
  return Array.from({ length: count }, () => random.next());
}
