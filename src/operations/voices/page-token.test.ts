import { describe, expect, it } from 'vitest';
import { pageToken, startOfPage } from './list-voices.ts';

const encoded = (text: string) => Buffer.from(text).toString('base64url');

describe.each([
  ['signed', /^[\w-]{20,}$/],
  ['offset', /^25$/],
  ['encoded-offset', /^MjU$/],
] as const)('a page token that is %s', (form, pattern) => {
  it('stands for its place', () => {
    expect(pageToken('provider_a', 25, form)).toMatch(pattern);
    for (const start of [0, 25, 2_000_000]) {
      expect(startOfPage('provider_a', pageToken('provider_a', start, form), form)).toBe(start);
    }
  });

  it.each(['', 'x', '25x', encoded('25x'), encoded('25.wrong'), encoded('9007199254740993')])('is not %j', (token) => {
    expect(startOfPage('provider_a', token, form)).toBeUndefined();
  });
});

it('stays good from one version of the mock to the next', () => {
  expect(pageToken('provider_a', 25)).toBe('MjUuQmgtTnFZazBHb0VCRW5iWQ');
});

it('is signed for one provider unless told otherwise', () => {
  const token = pageToken('provider_a', 25);
  expect(token).toBe(pageToken('provider_a', 25, 'signed'));
  expect(startOfPage('provider_a', token)).toBe(25);
  expect(startOfPage('provider_b', token)).toBeUndefined();
});
