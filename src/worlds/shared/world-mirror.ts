import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { profileJson } from '../../clauses/profile.ts';
import type { WorldParts } from '../../domain/world-parts.ts';
import type { Database } from '../../store/postgres/database.ts';
import { RecordsError, type UncheckedRecords, createPristineStores, openRecords } from '../../store/open-ephemeral.ts';
import {
  type HeadRow,
  type Known,
  type WholeWorld,
  type WorldNews,
  damaged,
  deltaOf,
  readHeads,
  rowsOf,
  unknownState,
  wholeOf,
} from '../../store/postgres/world-rows.ts';
import { takenScenario, type StateRows } from '../../store/postgres/world-changes.ts';
import { type ReplicaCounts, WorldRecords } from '../../store/postgres/world-records.ts';
import { createSchemaCheck, type RecordCheck } from '../../store/record-schema.ts';
import { IdCounters } from '../../store/state/id-counters.ts';
import { differenceOf, redoAll } from '../../store/state/apply-changes.ts';
import { RecordStore } from '../../store/state/record-store.ts';
import type { Root } from '../../store/state/root.ts';
import { ConflictError, StoreContentError } from '../../store/store.ts';
import type { Snapshot, StoredRecords, WorldStore } from '../../store/world-store.ts';
import type { FaultsState } from '../faults.ts';
import type { FollowedProfile, SharedParts, World } from '../world.ts';
import type { Snapshots } from '../snapshots.ts';
import { type Worlds, defaultWorldName } from '../worlds.ts';
import type { SharedJournals } from './shared-journals.ts';

export interface MirrorOptions {
  readonly database: Database;
  readonly journals: SharedJournals;
  /** Reads a scenario. @throws Error if it does not exist or is broken */
  readonly readScenario: (name: string) => Promise<StoredRecords>;
  readonly follow: (profile: unknown) => FollowedProfile;
  readonly partsOf: (world: string) => SharedParts;
  readonly onNotice?: (sentence: string) => void;
}

/** A world or a snapshot as all replicas have it. */
interface Kept {
  readonly known: Known;
  readonly scenario: string;
  readonly store: WorldStore;
}

/** A world that all replicas have. */
export interface SharedWorld extends Kept {
  readonly world: World;
  readonly store: RecordStore;
  readonly records: WorldRecords;
}

const snapshotPrefix = 'snapshot:';
const noRecords: UncheckedRecords = { records: {}, leads: {}, ids: {} };

/** What a snapshot is called among the worlds. */
export function snapshotRow(name: string): string {
  return snapshotPrefix + name;
}

/** The worlds and snapshots of PostgreSQL in this process: what is read is put into them. */
export class WorldMirror {
  readonly defaultStore: RecordStore;
  readonly counts: ReplicaCounts & { questions: number };
  readonly #options: MirrorOptions;
  readonly #check: RecordCheck = createSchemaCheck();
  readonly #defaultRecords: WorldRecords;
  readonly #shared = new Map<string, SharedWorld>();
  /** By the name of their row. */
  readonly #snapshotsKnown = new Map<string, Kept>();
  readonly #damaged = new Map<string, StoreContentError>();
  #lists: { readonly worlds: Worlds; readonly snapshots: Snapshots } | undefined;
  /** What is asked for by the question that is not put yet. */
  #asked = { names: new Set<string>(), isForAll: false };
  #next: Promise<void> | undefined;
  #underWay: Promise<void> | undefined;
  /** Whether the tables hold the default world, as far as is known. */
  hasBegun = false;

  constructor(options: MirrorOptions) {
    this.#options = options;
    this.counts = { appended: 0, followed: 0, reloads: 0, lookups: 0, questions: 0 };
    this.#defaultRecords = this.#recordsOf(defaultWorldName);
    const state = openRecords(noRecords).snapshot();
    this.defaultStore = new RecordStore({ ...state, schemaCheck: this.#check, persistence: this.#defaultRecords });
  }

  /** The version of the default world. */
  get position(): number {
    return this.#defaultRecords.known.version;
  }

  /** What is wrong with the rows of a world, or of any if none is named. */
  damage(name?: string): StoreContentError | undefined {
    return name === undefined ? this.#damaged.values().next().value : this.#damaged.get(name);
  }

  has(name: string): boolean {
    return this.#shared.has(name);
  }

  all(): Iterable<SharedWorld> {
    return this.#shared.values();
  }

  /** Where the worlds are that it keeps like everybody's. */
  attach(worlds: Worlds, snapshots: Snapshots): void {
    this.#lists = { worlds, snapshots };
    this.#share(worlds.default, this.defaultStore, this.#defaultRecords);
  }

  get lists(): { readonly worlds: Worlds; readonly snapshots: Snapshots } {
    if (this.#lists === undefined) throw new Error('No worlds were attached.');
    return this.#lists;
  }

  /** @throws ConflictError if there is no such world any more */
  find(name: string): SharedWorld {
    const found = this.#shared.get(name);
    if (found === undefined) throw new ConflictError(`The world ${name} was ended meanwhile.`);
    return found;
  }

  /** The scenarios of the log; one that is not there is brought into it. */
  readonly scenarios = createPristineStores((name) => this.#scenario(name));

  /** The records of a state as rows of a world of this scenario. */
  async rowsOf(root: Root, scenario: string): Promise<StateRows> {
    const base = (await this.scenarios.storeOf(scenario)).snapshot().root;
    // The world or snapshot whose rows have exactly these records.
    const from = [...this.#shared, ...this.#snapshotsKnown].find(
      ([, kept]) => kept.store.snapshot().root === root && kept.scenario === scenario && kept.known.version > 0,
    );
    return { from: from && { name: from[0], ...from[1].known }, rows: () => rowsOf(differenceOf(base, root), root) };
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
    return (this.#next ??= this.#put());
  }

  async #put(): Promise<void> {
    await this.#underWay?.catch(() => undefined);
    // Requests that have arrived together take part.
    await setImmediate();
    const { names, isForAll } = this.#asked;
    this.#asked = { names: new Set(), isForAll: false };
    this.#next = undefined;
    const looked = isForAll ? [...this.#shared.keys(), ...this.#snapshotsKnown.keys(), ...this.#damaged.keys()] : names;
    this.#underWay = this.#question([...looked], isForAll).finally(() => (this.#underWay = undefined));
    return this.#underWay;
  }

  async #question(asked: readonly string[], isForAll: boolean): Promise<void> {
    this.counts.questions += 1;
    const known = new Map(asked.map((name) => [name, this.#knownOf(name)]));
    const heads = await readHeads(this.#options.database, known, isForAll);
    if (heads === null) return;
    for (const name of asked) {
      this.#damaged.delete(name);
      if (!heads.some((head) => head.name === name)) this.#drop(name);
    }
    for (const head of heads) {
      const before = known.get(head.name) ?? unknownState;
      if (head.is_known && Number(head.version) === before.version) continue;
      try {
        await this.#take(head, before);
      } catch (error) {
        if (!(error instanceof StoreContentError)) throw error;
        this.#damaged.set(head.name, error);
      }
    }
  }

  #knownOf(name: string): Known {
    return this.#shared.get(name)?.known ?? this.#snapshotsKnown.get(name)?.known ?? unknownState;
  }

  async #take(head: HeadRow, before: Known): Promise<void> {
    const { database, onNotice } = this.#options;
    const delta = deltaOf(database, this.#check, head);
    if (delta !== undefined && this.#follow(delta)) return;
    const news = await wholeOf(database, this.#check, head.name);
    if (news === undefined) return;
    if (!head.is_known && before.version > 0 && this.has(head.name)) {
      this.counts.reloads += 1;
      onNotice?.(
        'The store no longer held what this replica had read or written, as after a failover: the state was loaded again.',
      );
    }
    if (news.name.startsWith(snapshotPrefix)) await this.#takeSnapshot(news);
    else await this.#takeWorld(news);
  }

  #drop(name: string): void {
    if (name === defaultWorldName) {
      // Somebody has emptied the tables: the log begins again.
      this.hasBegun = false;
      return;
    }
    const { worlds, snapshots } = this.lists;
    if (this.#snapshotsKnown.delete(name)) snapshots.remove(name.slice(snapshotPrefix.length));
    if (this.#shared.delete(name)) worlds.end(name);
  }

  async #takeSnapshot(news: WholeWorld): Promise<void> {
    const { name: row, scenario, seed, createdOn, known, parts } = news;
    const store = new RecordStore({ ...(await this.#stateOf(news)), schemaCheck: this.#check });
    const { clock, random, world = null } = parts;
    const profile = parts.profile === null ? undefined : this.#options.follow(parts.profile);
    this.#snapshotsKnown.set(row, { known, scenario, store });
    this.lists.snapshots.put({
      ...{ name: row.slice(snapshotPrefix.length), world, takenOn: new Date(createdOn) },
      state: { scenario, seed, store, clock, random, profile },
    });
  }

  /** Takes in what has changed of a world; false if there is none that it could have changed. */
  #follow({ name, known, changes, ids, parts }: WorldNews): boolean {
    const shared = this.#shared.get(name);
    // What this replica has written meanwhile may be newer.
    if (shared === undefined || known.version <= shared.known.version) return shared !== undefined;
    shared.records.known = known;
    shared.store.follow(changes, ids);
    this.counts.followed += changes.length;
    if (parts !== undefined) putParts(shared.world, parts, this.#options.follow);
    return true;
  }

  async #takeWorld(news: WholeWorld): Promise<void> {
    const { name, scenario, seed, createdOn, parts } = news;
    const { worlds } = this.lists;
    // The default world is there before its log is read.
    if (name === defaultWorldName) worlds.begunAs(scenario, new Date(createdOn));
    let shared = this.#shared.get(name);
    const old = shared?.world;
    const state = await this.#stateOf(news, shared?.store);
    const isOther = old?.createdOn.getTime() !== createdOn || old.seed !== seed || old.scenario !== scenario;
    if (isOther && name !== defaultWorldName) {
      worlds.end(name);
      const records = this.#recordsOf(name);
      const store = new RecordStore({ ...state, schemaCheck: this.#check, persistence: records });
      const own = { name, scenario, seed, createdOn: new Date(createdOn), store, shared: this.#options.partsOf(name) };
      shared = this.#share(worlds.install(own), store, records);
    }
    if (shared === undefined) return;
    shared.records.known = news.known;
    shared.store.become(state);
    putParts(shared.world, parts, this.#options.follow);
    await this.#options.journals.read(shared.world);
  }

  #share(world: World, store: RecordStore, records: WorldRecords): SharedWorld {
    const shared = {
      ...{ world, store, records },
      get scenario() {
        return world.scenario;
      },
      get known() {
        return records.known;
      },
    };
    this.#shared.set(world.name, shared);
    return shared;
  }

  #recordsOf(world: string): WorldRecords {
    const { database } = this.#options;
    const take = (heads: readonly HeadRow[] | null) => {
      if (heads === null) return;
      const [head] = heads;
      const news = head && deltaOf(database, this.#check, head);
      if (news === undefined || !this.#follow(news)) throw new ConflictError('Other replicas have changed all of it.');
    };
    return new WorldRecords({ world, database, counts: this.counts, take, readAnew: () => this.ask([world]) });
  }

  async #scenario(name: string): Promise<WorldStore> {
    const { database, readScenario } = this.#options;
    const records = await takenScenario(database, name, readScenario);
    try {
      // Validated by what opens it.
      return openRecords(records as UncheckedRecords);
    } catch (error) {
      if (!(error instanceof RecordsError)) throw error;
      throw damaged(`voice_agent_mock_scenarios, ${name}`, 'body', error.message, 'it is not a scenario');
    }
  }

  /** @param before what it takes the place of: no version of a record is ever given twice */
  async #stateOf({ scenario, changes, ids }: WorldNews, before?: WorldStore): Promise<Snapshot> {
    const { root: base } = (await this.scenarios.storeOf(scenario)).snapshot();
    const version = (before?.snapshot().root.version ?? base.version) + 1;
    const counters = new IdCounters(ids);
    counters.note(changes);
    return { root: { ...redoAll(base, changes, version), version }, ids: counters };
  }
}

/** Puts parts in the place of a world's own. */
function putParts(world: World, parts: WorldParts, follow: (profile: unknown) => FollowedProfile): void {
  restoreParts(world, parts);
  const known = world.profile === undefined ? null : profileJson(world.profile.profile);
  // To follow one takes long, and most changes are of another part.
  if (isDeepStrictEqual(known, parts.profile)) return;
  world.profile = parts.profile === null ? undefined : follow(parts.profile);
}

/** Takes clock, chance, faults and dialling of a world to a state. */
export function restoreParts(world: World, { clock, random, faults, dialling }: WorldParts): void {
  world.clock.restore(clock);
  world.random.restart(random);
  // Sound because definitions were validated when they were written.
  world.faults.restore(faults as unknown as FaultsState);
  world.diallers.restore(dialling);
}
