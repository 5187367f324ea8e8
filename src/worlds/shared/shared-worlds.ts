import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import pLimit from 'p-limit';
import { profileJson } from '../../clauses/profile.ts';
import type { WorldParts } from '../../domain/world-parts.ts';
import { type Database, openDatabase } from '../../store/postgres/database.ts';
import type { WorldWriting } from '../../store/postgres/world-records.ts';
import { type Cleared, type WorldsChange, changeWorlds, isEmptyLog } from '../../store/postgres/world-rows.ts';
import { differenceOf } from '../../store/state/apply-changes.ts';
import { ConflictError, StoreUnavailableError } from '../../store/state/store.ts';
import type { Clock } from '../time-and-chance.ts';
import { type SharedWorldsOptions, WorldMirror, restoreParts } from './world-mirror.ts';
import { type NamedSnapshot, snapshotPrefix } from '../snapshots.ts';
import { type SharedParts, type World, type WorldOrigin, beginWorld, makeWorld } from '../world.ts';
import { type SharedRegistry, defaultWorldName } from '../worlds.ts';

/** The worlds kept at the address of a store that mocks share. @throws RangeError for what is not such an address */
export function openSharedWorlds(address: string, options: SharedWorldsOptions): SharedWorlds {
  return new SharedWorlds(openDatabase(address, options.onNotice), options);
}

/** In milliseconds: how often what was answered is written down, and how often journals that somebody watches are read. */
const tellTime = 1000;
const watchTime = 200;

/**
 * The worlds of several mocks, kept in PostgreSQL. What a mock changes is written in one transaction that compares the
 * versions of what it was decided by; what any of them has written, the others read before they answer.
 */
export class SharedWorlds implements SharedRegistry {
  /** Whether reads may be of a moment ago. */
  readonly reads: 'linearizable' | 'local';
  readonly mirror: WorldMirror;
  readonly #options: SharedWorldsOptions;
  readonly #queue = pLimit(1);
  #opening: Promise<void> | undefined;
  #watching: AbortController | undefined;

  /** Nothing is asked of the database before they are used. */
  constructor(database: Database, options: SharedWorldsOptions) {
    this.reads = options.reads ?? 'linearizable';
    this.#options = options;
    this.mirror = new WorldMirror(database, options, (world) => this.partsOf(world));
  }

  /** What a world does otherwise than one that nobody shares. */
  partsOf(name: string): SharedParts {
    return {
      record: (record) => this.mirror.journals.note(name, record),
      turn: (work) => this.#queue(() => this.#change(name, work)),
    };
  }

  async current(name?: string, isWriting = false): Promise<void> {
    // Somebody may have emptied the tables: then the log begins again.
    if (!this.mirror.hasBegun) await (this.#opening ??= this.#open().finally(() => (this.#opening = undefined)));
    if (isWriting && (await this.#isTurnOf(name))) return;
    const isKnown = name === undefined || this.mirror.shared.has(name);
    if (this.reads === 'linearizable' || !isKnown) {
      await this.mirror.ask(name === undefined ? undefined : [defaultWorldName, name]);
    }
    const broken = this.mirror.damage(name ?? defaultWorldName);
    if (broken !== undefined) throw broken;
  }

  async create(name: string, origin: WorldOrigin): Promise<World> {
    const like = this.mirror.lists.worlds.default;
    const records = origin.state?.records ?? (await this.mirror.scenarios.stateOf(origin.scenario ?? like.scenario));
    const world = beginWorld(name, origin, { records, like, clock: this.mirror.clock });
    // oxlint-disable-next-line typescript/no-misused-promises -- `finally` waits for it
    await this.#make(world).finally(() => this.mirror.ask([name]));
    return this.mirror.find(name).world;
  }

  async end(name: string, unusedSince?: number): Promise<void> {
    await this.#write({ ended: name, unusedSince });
    await this.mirror.ask([name]);
  }

  async keepSnapshot({ name, world: takenOf, takenOn, state }: NamedSnapshot): Promise<void> {
    const row = snapshotPrefix + name;
    const like = this.mirror.lists.worlds.default;
    const world = beginWorld(row, { state }, { records: state.records, like, clock: this.mirror.clock });
    await this.#make({ ...world, profile: state.profile, createdOn: takenOn }, { world: takenOf });
    await this.mirror.ask([row]);
  }

  /** Whether the engine answers; if not, why. */
  async problem(): Promise<string | undefined> {
    await this.current().catch(() => undefined);
    return this.mirror.database.problem ?? this.mirror.damage()?.message;
  }

  /** Tells the others that this replica goes, and lets go of the database. */
  async close(): Promise<void> {
    if (this.#watching !== undefined) await this.mirror.journals.close();
    this.#watching?.abort();
    await this.mirror.database.close();
  }

  /** Begins the log, unless it has begun, reads all of it, and tells the others that this replica is there. */
  async #open(): Promise<void> {
    const { scenario = 'default', pollTime = this.reads === 'local' ? 50 : 1000 } = this.#options;
    const { world } = this.mirror.find(defaultWorldName);
    if (await isEmptyLog(this.mirror.database)) {
      const store = world.store.fork(await this.mirror.scenarios.stateOf(scenario));
      const first = { ...world, scenario, store, createdOn: this.mirror.clock.now() };
      await this.#make(first).catch(ignoreConflict);
    }
    await this.mirror.ask();
    await this.mirror.journals.begin();
    this.mirror.hasBegun = true;
    if (this.#watching !== undefined) return;
    const { signal } = (this.#watching = new AbortController());
    every(pollTime, signal, () => this.mirror.ask());
    every(tellTime, signal, () => this.mirror.journals.tell());
    every(watchTime, signal, async () => {
      for (const shared of this.mirror.shared.values()) {
        if (shared.world.journal.isWatched) await this.mirror.journals.current(shared.world);
      }
    });
  }

  /** Resolves when it is this replica's turn to write to a world; false if there is no such world. */
  async #isTurnOf(name = defaultWorldName): Promise<boolean> {
    const turn = this.mirror.shared.get(name)?.world.store.turn();
    return (await turn?.then(() => true, ignoreConflict)) === true;
  }

  /** Runs work on a draft of a world, again if another replica was first; resolves when what it changed holds for all. */
  async #change<T>(name: string, work: (draft: World) => T | Promise<T>): Promise<T> {
    const tryOut = async () => {
      const { world, records } = this.mirror.find(name);
      const draft = openDraft(world, this.mirror.clock);
      return { world, records, draft, result: await work(draft.world) };
    };
    let tried = await tryOut();
    // What changes nothing of the world need not wait for its turn.
    for (let isDone = false; !isDone && tried.draft.isChanged();) {
      const writing = tried.records.append(async () => {
        tried = await tryOut();
        return this.#writingOf(tried.draft);
      });
      isDone = (await writing.then(() => true, ignoreConflict)) === true;
      await this.mirror.ask([name]);
    }
    if (tried.draft.cleared.length > 0) await this.mirror.journals.read(this.mirror.find(name).world);
    return tried.result;
  }

  async #writingOf({ world, before, cleared }: Draft): Promise<WorldWriting> {
    if (cleared.length > 0) await this.mirror.journals.write();
    const state = world.store.snapshot();
    return { commits: [differenceOf(before, state.root)], state, parts: partsOfWorld(world), cleared };
  }

  /**
   * Makes a world for all replicas, its records as what they differ in from those of its scenario.
   * @param snapshot what makes it a snapshot, in the place of another of its name: the world that it was taken of
   */
  async #make(world: World, snapshot?: Pick<WorldParts, 'world'>): Promise<void> {
    const { name, scenario, seed, store, createdOn } = world;
    const { root, ids } = store.snapshot();
    const parts = { ...partsOfWorld(world), ...snapshot };
    const own = { name, scenario, seed, createdOn: createdOn.getTime(), ids };
    const made = { ...own, ...(await this.mirror.rowsOf(root, scenario, parts)) };
    await this.#write({ ...(snapshot !== undefined && { ended: name }), made });
  }

  /** @throws ConflictError if another replica was first, StoreUnavailableError that tells that the outcome is not known */
  async #write(change: WorldsChange): Promise<void> {
    await changeWorlds(this.mirror.database, change).catch((error: unknown) => {
      if (!(error instanceof StoreUnavailableError)) throw error;
      const note = 'Whether this was written is not known: look before you try again.';
      throw new StoreUnavailableError(`${error.message} ${note}`, true);
    });
  }
}

/** Does something again and again, one after the other, until it is aborted; what fails is tried again. */
function every(milliseconds: number, signal: AbortSignal, work: () => Promise<void>): void {
  const again = async () => {
    for (;;) {
      await wait(milliseconds, undefined, { ref: false, signal });
      await work().catch(() => undefined);
    }
  };
  again().catch(() => undefined);
}

/** @throws what is not a conflict */
function ignoreConflict(error: unknown): undefined {
  if (!(error instanceof ConflictError)) throw error;
}

type Draft = ReturnType<typeof openDraft>;

/** A world to be changed unseen, its first state, and what is done to it. @param beneath what its own clock goes by */
function openDraft(world: World, beneath: Clock) {
  const cleared: Cleared[] = [];
  const { root: before } = world.store.snapshot();
  const own = { store: world.store.fork(), clock: beneath, initialFaults: world.faults.initial };
  const { store, clock, random, faults, diallers } = makeWorld({ ...world, ...own }, true);
  const draft: World = {
    ...world,
    store,
    clock,
    random,
    faults,
    diallers,
    clearJournal: () => cleared.push('journal'),
    clearCoverage: () => cleared.push('coverage'),
  };
  const stateOf = () => {
    const { root, ids } = store.snapshot();
    return { parts: partsOfWorld(draft), isSame: root === before, ids };
  };
  restoreParts(draft, partsOfWorld(world));
  const first = stateOf();
  const isChanged = () => cleared.length > 0 || !isDeepStrictEqual(stateOf(), first);
  return { world: draft, before, isChanged, cleared };
}

/** What a world is besides its records, its journal and its coverage. */
function partsOfWorld({ clock, random, faults, diallers, profile }: World): WorldParts {
  const kept = profile === undefined ? null : profileJson(profile.profile);
  const moving = { clock: clock.state(), random: random.state(), faults: faults.state(), dialling: diallers.state() };
  // Sound because definitions and profiles are plain JSON, of which the schema says no more.
  return { ...moving, profile: kept } as unknown as WorldParts;
}
