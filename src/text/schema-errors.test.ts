import { expect, test } from 'vitest';
import { expectation } from './schema-errors.ts';

test.each([
  [{ type: 'string' }, 'a string'],
  [{ type: 'integer', minimum: 1 }, 'a positive integer'],
  [{ type: 'integer' }, 'an integer'],
  [{ type: 'integer', minimum: 1, maximum: 9 }, 'an integer from 1 to 9'],
  [{ type: 'integer', minimum: 0 }, 'an integer of 0 or more'],
  [{ type: 'number' }, 'a number'],
  [{ type: 'number', maximum: 2 }, 'a number of 2 or less'],
  [{ type: 'boolean' }, 'true or false'],
  [{ type: 'object' }, 'an object'],
  [{ type: 'array', items: {} }, 'a list'],
  [{ type: 'array', items: { type: 'string', contentMediaType: 'text/csv' } }, 'a file'],
  [{ type: 'string', format: 'uuid' }, 'a UUID'],
  [{ type: ['integer', 'null'] }, 'an integer or null'],
  [{ type: 'integer', enum: [1, 2, 3, 4] }, '1, 2, 3 or 4'],
  [{ type: 'integer', enum: [0, 1] }, '0 or 1'],
  [{ type: 'integer', 'x-expected': 'a lucky number' }, 'a lucky number'],
  [{ type: 'integer', allOf: [{ minimum: 1, maximum: 5 }] }, 'an integer from 1 to 5'],
])('a value by %j must be %s', (schema, words) => {
  expect(expectation(schema)).toBe(words);
});
