import type { components } from '../contract-document/control-types.gen.ts';
import { addDuration, parseIsoDuration } from '../domain/iso-duration.ts';
import type { ControllableClock } from '../worlds/clock.ts';
import { ControlError } from './control-error.ts';
import type { ControlHandler } from './control-handler.ts';

type ClockChange = components['schemas']['ClockChange'];

export const getClock: ControlHandler<'getClock'> = (_, { world }) => ({ status: 200, body: clockView(world.clock) });

export const turnClock: ControlHandler<'turnClock'> = async ({ body }, { world }) => {
  turn(world.clock, body);
  await world.diallers.catchUp();
  return { status: 200, body: clockView(world.clock) };
};

/** A world's time as the control API shows it. */
export function clockView(clock: ControllableClock): components['schemas']['Clock'] {
  return { now: clock.now().toISOString(), is_frozen: clock.isFrozen };
}

/**
 * The time that a duration after another is.
 * @throws ControlError for a text that is no duration
 */
export function timeAfter(now: Date, duration: string, field: string): Date {
  const parsed = parseIsoDuration(duration);
  if (parsed === undefined) {
    throw new ControlError(400, `${field} must be an ISO 8601 duration, for example PT90S or P1DT2H.`, field);
  }
  return addDuration(now, parsed);
}

function turn(clock: ControllableClock, { freeze, set, advance, free }: ClockChange): void {
  if (free === true) clock.free();
  else if (freeze === true) clock.freeze();
  else if (freeze !== undefined) turnTo(freeze, 'freeze', (time) => clock.freeze(time));
  else if (set !== undefined) turnTo(set, 'set', (time) => clock.set(time));
  else if (advance !== undefined) {
    const target = timeAfter(clock.now(), advance, 'advance');
    turnTo(target, 'advance', (time) => clock.set(time));
  }
}

function turnTo(to: string | Date, field: string, apply: (time: Date) => void): void {
  try {
    apply(new Date(to));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ControlError(400, `${field} must lead to a time of the years 0 to 9999.`, field);
  }
}
