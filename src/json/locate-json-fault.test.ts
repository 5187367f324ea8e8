import { expect, test } from 'vitest';
import { locateJsonFault } from './locate-json-fault.ts';

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
