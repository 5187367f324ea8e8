import { expect, test } from 'vitest';
import { listName } from './check-form.ts';

test.each([
  ['a', 'a'],
  ['a[]', 'a'],
  ['a[3]', 'a'],
  ['a[b][]', 'a[b]'],
  ['a[b]', 'a[b]'],
  ['[]', '[]'],
])('takes the list ending off "%s"', (spelling, name) => {
  expect(listName(spelling)).toBe(name);
});
