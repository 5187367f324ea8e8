import type { WorldStore } from '../store/world-store.ts';
import { createControllableClock, type Clock, type ControllableClock } from './clock.ts';
import { Coverage } from './coverage.ts';
import { Diallers } from './diallers.ts';
import { type FaultDefinition, Faults } from './faults.ts';
import type { FollowedProfile } from './followed-profile.ts';
import { Journal, type JournalBounds, type JournalRecord } from './journal.ts';
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
  /** Takes note of an answered request. */
  readonly record: (record: JournalRecord) => void;
  readonly clearJournal: () => void;
  readonly clearCoverage: () => void;
  /**
   * Changes clock, chance, faults or dialling: work runs on the world, or where it is shared on a draft of it, once more
   * if another replica was first. Resolves when what it changed holds for all.
   */
  readonly turn: <T>(work: (world: World) => T | Promise<T>) => Promise<T>;
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
  /** The present if absent. */
  readonly createdOn?: Date;
  /** Where it is shared: what tells the others. */
  readonly shared?: SharedParts | undefined;
  readonly profile?: FollowedProfile | undefined;
  /** The faults that it begins with. */
  readonly initialFaults?: readonly FaultDefinition[];
  readonly journalBounds?: Partial<JournalBounds>;
  /** What its journal and its commits are counted in; absent: nothing. */
  readonly memory?: MemoryBudget;
}

/** What is done otherwise where worlds are shared with other replicas. */
export interface SharedParts {
  readonly record: (record: JournalRecord) => void;
  readonly turn: World['turn'];
}

/** Makes a world whose clock runs with the one beneath and whose chance is at its beginning. The caller closes its store. */
export function createWorld(parts: WorldParts): World {
  const { name, scenario, seed = name, store, ended = new AbortController().signal, memory } = parts;
  const clock = createControllableClock(parts.clock);
  const random = createSeededRandom(seed);
  if (memory !== undefined) store.onGrowth((bytes) => memory.grow(bytes));
  const { shared } = parts;
  const journal = new Journal(parts.journalBounds, memory);
  const coverage = new Coverage();
  const catchUp = () => world.turn((draft) => draft.diallers.catchUp());
  const diallers = new Diallers({ store, clock, random, ended, ...(shared !== undefined && { catchUp }) });
  let { profile } = parts;
  memory?.grow(profile?.bytes ?? 0);
  const world: World = {
    name,
    scenario,
    seed,
    createdOn: parts.createdOn ?? parts.clock.now(),
    store,
    clock,
    random,
    diallers,
    faults: new Faults(seed, parts.initialFaults, memory),
    journal,
    coverage,
    get profile() {
      return profile;
    },
    set profile(next) {
      profile = next;
      memory?.grow(next?.bytes ?? 0);
    },
    record: (record) => {
      coverage.note(record);
      journal.add(record);
    },
    clearJournal: () => journal.clear(),
    clearCoverage: () => coverage.clear(),
    turn: (work) => Promise.resolve(work(world)),
    ...shared,
    ended,
  };
  return world;
}

/** Resets everything of a world except its records. */
export function resetParts(world: World): void {
  world.diallers.stopAll();
  world.clock.free();
  world.random.restart(world.seed);
  world.faults.restart();
  world.clearJournal();
  world.clearCoverage();
}
