import { describe, expect, it } from 'vitest';
import { type Operation, brokenRegisters, isLinearizable } from './crash-run.ts';

const read = (from: number, to: number, value: string): Operation => ({ register: 1, kind: 'read', value, from, to });
const write = (from: number, to: number, value: string): Operation => ({ register: 1, kind: 'write', value, from, to });
const first = write(-2, -1, 'o');

describe('histories that one server could have given', () => {
  it.each<readonly [string, readonly Operation[]]>([
    ['none', []],
    ['one after another', [first, write(0, 1, 'x'), read(2, 3, 'x'), write(4, 5, 'y'), read(6, 7, 'y')]],
    ['two at once, in either order', [write(0, 5, 'x'), write(1, 4, 'y'), read(6, 7, 'x')]],
    ['a write within another, that nobody has seen', [write(0, 9, 'x'), write(1, 2, 'y'), read(3, 4, 'x')]],
    ['a read beside a write, before it', [first, write(0, 5, 'x'), read(1, 2, 'o')]],
    ['a read beside a write, after it', [first, write(0, 5, 'x'), read(1, 2, 'x')]],
    ['an answer that never came, of what happened', [first, write(0, Infinity, 'x'), read(5, 6, 'x')]],
    ['an answer that never came, of what did not happen', [first, write(0, Infinity, 'x'), read(5, 6, 'o')]],
    [
      'an answer that never came, of what happened late',
      [first, write(0, Infinity, 'x'), read(5, 6, 'o'), read(7, 8, 'x')],
    ],
  ])('%s', (_, history) => expect(isLinearizable(history)).toBe(true));
});

describe('histories that one server could not have given', () => {
  it.each<readonly [string, readonly Operation[]]>([
    ['a stale read', [first, write(0, 1, 'x'), read(2, 3, 'o')]],
    ['a lost write', [first, write(0, 1, 'x'), write(2, 3, 'y'), read(4, 5, 'x')]],
    ['a write between two reads of another value', [first, read(0, 1, 'o'), write(2, 3, 'x'), read(4, 5, 'o')]],
    ['a read that goes back', [first, write(0, 9, 'x'), read(1, 2, 'x'), read(3, 4, 'o')]],
    [
      'two readers that see two orders',
      [write(0, 9, 'x'), write(0, 9, 'y'), read(10, 11, 'x'), read(12, 13, 'y'), read(14, 15, 'x')],
    ],
    [
      'a value between two reads of another, beside a long write',
      [write(0, 1, 'x'), read(10, 11, 'x'), write(2, 12, 'y'), write(4, 5, 'z'), read(6, 7, 'z')],
    ],
    ['what nobody wrote', [read(0, 1, 'x')]],
    ['a read before the write began', [read(0, 1, 'x'), write(2, 3, 'x')]],
  ])('%s', (_, history) => expect(isLinearizable(history)).toBe(false));
});

it('names the registers that are broken', () => {
  const history = [write(0, 1, 'x'), read(2, 3, 'x')];
  const lost = [write(0, 1, 'y'), write(2, 3, 'z'), read(4, 5, 'y')].map((each) => ({ ...each, register: 2 }));
  expect(brokenRegisters([...history, ...lost])).toEqual([2]);
});
