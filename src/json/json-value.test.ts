import { expect, it } from 'vitest';
import { differences, fieldOf, isObject, isSameJson, pointerOf, stepsOf, valueAt, memberOf } from './json-value.ts';

const body = { message: 'Done', data: { list: [{ id: 1 }, { id: 2 }], 'a/b': {} } };

it.each([
  [{}, true],
  [{ a: 1 }, true],
  [[], false],
  [null, false],
  ['{}', false],
  [undefined, false],
])('of %j, that it is an object is %s', (value, isOne) => {
  expect(isObject(value)).toBe(isOne);
});

it.each([
  [[], ''],
  [['paths', '/verify', 0], '/paths/~1verify/0'],
  [['~1', '/', ''], '/~01/~1/'],
])('the pointer of %j is %s', (steps, pointer) => {
  expect(pointerOf(steps)).toBe(pointer);
  expect(stepsOf(pointer)).toEqual(steps.map(String));
});

it('reads the steps of a pointer in a URI fragment', () => {
  expect(stepsOf('#/paths/~1a%20b/get')).toEqual(['paths', '/a b', 'get']);
});

it.each([
  ['', body],
  ['/data/list/1/id', 2],
  ['/data/a~1b', {}],
  ['/data/list/length', undefined],
  ['/message/length', undefined],
  ['/data/toString', undefined],
  ['/nowhere/at/all', undefined],
])('at %s stands %j', (pointer, expected) => {
  expect(valueAt(body, pointer)).toEqual(expected);
});

it('finds a field by a path of names, and never an inherited one', () => {
  expect(memberOf(body, 'data.list.0.id')).toBe(1);
  expect(fieldOf(body, 'constructor')).toBeUndefined();
});

it('tells where two values differ, lists as a whole', () => {
  expect(
    differences({ 'a/b': 1, same: { b: 2, c: 3 }, list: [1] }, { same: { c: 3, b: 2 }, list: [2], new: 4 }),
  ).toEqual([
    { pointer: '/a~1b', from: 1, to: undefined },
    { pointer: '/list', from: [1], to: [2] },
    { pointer: '/new', from: undefined, to: 4 },
  ]);
});

it.each<[unknown, unknown, boolean]>([
  [[1, { a: null }], [1, { a: null }], true],
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
  [[1, 2], [2, 1], false],
  [{ a: undefined }, { b: undefined }, false],
  [[], {}, false],
  ['1', 1, false],
])('of %j and %j, that they are the same is %s', (one, other, isSame) => {
  expect(isSameJson(one, other)).toBe(isSame);
});
