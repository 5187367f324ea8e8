import type { WorldStore } from '../store/world-store.ts';
import type { Clock } from './clock.ts';
import type { MemoryBudget } from './memory-budget.ts';
import { createWorld, type World } from './world.ts';
import type { WorldOrigin } from './worlds.ts';

export interface WorldBase {
  /** The records that it begins with; never changed. */
  readonly store: WorldStore;
  /** The world whose scenario, profile and first faults it takes where its origin names none. */
  readonly like: World;
  readonly clock: Clock;
  readonly ended?: AbortSignal;
  readonly memory?: MemoryBudget;
}

/** A world as its origin says that it begins. */
export function beginWorld(name: string, origin: WorldOrigin, { store, like, ...parts }: WorldBase): World {
  const { state, seed, scenario, profile } = origin;
  const world = createWorld({
    ...parts,
    name,
    scenario: scenario ?? (state ?? like).scenario,
    seed: seed ?? state?.seed ?? name,
    store: store.fork(),
    profile: profile ?? (state ?? like).profile,
    initialFaults: like.faults.initial,
  });
  if (state !== undefined) {
    world.clock.restore(state.clock);
    if (seed === undefined) world.random.restart(state.random);
  }
  return world;
}
