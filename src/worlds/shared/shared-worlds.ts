import { ConflictError, type StorageError } from '../../store/store.ts';
import { LogUnavailableError, type Log } from '../../store/shared/log.ts';
import type { Expectations, Timer } from '../../store/shared/machine.ts';
import { Replica } from '../../store/shared/replica.ts';
import type { ReplicaCounts } from '../../store/shared/replica-options.ts';
import { createSchemaCheck, type RecordCheck } from '../../store/record-schema.ts';
import type { RecordStore } from '../../store/state/record-store.ts';
import type { PristineStores } from '../../store/pristine-stores.ts';
import type { StoredRecords } from '../../store/stored-records.ts';
import type { Clock } from '../clock.ts';
import type { FollowedProfile } from '../followed-profile.ts';
import type { Snapshots } from '../snapshots.ts';
import { defaultWorldName } from '../world-name.ts';
import type { SharedParts, World } from '../world.ts';
import type { Worlds } from '../worlds.ts';
import type { SharedRegistry } from '../worlds-options.ts';
import { openDraft, type OpenDraft } from './draft.ts';
import { Replicas } from './replicas.ts';
import type { SharedCommand } from './shared-command.ts';
import type { Draft, SharedControl } from './shared-control.ts';
import { SharedMachine } from './shared-machine.ts';
import { SharedPersistence } from './shared-persistence.ts';

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
  /** After how many characters of entries a snapshot of everything is kept; see `ReplicaOptions`. */
  readonly snapshotEvery?: number;
  readonly onNotice?: (sentence: string) => void;
  readonly schemaCheck?: RecordCheck;
}

/**
 * The worlds of several mocks, kept in one log. What a mock changes is appended, on the condition that no other has
 * changed what it was decided by; what any of them appends, all apply, in the same order.
 */
export class SharedWorlds implements SharedRegistry, SharedControl {
  readonly reads: 'linearizable' | 'local';
  readonly #options: SharedWorldsOptions;
  readonly #machine: SharedMachine;
  readonly #replica: Replica;
  readonly #replicas: Replicas;
  #problem: string | undefined;
  #poll: (() => void) | undefined;
  #isPolling = false;
  #turns: Promise<unknown> = Promise.resolve();
  #joining: Promise<void> | undefined;

  constructor(options: SharedWorldsOptions) {
    const { log, timer, name, onNotice, snapshotEvery, schemaCheck = createSchemaCheck() } = options;
    this.#options = options;
    this.reads = options.reads;
    this.#machine = new SharedMachine({
      schemaCheck,
      follow: options.follow,
      persistenceOf: (world) => this.#persistenceOf(world),
      partsOf: (world) => this.partsOf(world),
      replicas: () => this.#replicas,
    });
    const onBroken = (error: StorageError) => (this.#problem = error.message);
    this.#replica = new Replica({
      log,
      machine: this.#machine,
      timer,
      name,
      onBroken,
      ...(onNotice !== undefined && { onNotice }),
      ...(snapshotEvery !== undefined && { snapshotEvery }),
    });
    this.#replicas = new Replicas(this.#replica, name, timer);
  }

  /** The records of the default world. */
  get defaultStore(): RecordStore {
    return this.#machine.defaultStore;
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
    this.#machine.attach(worlds, snapshots);
    snapshots.dropForAll = (name) => this.#replica.defer(command({ do: 'forget', snapshot: name, isDropped: true }));
  }

  /** What a world does otherwise than one that nobody shares. */
  partsOf(name: string): SharedParts {
    return {
      record: (record) => this.#replica.defer(command({ do: 'journal', world: name, record })),
      turn: (work) => this.change(this.#machine.find(name).world, ({ world }) => work(world)),
    };
  }

  async current(): Promise<void> {
    if (this.reads === 'linearizable' || this.#joining === undefined) await this.#noting(() => this.#replica.current());
    else await this.#noting(() => this.#replica.opened());
    if (this.#joining === undefined || !this.#replicas.hasJoined) await this.#join();
  }

  async begin(name: string): Promise<World> {
    await this.change(this.#machine.find(defaultWorldName).world, async ({ worlds }) => {
      if (worlds.find(name) === undefined) await worlds.create(name, {});
    });
    return this.#machine.find(name).world;
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
      const found = this.#machine.states.scenario(name);
      if (found !== undefined) return found;
      const scenario = { ...(await this.#options.readScenario(name)), name };
      const scope = `scenario ${name}`;
      await this.#submit([{ do: 'scenario', scenario }], new Map([[scope, this.#machine.versionOf(scope)]])).catch(
        ignoreConflict,
      );
    }
  };

  /** The same, as worlds ask for scenarios; the log's are not replaced. */
  readonly pristineStores: PristineStores = { storeOf: this.pristine, replace: () => undefined };

  /** Tells the others that this replica goes, and lets go of the log. */
  async close(): Promise<void> {
    this.#poll?.();
    this.#poll = undefined;
    await this.#replicas.leave();
    await this.#replica.close();
  }

  async #change<T>(name: string, work: (draft: Draft) => T | Promise<T>): Promise<T> {
    for (;;) {
      const { world, store } = this.#machine.find(name);
      const since = this.#machine.version;
      const draft = openDraft({
        ...{
          world,
          store,
          worlds: this.#machine.worlds,
          snapshots: this.#machine.snapshots,
          states: this.#machine.states,
        },
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
    const versions = [...scopes].map((scope) => [scope, this.#machine.versionOf(scope)] as const);
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
    const submit = (each: SharedCommand) => this.#submit([each], new Map([[scope, this.#machine.versionOf(scope)]]));
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
    if (this.#machine.states.scenarios().length > 0) return;
    const json = { ...(await this.#options.readScenario(scenario)), name: scenario };
    const { world } = this.#machine.find(defaultWorldName);
    const { seed } = world;
    const parts = this.#machine.states.partsJson(world);
    const records = { scenario, changes: [], ids: json.ids };
    const first = { ...records, name: defaultWorldName, seed, createdOn: clock.now().getTime(), parts };
    const scope = `world ${defaultWorldName}`;
    const expected = new Map([[scope, this.#machine.versionOf(scope)]]);
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
}

function command<C extends SharedCommand>(made: C): C {
  return made;
}

/** @throws what is not a conflict */
function ignoreConflict(error: unknown): undefined {
  if (!(error instanceof ConflictError)) throw error;
}
