import type { WorldStore } from '../store/world-store.ts';
import type { Clock } from './clock.ts';
import type { RandomSource } from './random.ts';

/** Everything that can change: its records, its time and its chance. What two worlds do, neither sees of the other. */
export interface World {
  readonly name: string;
  readonly store: WorldStore;
  readonly clock: Clock;
  readonly random: RandomSource;
}

/** Makes a world of its parts; who makes it closes its store. */
export function createWorld(parts: World): World {
  const { name, store, clock, random } = parts;
  return { name, store, clock, random };
}
