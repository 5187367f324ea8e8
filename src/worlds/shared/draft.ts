import { isDeepStrictEqual } from 'node:util';
import type { LoggedChange } from '../../store/state/logged-change.ts';
import type { RecordStore } from '../../store/state/record-store.ts';
import type { Clock } from '../clock.ts';
import { createControllableClock } from '../clock.ts';
import { Diallers } from '../diallers.ts';
import { Faults } from '../faults.ts';
import { createSeededRandom } from '../random.ts';
import { beginWorld } from '../begin-world.ts';
import type { World } from '../world.ts';
import { type Snapshots } from '../snapshots.ts';
import { WorldsError, type Worlds } from '../worlds.ts';
import type { WorldOrigin } from '../begin-world.ts';
import type { Draft } from './shared-control.ts';
import type { SharedCommand } from './shared-command.ts';
import { differingMembers } from './record-changes-json.ts';
import type { SharedStates } from './shared-state.ts';

export interface DraftParts {
  readonly world: World;
  readonly store: RecordStore;
  readonly worlds: Worlds;
  readonly snapshots: Snapshots;
  readonly states: SharedStates;
  /** The clock beneath. */
  readonly clock: Clock;
  /** The store of a scenario, brought into the log if it is not there. */
  readonly pristine: (scenario: string) => Promise<RecordStore>;
}

/** A draft, what it has changed, and what that was decided by. */
export interface OpenDraft extends Draft {
  readonly commands: () => readonly SharedCommand[];
  /** The parts of the shared state that were looked at. */
  readonly scopes: ReadonlySet<string>;
}

/** Opens a draft of a world, and of the lists of worlds and snapshots: nothing of it is seen outside. */
export function openDraft(parts: DraftParts): OpenDraft {
  const { world, states } = parts;
  const commands: SharedCommand[] = [];
  const scopes = new Set<string>();
  const commits: (readonly LoggedChange[])[] = [];
  const store = parts.store.draft((changes) => {
    if (changes.length > 0) commits.push(changes);
  });
  const draft = draftOf(world, store, parts.clock, (what) => commands.push({ do: 'clear', world: world.name, what }));
  const before = states.partsJson(world);
  const idsBefore = store.snapshot().ids.highest();
  const changed = (): readonly SharedCommand[] => {
    const changes = differingMembers(before, states.partsJson(draft));
    const ids = store.snapshot().ids.highest();
    const own: SharedCommand[] = [];
    if (commits.length > 0) own.push({ do: 'commit', world: world.name, commits });
    if (!isDeepStrictEqual(ids, idsBefore)) own.push({ do: 'ids', world: world.name, ids });
    if (own.length > 0) scopes.add(`records ${world.name}`);
    if (Object.keys(changes).length > 0) own.push({ do: 'parts', world: world.name, parts: changes });
    // What else was decided may have been by the clock.
    if (own.length + commands.length > 0) scopes.add(`parts ${world.name}`);
    return [...own, ...commands];
  };
  const registries = {
    worlds: worldsOf(parts, draft, commands, scopes),
    snapshots: snapshotsOf(parts, commands, scopes),
  };
  return { world: draft, ...registries, commands: changed, scopes };
}

function draftOf(
  world: World,
  store: RecordStore,
  beneath: Clock,
  clear: (what: 'journal' | 'coverage') => void,
): World {
  const clock = createControllableClock(beneath);
  clock.restore(world.clock.state());
  const random = createSeededRandom(world.seed);
  random.restart(world.random.state());
  const faults = new Faults(world.seed);
  faults.restore(world.faults.state());
  const diallers = new Diallers({ store, clock, random, ended: world.ended, catchUp: null });
  diallers.restore(world.diallers.state());
  return {
    ...world,
    ...{ store, clock, random, faults, diallers },
    clearJournal: () => clear('journal'),
    clearCoverage: () => clear('coverage'),
  };
}

function worldsOf(
  { worlds, states, clock, pristine }: DraftParts,
  draft: World,
  commands: SharedCommand[],
  scopes: Set<string>,
): Draft['worlds'] {
  const find = (name: string): World | undefined => {
    scopes.add(`world ${name}`).add(`records ${name}`).add(`parts ${name}`);
    return name === draft.name ? draft : worlds.find(name);
  };
  const create = async (name: string, origin: WorldOrigin): Promise<World> => {
    scopes.add(`world ${name}`);
    worlds.refuseTaken(name);
    const base = await pristine(origin.scenario ?? (origin.state ?? worlds.default).scenario);
    const made = beginWorld(name, origin, { store: origin.state?.store ?? base, like: worlds.default, clock });
    const { scenario, seed, store } = made;
    const records = states.recordsJson(scenario, store);
    const idlest = worlds.worldInTheWay();
    if (idlest !== undefined) commands.push({ do: 'end', world: idlest });
    const json = { ...records, name, seed, createdOn: made.createdOn.getTime(), parts: states.partsJson(made) };
    commands.push({ do: 'begin', world: json });
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
      if (isThere) commands.push({ do: 'end', world: name });
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

function snapshotsOf(
  { snapshots, states }: DraftParts,
  commands: SharedCommand[],
  scopes: Set<string>,
): Draft['snapshots'] {
  return {
    limit: snapshots.limit,
    memory: snapshots.memory,
    find: (name) => {
      scopes.add(`snapshot ${name}`);
      return snapshots.find(name);
    },
    list: () => snapshots.list(),
    fits: (snapshot) => snapshots.fits(snapshot),
    wasDropped: (name) => snapshots.wasDropped(name),
    keep: (snapshot) => {
      const bytes = snapshots.fits(snapshot);
      if (typeof bytes === 'string') return bytes;
      const { name, world, takenOn, state } = snapshot;
      commands.push({
        do: 'keep',
        snapshot: { name, world, takenOn: takenOn.getTime(), state: states.stateJson(state) },
      });
      scopes.add(`snapshot ${name}`);
      return 'kept';
    },
    delete: (name) => {
      const isThere = snapshots.find(name) !== undefined;
      if (isThere) commands.push({ do: 'forget', snapshot: name, isDropped: false });
      return isThere;
    },
  };
}
