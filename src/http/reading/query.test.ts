import { expect, test } from 'vitest';
import { listValues, readQuery, singleValue } from './query.ts';
import { UnreadableRequest } from './unreadable-request.ts';

test.each([
  ['', []],
  ['a=1&b=2', [entry('a', '1'), entry('b', '2')]],
  ['a', [entry('a', '')]],
  ['a=', [entry('a', '')]],
  ['&&a=1&', [entry('a', '1')]],
  ['a=b=c', [entry('a', 'b=c')]],
  ['?a=1', [entry('?a', '1')]],
  ['mobile_no=+1555', [entry('mobile_no', ' 1555')]],
  ['mobile_no=%2B1555', [entry('mobile_no', '+1555')]],
  ['a=%E2%82%AC', [entry('a', '€')]],
  ['a=%', [entry('a', '%')]],
  ['a=%zz%4', [entry('a', '%zz%4')]],
  ['a=%FF', [entry('a', '\u{FFFD}')]],
  ['a=%00', [entry('a', '\0')]],
  ['a[]=1', [entry('a', '1', 'next')]],
  ['a%5B%5D=1', [entry('a', '1', 'next')]],
  ['a[12]=1', [entry('a', '1', 12)]],
  ['a[b]=1', [entry('a[b]', '1')]],
  ['[]=1', [entry('[]', '1')]],
  ['__proto__=1&__proto__[]=2', [entry('__proto__', '1'), entry('__proto__', '2', 'next')]],
] as const)('reads the query string "%s"', (raw, entries) => {
  expect(readQuery(raw)).toEqual(entries);
});

test('reads thousands of parameters and refuses more than the limit', () => {
  const raw = 'a=1&'.repeat(10_000);

  expect(readQuery(raw)).toHaveLength(10_000);
  expect(() => readQuery(`${raw}a=1`)).toThrow(UnreadableRequest);
});

test.each([
  ['', { kind: 'absent' }],
  ['b=1', { kind: 'absent' }],
  ['a=', { kind: 'text', value: '' }],
  ['a=1', { kind: 'text', value: '1' }],
  ['a=1&a=2', { kind: 'list', values: ['1', '2'] }],
  ['a[]=1', { kind: 'list', values: ['1'] }],
  ['a[0]=1', { kind: 'list', values: ['1'] }],
] as const)('tells what "%s" gives a parameter that takes one value', (raw, expected) => {
  expect(singleValue(readQuery(raw), 'a')).toEqual(expected);
});

test.each([
  ['b=1', []],
  ['a=1', ['1']],
  ['a=1&a=2', ['1', '2']],
  ['a[]=1&a[]=2', ['1', '2']],
  ['a[1]=2&a[0]=1', ['1', '2']],
  ['a[999999999999999999999999]=3&a[10]=2&a[9]=1', ['1', '2', '3']],
  ['a=3&a[]=4&a[1]=2&a[0]=1', ['1', '2', '3', '4']],
  ['a=1,2', ['1,2']],
  ['a=', ['']],
] as const)('gathers the values of a list from "%s"', (raw, expected) => {
  expect(listValues(readQuery(raw), 'a')).toEqual(expected);
});

test('splits the values of a list at commas where that is asked for', () => {
  expect(listValues(readQuery('a=1,2&a[]=3'), 'a', { commas: true })).toEqual(['1', '2', '3']);
});

function entry(name: string, value: string, index?: number | 'next'): unknown {
  return { name, index, value };
}
