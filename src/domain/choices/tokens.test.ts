import { expect, it } from 'vitest';
import type { TokenRecord } from '../records.ts';
import { isValidToken, newestValidToken } from './rules.ts';

const now = new Date('2026-11-20T12:00:00.000Z');

it.each([
  [null, true],
  ['2026-11-20T12:00:00.001Z', true],
  ['2026-11-20T12:00:00.000Z', false],
  ['2026-11-20T11:59:59.999Z', false],
])('a token that expires at %s is good: %s', (expires_on, isGood) => {
  expect(isValidToken(token('a', '2026-01-01T00:00:00.000Z', expires_on), now)).toBe(isGood);
});

it.each([
  { of: 'nothing', tokens: [], newest: undefined },
  {
    of: 'any order',
    tokens: [token('b', '2026-02-01T00:00:00.000Z'), token('a', '2026-01-01T00:00:00.000Z')],
    newest: 'b',
  },
  {
    of: 'an expired one that is newer',
    tokens: [
      token('a', '2026-01-01T00:00:00.000Z'),
      token('b', '2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'),
    ],
    newest: 'a',
  },
  {
    of: 'expired ones',
    tokens: [token('a', '2026-01-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z')],
    newest: undefined,
  },
  {
    of: 'two of one moment, the later in the list',
    tokens: [token('a', '2026-01-01T00:00:00.000Z'), token('b', '2026-01-01T00:00:00.000Z')],
    newest: 'b',
  },
])('the newest good token of $of is $newest', ({ tokens, newest }) => {
  expect(newestValidToken(tokens, now)?.id).toBe(newest);
});

function token(id: string, created_on: string, expires_on: string | null = null): TokenRecord {
  return { id, user_id: 1, workspace_id: 101, created_on, expires_on };
}
