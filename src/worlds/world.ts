import { isDeepStrictEqual } from 'node:util';
import { amendDocument, changesBy, withBehaviours } from '../clauses/amend-document.ts';
import { checkProfile, type Profile } from '../clauses/profile.ts';
import { isJsonObject } from '../json/json-value.ts';
import type { ClauseId } from '../document/names.gen.ts';
import type { ContractDocument } from '../document/read/load.ts';
import { type Rules, chooseRules, defaultRules } from '../domain/choices/rules.ts';
import { weightOf } from '../store/state/root.ts';
import type { Snapshot } from '../store/state/persistence.ts';
import type { RecordStore } from '../store/state/record-store.ts';
import { type Clock, type ClockState, type RandomState, ControllableClock, SeededRandom } from './time-and-chance.ts';
import { Coverage } from './coverage.ts';
import { Diallers } from './diallers.ts';
import { type FaultDefinition, Faults } from './faults.ts';
import { Journal, type JournalRecord } from './journal.ts';
import type { Holding, MemoryBudget } from './memory-budget.ts';

/** Everything that can change. Worlds are isolated from one another. */
export interface World {
  readonly name: string;
  /** The scenario that it goes back to when it is reset. */
  readonly scenario: string;
  readonly seed: string;
  /** By the clock of the machine. */
  readonly createdOn: Date;
  readonly store: RecordStore;
  readonly clock: ControllableClock;
  readonly random: SeededRandom;
  readonly diallers: Diallers;
  readonly faults: Faults;
  readonly journal: Journal;
  readonly coverage: Coverage;
  /** What it answers by where the specification is silent; undefined: as the document says. */
  profile: FollowedProfile | undefined;
  /** Takes note of an answered request. */
  readonly record: (record: JournalRecord) => void;
  readonly clearJournal: () => void;
  readonly clearCoverage: () => void;
  /**
   * Changes clock, chance, faults or dialling: work runs on the world, or where it is shared on a draft of it, once more
   * if another replica was first. Resolves when what it changed holds for all.
   */
  readonly turn: <T>(work: (world: World) => T | Promise<T>) => Promise<T>;
  /** Aborted once the world has ended: what goes on in it must end. */
  readonly ended: AbortSignal;
  /** Ends what goes on in it, and frees what it holds, except its records. */
  readonly end: () => void;
}

export interface WorldParts {
  readonly name: string;
  readonly scenario: string;
  /** What chance starts from; the name if absent. */
  readonly seed?: string;
  readonly store: RecordStore;
  /** The clock beneath its own. */
  readonly clock: Clock;
  /** The present if absent. */
  readonly createdOn?: Date;
  /** Where it is shared: what tells the others. */
  readonly shared?: SharedParts | undefined;
  readonly profile?: FollowedProfile | undefined;
  /** The faults that it begins with. */
  readonly initialFaults?: readonly FaultDefinition[];
  /** What its journal and its faults are counted in; absent: nothing. */
  readonly memory?: MemoryBudget;
  /** What its commits and its profile are counted in; absent: nothing. */
  readonly held?: Holding;
}

/** What is done otherwise where worlds are shared with other replicas. */
export type SharedParts = Pick<World, 'record' | 'turn'>;

/**
 * Makes a world whose clock runs with the one beneath and whose chance is at its beginning. The caller closes its store.
 * @param isDraft whether nothing goes on in it by itself
 */
export function makeWorld(parts: WorldParts, isDraft = false): World {
  const { name, scenario, seed = name, store, memory, held, shared } = parts;
  const clock = new ControllableClock(parts.clock);
  const random = new SeededRandom(seed);
  const ending = new AbortController();
  const ended = ending.signal;
  const journal = new Journal({}, memory);
  const faults = new Faults(seed, parts.initialFaults, memory);
  const coverage = new Coverage();
  const catchUp = isDraft ? undefined : () => world.turn((draft) => draft.diallers.catchUp());
  let { profile } = parts;
  held?.follow(profile);
  held?.hold(store.snapshot().root.own);
  store.onGrowth((bytes) => held?.hold(bytes));
  const world: World = {
    name,
    scenario,
    seed,
    store,
    clock,
    random,
    faults,
    journal,
    coverage,
    ended,
    createdOn: parts.createdOn ?? parts.clock.now(),
    diallers: new Diallers({ store, clock, random, catchUp }),
    get profile() {
      return profile;
    },
    set profile(next) {
      profile = next;
      held?.follow(next);
    },
    record: (record) => {
      coverage.note(record);
      journal.add(record);
    },
    clearJournal: () => journal.clear(),
    clearCoverage: () => coverage.clear(),
    turn: (work) => Promise.resolve(work(world)),
    end: () => {
      ending.abort();
      journal.close();
      faults.clear();
      world.diallers.restore([]);
      held?.release();
    },
    ...shared,
  };
  return world;
}

/** A world's state at one moment: what a snapshot keeps. */
export interface WorldState {
  readonly scenario: string;
  readonly seed: string;
  readonly records: Snapshot;
  readonly clock: ClockState;
  readonly random: RandomState;
  readonly profile: FollowedProfile | undefined;
}

/** What a new world begins as: a scenario (if absent, the default world's) or a state. */
export interface WorldOrigin {
  readonly scenario?: string | undefined;
  readonly state?: WorldState | undefined;
  /** If absent: the state's, or without a state the world's name. */
  readonly seed?: string | undefined;
  /** The state's, or the default world's, if absent. */
  readonly profile?: FollowedProfile | undefined;
}

interface WorldBase extends Pick<WorldParts, 'clock' | 'memory' | 'held'> {
  /** Those that it begins with. */
  readonly records: Snapshot;
  /** The world whose scenario, profile and first faults it takes where its origin names none. */
  readonly like: World;
}

/** A world as its origin says that it begins. */
export function beginWorld(name: string, origin: WorldOrigin, { records, like, ...parts }: WorldBase): World {
  const { state, seed, scenario, profile } = origin;
  const world = makeWorld({
    ...parts,
    name,
    scenario: scenario ?? (state ?? like).scenario,
    seed: seed ?? state?.seed ?? name,
    store: like.store.fork(records),
    profile: profile ?? (state ?? like).profile,
    initialFaults: like.faults.initial,
  });
  if (state !== undefined) {
    world.clock.restore(state.clock);
    if (seed === undefined) world.random.restart(state.random);
  }
  return world;
}

/** A profile, and what a world that follows it goes by. */
export interface FollowedProfile {
  readonly profile: Profile;
  /** The document with what the profile makes of it. */
  readonly document: ContractDocument;
  readonly rules: Rules;
  /** The rules of which the profile decides a choice. */
  readonly clauses: ReadonlySet<ClauseId>;
  /** What it holds, about: a document of its own, and what is compiled of that as requests need it. */
  readonly bytes: number;
}

/** What is done in a world where the specification is silent. */
export function rulesOf({ profile }: Pick<World, 'profile'>): Rules {
  return profile?.rules ?? defaultRules;
}

/** The document that a world answers by. */
export function documentOfWorld({ profile }: Pick<World, 'profile'>, document: ContractDocument): ContractDocument {
  return profile?.document ?? document;
}

/** How many times its document's weight a profile holds, once every operation has been called (measured). */
const shareOfDocument = 6;

/**
 * Follows profiles, which are checked before. Those that say the same but for behaviours that the document does not show
 * share what is made of it, as long as one of them is followed: a learner tries hundreds.
 * @returns what throws ProfileError
 */
export function createFollower(document: ContractDocument): (profile: unknown) => FollowedProfile {
  const latest = new Map<string, WeakRef<FollowedProfile>>();
  return (value) => {
    const profile = checkProfile(value, document.choices);
    const key = JSON.stringify(changesBy(profile, document));
    const followed = followProfile(document, profile, latest.get(key)?.deref());
    for (const [each, reference] of latest) if (reference.deref() === undefined) latest.delete(each);
    latest.set(key, new WeakRef(followed));
    return followed;
  };
}

/** What a world does that follows the profile. @param like what makes the same of the document @throws ProfileError */
export function followProfile(document: ContractDocument, profile: Profile, like?: FollowedProfile): FollowedProfile {
  const amended = like === undefined ? amendDocument(document, profile) : withBehaviours(like.document, profile);
  // What holds for no place of its own, such as sizes of pages.
  const values = amended.openapi['x-values'];
  return {
    profile,
    document: amended,
    rules: chooseRules(profile.behaviours, new Map(isJsonObject(values) ? Object.entries(values) : [])),
    clauses: decidedClauses(document, amended, profile),
    bytes: like?.bytes ?? shareOfDocument * weightOf(amended.openapi),
  };
}

/** The rules of which a behaviour is another one, or whose refusal is. */
function decidedClauses(
  document: ContractDocument,
  amended: ContractDocument,
  { behaviours }: Profile,
): ReadonlySet<ClauseId> {
  const clauses = new Set<ClauseId>();
  for (const id of behaviours.keys()) {
    const clause = document.choices.get(id)?.clause;
    if (clause !== undefined) clauses.add(clause);
  }
  for (const [id, { refusals, refusalCases }] of amended.operations) {
    const before = document.operations.get(id)?.refusals;
    for (const [clause, { status, body }] of refusals) {
      const own = before?.get(clause);
      if (own?.status !== status || !isDeepStrictEqual(own.body, body)) clauses.add(clause);
    }
    for (const name of refusalCases.keys()) clauses.add(name.split(';', 1)[0] as ClauseId);
  }
  return clauses;
}
