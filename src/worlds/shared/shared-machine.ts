import type { Machine } from '../../store/shared/machine.ts';
import { ConflictError } from '../../store/store.ts';
import { stateOf } from '../../store/open-records.ts';
import type { RecordCheck } from '../../store/record-schema.ts';
import { mapCollections } from '../../store/state/root.ts';
import { RecordStore } from '../../store/state/record-store.ts';
import type { FollowedProfile } from '../followed-profile.ts';
import type { JournalRecord } from '../journal.ts';
import type { Snapshots } from '../snapshots.ts';
import { defaultWorldName } from '../world-name.ts';
import type { SharedParts, World } from '../world.ts';
import type { Worlds } from '../worlds.ts';
import {
  journalRecordReader,
  journalRecordWriter,
  type JournalRecordJson,
  type ToldRecord,
} from './journal-record-json.ts';
import type { Replicas } from './replicas.ts';
import type { NewWorldJson, SharedCommand, SharedStateJson, WorldJson } from './shared-command.ts';
import type { SharedPersistence } from './shared-persistence.ts';
import { SharedStates } from './shared-state.ts';

export interface SharedMachineOptions {
  readonly schemaCheck: RecordCheck;
  readonly follow: (profile: unknown) => FollowedProfile;
  readonly persistenceOf: (world: string) => SharedPersistence;
  readonly partsOf: (world: string) => SharedParts;
  readonly replicas: () => Replicas;
}

/** A world that all replicas have, and what brings its records into the log. */
export interface SharedWorld {
  readonly world: World;
  readonly store: RecordStore;
  readonly persistence: SharedPersistence;
}

/** The worlds as the log has made them: it drives them by commands, which every replica applies in the same order. */
export class SharedMachine implements Machine {
  readonly defaultStore: RecordStore;
  readonly states: SharedStates;
  readonly #options: SharedMachineOptions;
  readonly #shared = new Map<string, SharedWorld>();
  readonly #versions = new Map<string, number>();
  readonly #defaultPersistence: SharedPersistence;
  #version = 0;
  #worlds: Worlds | undefined;
  #snapshots: Snapshots | undefined;

  constructor(options: SharedMachineOptions) {
    const { schemaCheck, follow, persistenceOf } = options;
    this.#options = options;
    this.states = new SharedStates(schemaCheck, follow);
    const nothing = { records: mapCollections(() => []), leads: {}, ids: noIds };
    this.#defaultPersistence = persistenceOf(defaultWorldName);
    const { root, ids } = stateOf(nothing, 1);
    this.defaultStore = new RecordStore({ root, ids, schemaCheck, persistence: this.#defaultPersistence });
  }

  /** Of the latest change: it grows with each. */
  get version(): number {
    return this.#version;
  }

  get worlds(): Worlds {
    if (this.#worlds === undefined) throw new Error('No worlds were attached.');
    return this.#worlds;
  }

  get snapshots(): Snapshots {
    if (this.#snapshots === undefined) throw new Error('No snapshots were attached.');
    return this.#snapshots;
  }

  /** Where the worlds and snapshots are that the log's commands change. */
  attach(worlds: Worlds, snapshots: Snapshots): void {
    this.#worlds = worlds;
    this.#snapshots = snapshots;
    this.#shared.set(defaultWorldName, {
      world: worlds.default,
      store: this.defaultStore,
      persistence: this.#defaultPersistence,
    });
  }

  /** @throws ConflictError if there is no such world any more */
  find(name: string): SharedWorld {
    const found = this.#shared.get(name);
    if (found === undefined) throw new ConflictError(`The world ${name} was ended meanwhile.`);
    return found;
  }

  apply(commands: readonly unknown[]): void {
    // Sound because replicas of this format append nothing else.
    for (const each of commands as readonly SharedCommand[]) this.#apply(each);
  }

  writer(): (command: unknown) => string {
    const write = journalRecordWriter();
    return (command) => {
      const each = command as SharedCommand;
      return JSON.stringify(each.do === 'journal' ? { ...each, record: write(each.record) } : each);
    };
  }

  read(body: string): readonly unknown[] {
    const read = journalRecordReader();
    // Sound because `writer` wrote them.
    const commands = JSON.parse(body) as (Exclude<SharedCommand, { readonly do: 'journal' }> | WrittenJournal)[];
    return commands.map((each) => (each.do === 'journal' ? { ...each, record: read(each.record) } : each));
  }

  versionOf(scope: string): number {
    return this.#versions.get(scope) ?? 0;
  }

  snapshot(): string {
    const worlds = [...this.#shared.values()].filter(({ world }) => this.states.scenario(world.scenario) !== undefined);
    const state: SharedStateJson = {
      scenarios: this.states.scenarios(),
      replicas: this.#options.replicas().names(),
      worlds: worlds.map((shared) => this.#worldJson(shared)),
      snapshots: this.snapshots
        .byUse()
        .toReversed()
        .map(({ name, world, takenOn, state: kept }) => {
          return { name, world, takenOn: takenOn.getTime(), state: this.states.stateJson(kept) };
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
    this.states.clear();
    this.#options.replicas().restore(state.replicas);
    for (const scenario of state.scenarios) this.states.addScenario(scenario);
    const kept = new Set(state.worlds.map(({ name }) => name));
    for (const name of [...this.#shared.keys()]) if (!kept.has(name) && name !== defaultWorldName) this.#end(name);
    for (const world of state.worlds) this.#loadWorld(world);
    for (const { name } of this.snapshots.list()) this.snapshots.delete(name);
    for (const { state: of, takenOn, ...rest } of state.snapshots) {
      this.snapshots.keep({ ...rest, takenOn: new Date(takenOn), state: this.states.state(of) });
    }
  }

  #apply(each: SharedCommand): void {
    switch (each.do) {
      case 'scenario':
        this.#touch(`scenario ${each.scenario.name}`);
        this.states.addScenario(each.scenario);
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
        this.#options.replicas().apply(each);
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
        this.states.putParts(world, each.parts);
        return;
      case 'clear': {
        (each.what === 'journal' ? world.journal : world.coverage).clear();
        return;
      }
      case 'journal':
        this.#note(world, placed(each.record, store));
        return;
    }
  }

  #note(world: World, record: JournalRecord): void {
    world.coverage.note(record);
    world.journal.add(record);
    this.worlds.touch(world.name);
  }

  #applyToSnapshots(each: Extract<SharedCommand, { readonly do: 'keep' | 'forget' }>): void {
    const snapshots = this.snapshots;
    if (each.do === 'keep') {
      const { takenOn, state, ...rest } = each.snapshot;
      this.#touch(`snapshot ${rest.name}`);
      snapshots.keep({ ...rest, takenOn: new Date(takenOn), state: this.states.state(state) });
      return;
    }
    this.#touch(`snapshot ${each.snapshot}`);
    if (each.isDropped) snapshots.forget(each.snapshot);
    else snapshots.delete(each.snapshot);
  }

  #begin(json: NewWorldJson): void {
    const { name, scenario, seed, createdOn, parts } = json;
    this.#touch(`world ${name}`).#touch(`records ${name}`).#touch(`parts ${name}`);
    const records = this.states.records(json);
    if (name === defaultWorldName) {
      this.worlds.begunAs(scenario, new Date(createdOn));
      this.defaultStore.become(records);
      this.states.putParts(this.find(name).world, parts);
      return;
    }
    if (this.#shared.has(name)) this.#end(name);
    const persistence = this.#options.persistenceOf(name);
    const store = new RecordStore({ ...records, schemaCheck: this.#options.schemaCheck, persistence });
    const own = { name, scenario, seed, createdOn: new Date(createdOn), store, shared: this.#options.partsOf(name) };
    const world = this.worlds.install(own);
    this.states.putParts(world, parts);
    this.#shared.set(name, { world, store, persistence });
  }

  #end(name: string): void {
    this.#touch(`world ${name}`).#touch(`records ${name}`).#touch(`parts ${name}`);
    this.#shared.delete(name);
    this.worlds.uninstall(name);
  }

  #worldJson({ world, store }: SharedWorld): WorldJson {
    const { name, seed, scenario, createdOn, journal, coverage } = world;
    return {
      ...this.states.recordsJson(scenario, store),
      ...{ name, seed, createdOn: createdOn.getTime() },
      parts: this.states.partsJson(world),
      journal: {
        dropped: journal.dropped,
        lastId: journal.lastId - journal.size,
        entries: journal.after(0).map(journalRecordWriter()),
      },
      coverage: coverage.state(),
    };
  }

  #loadWorld(json: WorldJson): void {
    const { name, journal, coverage } = json;
    this.#begin(json);
    const { world, store } = this.find(name);
    world.journal.beginAfter(journal.lastId, journal.dropped);
    for (const record of journal.entries.map(journalRecordReader())) world.journal.add(placed(record, store));
    world.coverage.restore(coverage);
  }

  #touch(scope: string): this {
    this.#versions.set(scope, (this.#version += 1));
    return this;
  }
}

/** The record of another replica's request does not tell the states before and after: it gets the one in which it is read. */
function placed(record: JournalRecord | ToldRecord, store: RecordStore): JournalRecord {
  if ('before' in record) return record;
  const state = store.snapshot();
  return { ...record, before: state, after: state };
}

interface WrittenJournal {
  readonly do: 'journal';
  readonly record: JournalRecordJson;
}

const noIds = { workspaces: 0, users: 0, agents: 0, campaigns: 0 };
