import { describe, expect, it } from 'vitest';
import { type Operation, brokenKeys, isLinearizable } from './crash-run.ts';

const read = (from: number, to: number, list: string): Operation => ({
  key: 'a',
  kind: 'read',
  list: Array.from(list),
  from,
  to,
});
const append = (from: number, to: number, item: string, list?: string): Operation => ({
  ...{ key: 'a', kind: 'append', item, from, to },
  ...(list !== undefined && { list: Array.from(list) }),
});

describe('histories that one server could have given', () => {
  it.each<readonly [string, readonly Operation[]]>([
    ['none', []],
    ['one after another', [append(0, 1, 'x', 'x'), read(2, 3, 'x'), append(4, 5, 'y', 'xy')]],
    ['two at once, in either order', [append(0, 5, 'x', 'yx'), append(1, 4, 'y', 'y')]],
    ['a read beside a write, before it', [append(0, 5, 'x', 'x'), read(1, 2, '')]],
    ['a read beside a write, after it', [append(0, 5, 'x', 'x'), read(1, 2, 'x')]],
    ['an answer that never came, of what happened', [append(0, Infinity, 'x'), read(5, 6, 'x')]],
    ['an answer that never came, of what did not happen', [append(0, Infinity, 'x'), read(5, 6, '')]],
    ['an answer that never came, of what happened late', [append(0, Infinity, 'x'), read(5, 6, ''), read(7, 8, 'x')]],
  ])('%s', (_, history) => expect(isLinearizable(history)).toBe(true));
});

describe('histories that one server could not have given', () => {
  it.each<readonly [string, readonly Operation[]]>([
    ['a stale read', [append(0, 1, 'x', 'x'), read(2, 3, '')]],
    ['a lost write', [append(0, 1, 'x', 'x'), append(2, 3, 'y', 'y')]],
    ['a write done twice', [append(0, 1, 'x', 'x'), read(2, 3, 'xx')]],
    ['a read that goes back', [append(0, 9, 'x', 'x'), read(1, 2, 'x'), read(3, 4, '')]],
    ['two readers that see two orders', [append(0, 9, 'x', 'x'), append(0, 9, 'y', 'xy'), read(1, 8, 'yx')]],
    ['what nobody wrote', [read(0, 1, 'x')]],
    ['a read before the write began', [read(0, 1, 'x'), append(2, 3, 'x', 'x')]],
  ])('%s', (_, history) => expect(isLinearizable(history)).toBe(false));
});

it('names the keys that are broken', () => {
  const good = append(0, 1, 'x', 'x');
  expect(brokenKeys([good, { ...good, key: 'b', list: [] }, { ...good, key: 'c' }])).toEqual(['b']);
});
