import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import pLimit from 'p-limit';
import { profileJson } from '../../clauses/profile.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import type { WorldParts } from '../../domain/world-parts.ts';
import type { Database } from '../../store/postgres/database.ts';
import { damaged, redoRows, rowsOf } from '../../store/postgres/record-rows.ts';
import { type ReplicaCounts, WorldRecords } from '../../store/postgres/world-records.ts';
import {
  type NewWorldRow,
  type WorldNews,
  checkNews,
  findWorlds,
  takenScenario,
  unknownState,
} from '../../store/postgres/world-rows.ts';
import { type UncheckedRecords, createBeginnings, namedScenario, stateOfRecords } from '../../store/open-ephemeral.ts';
import { InvalidRecordError, differenceOf } from '../../store/state/apply-changes.ts';
import { RecordStore } from '../../store/state/record-store.ts';
import type { Root } from '../../store/state/root.ts';
import { ConflictError, StoreContentError } from '../../store/state/store.ts';
import type { Snapshot } from '../../store/state/persistence.ts';
import { type Clock, systemClock } from '../time-and-chance.ts';
import type { FaultsState } from '../faults.ts';
import { type FollowedProfile, type SharedParts, type World, createFollower, makeWorld } from '../world.ts';
import { type Snapshots, snapshotPrefix } from '../snapshots.ts';
import { type Worlds, defaultWorldName } from '../worlds.ts';
import { SharedJournals } from './shared-journals.ts';

/** How worlds are shared. */
export interface SharedWorldsOptions {
  readonly document: ContractDocument;
  /** The clock beneath every world's own; the machine's if absent. */
  readonly clock?: Clock;
  /** The scenario that a new log begins as; if absent, `default`. */
  readonly scenario?: string;
  /** Reads a scenario; if absent, one of `fixtures/`, or a folder. @throws Error if it does not exist or is broken */
  readonly readScenario?: (name: string) => Promise<Snapshot>;
  /** Linearizable if absent. */
  readonly reads?: 'linearizable' | 'local';
  /** How often a replica looks for what others have written while nobody asks it, in milliseconds of the machine. */
  readonly pollTime?: number;
  readonly onNotice?: (sentence: string) => void;
}

/** A world that all replicas have, or a snapshot, which is one that nobody asks. */
export interface SharedWorld {
  readonly world: World;
  readonly records: WorldRecords;
}

/** The worlds and snapshots of PostgreSQL in this process: what is read is put into them. */
export class WorldMirror {
  readonly defaultStore: RecordStore;
  readonly counts: ReplicaCounts = { appended: 0, followed: 0, reloads: 0, lookups: 0, questions: 0 };
  readonly database: Database;
  readonly journals: SharedJournals;
  readonly clock: Clock;
  readonly #options: SharedWorldsOptions;
  readonly #profileOf: (profile: unknown) => FollowedProfile;
  readonly #partsOf: (world: string) => SharedParts;
  readonly #defaultRecords: WorldRecords;
  /** By the name of their row. */
  readonly shared = new Map<string, SharedWorld>();
  readonly #damaged = new Map<string, StoreContentError>();
  #lists: { readonly worlds: Worlds; readonly snapshots: Snapshots } | undefined;
  /** What is asked for by the question that is not put yet. */
  #asked = { names: new Set<string>(), isForAll: false };
  #next: Promise<void> | undefined;
  readonly #queue = pLimit(1);
  /** Whether the tables hold the default world, as far as is known. */
  hasBegun = false;

  /** @param partsOf what a world does otherwise than one that nobody shares */
  constructor(database: Database, options: SharedWorldsOptions, partsOf: (world: string) => SharedParts) {
    const { clock = systemClock() } = options;
    this.database = database;
    this.clock = clock;
    this.journals = new SharedJournals(database, randomUUID(), () => clock.now().getTime());
    this.#options = options;
    this.#partsOf = partsOf;
    this.#profileOf = createFollower(options.document);
    const state = stateOfRecords({ records: {}, leads: {}, ids: {} });
    this.#defaultRecords = new WorldRecords(defaultWorldName, state.root, this);
    this.defaultStore = new RecordStore({ ...state, persistence: this.#defaultRecords });
  }

  /** What is wrong with the rows of a world, or of any if none is named. */
  damage(name?: string): StoreContentError | undefined {
    return name === undefined ? this.#damaged.values().next().value : this.#damaged.get(name);
  }

  /** Where the worlds are that it keeps like everybody's. */
  attach(worlds: Worlds, snapshots: Snapshots): void {
    this.#lists = { worlds, snapshots };
    this.shared.set(defaultWorldName, { world: worlds.default, records: this.#defaultRecords });
  }

  get lists(): { readonly worlds: Worlds; readonly snapshots: Snapshots } {
    if (this.#lists === undefined) throw new Error('No worlds were attached.');
    return this.#lists;
  }

  /** @throws ConflictError if there is no such world any more */
  find(name: string): SharedWorld {
    const found = this.shared.get(name);
    if (found === undefined) throw new ConflictError(`The world ${name} was ended meanwhile.`);
    return found;
  }

  /** The scenarios of the log; one that is not there is brought into it. */
  readonly scenarios = createBeginnings((name) => this.#scenario(name));

  /** A state as rows of a world of this scenario. */
  async rowsOf(root: Root, scenario: string, parts: WorldParts): Promise<Pick<NewWorldRow, 'from' | 'rows'>> {
    const { root: base } = await this.scenarios.stateOf(scenario);
    // The world or snapshot whose rows have exactly these records.
    const from = [...this.shared].find(
      ([, { world, records }]) =>
        world.store.snapshot().root === root && world.scenario === scenario && records.known.version > 0,
    );
    return {
      from: from && { name: from[0], ...from[1].records.known },
      rows: (isCopied) => rowsOf(isCopied ? [] : differenceOf(base, root), root, base, parts),
    };
  }

  /**
   * Resolves when what was written before this call is taken in: one question for all who wait, put after they came, for
   * an answer to one that is under way may be older.
   * @param names of worlds; all there are if absent
   * @throws StoreUnavailableError
   */
  ask(names?: readonly string[]): Promise<void> {
    if (names === undefined) this.#asked.isForAll = true;
    else for (const name of names) this.#asked.names.add(name);
    return (this.#next ??= this.#queue(async () => {
      // Requests that have arrived together take part.
      await setImmediate();
      const { names: all, isForAll } = this.#asked;
      this.#asked = { names: new Set(), isForAll: false };
      this.#next = undefined;
      await this.#question([...all], isForAll);
    }));
  }

  async #question(names: readonly string[], isForAll: boolean): Promise<void> {
    this.counts.questions += 1;
    const { database } = this;
    const asked = isForAll ? [...this.shared.keys(), ...this.#damaged.keys()] : names;
    const known = new Map(asked.map((name) => [name, this.shared.get(name)?.records.known ?? unknownState]));
    const found = await database.ask((sql) => findWorlds(sql, database.log, known, isForAll));
    for (const name of asked) if (!found.has(name)) this.#drop(name);
    for (const [name, news] of found) {
      this.#damaged.delete(name);
      try {
        if (!this.#follow(news)) await this.#takeWhole(news, (known.get(name) ?? unknownState).version > 0);
      } catch (error) {
        if (!(error instanceof StoreContentError)) throw error;
        this.#damaged.set(name, error);
      }
    }
  }

  #drop(name: string): void {
    this.#damaged.delete(name);
    if (name === defaultWorldName) {
      // Somebody has emptied the tables: the log begins again.
      this.hasBegun = false;
      return;
    }
    if (this.shared.delete(name)) this.#end(name);
  }

  #end(name: string): void {
    const { worlds, snapshots } = this.lists;
    if (name.startsWith(snapshotPrefix)) snapshots.remove(name.slice(snapshotPrefix.length));
    else worlds.end(name);
  }

  take(news: WorldNews | undefined): void {
    if (news === undefined || !this.#follow(news)) throw new ConflictError('Other replicas have changed all of it.');
  }

  /** Takes in what has changed of a world; false if all of it has to be taken. */
  #follow(news: WorldNews): boolean {
    checkNews(this.database, news);
    const { name, since, rows, version, token, ids } = news;
    const shared = this.shared.get(name);
    if (shared === undefined || since === 0) return false;
    // What this replica has written meanwhile may be newer.
    if (version <= shared.records.known.version) return true;
    const { root, parts } = redoRows(shared.world.store.snapshot().root, shared.records.base, rows, name);
    shared.records.known = { version, token };
    shared.world.store.follow({ root, ids });
    this.counts.followed += rows.length;
    if (parts !== undefined) this.#putParts(shared.world, parts);
    return true;
  }

  /** @param isStrange whether the database has lost what was known of it */
  async #takeWhole(news: WorldNews, isStrange: boolean): Promise<void> {
    const { name, scenario, createdOn, version, token } = news;
    const { worlds, snapshots } = this.lists;
    // The default world is there before its log is read, which tells what it began as.
    if (name === defaultWorldName) Object.assign(worlds.default, { scenario, createdOn: new Date(createdOn) });
    const before = this.shared.get(name);
    const { parts, base, ...state } = await this.#stateOf(news);
    const isSame = before !== undefined && (name === defaultWorldName || isStill(before.world, news));
    if (isSame && isStrange) {
      this.counts.reloads += 1;
      this.#options.onNotice?.(
        'The store no longer held what this replica had read or written, as after a failover: the state was loaded again.',
      );
    }
    const { world, records } = isSame ? before : this.#begin(news, state);
    Object.assign(records, { known: { version, token }, base });
    world.store.follow(state, true);
    this.#putParts(world, parts);
    if (!name.startsWith(snapshotPrefix)) return;
    const kept = { world: parts.world ?? null, takenOn: world.createdOn, state: worlds.capture(world) };
    snapshots.put({ name: name.slice(snapshotPrefix.length), ...kept });
  }

  /** Puts a new world in the place of another of its name, if there is one. */
  #begin({ name, scenario, seed, createdOn }: WorldNews, state: Snapshot): SharedWorld {
    if (this.shared.has(name)) this.#end(name);
    const records = new WorldRecords(name, state.root, this);
    const store = new RecordStore({ ...state, persistence: records });
    const own = { name, scenario, seed, createdOn: new Date(createdOn), store, shared: this.#partsOf(name) };
    const world = name.startsWith(snapshotPrefix)
      ? makeWorld({ ...own, clock: this.clock })
      : this.lists.worlds.install(own);
    const shared = { world, records };
    this.shared.set(name, shared);
    return shared;
  }

  /** Puts parts in the place of a world's own. */
  #putParts(world: World, parts: WorldParts): void {
    restoreParts(world, parts);
    const known = world.profile === undefined ? null : profileJson(world.profile.profile);
    // To follow one takes long, and most changes are of another part.
    if (isDeepStrictEqual(known, parts.profile)) return;
    world.profile = parts.profile === null ? undefined : this.#profileOf(parts.profile);
  }

  async #scenario(name: string): Promise<Snapshot> {
    const records = await takenScenario(this.database, name, this.#options.readScenario ?? namedScenario);
    try {
      // Validated by what opens it.
      return stateOfRecords(records as UncheckedRecords);
    } catch (error) {
      if (!(error instanceof InvalidRecordError)) throw error;
      throw damaged(`voice_agent_mock_scenarios, ${name}`, 'body', error.message, 'it is not a scenario');
    }
  }

  async #stateOf(news: WorldNews): Promise<Snapshot & { readonly parts: WorldParts; readonly base: Root }> {
    const { name, scenario, rows, ids } = news;
    const { root: base } = await this.scenarios.stateOf(scenario);
    const { root, parts } = redoRows(base, base, rows, name, true);
    if (parts === undefined) {
      throw damaged(`voice_agent_mock_records, world ${name}`, 'parts', undefined, 'a world has such a row');
    }
    return { root, ids, parts, base };
  }
}

/** Whether it is the same world, not another of its name. */
function isStill(world: World, { createdOn, seed, scenario }: WorldNews): boolean {
  return world.createdOn.getTime() === createdOn && world.seed === seed && world.scenario === scenario;
}

/** Takes clock, chance, faults and dialling of a world to a state. */
export function restoreParts(world: World, { clock, random, faults, dialling }: WorldParts): void {
  world.clock.restore(clock);
  world.random.restart(random);
  // Sound because definitions were validated when they were written.
  world.faults.restore(faults as unknown as FaultsState);
  world.diallers.restore(dialling);
}
