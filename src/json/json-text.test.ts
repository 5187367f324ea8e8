import { describe, expect, test } from 'vitest';
import { jsonExcess, readJson } from './json-value.ts';
import { locateJsonFault } from './json-text.ts';

describe('jsonExcess', () => {
  test.each([
    ['', 0, false],
    ['[]', 1, false],
    ['[]', 0, true],
    ['{"a":[{}]}', 3, false],
    ['{"a":[{}]}', 2, true],
    ['[[],[],[]]', 2, false],
    ['["[[[[", "\\"[[[["]', 1, false],
    ['"open [[[[', 1, false],
    ['['.repeat(200_000), 200, true],
  ])('of %.20s and %d levels is %s', (text, levels, isDeeper) => {
    expect(jsonExcess(text, levels) !== undefined).toBe(isDeeper);
  });

  test('reads a megabyte of quotes and brackets in one pass', () => {
    // In more passes than one it would take longer than a test may.
    const texts = ['"'.repeat(1_000_000), '[]'.repeat(500_000), `"${'\\'.repeat(1_000_000)}`];
    expect(texts.map((text) => jsonExcess(text, 200))).toEqual([undefined, undefined, undefined]);
  });
});

describe('readJson', () => {
  test.each([
    ['{"a":[1,null]}', { a: [1, null] }],
    ['"[[[["', '[[[['],
    ['null', null],
    ['{"a":', undefined],
    ['', undefined],
    [`${'['.repeat(200)}${']'.repeat(200)}`, expect.any(Array)],
    [`${'['.repeat(201)}${']'.repeat(201)}`, undefined],
    [`${'['.repeat(5_000_000)}${']'.repeat(5_000_000)}`, undefined],
  ])('of %.20s is %j', (text, value) => {
    expect(readJson(text)).toEqual(value);
  });

  test('takes as many levels as it is told', () => {
    expect(readJson('{"a":{}}', 2)).toEqual({ a: {} });
    expect(readJson('{"a":{}}', 1)).toBeUndefined();
  });
});

test.each([
  ['[1,\n  2,\n]', 3, 1, 'expected a value'],
  ['[1\n2]', 2, 1, "expected ',' or ']'"],
  ['{"a": 1,}', 1, 9, 'expected a name in double quotes'],
  ['{"a" 1}', 1, 6, "expected ':'"],
  ["{'a': 1}", 1, 2, 'expected a name in double quotes'],
  ['[01]', 1, 3, "expected ',' or ']'"],
  ['["a\nb"]', 1, 2, 'this text in double quotes does not end, or holds a character that it may not'],
  ['["\\x"]', 1, 2, 'this text in double quotes does not end, or holds a character that it may not'],
  ['[1] 2', 1, 5, 'expected the end of the text'],
  ['[{"a": [1', 1, 10, "expected ',' or ']', but the text ends"],
  ['', 1, 1, 'expected a value, but the text ends'],
  ['[undefined]', 1, 2, 'expected a value'],
])('in %j the fault is at line %i, column %i: %s', (text, line, column, reason) => {
  expect(() => JSON.parse(text) as unknown).toThrow();
  expect(locateJsonFault(text)).toEqual({ line, column, reason });
});

test.each(['[]', '{}', ' [ 1 , -0.5e+3 , "\\u00e9\\"", { "a" : null } , true, false, {} ]\n', '"a"', '0'])(
  'there is no fault in %s',
  (text) => {
    expect(() => JSON.parse(text) as unknown).not.toThrow();
    expect(locateJsonFault(text)).toBeUndefined();
  },
);
