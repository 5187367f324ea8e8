import type { Timestamp } from '../../domain/records.ts';
import type { SeededValues } from '../factories/random-source.ts';

const minuteInMs = 60_000;
export const hourInMs = 60 * minuteInMs;
export const dayInMs = 24 * hourInMs;

/** The timestamp that is this many milliseconds after another, or before it if negative. */
export function shift(from: Timestamp, milliseconds: number): Timestamp {
  return new Date(Date.parse(from) + milliseconds).toISOString();
}

/** A moment between two others, both included; `from` if they are the wrong way round. */
export function momentBetween(random: SeededValues, from: Timestamp, to: Timestamp): Timestamp {
  const start = Date.parse(from);
  return new Date(random.int(start, Math.max(start, Date.parse(to)))).toISOString();
}
