import type { WorldStore } from '../store/world-store.ts';
import { createControllableClock, type Clock, type ControllableClock } from './clock.ts';
import { Coverage } from './coverage.ts';
import { Diallers } from './diallers.ts';
import type { FaultDefinition } from './fault-definition.ts';
import { Faults } from './faults.ts';
import type { FollowedProfile } from './followed-profile.ts';
import { Journal, type JournalBounds } from './journal.ts';
import type { MemoryBudget } from './memory-budget.ts';
import { createSeededRandom, type SeededRandom } from './random.ts';

/** Everything that can change. Worlds are isolated from one another. */
export interface World {
  readonly name: string;
  /** The scenario that it goes back to when it is reset. */
  readonly scenario: string;
  readonly seed: string;
  /** By the clock of the machine. */
  readonly createdOn: Date;
  readonly store: WorldStore;
  readonly clock: ControllableClock;
  readonly random: SeededRandom;
  readonly diallers: Diallers;
  readonly faults: Faults;
  readonly journal: Journal;
  readonly coverage: Coverage;
  /** What it answers by where the specification is silent; undefined: as the document says. */
  profile: FollowedProfile | undefined;
  /** Aborted once the world is deleted: what goes on in it must end. */
  readonly ended: AbortSignal;
}

export interface WorldParts {
  readonly name: string;
  readonly scenario: string;
  /** What chance starts from; the name if absent. */
  readonly seed?: string;
  readonly store: WorldStore;
  /** The clock beneath its own. */
  readonly clock: Clock;
  readonly ended?: AbortSignal;
  readonly profile?: FollowedProfile | undefined;
  /** The faults that it begins with. */
  readonly initialFaults?: readonly FaultDefinition[];
  readonly journalBounds?: Partial<JournalBounds>;
  /** What its journal and its commits are counted in; absent: nothing. */
  readonly memory?: MemoryBudget;
}

/** Makes a world whose clock runs with the one beneath and whose chance is at its beginning. The caller closes its store. */
export function createWorld(parts: WorldParts): World {
  const { name, scenario, seed = name, store, ended = new AbortController().signal, memory } = parts;
  const clock = createControllableClock(parts.clock);
  const random = createSeededRandom(seed);
  if (memory !== undefined) store.onGrowth((bytes) => memory.grow(bytes));
  return {
    name,
    scenario,
    seed,
    createdOn: parts.clock.now(),
    store,
    clock,
    random,
    diallers: new Diallers({ store, clock, random, ended }),
    faults: new Faults(seed, parts.initialFaults),
    journal: new Journal(parts.journalBounds, memory),
    coverage: new Coverage(),
    profile: parts.profile,
    ended,
  };
}

/** Resets everything of a world except its records. */
export function resetParts(world: World): void {
  world.diallers.stopAll();
  world.clock.free();
  world.random.restart(world.seed);
  world.faults.restart();
  world.journal.clear();
  world.coverage.clear();
}
