import { addDuration, parseIsoDuration } from '../../domain/campaigns/iso-duration.ts';
import { isClockTime } from '../../worlds/clock.ts';
import { Problem } from '../../http/answer/problem.ts';

/**
 * The time that a text of the request names.
 * @throws Problem for one that is not of the years 0 to 9999
 */
export function timeOf(text: string, field: string): Date {
  return inRange(new Date(text), field, 'be');
}

/**
 * The time that a duration after another is.
 * @throws Problem for a text that is not a duration, and for a time that is not of the years 0 to 9999
 */
export function timeAfter(now: Date, duration: string, field: string): Date {
  const parsed = parseIsoDuration(duration);
  if (parsed === undefined) {
    throw new Problem(400, `${field} must be an ISO 8601 duration, for example PT90S or P1DT2H.`, field);
  }
  return inRange(addDuration(now, parsed), field, 'lead to');
}

/**
 * The time itself.
 * @throws Problem for one that is not of the years 0 to 9999
 */
export function inRange(time: Date, field: string, verb: string): Date {
  if (isClockTime(time.getTime())) return time;
  throw new Problem(400, `${field} must ${verb} a time of the years 0 to 9999.`, field);
}
