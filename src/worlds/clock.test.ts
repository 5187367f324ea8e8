import { expect, test } from 'vitest';
import { ControllableClock } from './time-and-chance.ts';

const start = Date.parse('2025-06-01T12:00:00.000Z');

function clockOverTime() {
  let time = start;
  const clock = new ControllableClock({ now: () => new Date(time) });
  const elapse = (milliseconds: number) => (time += milliseconds);
  return { clock, elapse, shown: () => clock.now().getTime() - start };
}

test('a clock shows the time beneath until it is touched', () => {
  const { elapse, shown } = clockOverTime();
  elapse(5);
  expect(shown()).toBe(5);
});

test('a frozen clock stands still and can be turned', () => {
  const { clock, elapse, shown } = clockOverTime();
  clock.freeze();
  elapse(5);
  expect([shown(), clock.isFrozen]).toEqual([0, true]);
  clock.advance(1000);
  elapse(5);
  expect(shown()).toBe(1000);
  clock.freeze(new Date(start + 7));
  expect(shown()).toBe(7);
});

test('a turned clock runs on from where it was turned to', () => {
  const { clock, elapse, shown } = clockOverTime();
  clock.set(new Date(start - 1000));
  elapse(5);
  expect([shown(), clock.isFrozen]).toEqual([-995, false]);
  clock.advance(2000);
  elapse(5);
  expect(shown()).toBe(1010);
});

test('a freed clock shows the time beneath again', () => {
  const { clock, elapse, shown } = clockOverTime();
  clock.freeze(new Date(start + 1000));
  clock.free();
  elapse(5);
  expect([shown(), clock.isFrozen]).toEqual([5, false]);
});

test.each([NaN, 9e15, -9e15])('a clock turned to %d says so and stays as it was', (time) => {
  const { clock, shown } = clockOverTime();
  expect(() => clock.set(new Date(time))).toThrow(RangeError);
  expect(() => clock.advance(time)).toThrow(RangeError);
  expect(() => clock.freeze(new Date(time))).toThrow(RangeError);
  expect([shown(), clock.isFrozen]).toEqual([0, false]);
});

test('a clock is frozen at the very time asked for, though the one beneath goes on with every look', () => {
  let time = start;
  const clock = new ControllableClock({ now: () => new Date(time++) });
  clock.freeze(new Date(start + 1000));
  expect(clock.now().getTime()).toBe(start + 1000);
});
