import { nothingLeft } from '../../domain/every-member.ts';
import type { components } from '../../document/control-types.gen.ts';
import type { ControllableClock } from '../../worlds/clock.ts';
import type { ControlHandler } from '../control-handler.ts';
import { timeAfter, timeOf } from './time-of.ts';
import { clockView } from './world-views.ts';

type ClockChange = components['schemas']['ClockChange'];

export const getClock: ControlHandler<'getClock'> = (_, { world }) => ({ status: 200, body: clockView(world.clock) });

export const turnClock: ControlHandler<'turnClock'> = async ({ body }, { world }) => {
  turn(world.clock, body);
  await world.diallers.catchUp();
  return { status: 200, body: clockView(world.clock) };
};

function turn(clock: ControllableClock, { freeze, set, advance, free, ...rest }: ClockChange): void {
  nothingLeft(rest);
  if (free === true) clock.free();
  else if (freeze === true) clock.freeze();
  else if (freeze !== undefined) clock.freeze(timeOf(freeze, 'freeze'));
  else if (set !== undefined) clock.set(timeOf(set, 'set'));
  else if (advance !== undefined) clock.set(timeAfter(clock.now(), advance, 'advance'));
}
