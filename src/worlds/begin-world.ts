import type { WorldStore } from '../store/world-store.ts';
import type { Clock, ClockState } from './clock.ts';
import type { FollowedProfile } from './followed-profile.ts';
import type { MemoryBudget } from './memory-budget.ts';
import type { RandomState } from './random.ts';
import { createWorld, type World } from './world.ts';

/** A world's state at one moment: what a snapshot keeps. */
export interface WorldState {
  readonly scenario: string;
  readonly seed: string;
  /** Holds the records and is never changed. */
  readonly store: WorldStore;
  readonly clock: ClockState;
  readonly random: RandomState;
  readonly profile: FollowedProfile | undefined;
}

/** What a new world begins as: a scenario (if absent, the default world's) or a state. */
export interface WorldOrigin {
  readonly scenario?: string | undefined;
  readonly state?: WorldState | undefined;
  /** If absent: the state's, or without a state the world's name. */
  readonly seed?: string | undefined;
  /** The state's, or the default world's, if absent. */
  readonly profile?: FollowedProfile | undefined;
}

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
