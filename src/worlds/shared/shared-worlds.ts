import { isDeepStrictEqual } from 'node:util';
import { profileJson } from '../../clauses/profile.ts';
import type { WorldParts } from '../../domain/world-parts.ts';
import { type NewWorldRow, type WorldsChange, changeWorlds, isEmptyLog } from '../../store/postgres/world-changes.ts';
import type { Cleared, WorldWriting } from '../../store/postgres/world-records.ts';
import { differenceOf } from '../../store/state/apply-changes.ts';
import type { RecordStore } from '../../store/state/record-store.ts';
import type { Commit } from '../../store/world-store.ts';
import { ConflictError, StoreUnavailableError } from '../../store/store.ts';
import { type Clock, createControllableClock } from '../clock.ts';
import { Diallers } from '../diallers.ts';
import { Faults, type FaultsState } from '../faults.ts';
import { createSeededRandom } from '../random.ts';
import { SharedJournals } from './shared-journals.ts';
import { type MirrorOptions, WorldMirror, restoreParts, snapshotRow } from './world-mirror.ts';
import type { NamedSnapshot, Snapshots } from '../snapshots.ts';
import { type SharedParts, type World, type WorldOrigin, type WorldState, beginWorld } from '../world.ts';
import { type SharedRegistry, type Worlds, defaultWorldName } from '../worlds.ts';

interface SharedWorldsOptions extends Omit<MirrorOptions, 'journals' | 'partsOf'> {
  /** The clock beneath every world's own. */
  readonly clock: Clock;
  /** This replica's name, which no other has or had. */
  readonly name: string;
  /** The scenario that a new log begins as; if absent, `default`. */
  readonly scenario?: string | undefined;
  readonly reads: 'linearizable' | 'local';
  /** How often a replica looks for what others have written while nobody asks it, in milliseconds of the machine. */
  readonly pollTime?: number;
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
  readonly #options: SharedWorldsOptions;
  readonly journals: SharedJournals;
  readonly mirror: WorldMirror;
  #turns: Promise<unknown> = Promise.resolve();
  #opening: Promise<void> | undefined;
  #timers: NodeJS.Timeout[] = [];

  constructor(options: SharedWorldsOptions) {
    const { database, clock, name } = options;
    this.#options = options;
    this.reads = options.reads;
    this.journals = new SharedJournals(database, name, () => clock.now().getTime());
    this.mirror = new WorldMirror({ ...options, journals: this.journals, partsOf: (world) => this.partsOf(world) });
  }

  /** Where the worlds are that it keeps like everybody's. */
  attach(worlds: Worlds, snapshots: Snapshots): void {
    this.mirror.attach(worlds, snapshots);
    snapshots.shareBy({
      keep: (snapshot) => this.#keep(snapshot),
      delete: (name) => this.end(snapshotRow(name)),
    });
  }

  /** What a world does otherwise than one that nobody shares. */
  partsOf(name: string): SharedParts {
    return {
      record: (record) => this.journals.note(name, record),
      turn: (work) => this.change(this.mirror.find(name).world, work),
    };
  }

  async current(name?: string, isWriting = false): Promise<void> {
    // Somebody may have emptied the tables: then the log begins again.
    if (!this.mirror.hasBegun) await (this.#opening ??= this.#open().finally(() => (this.#opening = undefined)));
    if (isWriting && (await this.#isTurnOf(name))) return;
    const isKnown = name === undefined || this.mirror.has(name);
    if (this.reads === 'linearizable' || !isKnown) {
      await this.mirror.ask(name === undefined ? undefined : [defaultWorldName, name]);
    }
    const broken = this.mirror.damage(name ?? defaultWorldName);
    if (broken !== undefined) throw broken;
  }

  async create(name: string, origin: WorldOrigin): Promise<World> {
    const like = this.mirror.lists.worlds.default;
    const scenario = origin.scenario ?? (origin.state ?? like).scenario;
    const store = origin.state?.store ?? (await this.mirror.scenarios.storeOf(scenario));
    const world = beginWorld(name, origin, { store, like, clock: this.#options.clock });
    const made = await this.#rowOf({ name, createdOn: world.createdOn.getTime(), parts: partsOfWorld(world) }, world);
    try {
      await this.#write({ made });
    } finally {
      await this.mirror.ask([name]);
    }
    return this.mirror.find(name).world;
  }

  async end(name: string, unusedSince?: number): Promise<void> {
    await this.#write({ ended: name, unusedSince });
    await this.mirror.ask([name]);
  }

  /** Runs work on a draft of a world, again if another replica was first; resolves when what it changed holds for all. */
  change<T>({ name }: World, work: (draft: World) => T | Promise<T>): Promise<T> {
    const turn = this.#turns.then(() => this.#change(name, work));
    this.#turns = turn.catch(() => undefined);
    return turn;
  }

  /** Whether the engine answers; if not, why. */
  async problem(): Promise<string | undefined> {
    await this.current().catch(() => undefined);
    return this.#options.database.problem ?? this.mirror.damage()?.message;
  }

  /** How many versions of the default world this replica has not read yet; undefined if the engine does not answer. */
  async lag(): Promise<number | undefined> {
    const before = this.mirror.position;
    const asked = this.mirror.ask([defaultWorldName]).then(() => Math.max(0, this.mirror.position - before));
    return asked.catch(() => undefined);
  }

  /** Tells the others that this replica goes, and lets go of the database. */
  async close(): Promise<void> {
    if (this.#timers.length > 0) await this.journals.close();
    for (const timer of this.#timers.splice(0)) clearInterval(timer);
    await this.#options.database.close();
  }

  /** Begins the log, unless it has begun, reads all of it, and tells the others that this replica is there. */
  async #open(): Promise<void> {
    const { database, scenario = 'default', clock, pollTime = this.reads === 'local' ? 50 : 1000 } = this.#options;
    if (await isEmptyLog(database)) {
      const { world } = this.mirror.find(defaultWorldName);
      const first = { scenario, seed: world.seed, store: await this.mirror.scenarios.storeOf(scenario) };
      const named = { name: defaultWorldName, createdOn: clock.now().getTime(), parts: partsOfWorld(world) };
      await this.#write({ made: await this.#rowOf(named, first) }).catch(ignoreConflict);
    }
    await this.mirror.ask();
    await this.journals.tell();
    await this.journals.read(this.mirror.find(defaultWorldName).world);
    this.mirror.hasBegun = true;
    if (this.#timers.length === 0) {
      const watch = async () => {
        for (const { world } of this.mirror.all()) if (world.journal.isWatched) await this.journals.current(world);
      };
      const poll = every(pollTime, () => this.mirror.ask());
      this.#timers = [poll, every(tellTime, () => this.journals.tell()), every(watchTime, watch)];
    }
  }

  /** Resolves when it is this replica's turn to write to a world; false if there is no such world. */
  async #isTurnOf(name = defaultWorldName): Promise<boolean> {
    if (!this.mirror.has(name)) return false;
    const turn = this.mirror.find(name).store.turn();
    return (await turn.then(() => true, ignoreConflict)) === true;
  }

  async #keep({ name, world, takenOn, state }: NamedSnapshot): Promise<void> {
    const named = { name: snapshotRow(name), createdOn: takenOn.getTime(), parts: snapshotParts(world, state) };
    await this.#write({ ended: named.name, made: await this.#rowOf(named, state) });
    await this.mirror.ask([named.name]);
  }

  async #change<T>(name: string, work: (draft: World) => T | Promise<T>): Promise<T> {
    const tryOut = async () => {
      const { world, store, records } = this.mirror.find(name);
      const draft = openDraft(world, store, this.#options.clock);
      return { world, records, draft, result: await work(draft.world) };
    };
    let tried = await tryOut();
    // What changes nothing of the world need not wait for its turn.
    for (let isDone = false; !isDone && tried.draft.isChanged();) {
      const writing = tried.records.append(async () => {
        tried = await tryOut();
        return this.#writingOf(tried.world, tried.draft);
      });
      isDone = (await this.#unlessLost(writing).then(() => true, ignoreConflict)) === true;
      await this.mirror.ask([name]);
    }
    if (tried.draft.cleared.length > 0) await this.journals.read(this.mirror.find(name).world);
    return tried.result;
  }

  async #writingOf({ scenario }: World, { change, cleared }: Draft): Promise<WorldWriting> {
    const writing = change();
    if (cleared.length > 0) await this.journals.write();
    if (!writing.isWhole) return { ...writing, cleared };
    const { root: base } = (await this.mirror.scenarios.storeOf(scenario)).snapshot();
    return { ...writing, cleared, commits: [{ changes: differenceOf(base, writing.root) }] };
  }

  /** The row of a state, its records as what they differ in from those of its scenario. */
  async #rowOf(
    named: Pick<NewWorldRow, 'name' | 'createdOn' | 'parts'>,
    { scenario, seed, store }: Pick<WorldState, 'scenario' | 'seed' | 'store'>,
  ): Promise<NewWorldRow> {
    const { root, ids } = store.snapshot();
    return { ...named, scenario, seed, ids: ids.highest(), records: await this.mirror.rowsOf(root, scenario) };
  }

  /** @throws ConflictError if another replica was first */
  #write(change: WorldsChange): Promise<void> {
    return this.#unlessLost(changeWorlds(this.#options.database, change));
  }

  /** @throws StoreUnavailableError that tells that the outcome is not known */
  async #unlessLost(writing: Promise<void>): Promise<void> {
    await writing.catch((error: unknown) => {
      if (!(error instanceof StoreUnavailableError) || error.isOutcomeUnknown) throw error;
      const note = 'Whether this was written is not known: look before you try again.';
      throw new StoreUnavailableError(`${error.message} ${note}`, true);
    });
  }
}

/** Does something again and again, one after the other; what fails is tried again. */
function every(milliseconds: number, work: () => Promise<void>): NodeJS.Timeout {
  let isUnderWay = false;
  const run = () => {
    if (isUnderWay) return;
    isUnderWay = true;
    void work()
      .catch(() => undefined)
      .finally(() => (isUnderWay = false));
  };
  return setInterval(run, milliseconds).unref();
}

/** @throws what is not a conflict */
function ignoreConflict(error: unknown): undefined {
  if (!(error instanceof ConflictError)) throw error;
}

/** A world that can be changed unseen. */
interface Draft {
  readonly world: World;
  readonly isChanged: () => boolean;
  /** What is to be written. */
  readonly change: () => WorldWriting;
  readonly cleared: readonly Cleared[];
}

/** @param beneath the clock that the world's own goes by */
function openDraft(world: World, records: RecordStore, beneath: Clock): Draft {
  const commits: Commit[] = [];
  const cleared: Cleared[] = [];
  const store = records.draft((commit) => commits.push(commit));
  const [before, idsBefore] = [partsOfWorld(world), store.snapshot().ids.highest()];
  const clock = createControllableClock(beneath);
  const random = createSeededRandom(world.seed);
  const faults = new Faults(world.seed, world.faults.initial);
  const diallers = new Diallers({ store, clock, random, ended: world.ended, catchUp: null });
  const draft = {
    ...world,
    ...{ store, clock, random, faults, diallers },
    clearJournal: () => cleared.push('journal'),
    clearCoverage: () => cleared.push('coverage'),
  };
  restoreParts(draft, before);
  const isChanged = () =>
    commits.length + cleared.length > 0 ||
    !isDeepStrictEqual(partsOfWorld(draft), before) ||
    !isDeepStrictEqual(store.snapshot().ids.highest(), idsBefore);
  const change = () => {
    const isWhole = commits.some(({ replacement }) => replacement !== undefined);
    return { commits, isWhole, parts: partsOfWorld(draft), ...store.snapshot() };
  };
  return { world: draft, isChanged, change, cleared };
}

/** What a world is besides its records, its journal and its coverage. */
function partsOfWorld({ clock, random, faults, diallers, profile }: World): WorldParts {
  return partsJson({ clock: clock.state(), random: random.state(), profile }, faults.state(), diallers.state());
}

/** What a snapshot is besides its records. */
function snapshotParts(world: string | null, state: WorldState): WorldParts {
  return { ...partsJson(state), world };
}

function partsJson(
  { clock, random, profile }: Pick<WorldState, 'clock' | 'random' | 'profile'>,
  faults: FaultsState = { lastId: 0, standing: [] },
  dialling: WorldParts['dialling'] = [],
): WorldParts {
  const kept = profile === undefined ? null : profileJson(profile.profile);
  // Sound because definitions and profiles are plain JSON, of which the schema says no more.
  return { clock, random, faults, dialling, profile: kept } as unknown as WorldParts;
}
