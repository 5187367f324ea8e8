import { ConflictError, type StorageError } from '../../store/store.ts';
import { LogUnavailableError, type Log } from '../../store/shared/log.ts';
import type { Expectations, Machine, Timer } from '../../store/shared/machine.ts';
import { Replica } from '../../store/shared/replica.ts';
import type { ReplicaCounts } from '../../store/shared/replica-options.ts';
import { stateOf } from '../../store/open-records.ts';
import { createSchemaCheck, type SchemaCheck } from '../../store/record-schema.ts';
import { mapCollections } from '../../store/state/root.ts';
import { RecordStore } from '../../store/state/record-store.ts';
import type { StoredRecords } from '../../store/stored-records.ts';
import type { Clock } from '../clock.ts';
import type { FollowedProfile } from '../followed-profile.ts';
import type { JournalRecord } from '../journal.ts';
import type { Snapshots } from '../snapshots.ts';
import { defaultWorldName } from '../world-name.ts';
import type { SharedParts, World } from '../world.ts';
import type { SharedRegistry, Worlds } from '../worlds.ts';
import { openDraft, type OpenDraft } from './draft.ts';
import { journalRecordJson, journalRecordOf } from './journal-record-json.ts';
import { Replicas } from './replicas.ts';
import type { NewWorldJson, SharedCommand, SharedStateJson, WorldJson } from './shared-command.ts';
import type { Draft, SharedControl } from './shared-control.ts';
import { SharedPersistence } from './shared-persistence.ts';
import { SharedStates } from './shared-state.ts';

export interface SharedWorldsOptions {
  readonly log: Log;
  readonly timer: Timer;
  /** The clock beneath every world's own. */
  readonly clock: Clock;
  /** This replica's, which no other has or had. */
  readonly name: string;
  /** The scenario that a new log begins as; if absent, `default`. */
  readonly scenario?: string | undefined;
  /** Reads a scenario. @throws Error if it does not exist or is broken */
  readonly readScenario: (name: string) => Promise<StoredRecords>;
  readonly follow: (profile: unknown) => FollowedProfile;
  readonly reads: 'linearizable' | 'local';
  /** How often a replica looks for what others have appended while nobody asks it, in milliseconds of the machine; 50 if absent. */
  readonly pollTime?: number;
  readonly onNotice?: (sentence: string) => void;
  readonly schemaCheck?: SchemaCheck;
}

interface Shared {
  readonly world: World;
  readonly store: RecordStore;
  readonly persistence: SharedPersistence;
}

/**
 * The worlds of several mocks, kept in one log. What a mock changes is appended, on the condition that no other has
 * changed what it was decided by; what any of them appends, all apply, in the same order.
 */
export class SharedWorlds implements Machine, SharedRegistry, SharedControl {
  readonly reads: 'linearizable' | 'local';
  readonly defaultStore: RecordStore;
  readonly #options: SharedWorldsOptions;
  readonly #replica: Replica;
  readonly #replicas: Replicas;
  readonly #schemaCheck: SchemaCheck;
  readonly #states: SharedStates;
  readonly #shared = new Map<string, Shared>();
  readonly #versions = new Map<string, number>();
  readonly #records = new WeakMap<object, JournalRecord>();
  #version = 0;
  #worlds: Worlds | undefined;
  #snapshots: Snapshots | undefined;
  #problem: string | undefined;
  #poll: (() => void) | undefined;
  #isPolling = false;
  #turns: Promise<unknown> = Promise.resolve();
  #joining: Promise<void> | undefined;
  #defaultPersistence: SharedPersistence;

  constructor(options: SharedWorldsOptions) {
    const { log, timer, name, onNotice, schemaCheck = createSchemaCheck() } = options;
    this.#options = options;
    this.reads = options.reads;
    this.#schemaCheck = schemaCheck;
    this.#states = new SharedStates(schemaCheck, options.follow);
    const onBroken = (error: StorageError) => (this.#problem = error.message);
    this.#replica = new Replica({
      log,
      machine: this,
      timer,
      name,
      onBroken,
      ...(onNotice !== undefined && { onNotice }),
    });
    this.#replicas = new Replicas(this.#replica, name, timer);
    const nothing = { records: mapCollections(() => []), leads: {}, ids: noIds };
    this.#defaultPersistence = this.#persistenceOf(defaultWorldName);
    const { root, ids } = stateOf(nothing, 1);
    this.defaultStore = new RecordStore({ root, ids, schemaCheck, persistence: this.#defaultPersistence });
  }

  /** What this replica has done. */
  get counts(): ReplicaCounts {
    return this.#replica.counts;
  }

  /** How many entries the log has, as far as this replica has seen. */
  get position(): number {
    return this.#replica.position.seq;
  }

  /** Where the worlds are that it keeps like everybody's. */
  attach(worlds: Worlds, snapshots: Snapshots): void {
    this.#worlds = worlds;
    this.#snapshots = snapshots;
    snapshots.dropForAll = (name) => this.#replica.defer(command({ do: 'forget', snapshot: name, isDropped: true }));
    this.#shared.set(defaultWorldName, {
      world: worlds.default,
      store: this.defaultStore,
      persistence: this.#defaultPersistence,
    });
  }

  /** What a world does otherwise than one that nobody shares. */
  partsOf(name: string): SharedParts {
    return {
      record: (record) => {
        const noted = command({ do: 'journal', world: name, record: journalRecordJson(record) });
        this.#records.set(noted, record);
        this.#replica.defer(noted);
      },
      turn: (work) => this.change(this.#find(name).world, ({ world }) => work(world)),
    };
  }

  async current(): Promise<void> {
    if (this.reads === 'linearizable' || this.#joining === undefined) await this.#noting(() => this.#replica.current());
    else await this.#noting(() => this.#replica.opened());
    if (this.#joining === undefined || !this.#replicas.hasJoined) await this.#join();
  }

  async begin(name: string): Promise<World> {
    await this.change(this.#find(defaultWorldName).world, async ({ worlds }) => {
      if (worlds.find(name) === undefined) await worlds.create(name, {});
    });
    return this.#find(name).world;
  }

  end(name: string): void {
    this.#replica.defer(command({ do: 'end', world: name }));
  }

  change<T>({ name }: World, work: (draft: Draft) => T | Promise<T>): Promise<T> {
    const turn = this.#turns.then(() => this.#change(name, work));
    this.#turns = turn.catch(() => undefined);
    return turn;
  }

  async journalsCurrent(): Promise<void> {
    await this.#noting(() => this.#replicas.allTold());
  }

  async problem(): Promise<string | undefined> {
    await this.current().catch(() => undefined);
    return this.#problem;
  }

  async lag(): Promise<number | undefined> {
    try {
      const { seq } = await this.#options.log.head();
      return Math.max(0, seq - this.position);
    } catch {
      return undefined;
    }
  }

  readonly replicas = (): number => this.#replicas.count;

  /** The store of a scenario, which must not be changed; brought into the log if it is not there. */
  readonly pristine = async (name: string): Promise<RecordStore> => {
    for (;;) {
      const found = this.#states.scenario(name);
      if (found !== undefined) return found;
      const scenario = { ...(await this.#options.readScenario(name)), name };
      const scope = `scenario ${name}`;
      await this.#submit([{ do: 'scenario', scenario }], new Map([[scope, this.versionOf(scope)]])).catch(
        ignoreConflict,
      );
    }
  };

  /** The same, as worlds ask for scenarios; the log's are not replaced. */
  readonly pristineStores = { storeOf: this.pristine, replace: () => undefined };

  /** Tells the others that this replica goes, and lets go of the log. */
  async close(): Promise<void> {
    this.#poll?.();
    this.#poll = undefined;
    await this.#replicas.leave();
    await this.#replica.close();
  }

  // What follows is the machine that the log drives.

  apply(commands: readonly unknown[]): void {
    // Sound because replicas of this format append nothing else.
    for (const each of commands as readonly SharedCommand[]) this.#apply(each);
  }

  versionOf(scope: string): number {
    return this.#versions.get(scope) ?? 0;
  }

  snapshot(): string {
    const worlds = [...this.#shared.values()].filter(
      ({ world }) => this.#states.scenario(world.scenario) !== undefined,
    );
    const state: SharedStateJson = {
      scenarios: this.#states.scenarios(),
      replicas: this.#replicas.names(),
      worlds: worlds.map((shared) => this.#worldJson(shared)),
      snapshots: this.#snapshotsOf()
        .byUse()
        .toReversed()
        .map(({ name, world, takenOn, state: kept }) => {
          return { name, world, takenOn: takenOn.getTime(), state: this.#states.stateJson(kept) };
        }),
    };
    return JSON.stringify(state);
  }

  load(snapshot: string | undefined): void {
    const empty: SharedStateJson = { scenarios: [], replicas: [], worlds: [], snapshots: [] };
    const state = snapshot === undefined ? empty : (JSON.parse(snapshot) as SharedStateJson);
    this.#version += 1;
    // Every part is another than before, whatever it holds.
    for (const scope of this.#versions.keys()) this.#touch(scope);
    this.#states.clear();
    this.#replicas.restore(state.replicas);
    for (const scenario of state.scenarios) this.#states.addScenario(scenario);
    const kept = new Set(state.worlds.map(({ name }) => name));
    for (const name of [...this.#shared.keys()]) if (!kept.has(name) && name !== defaultWorldName) this.#end(name);
    for (const world of state.worlds) this.#loadWorld(world);
    for (const { name } of this.#snapshotsOf().list()) this.#snapshotsOf().delete(name);
    for (const { state: of, takenOn, ...rest } of state.snapshots) {
      this.#snapshotsOf().keep({ ...rest, takenOn: new Date(takenOn), state: this.#states.state(of) });
    }
  }

  #apply(each: SharedCommand): void {
    switch (each.do) {
      case 'scenario':
        this.#touch(`scenario ${each.scenario.name}`);
        this.#states.addScenario(each.scenario);
        return;
      case 'begin':
        this.#begin(each.world);
        return;
      case 'end':
        this.#end(each.world);
        return;
      case 'keep':
      case 'forget':
        this.#applyToSnapshots(each);
        return;
      case 'join':
      case 'leave':
      case 'ask':
      case 'told':
        this.#replicas.apply(each);
        return;
      default:
        this.#applyToWorld(each);
        return;
    }
  }

  #applyToWorld(each: Extract<SharedCommand, { readonly do: 'commit' | 'parts' | 'ids' | 'clear' | 'journal' }>): void {
    const shared = this.#shared.get(each.world);
    // It was ended by an entry before this one.
    if (shared === undefined) return;
    const { world, store, persistence } = shared;
    switch (each.do) {
      case 'commit':
        this.#touch(`records ${each.world}`);
        store.follow(each.commits, persistence.isOwn(each));
        return;
      case 'ids':
        this.#touch(`records ${each.world}`);
        store.raiseIds(each.ids);
        return;
      case 'parts':
        this.#touch(`parts ${each.world}`);
        this.#states.putParts(world, each.parts);
        return;
      case 'clear': {
        (each.what === 'journal' ? world.journal : world.coverage).clear();
        return;
      }
      case 'journal':
        this.#note(world, this.#records.get(each) ?? journalRecordOf(each.record, store.snapshot()));
        return;
    }
  }

  #note(world: World, record: JournalRecord): void {
    world.coverage.note(record);
    world.journal.add(record);
    this.#worldsOf().touch(world.name);
  }

  #applyToSnapshots(each: Extract<SharedCommand, { readonly do: 'keep' | 'forget' }>): void {
    const snapshots = this.#snapshotsOf();
    if (each.do === 'keep') {
      const { takenOn, state, ...rest } = each.snapshot;
      this.#touch(`snapshot ${rest.name}`);
      snapshots.keep({ ...rest, takenOn: new Date(takenOn), state: this.#states.state(state) });
      return;
    }
    this.#touch(`snapshot ${each.snapshot}`);
    if (each.isDropped) snapshots.forget(each.snapshot);
    else snapshots.delete(each.snapshot);
  }

  #begin(json: NewWorldJson): void {
    const { name, scenario, seed, createdOn, parts } = json;
    this.#touch(`world ${name}`).#touch(`records ${name}`).#touch(`parts ${name}`);
    const records = this.#states.records(json);
    if (name === defaultWorldName) {
      this.#worldsOf().begunAs(scenario, new Date(createdOn));
      this.defaultStore.become(records);
      this.#states.putParts(this.#find(name).world, parts);
      return;
    }
    if (this.#shared.has(name)) this.#end(name);
    const persistence = this.#persistenceOf(name);
    const store = new RecordStore({ ...records, schemaCheck: this.#schemaCheck, persistence });
    const own = { name, scenario, seed, createdOn: new Date(createdOn), store, shared: this.partsOf(name) };
    const world = this.#worldsOf().install(own);
    this.#states.putParts(world, parts);
    this.#shared.set(name, { world, store, persistence });
  }

  #end(name: string): void {
    this.#touch(`world ${name}`).#touch(`records ${name}`).#touch(`parts ${name}`);
    this.#shared.delete(name);
    this.#worldsOf().uninstall(name);
  }

  #worldJson({ world, store }: Shared): WorldJson {
    const { name, seed, scenario, createdOn, journal, coverage } = world;
    return {
      ...this.#states.recordsJson(scenario, store),
      ...{ name, seed, createdOn: createdOn.getTime() },
      parts: this.#states.partsJson(world),
      journal: {
        dropped: journal.dropped,
        lastId: journal.lastId - journal.size,
        entries: journal.after(0).map(({ id: _, parsedBody: __, ...record }) => journalRecordJson(record)),
      },
      coverage: coverage.state(),
    };
  }

  #loadWorld(json: WorldJson): void {
    const { name, journal, coverage } = json;
    this.#begin(json);
    const { world, store } = this.#find(name);
    const state = store.snapshot();
    world.journal.beginAfter(journal.lastId, journal.dropped);
    for (const record of journal.entries) world.journal.add(journalRecordOf(record, state));
    world.coverage.restore(coverage);
  }

  #touch(scope: string): this {
    this.#versions.set(scope, (this.#version += 1));
    return this;
  }

  async #change<T>(name: string, work: (draft: Draft) => T | Promise<T>): Promise<T> {
    for (;;) {
      const { world, store } = this.#find(name);
      const since = this.#version;
      const draft = openDraft({
        ...{ world, store, worlds: this.#worldsOf(), snapshots: this.#snapshotsOf(), states: this.#states },
        ...{ clock: this.#options.clock, pristine: this.pristine },
      });
      const result = await work(draft);
      const commands = draft.commands();
      if (commands.length === 0) return result;
      const isDone = await this.#submitSince(since, commands, draft).then(() => true, ignoreConflict);
      if (isDone === true) return result;
    }
  }

  /** @throws ConflictError if what a draft looked at has changed since it was opened */
  #submitSince(since: number, commands: readonly SharedCommand[], { scopes }: OpenDraft): Promise<void> {
    const versions = [...scopes].map((scope) => [scope, this.versionOf(scope)] as const);
    if (versions.some(([, version]) => version > since)) {
      return Promise.reject(new ConflictError('Another replica has changed this meanwhile.'));
    }
    return this.#submit(commands, new Map(versions));
  }

  #submit(commands: readonly SharedCommand[], expected: Expectations): Promise<void> {
    return this.#noting(() => this.#replica.submit(commands, expected));
  }

  /** Notes whether the engine answers. */
  async #noting<T>(work: () => Promise<T>): Promise<T> {
    try {
      const value = await work();
      this.#problem = undefined;
      return value;
    } catch (error) {
      if (error instanceof LogUnavailableError) this.#problem = error.message;
      throw error;
    }
  }

  #persistenceOf(name: string): SharedPersistence {
    const scope = `records ${name}`;
    const submit = (each: SharedCommand) => this.#submit([each], new Map([[scope, this.versionOf(scope)]]));
    return new SharedPersistence(name, submit, () => (this.#problem === undefined ? [] : [this.#problem]));
  }

  /** Begins the log, unless it has begun, and tells the others that this replica is there. */
  #join(): Promise<void> {
    const joining = this.#begun().then(() => this.#replicas.join());
    this.#joining = joining.catch((error: unknown) => {
      this.#joining = undefined;
      throw error;
    });
    this.#startPolling();
    return this.#joining;
  }

  async #begun(): Promise<void> {
    const { scenario = 'default', clock } = this.#options;
    if (this.#states.scenarios().length > 0) return;
    const json = { ...(await this.#options.readScenario(scenario)), name: scenario };
    const { world } = this.#find(defaultWorldName);
    const { seed } = world;
    const parts = this.#states.partsJson(world);
    const records = { scenario, changes: [], ids: json.ids };
    const first = { ...records, name: defaultWorldName, seed, createdOn: clock.now().getTime(), parts };
    const scope = `world ${defaultWorldName}`;
    const expected = new Map([[scope, this.versionOf(scope)]]);
    await this.#submit(
      [
        { do: 'scenario', scenario: json },
        { do: 'begin', world: first },
      ],
      expected,
    ).catch(ignoreConflict);
  }

  #startPolling(): void {
    if (this.#poll !== undefined) return;
    const poll = () => {
      if (this.#isPolling) return;
      this.#isPolling = true;
      void this.#noting(() => this.#replica.current())
        .catch(() => undefined)
        .finally(() => (this.#isPolling = false));
    };
    const timer = setInterval(poll, this.#options.pollTime ?? 50).unref();
    this.#poll = () => clearInterval(timer);
  }

  #find(name: string): Shared {
    const found = this.#shared.get(name);
    if (found === undefined) throw new ConflictError(`The world ${name} was ended meanwhile.`);
    return found;
  }

  #worldsOf(): Worlds {
    if (this.#worlds === undefined) throw new Error('No worlds were attached.');
    return this.#worlds;
  }

  #snapshotsOf(): Snapshots {
    if (this.#snapshots === undefined) throw new Error('No snapshots were attached.');
    return this.#snapshots;
  }
}

const noIds = { workspaces: 0, users: 0, agents: 0, campaigns: 0 };

function command<C extends SharedCommand>(made: C): C {
  return made;
}

/** @throws what is not a conflict */
function ignoreConflict(error: unknown): undefined {
  if (!(error instanceof ConflictError)) throw error;
}
