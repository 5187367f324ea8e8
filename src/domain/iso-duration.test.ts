import { expect, it } from 'vitest';
import { addDuration, parseIsoDuration } from './times.ts';

const start = new Date('2026-01-31T10:00:00.000Z');

it.each([
  ['PT1S', '2026-01-31T10:00:01.000Z'],
  ['PT0.25S', '2026-01-31T10:00:00.250Z'],
  ['PT1,5S', '2026-01-31T10:00:01.500Z'],
  ['PT90M', '2026-01-31T11:30:00.000Z'],
  ['P1DT2H3M4S', '2026-02-01T12:03:04.000Z'],
  ['P2W', '2026-02-14T10:00:00.000Z'],
  ['P10Y11M', '2036-12-31T10:00:00.000Z'],
  ['P10W12DT13H14M15S', '2026-04-23T23:14:15.000Z'],
  ['P1M', '2026-02-28T10:00:00.000Z'],
  ['P1Y2M', '2027-03-31T10:00:00.000Z'],
  ['-P1D', '2026-01-30T10:00:00.000Z'],
  ['-P2M', '2025-11-30T10:00:00.000Z'],
  ['+PT1H', '2026-01-31T11:00:00.000Z'],
  ['P0D', '2026-01-31T10:00:00.000Z'],
])('goes on by %s', (text, expected) => {
  const duration = parseIsoDuration(text);
  expect(duration && addDuration(start, duration).toISOString()).toBe(expected);
});

it.each(['', 'P', 'PT', 'P1DT', '1D', 'P1H', 'PT1D', 'P1M1Y', 'P1.5D', 'PT1H ', 'pt1h', 'P-1D', '--P1D', 'P1'])(
  'takes %j for no duration',
  (text) => {
    expect(parseIsoDuration(text)).toBeUndefined();
  },
);
