import type { Database } from '../../store/postgres/database.ts';
import { openRecords, RecordsError, type UncheckedRecords } from '../../store/open-records.ts';
import { damaged } from '../../store/postgres/rows.ts';
import { ConflictError, StoreContentError } from '../../store/store.ts';
import { addScenario, storedScenario } from '../../store/postgres/world-changes.ts';
import { type ReplicaCounts, WorldRecords } from '../../store/postgres/world-records.ts';
import { type Known, type Read, type WorldNews, WorldReader } from '../../store/postgres/world-rows.ts';
import { createSchemaCheck, type RecordCheck } from '../../store/record-schema.ts';
import { IdCounters } from '../../store/state/id-counters.ts';
import { redoAll } from '../../store/state/logged-change.ts';
import { RecordStore } from '../../store/state/record-store.ts';
import type { Snapshot, StoredRecords, WorldStore } from '../../store/world-store.ts';
import type { FollowedProfile } from '../followed-profile.ts';
import type { Snapshots } from '../snapshots.ts';
import { defaultWorldName } from '../world-name.ts';
import type { SharedParts, World } from '../world.ts';
import type { Worlds } from '../worlds.ts';
import { snapshotRow } from './draft.ts';
import type { SharedJournals } from './shared-journals.ts';
import { putParts, readWorldParts, readSnapshotParts } from './world-parts.ts';

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

/** Between two loads of a world: no version of a record is ever given twice. */
const versionsOfLoad = 2 ** 40;
const noRecords: UncheckedRecords = { records: {}, leads: {}, ids: {} };

/** The worlds and snapshots of PostgreSQL in this process: what is read is put into them. */
export class WorldMirror {
  readonly defaultStore: RecordStore;
  readonly counts: ReplicaCounts = { appended: 0, followed: 0, conflicts: 0, reloads: 0, lookups: 0 };
  readonly reader: WorldReader;
  readonly #options: MirrorOptions;
  readonly #check: RecordCheck = createSchemaCheck();
  readonly #defaultRecords: WorldRecords;
  readonly #shared = new Map<string, SharedWorld>();
  readonly #snapshotsKnown = new Map<string, Known>();
  readonly #damaged = new Map<string, StoreContentError>();
  readonly #scenarios = new Map<string, Promise<WorldStore>>();
  #worlds: Worlds | undefined;
  #snapshots: Snapshots | undefined;
  #loads = 0;
  /** Whether the tables hold the default world, as far as is known. */
  hasBegun = false;

  constructor(options: MirrorOptions) {
    this.#options = options;
    this.reader = new WorldReader({
      database: options.database,
      check: this.#check,
      knownOf: (each) => this.#knownOf(each),
      knownNames: () => [...this.#shared.keys(), ...this.#snapshotsKnown.keys()],
      take: (asked, read) => this.#take(asked, read),
    });
    this.#defaultRecords = this.#recordsOf(defaultWorldName, { version: 0, token: '' });
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
    this.#worlds = worlds;
    this.#snapshots = snapshots;
    const shared = { world: worlds.default, store: this.defaultStore, records: this.#defaultRecords };
    this.#shared.set(defaultWorldName, shared);
  }

  get list(): Worlds {
    if (this.#worlds === undefined) throw new Error('No worlds were attached.');
    return this.#worlds;
  }

  get snapshots(): Snapshots {
    if (this.#snapshots === undefined) throw new Error('No snapshots were attached.');
    return this.#snapshots;
  }

  /** @throws ConflictError if there is no such world any more */
  find(name: string): SharedWorld {
    const found = this.#shared.get(name);
    if (found === undefined) throw new ConflictError(`The world ${name} was ended meanwhile.`);
    return found;
  }

  /** The store of a scenario, which must not be changed; brought into the log if it is not there. */
  readonly pristine = (name: string): Promise<WorldStore> => {
    const known = this.#scenarios.get(name);
    if (known !== undefined) return known;
    const reading = this.#scenario(name);
    this.#scenarios.set(name, reading);
    reading.catch(() => this.#scenarios.delete(name));
    return reading;
  };

  #knownOf(name: string): Known | undefined {
    const known = this.#shared.get(name)?.records.known ?? this.#snapshotsKnown.get(name);
    return known?.version === 0 ? undefined : known;
  }

  #recordsOf(world: string, known: Known): WorldRecords {
    const { database } = this.#options;
    const follow = () => this.reader.ask([world]);
    const takeParts = (parts: unknown) =>
      putParts(this.find(world).world, readWorldParts(parts, rowPlace({ name: world })), this.#options.follow);
    return new WorldRecords({ world, database, check: this.#check, counts: this.counts, takeParts, follow }, known);
  }

  async #scenario(name: string): Promise<WorldStore> {
    const { database } = this.#options;
    if ((await storedScenario(database, name)) === undefined) {
      await addScenario(database, name, await this.#options.readScenario(name));
    }
    const place = `voice_agent_mock_scenarios, ${name}`;
    try {
      return openRecords((await storedScenario(database, name)) as UncheckedRecords);
    } catch (error) {
      if (!(error instanceof RecordsError)) throw error;
      throw damaged(place, 'body', error.message, 'it is not a scenario');
    }
  }

  async #take(asked: ReadonlySet<string> | 'all', { names, news }: Read): Promise<void> {
    const looked =
      asked === 'all' ? [...this.#shared.keys(), ...this.#snapshotsKnown.keys(), ...this.#damaged.keys()] : asked;
    for (const name of looked) {
      this.#damaged.delete(name);
      if (!names.has(name)) this.#drop(name);
    }
    for (const each of news) {
      try {
        if ('error' in each) throw each.error;
        if (each.name.startsWith(snapshotRow(''))) await this.#takeSnapshot(each);
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
    if (this.#snapshotsKnown.delete(name)) this.snapshots.delete(name.slice(snapshotRow('').length));
    if (this.#shared.delete(name)) this.list.uninstall(name);
  }

  async #takeSnapshot(news: WorldNews): Promise<void> {
    const { scenario, seed, createdOn } = news;
    const { world, clock, random, profile } = readSnapshotParts(news.parts, rowPlace(news));
    const { root, ids } = await this.#stateOf(news);
    const store = new RecordStore({ root, ids, schemaCheck: this.#check });
    const followed = profile === null ? undefined : this.#options.follow(profile);
    const name = news.name.slice(snapshotRow('').length);
    this.#snapshotsKnown.set(news.name, news.known);
    this.snapshots.keep({
      ...{ name, world, takenOn: new Date(createdOn) },
      state: { scenario, seed, store, clock, random, profile: followed },
    });
  }

  async #takeWorld(news: WorldNews): Promise<void> {
    const { name, known, changes, ids } = news;
    const parts = news.parts === undefined ? undefined : readWorldParts(news.parts, rowPlace(news));
    const shared = this.#shared.get(name);
    if (!news.isWhole && shared !== undefined) {
      // What this replica has written meanwhile may be newer.
      if (known.version > shared.records.known.version) {
        shared.records.known = known;
        shared.store.follow(changes, known.version + shared.records.offset, ids);
        this.counts.followed += changes.length;
      }
      if (parts !== undefined) putParts(shared.world, parts, this.#options.follow);
      return;
    }
    if (news.isLost) this.#noteLoss();
    const state = await this.#stateOf(news);
    const placed = shared !== undefined && this.#isSame(shared.world, news) ? shared : this.#install(news, state);
    placed.records.known = known;
    placed.records.offset = this.#loads * versionsOfLoad;
    placed.store.become(state);
    if (parts !== undefined) putParts(placed.world, parts, this.#options.follow);
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
      this.list.begunAs(news.scenario, new Date(news.createdOn));
      return true;
    }
    return createdOn.getTime() === news.createdOn && seed === news.seed && scenario === news.scenario;
  }

  #install({ name, scenario, seed, createdOn, known }: WorldNews, { root, ids }: Snapshot): SharedWorld {
    if (this.#shared.has(name)) this.list.uninstall(name);
    const records = this.#recordsOf(name, known);
    const store = new RecordStore({ root, ids, schemaCheck: this.#check, persistence: records });
    const own = { name, scenario, seed, createdOn: new Date(createdOn), store, shared: this.#options.partsOf(name) };
    const shared = { world: this.list.install(own), store, records };
    this.#shared.set(name, shared);
    return shared;
  }

  async #stateOf({ scenario, changes, ids, known }: WorldNews): Promise<Snapshot> {
    const { root: base } = (await this.pristine(scenario)).snapshot();
    this.#loads += 1;
    const version = known.version + this.#loads * versionsOfLoad;
    const root = { ...redoAll(base, changes, version), version };
    const counters = new IdCounters(ids, root.leadSource);
    counters.note(changes);
    return { root, ids: counters };
  }
}

function rowPlace({ name }: Pick<WorldNews, 'name'>): string {
  return `voice_agent_mock_worlds, ${name}`;
}
