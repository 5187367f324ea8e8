import { setImmediate } from 'node:timers/promises';
import type { WorldParts } from '../../domain/world-parts.ts';
import type { Database } from '../../store/postgres/database.ts';
import { RecordsError, type UncheckedRecords, createPristineStores, openRecords } from '../../store/open-ephemeral.ts';
import { damaged, rowsOf } from '../../store/postgres/rows.ts';
import { addScenario, type StateRows, storedScenario } from '../../store/postgres/world-changes.ts';
import { type ReplicaCounts, WorldRecords } from '../../store/postgres/world-records.ts';
import {
  deltaOf,
  type HeadRow,
  type Known,
  readWorlds,
  type ReadWorlds,
  unknownState,
  type WorldNews,
} from '../../store/postgres/world-rows.ts';
import { createSchemaCheck, type RecordCheck } from '../../store/record-schema.ts';
import { IdCounters } from '../../store/state/id-counters.ts';
import { differenceOf, redoAll } from '../../store/state/apply-changes.ts';
import { RecordStore } from '../../store/state/record-store.ts';
import type { Root } from '../../store/state/root.ts';
import { ConflictError, StoreContentError } from '../../store/store.ts';
import type { Snapshot, StoredRecords, WorldStore } from '../../store/world-store.ts';
import type { FollowedProfile, SharedParts, World } from '../world.ts';
import type { Snapshots } from '../snapshots.ts';
import { type Worlds, defaultWorldName } from '../worlds.ts';
import type { SharedJournals } from './shared-journals.ts';
import { putParts } from './world-draft.ts';

export interface MirrorOptions {
  readonly database: Database;
  readonly journals: SharedJournals;
  /** Reads a scenario. @throws Error if it does not exist or is broken */
  readonly readScenario: (name: string) => Promise<StoredRecords>;
  readonly follow: (profile: unknown) => FollowedProfile;
  readonly partsOf: (world: string) => SharedParts;
  readonly onNotice?: (sentence: string) => void;
}

/** A world that all replicas have. */
export interface SharedWorld {
  readonly world: World;
  readonly store: RecordStore;
  readonly records: WorldRecords;
}

const snapshotPrefix = 'snapshot:';
/** Between two loads of a world: no version of a record is ever given twice. */
const versionsOfLoad = 2 ** 40;
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
  readonly #snapshotsKnown = new Map<string, Known & { readonly root: Root }>();
  readonly #damaged = new Map<string, StoreContentError>();
  #lists: { readonly worlds: Worlds; readonly snapshots: Snapshots } | undefined;
  #loads = 0;
  /** What is asked for by the question that is not put yet. */
  #asked = { names: new Set<string>(), isForAll: false };
  #next: Promise<void> | undefined;
  #underWay: Promise<void> | undefined;
  /** Whether the tables hold the default world, as far as is known. */
  hasBegun = false;

  constructor(options: MirrorOptions) {
    this.#options = options;
    this.counts = { appended: 0, followed: 0, conflicts: 0, reloads: 0, lookups: 0, questions: 0 };
    this.#defaultRecords = this.#recordsOf(defaultWorldName);
    const { root, ids } = openRecords(noRecords).snapshot();
    this.defaultStore = new RecordStore({ root, ids, schemaCheck: this.#check, persistence: this.#defaultRecords });
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
    const shared = { world: worlds.default, store: this.defaultStore, records: this.#defaultRecords };
    this.#shared.set(defaultWorldName, shared);
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
    return { from: this.#rowsWith(root, scenario), rows: () => rowsOf(differenceOf(base, root), root) };
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

  async #question(names: readonly string[], isForAll: boolean): Promise<void> {
    this.counts.questions += 1;
    const knownOf = (name: string) =>
      this.#shared.get(name)?.records.known ?? this.#snapshotsKnown.get(name) ?? unknownState;
    const known = new Map(names.map((name) => [name, knownOf(name)]));
    const read = await readWorlds(this.#options.database, this.#check, known, isForAll);
    if (read !== undefined) await this.#take(names, read);
  }

  async #take(asked: readonly string[], { names, news }: ReadWorlds): Promise<void> {
    for (const name of asked) {
      this.#damaged.delete(name);
      if (!names.has(name)) this.#drop(name);
    }
    for (const each of news) {
      try {
        if ('error' in each) throw each.error;
        if (each.name.startsWith(snapshotPrefix)) await this.#takeSnapshot(each);
        else await this.#takeWorld(each);
      } catch (error) {
        if (!(error instanceof StoreContentError)) throw error;
        this.#damaged.set(each.name, error);
      }
    }
    for (const [name, { records }] of this.#shared) records.problem = this.#damaged.get(name)?.message;
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

  async #takeSnapshot(news: WorldNews): Promise<void> {
    const { scenario, seed, createdOn, known, parts } = news;
    const state = await this.#stateOf(news);
    if (parts === undefined) throw missingParts(news);
    const store = new RecordStore({ ...state, schemaCheck: this.#check });
    const { clock, random, world = null } = parts;
    const profile = parts.profile === null ? undefined : this.#options.follow(parts.profile);
    const name = news.name.slice(snapshotPrefix.length);
    this.#snapshotsKnown.set(news.name, { ...known, root: state.root });
    this.lists.snapshots.put({
      ...{ name, world, takenOn: new Date(createdOn) },
      state: { scenario, seed, store, clock, random, profile },
    });
  }

  async #takeWorld(news: WorldNews): Promise<void> {
    const { name, known, changes, ids, parts } = news;
    const shared = this.#shared.get(name);
    if (!news.isWhole && shared !== undefined) {
      // What this replica has written meanwhile may be newer.
      if (known.version <= shared.records.known.version) return;
      shared.records.known = known;
      shared.store.follow(changes, known.version + shared.records.offset, ids);
      this.counts.followed += changes.length;
      if (parts !== undefined) this.#putParts(shared.world, parts);
      return;
    }
    if (news.isLost) this.#noteLoss();
    const state = await this.#stateOf(news);
    if (parts === undefined) throw missingParts(news);
    const placed = shared !== undefined && this.#isSame(shared.world, news) ? shared : this.#install(news, state);
    placed.records.known = known;
    placed.records.offset = this.#loads * versionsOfLoad;
    placed.store.become(state);
    this.#putParts(placed.world, parts);
    await this.#options.journals.read(placed.world);
  }

  #noteLoss(): void {
    this.counts.reloads += 1;
    this.#options.onNotice?.(
      'The store no longer held what this replica had read or written, as after a failover: the state was loaded again.',
    );
  }

  /** The default world is there before its log is read. */
  #isSame({ name, createdOn, seed, scenario }: World, news: WorldNews): boolean {
    if (name === defaultWorldName) {
      this.lists.worlds.begunAs(news.scenario, new Date(news.createdOn));
      return true;
    }
    return createdOn.getTime() === news.createdOn && seed === news.seed && scenario === news.scenario;
  }

  #install({ name, scenario, seed, createdOn }: WorldNews, state: Snapshot): SharedWorld {
    const { worlds } = this.lists;
    worlds.end(name);
    const records = this.#recordsOf(name);
    const store = new RecordStore({ ...state, schemaCheck: this.#check, persistence: records });
    const own = { name, scenario, seed, createdOn: new Date(createdOn), store, shared: this.#options.partsOf(name) };
    const shared = { world: worlds.install(own), store, records };
    this.#shared.set(name, shared);
    return shared;
  }

  #recordsOf(world: string): WorldRecords {
    const { database } = this.#options;
    const take = (heads: readonly HeadRow[] | null) => this.#takeTurn(world, heads);
    return new WorldRecords({ world, database, counts: this.counts, take, readAnew: () => this.ask([world]) });
  }

  async #takeTurn(world: string, heads: readonly HeadRow[] | null): Promise<boolean> {
    if (heads === null) return true;
    const [head] = heads;
    const news = head && deltaOf(this.#options.database, this.#check, head);
    if (news === undefined || !this.has(world)) return false;
    await this.#takeWorld(news);
    return true;
  }

  #putParts(world: World, parts: WorldParts): void {
    putParts(world, parts, this.#options.follow);
  }

  /** The world or snapshot of the scenario whose rows have exactly these records. */
  #rowsWith(root: Root, scenario: string): StateRows['from'] {
    for (const [name, { world, store, records }] of this.#shared) {
      const isIt = store.snapshot().root === root && world.scenario === scenario && records.known.version > 0;
      if (isIt) return { name, ...records.known };
    }
    const kept = [...this.#snapshotsKnown].find(([, snapshot]) => snapshot.root === root);
    if (kept === undefined) return undefined;
    const [name, { version, token }] = kept;
    const taken = this.lists.snapshots.find(name.slice(snapshotPrefix.length));
    return taken?.state.scenario === scenario ? { name, version, token } : undefined;
  }

  async #scenario(name: string): Promise<WorldStore> {
    const { database, readScenario } = this.#options;
    if ((await storedScenario(database, name)) === undefined) {
      await addScenario(database, name, await readScenario(name));
    }
    try {
      return openRecords((await storedScenario(database, name)) as UncheckedRecords);
    } catch (error) {
      if (!(error instanceof RecordsError)) throw error;
      throw damaged(`voice_agent_mock_scenarios, ${name}`, 'body', error.message, 'it is not a scenario');
    }
  }

  async #stateOf({ scenario, changes, ids, known }: WorldNews): Promise<Snapshot> {
    const { root: base } = (await this.scenarios.storeOf(scenario)).snapshot();
    this.#loads += 1;
    const version = known.version + this.#loads * versionsOfLoad;
    const root = { ...redoAll(base, changes, version), version };
    const counters = new IdCounters(ids);
    counters.note(changes);
    return { root, ids: counters };
  }
}

function missingParts({ name }: WorldNews): StoreContentError {
  return damaged(`voice_agent_mock_records, world ${name}`, 'parts', undefined, 'a world has such a row');
}
