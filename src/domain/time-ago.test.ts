import { expect, it } from 'vitest';
import { timeAgo, timeAgoInSeconds } from './times.ts';

const now = new Date('2026-11-20T12:00:00.000Z');

it.each([
  ['2026-11-20T12:00:00.000Z', 'just now'],
  ['2026-11-20T12:30:00.000Z', 'just now'],
  ['2026-11-20T11:59:00.001Z', 'just now'],
  ['2026-11-20T11:59:00.000Z', '1 minute ago'],
  ['2026-11-20T11:58:00.001Z', '1 minute ago'],
  ['2026-11-20T11:58:00.000Z', '2 minutes ago'],
  ['2026-11-20T11:00:00.001Z', '59 minutes ago'],
  ['2026-11-20T11:00:00.000Z', '1 hour ago'],
  ['2026-11-20T10:00:00.000Z', '2 hours ago'],
  ['2026-11-19T12:00:00.001Z', '23 hours ago'],
  ['2026-11-19T12:00:00.000Z', '1 day ago'],
  ['2026-10-22T12:00:00.000Z', '29 days ago'],
  ['2026-10-21T12:00:00.000Z', '1 month ago'],
  ['2025-11-21T12:00:00.000Z', '12 months ago'],
  ['2025-11-20T12:00:00.000Z', '1 year ago'],
  ['2016-11-20T12:00:00.000Z', '10 years ago'],
])('what happened at %s was %s', (then, text) => {
  expect(timeAgo(then, now)).toBe(text);
});

it.each([
  ['2026-11-20T12:00:00.000Z', '0 seconds ago'],
  ['2026-11-20T11:59:59.000Z', '1 second ago'],
  ['2026-11-20T11:59:00.001Z', '59 seconds ago'],
  ['2026-11-20T11:59:00.000Z', '1 minute ago'],
])('in seconds: what happened at %s was %s', (then, text) => {
  expect(timeAgoInSeconds(then, now)).toBe(text);
});
