import { isDeepStrictEqual } from 'node:util';
import { randomUUID } from 'node:crypto';
import type { NewWorldRow, WorldsChange } from '../../store/postgres/world-changes.ts';
import type { WorldRecords } from '../../store/postgres/world-records.ts';
import { differenceOf } from '../../store/state/logged-change.ts';
import type { Commit } from '../../store/state/persistence.ts';
import type { RecordStore } from '../../store/state/record-store.ts';
import type { WorldStore } from '../../store/world-store.ts';
import { beginWorld, type WorldOrigin } from '../begin-world.ts';
import { type Clock, createControllableClock } from '../clock.ts';
import { Diallers } from '../diallers.ts';
import { Faults } from '../faults.ts';
import { createSeededRandom } from '../random.ts';
import type { SnapshotRegistry, Snapshots } from '../snapshots.ts';
import type { World } from '../world.ts';
import { type WorldRegistry, type Worlds, WorldsError } from '../worlds.ts';
import { partsJson, snapshotPartsJson } from './world-parts.ts';

export interface DraftParts {
  readonly world: World;
  readonly store: RecordStore;
  readonly records: WorldRecords;
  readonly worlds: Worlds;
  readonly snapshots: Snapshots;
  /** The clock beneath. */
  readonly clock: Clock;
  /** The store of a scenario, brought into the log if it is not there. */
  readonly pristine: (scenario: string) => Promise<WorldStore>;
}

/** What work that changes worlds and snapshots sees of them: drafts, of which all replicas hear when it is done. */
export interface Draft {
  readonly world: World;
  readonly worlds: WorldRegistry;
  readonly snapshots: SnapshotRegistry;
}

/** A draft, and what it has changed; undefined if nothing. */
export interface OpenDraft extends Draft {
  readonly change: () => Promise<WorldsChange | undefined>;
}

interface Effects {
  /** Made when all is done: the scenarios that they differ from may have to be read. */
  readonly made: (() => Promise<NewWorldRow>)[];
  readonly ended: string[];
  readonly cleared: (readonly [world: string, what: 'journal' | 'coverage'])[];
}

/** What a snapshot is called among the worlds. */
export function snapshotRow(name: string): string {
  return `snapshot:${name}`;
}

/** Opens a draft of a world, and of the lists of worlds and snapshots: nothing of it is seen outside. */
export function openDraft(parts: DraftParts): OpenDraft {
  const { world, records, pristine } = parts;
  const effects: Effects = { made: [], ended: [], cleared: [] };
  const commits: Commit[] = [];
  const store = parts.store.draft({
    admit: () => undefined,
    append: (written) => {
      commits.push(...written);
      return Promise.resolve(undefined);
    },
    faults: () => [],
    close: () => Promise.resolve(),
  });
  const draft = draftOf(world, store, parts.clock, effects);
  const [before, idsBefore, known] = [partsJson(world), store.snapshot().ids.highest(), records.known];
  const append = () => {
    const { root, ids } = store.snapshot();
    const isReplaced = commits.some(({ expected }) => expected.some(({ collection }) => collection === null));
    const now = partsJson(draft);
    const isOther = !isDeepStrictEqual(now, before);
    if (commits.length === 0 && !isOther && isDeepStrictEqual(ids.highest(), idsBefore)) return undefined;
    // What replaces everything was decided by everything.
    const written = isReplaced ? [{ changes: [], expected: [{ collection: null, id: null }], given: [] }] : commits;
    const own = { world: world.name, known, token: randomUUID(), commits: written, root, ids };
    return { append: { ...own, parts: now }, isReplaced, root };
  };
  const change = async (): Promise<WorldsChange | undefined> => {
    const own = append();
    const { made: making, ended, cleared } = effects;
    if (own === undefined && making.length + ended.length + cleared.length === 0) return undefined;
    const base = (await pristine(world.scenario)).snapshot().root;
    const replaced = own?.isReplaced === true ? differenceOf(base, own.root) : undefined;
    const made = await Promise.all(making.map((make) => make()));
    return { append: own?.append, replaced, made, ended, cleared };
  };
  return { world: draft, worlds: worldsOf(parts, draft, effects), snapshots: snapshotsOf(parts, effects), change };
}

function draftOf(world: World, store: RecordStore, beneath: Clock, { cleared }: Effects): World {
  const clock = createControllableClock(beneath);
  clock.restore(world.clock.state());
  const random = createSeededRandom(world.seed);
  random.restart(world.random.state());
  const faults = new Faults(world.seed, world.faults.initial);
  faults.restore(world.faults.state());
  const diallers = new Diallers({ store, clock, random, ended: world.ended, catchUp: null });
  diallers.restore(world.diallers.state());
  return {
    ...world,
    ...{ store, clock, random, faults, diallers },
    clearJournal: () => cleared.push([world.name, 'journal']),
    clearCoverage: () => cleared.push([world.name, 'coverage']),
  };
}

function worldsOf({ worlds, clock, pristine }: DraftParts, draft: World, effects: Effects): Draft['worlds'] {
  const find = (name: string): World | undefined => (name === draft.name ? draft : worlds.find(name));
  const create = async (name: string, origin: WorldOrigin): Promise<World> => {
    worlds.refuseTaken(name);
    const base = await pristine(origin.scenario ?? (origin.state ?? worlds.default).scenario);
    const made = beginWorld(name, origin, { store: origin.state?.store ?? base, like: worlds.default, clock });
    const idlest = worlds.worldInTheWay();
    if (idlest !== undefined) effects.ended.push(idlest);
    const createdOn = made.createdOn.getTime();
    effects.made.push(() => rowOf({ name, createdOn, parts: partsJson(made) }, made, pristine));
    return made;
  };
  return {
    idleTime: worlds.idleTime,
    memory: worlds.memory,
    find,
    create,
    delete: (name) => {
      if (name === worlds.default.name) {
        throw new WorldsError('default', 'The default world cannot be deleted: reset it.');
      }
      const isThere = find(name) !== undefined;
      if (isThere) effects.ended.push(name);
      return isThere;
    },
    reset: async (world) => {
      await pristine(world.scenario);
      await worlds.reset(world);
    },
    restore: (world, state) => worlds.restore(world, state),
    capture: (world) => worlds.capture(world),
    list: () => worlds.list(),
    lastUse: (world) => (worlds.has(world.name) ? worlds.lastUse(world) : clock.now()),
  };
}

function snapshotsOf({ snapshots, pristine }: DraftParts, effects: Effects): Draft['snapshots'] {
  return {
    limit: snapshots.limit,
    memory: snapshots.memory,
    find: (name) => snapshots.find(name),
    list: () => snapshots.list(),
    fits: (snapshot) => snapshots.fits(snapshot),
    wasDropped: (name) => snapshots.wasDropped(name),
    keep: (snapshot) => {
      const bytes = snapshots.fits(snapshot);
      if (typeof bytes === 'string') return bytes;
      effects.ended.push(snapshotRow(snapshot.name));
      const { name, world, takenOn, state } = snapshot;
      const row = { name: snapshotRow(name), createdOn: takenOn.getTime(), parts: snapshotPartsJson(world, state) };
      effects.made.push(() => rowOf(row, state, pristine));
      return 'kept';
    },
    delete: (name) => {
      const isThere = snapshots.find(name) !== undefined;
      if (isThere) effects.ended.push(snapshotRow(name));
      return isThere;
    },
  };
}

/** The row of a state, its records as what they differ in from those of its scenario. */
async function rowOf(
  named: Pick<NewWorldRow, 'name' | 'createdOn' | 'parts'>,
  { scenario, seed, store }: Pick<World, 'scenario' | 'seed' | 'store'>,
  pristine: DraftParts['pristine'],
): Promise<NewWorldRow> {
  const base = (await pristine(scenario)).snapshot().root;
  const { root, ids } = store.snapshot();
  return { ...named, scenario, seed, ids: ids.highest(), changes: differenceOf(base, root), root };
}
