import type { components } from '../contract-document/control-types.gen.ts';
import type { ControllableClock } from '../worlds/clock.ts';

/** A world's time as the control API shows it. */
export function clockView(clock: ControllableClock): components['schemas']['Clock'] {
  return { now: clock.now().toISOString(), is_frozen: clock.isFrozen };
}
