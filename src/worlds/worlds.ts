import type { Snapshot, WorldStore } from '../store/world-store.ts';
import type { Clock, ClockState } from './clock.ts';
import type { RandomState } from './random.ts';
import type { FollowedProfile } from './followed-profile.ts';
import { worldOverhead } from './held-states.ts';
import { MemoryBudget } from './memory-budget.ts';
import { createWorld, resetParts, type World } from './world.ts';
import { defaultWorldName, isWorldName, nameRule } from './world-name.ts';

/** What cannot be done with worlds; the message says what to do. */
export class WorldsError extends Error {
  override readonly name = 'WorldsError';

  constructor(
    readonly kind: 'invalid-name' | 'exists' | 'too-many' | 'default',
    message: string,
  ) {
    super(message);
  }
}

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

/** What a new world begins as: a scenario, by default that of the default world, or a state. */
export interface WorldOrigin {
  readonly scenario?: string | undefined;
  readonly state?: WorldState | undefined;
  /** The state's, or the world's name, where absent. */
  readonly seed?: string | undefined;
  /** The state's, or the default world's, if absent. */
  readonly profile?: FollowedProfile | undefined;
}

export interface WorldsOptions {
  /** The durable one; it never expires. */
  readonly defaultWorld: World;
  /** A store that holds a scenario as it begins and is never changed. Throws where there is no such scenario. */
  readonly pristine: (scenario: string) => Promise<WorldStore> | WorldStore;
  /** The clock beneath each world's own; worlds expire by it. */
  readonly clock: Clock;
  /** After how many milliseconds a world that nobody uses goes. */
  readonly idleTime: number;
  /** How many there may be beside the default one. */
  readonly limit: number;
  /** What they are counted in. */
  readonly memory?: MemoryBudget;
  /** Told of a world that went to make room for another, in one sentence. */
  readonly onDropped?: (message: string) => void;
}

/** All worlds of a mock. */
export interface Worlds {
  readonly default: World;
  readonly idleTime: number;
  readonly memory: MemoryBudget;
  /**
   * The world of a name; one that is not there is made as the default scenario begins. A promise only while it is made.
   * Where there are as many as may be, the idlest one goes.
   * @throws WorldsError for a name that none can have, and where no other can go
   */
  named(name: string): World | Promise<World>;
  /**
   * The world of a name if it is there; if not, one as the default scenario begins that is not kept.
   * @throws WorldsError for a name that none can have
   */
  passing(name: string): World | Promise<World>;
  /** The world, if it is there; it does not count as used. */
  find(name: string): World | undefined;
  /** The default one first, the others by name. */
  list(): readonly World[];
  /** The named ones, the one used last first. */
  byUse(): readonly World[];
  /** States that are held whether there are named worlds or not: the scenarios' as they begin, and the default world's. */
  bases(): readonly Snapshot[];
  /** When a world was last asked for by its name; undefined for the default one. */
  lastUse(world: World): Date | undefined;
  /**
   * Makes a world.
   * @throws WorldsError where there is one of that name, and as `named` does
   */
  create(name: string, origin: WorldOrigin): Promise<World>;
  /**
   * Ends a world; false where there is none.
   * @throws WorldsError for the default world
   */
  delete(name: string): boolean;
  /** Takes a world back to its scenario, as a whole. */
  reset(world: World): Promise<void>;
  /** Takes a world to a state. */
  restore(world: World, state: WorldState): Promise<void>;
  /** The present state of a world. */
  capture(world: World): WorldState;
  /** Ends all but the default one. */
  close(): void;
}

interface Entry {
  readonly world: World;
  readonly end: AbortController;
  lastUsed: number;
  /** Higher than that of any world used before: the clock may stand still. */
  use: number;
}

/** Keeps the worlds of a mock: those beside the default one live in memory, as what they changed of a scenario. */
export function createWorlds(options: WorldsOptions): Worlds {
  const { defaultWorld, clock, idleTime, limit, memory = new MemoryBudget(Infinity) } = options;
  const entries = new Map<string, Entry>();
  /** How the scenario looks as a state of a world's own store, to come back to without comparing all records. */
  const beginnings = new WeakMap<World, Snapshot>();
  const underWay = new Map<string, Promise<World>>();
  const scenarios = new Set<WorldStore>();
  let uses = 0;
  const time = () => clock.now().getTime();

  const known = (store: WorldStore): WorldStore => {
    scenarios.add(store);
    return store;
  };
  const pristine = (scenario: string): WorldStore | Promise<WorldStore> => {
    const store = options.pristine(scenario);
    return store instanceof Promise ? store.then(known) : known(store);
  };
  const byUse = () => [...entries.values()].sort((one, other) => other.use - one.use).map(({ world }) => world);
  const end = (name: string): boolean => {
    const entry = entries.get(name);
    if (entry === undefined) return false;
    entry.end.abort();
    entry.world.journal.close();
    return entries.delete(name);
  };
  const expire = () => {
    const oldest = time() - idleTime;
    for (const [name, entry] of entries) if (entry.lastUsed < oldest) end(name);
  };
  const sweeping = setInterval(expire, Math.min(Math.max(idleTime / 10, 100), 60_000)).unref();

  const refuseName = (name: string) => {
    if (isWorldName(name)) return;
    throw new WorldsError('invalid-name', `${JSON.stringify(name)} is not a name of a world: ${nameRule}`);
  };
  const makeRoom = () => {
    expire();
    if (entries.size + underWay.size < limit) return;
    const idlest = byUse().at(-1)?.name;
    if (idlest === undefined) {
      throw new WorldsError(
        'too-many',
        `There are ${limit} worlds, and no more may be: delete one, or give --world-limit.`,
      );
    }
    end(idlest);
    options.onDropped?.(
      `The world ${idlest} was dropped, idle for the longest time: there are at most ${limit} worlds, give --world-limit for more.`,
    );
  };
  const begin = (name: string, origin: WorldOrigin, store: WorldStore): World => {
    const { state, scenario = state?.scenario ?? defaultWorld.scenario, seed = state?.seed ?? name } = origin;
    const end = new AbortController();
    const profile = origin.profile ?? (state ?? defaultWorld).profile;
    const world = createWorld({ name, scenario, seed, store: store.fork(), clock, ended: end.signal, memory, profile });
    if (state !== undefined) {
      world.clock.restore(state.clock);
      if (origin.seed === undefined) world.random.restart(state.random);
    }
    entries.set(name, { world, end, lastUsed: time(), use: (uses += 1) });
    memory.grow(worldOverhead);
    return world;
  };
  const make = (name: string, origin: WorldOrigin): World | Promise<World> => {
    refuseName(name);
    makeRoom();
    const store = origin.state?.store ?? pristine(origin.scenario ?? defaultWorld.scenario);
    if (!(store instanceof Promise)) return begin(name, origin, store);
    const making = store.then((found) => begin(name, origin, found)).finally(() => underWay.delete(name));
    underWay.set(name, making);
    return making;
  };

  return {
    default: defaultWorld,
    idleTime,
    memory,
    named(name) {
      if (name === defaultWorldName) return defaultWorld;
      const entry = entries.get(name);
      if (entry === undefined) return underWay.get(name) ?? make(name, {});
      const now = time();
      if (entry.lastUsed < now - idleTime) {
        end(name);
        return make(name, {});
      }
      entry.lastUsed = now;
      entry.use = uses += 1;
      return entry.world;
    },
    passing(name) {
      if (entries.has(name) || underWay.has(name) || name === defaultWorldName) return this.named(name);
      refuseName(name);
      const { scenario, profile } = defaultWorld;
      const worldOn = (store: WorldStore) => createWorld({ name, scenario, store: store.fork(), clock, profile });
      const store = pristine(scenario);
      return store instanceof Promise ? store.then(worldOn) : worldOn(store);
    },
    find(name) {
      if (name === defaultWorldName) return defaultWorld;
      expire();
      return entries.get(name)?.world;
    },
    list() {
      expire();
      const others = [...entries.values()].map(({ world }) => world);
      return [defaultWorld, ...others.sort((one, other) => (one.name < other.name ? -1 : 1))];
    },
    byUse,
    bases: () => [defaultWorld.store, ...scenarios].map((store) => store.snapshot()),
    lastUse(world) {
      const entry = entries.get(world.name);
      return entry === undefined ? undefined : new Date(entry.lastUsed);
    },
    async create(name, origin) {
      expire();
      if (name === defaultWorldName || entries.has(name) || underWay.has(name)) {
        throw new WorldsError('exists', `There is a world ${name} already: delete it, reset it, or take another name.`);
      }
      return make(name, origin);
    },
    delete(name) {
      if (name === defaultWorldName) {
        throw new WorldsError('default', 'The default world cannot be deleted: reset it.');
      }
      return end(name);
    },
    async reset(world) {
      const start = beginnings.get(world) ?? (await pristine(world.scenario)).snapshot();
      beginnings.set(world, await world.store.restore(start));
      resetParts(world);
    },
    async restore(world, { store, clock: state, random, profile }) {
      world.diallers.stopAll();
      await world.store.restore(store.snapshot());
      world.clock.restore(state);
      world.random.restart(random);
      world.profile = profile;
    },
    capture: (world) => ({
      scenario: world.scenario,
      seed: world.seed,
      store: world.store.fork(),
      clock: world.clock.state(),
      random: world.random.state(),
      profile: world.profile,
    }),
    close() {
      clearInterval(sweeping);
      for (const name of [...entries.keys()]) end(name);
    },
  };
}
