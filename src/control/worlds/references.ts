import { ProfileError } from '../../clauses/profile.ts';
import { addDuration, parseIsoDuration } from '../../domain/times.ts';
import { Problem } from '../../http/answer/problem.ts';
import { isClockTime } from '../../worlds/clock.ts';
import type { FollowedProfile } from '../../worlds/world.ts';
import { inMegabytes } from '../../worlds/memory-budget.ts';
import type { NamedSnapshot, Snapshots } from '../../worlds/snapshots.ts';
import type { ControlContext } from '../control-handler.ts';

/**
 * The time that a text of the request names.
 * @throws Problem for one that is not of the years 0 to 9999
 */
export function requestedTime(text: string, field: string): Date {
  return clockTime(new Date(text), field, 'be');
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
  return clockTime(addDuration(now, parsed), field, 'lead to');
}

/**
 * The time itself.
 * @throws Problem for one that is not of the years 0 to 9999
 */
export function clockTime(time: Date, field: string, verb: string): Date {
  if (isClockTime(time.getTime())) return time;
  throw new Problem(400, `${field} must ${verb} a time of the years 0 to 9999.`, field);
}

/**
 * The snapshot of a name.
 * @throws Problem if there is none; 410 if it was dropped
 */
export function findSnapshot(name: string, field: string, snapshots: Snapshots): NamedSnapshot {
  const snapshot = snapshots.find(name);
  if (snapshot !== undefined) return snapshot;
  if (!snapshots.wasDropped(name)) throw new Problem(404, `There is no snapshot ${name}.`, field);
  const limit = inMegabytes(snapshots.memory.limit);
  throw new Problem(
    410,
    `The snapshot ${name} was dropped, because the mock keeps at most ${limit}: take it again, or give --memory for more.`,
    field,
  );
}

/**
 * Refuses what is not the name of a scenario of the mock: a request never names a folder.
 * @throws Problem with this status
 */
export function requireKnownScenario(
  scenario: string,
  field: string,
  status: 400 | 404,
  known: readonly string[],
): void {
  if (known.includes(scenario)) return;
  throw new Problem(status, `There is no scenario ${scenario}: take ${known.join(' or ')}.`, field);
}

/** The profile that was sent, to be followed. @throws Problem naming each place that is wrong */
export function followed(profile: unknown, { follow }: Pick<ControlContext, 'follow'>): FollowedProfile {
  try {
    return follow(profile);
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    throw new Problem(400, error.lines.slice(0, 5).join(' '), 'profile');
  }
}
