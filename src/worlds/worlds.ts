import { ConflictError } from '../store/state/store.ts';
import type { Snapshot } from '../store/state/persistence.ts';
import type { Clock } from './time-and-chance.ts';
import { Holding, MemoryBudget } from './memory-budget.ts';
import { type World, type WorldOrigin, type WorldParts, type WorldState, beginWorld, makeWorld } from './world.ts';

/** What a world costs before anything happens in it; in bytes. */
const worldOverhead = 16_384;

/** An operation on worlds is refused; the message says what to do. */
export class WorldsError extends Error {
  override readonly name = 'WorldsError';

  constructor(
    readonly kind: 'invalid-name' | 'exists' | 'too-many' | 'default',
    message: string,
  ) {
    super(message);
  }
}

interface Entry {
  readonly world: World;
  readonly held: Holding;
  lastUsed: number;
}

/** What the worlds of a registry have in common. */
type OwnParts = Pick<Required<WorldParts>, 'clock' | 'memory' | 'held'>;

/** All worlds of a mock. Those besides the default one live in memory, as what they changed of a scenario. */
export class Worlds {
  readonly default: World;
  readonly idleTime: number;
  readonly memory: MemoryBudget;
  /** What is shared with other replicas has to be asked for before a request is answered. */
  readonly shared: SharedRegistry | undefined;
  readonly #options: WorldsOptions;
  /** The one used last is the last. */
  readonly #entries = new Map<string, Entry>();
  readonly #underWay = new Map<string, Promise<World>>();
  readonly #sweeping: NodeJS.Timeout;

  constructor(options: WorldsOptions) {
    const { defaultWorld, idleTime, memory = new MemoryBudget(Infinity) } = options;
    this.default = defaultWorld;
    this.idleTime = idleTime;
    this.memory = memory;
    this.shared = options.shared;
    this.#options = options;
    this.#sweeping = setInterval(() => this.#expire(), Math.min(Math.max(idleTime / 10, 100), 60_000)).unref();
  }

  /**
   * The world of a name; if absent, it is made as the default scenario begins. A promise only while it is made.
   * At the limit, the world that was idle for the longest time is deleted.
   * @throws WorldsError for an invalid name, and at a limit of 0
   */
  named(name: string): World | Promise<World> {
    if (name === defaultWorldName) return this.default;
    if (this.shared === undefined) this.#expire();
    const entry = this.#entries.get(name);
    if (entry === undefined) return this.#underWay.get(name) ?? this.#begun(name);
    entry.lastUsed = this.#time();
    entry.held.use();
    this.#entries.delete(name);
    this.#entries.set(name, entry);
    return entry.world;
  }

  /** The world of a name, or one that is not kept, as the scenario begins. @throws WorldsError for an invalid name */
  async passing(name: string): Promise<World> {
    if (this.has(name)) return this.named(name);
    refuseName(name);
    const records = await this.#options.pristine(this.default.scenario);
    return beginWorld(name, {}, { records, like: this.default, clock: this.#options.clock });
  }

  /** The world, if it exists; it does not count as used. */
  find(name: string): World | undefined {
    if (name === defaultWorldName) return this.default;
    this.#expire();
    return this.#entries.get(name)?.world;
  }

  /** The default one first, the others by name. */
  list(): readonly World[] {
    this.#expire();
    const named = [...this.#entries.values()].map(({ world }) => world);
    return [this.default, ...named.sort((one, other) => (one.name < other.name ? -1 : 1))];
  }

  /** When a world was last asked for by its name; undefined for the default one. */
  lastUse(world: World): Date | undefined {
    const entry = this.#entries.get(world.name);
    return entry === undefined ? undefined : new Date(entry.lastUsed);
  }

  /** Makes a world. @throws WorldsError if the name is taken, and as `named` does */
  async create(name: string, origin: WorldOrigin): Promise<World> {
    this.#expire();
    if (this.has(name)) {
      throw new WorldsError('exists', `There is a world ${name} already: delete it, reset it, or take another name.`);
    }
    return this.#make(name, origin);
  }

  /** Ends a world, if it exists. @throws WorldsError for the default world */
  async delete(name: string): Promise<void> {
    if (name === defaultWorldName) {
      throw new WorldsError('default', 'The default world cannot be deleted: reset it.');
    }
    if (this.shared === undefined) this.end(name);
    else await this.shared.end(name);
  }

  /** Ends a world to make room, if it exists. */
  drop(name: string, unusedSince?: number): void {
    const { shared } = this;
    // What fails is tried again when the world is in the way the next time.
    if (shared !== undefined) shared.end(name, unusedSince).catch(() => undefined);
    else this.end(name);
  }

  /** Takes in a world that was made for all replicas. */
  install(parts: Omit<WorldParts, keyof OwnParts>): World {
    return this.#enter(parts.name, (own) => makeWorld({ ...parts, ...own }));
  }

  /** Ends a world here alone. */
  end(name: string): void {
    this.#entries.get(name)?.world.end();
    this.#entries.delete(name);
  }

  /** Takes a world back to its scenario, as a whole. */
  async reset(world: World): Promise<void> {
    await world.store.restore(await this.#options.pristine(world.scenario));
    world.diallers.restore([]);
    world.clock.free();
    world.random.restart(world.seed);
    world.faults.restart();
    world.clearJournal();
    world.clearCoverage();
  }

  /** Takes a world to a state. */
  async restore(world: World, { records, clock, random, profile }: WorldState): Promise<void> {
    world.diallers.restore([]);
    await world.store.restore(records);
    world.profile = profile;
    world.clock.restore(clock);
    world.random.restart(random);
  }

  /** The present state of a world. */
  capture({ scenario, seed, store, clock, random, profile }: World): WorldState {
    return { scenario, seed, records: store.snapshot(), clock: clock.state(), random: random.state(), profile };
  }

  /** Ends every world. */
  close(): void {
    clearInterval(this.#sweeping);
    this.default.end();
    for (const name of [...this.#entries.keys()]) this.end(name);
  }

  #time(): number {
    return this.#options.clock.now().getTime();
  }

  has(name: string): boolean {
    return name === defaultWorldName || this.#entries.has(name) || this.#underWay.has(name);
  }

  #expire(): void {
    const oldest = this.#time() - this.idleTime;
    for (const [name, { lastUsed }] of this.#entries) {
      if (lastUsed >= oldest) return;
      this.drop(name, oldest);
    }
  }

  #make(name: string, origin: WorldOrigin): Promise<World> {
    const making = this.#made(name, origin).finally(() => this.#underWay.delete(name));
    this.#underWay.set(name, making);
    return making;
  }

  async #made(name: string, origin: WorldOrigin): Promise<World> {
    refuseName(name);
    this.#makeRoom();
    if (this.shared !== undefined) return this.shared.create(name, origin);
    const records = origin.state?.records ?? (await this.#options.pristine(origin.scenario ?? this.default.scenario));
    return this.#enter(name, (own) => beginWorld(name, origin, { ...own, records, like: this.default }));
  }

  /** The world of a name that nothing was known of. */
  #begun(name: string): Promise<World> {
    return this.#make(name, {}).catch((error: unknown) => {
      const world = error instanceof ConflictError ? this.#entries.get(name)?.world : undefined;
      if (world === undefined) throw error;
      return world;
    });
  }

  /** @throws WorldsError at a limit of 0 */
  #makeRoom(): void {
    this.#expire();
    const { limit, onDropped } = this.#options;
    if (this.#entries.size + this.#underWay.size < limit) return;
    const [idlest] = this.#entries.keys();
    if (idlest === undefined) {
      const message = `There are ${limit} worlds, and no more may be: delete one, or give --world-limit.`;
      throw new WorldsError('too-many', message);
    }
    onDropped?.(
      `The world ${idlest} was dropped, idle for the longest time: there are at most ${limit} worlds, give --world-limit for more.`,
    );
    this.drop(idlest);
  }

  #enter(name: string, make: (own: OwnParts) => World): World {
    const { memory } = this;
    const held = new Holding(memory, 'world', worldOverhead, () => this.drop(name), name);
    const world = make({ clock: this.#options.clock, memory, held });
    this.#entries.set(name, { world, held, lastUsed: this.#time() });
    return world;
  }
}

/** What a world or a snapshot may be called. @throws WorldsError */
function refuseName(name: string): void {
  // Clients take `.` and `..` out of an address before they send it.
  if (/^(?!\.{1,2}$)[A-Za-z0-9._-]{1,64}$/.test(name)) return;
  const rule = 'give 1 to 64 letters, digits, points, underscores and hyphens, and not only one or two points.';
  throw new WorldsError('invalid-name', `${JSON.stringify(name)} is not a name of a world: ${rule}`);
}

interface WorldsOptions {
  /** The durable one; it never expires. */
  readonly defaultWorld: World;
  /** A scenario as it begins. @throws Error if it does not exist */
  readonly pristine: (scenario: string) => Promise<Snapshot>;
  /** The clock beneath each world's own; worlds expire by it. */
  readonly clock: Clock;
  /** After how many milliseconds without use a world is deleted. */
  readonly idleTime: number;
  /** The maximum number of worlds besides the default one. */
  readonly limit: number;
  /** The budget that their memory counts against; none if absent. */
  readonly memory?: MemoryBudget;
  /** Where worlds are shared with other replicas. */
  readonly shared?: SharedRegistry;
  /** Told, in one sentence, of a world that was deleted to make room for another. */
  readonly onDropped?: (message: string) => void;
}

/** What makes and ends worlds for all replicas. */
export interface SharedRegistry {
  /**
   * Resolves once a world, or every one if none is named, is as the last answer of any replica left it.
   * @param isWriting whether what follows may write: then nobody else writes to it before
   * @throws StorageError
   */
  current(name?: string, isWriting?: boolean): Promise<void>;
  /** @throws ConflictError if another replica has made one of that name */
  create(name: string, origin: WorldOrigin): Promise<World>;
  /** Ends a world, unless another replica has used it since a moment, in milliseconds since 1970. @throws StorageError */
  end(name: string, unusedSince?: number): Promise<void>;
}

/** The world of requests that name none. */
export const defaultWorldName = 'default';
