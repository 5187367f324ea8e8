import { nothingLeft } from '../../domain/every-member.ts';
import type { components } from '../../document/control-types.gen.ts';
import { openRecords, RecordsError } from '../../store/open-records.ts';
import type { ClockState } from '../../worlds/clock.ts';
import { inMegabytes } from '../../worlds/memory-size.ts';
import type { NamedSnapshot, SnapshotRegistry } from '../../worlds/snapshots.ts';
import type { World } from '../../worlds/world.ts';
import type { WorldState } from '../../worlds/begin-world.ts';
import { Problem } from '../../http/answer/problem.ts';
import type { ControlHandler } from '../control-handler.ts';
import { findSnapshot } from './find-snapshot.ts';
import { requireScenario } from './require-scenario.ts';
import { inRange, timeOf } from './time-of.ts';
import { followed } from './followed.ts';
import { worldView, clockFile, snapshotFile } from './world-views.ts';

type SnapshotFile = components['schemas']['SnapshotFile'];

export const listSnapshots: ControlHandler<'listSnapshots'> = (_, { snapshots }) => ({
  status: 200,
  body: { snapshots: snapshots.list().map(snapshotView) },
});

export const takeSnapshot: ControlHandler<'takeSnapshot'> = ({ body }, { world, worlds, snapshots }) => {
  const { name, replace = false, before_request: before, ...rest } = body;
  nothingLeft(rest);
  if (!replace && snapshots.find(name) !== undefined) {
    throw new Problem(409, `There is a snapshot ${name} already: delete it, or send replace true.`, 'name');
  }
  const snapshot = {
    name,
    world: world.name,
    takenOn: world.clock.now(),
    state: before === undefined ? worlds.capture(world) : stateBefore(before, world),
  };
  keep(snapshot, snapshots);
  return { status: 201, body: snapshotView(snapshot) };
};

export const exportSnapshot: ControlHandler<'exportSnapshot'> = async ({ path }, { snapshots }) => {
  const { name, state } = findSnapshot(path.name, 'name', snapshots);
  return { status: 200, body: await snapshotFile(name, state) };
};

export const importSnapshot: ControlHandler<'importSnapshot'> = ({ path, body }, context) => {
  const { snapshots, clock, scenarios } = context;
  const { format: _, name: __, scenario, seed, clock: time, random, ids, records, leads, profile, ...rest } = body;
  nothingLeft(rest);
  requireScenario(scenario, 'scenario', 400, scenarios());
  const [a = 0, b = 0, c = 0, counter = 0] = random;
  try {
    const store = openRecords({ records, leads, ids: { ...ids } });
    const state = {
      scenario,
      seed,
      store,
      clock: clockState(time, clock.now()),
      random: [a, b, c, counter] as const,
      profile: profile === undefined ? undefined : followed(profile, context),
    };
    const snapshot = { name: path.name, world: null, takenOn: clock.now(), state };
    keep(snapshot, snapshots);
    return { status: 200, body: snapshotView(snapshot) };
  } catch (error) {
    if (!(error instanceof RecordsError)) throw error;
    throw new Problem(400, error.message, error.place.replaceAll('/', '.'));
  }
};

export const deleteSnapshot: ControlHandler<'deleteSnapshot'> = ({ path }, { snapshots }) => {
  findSnapshot(path.name, 'name', snapshots);
  snapshots.delete(path.name);
  return { status: 204 };
};

export const restoreSnapshot: ControlHandler<'restoreSnapshot'> = async ({ path }, { world, worlds, snapshots }) => {
  const { state } = findSnapshot(path.name, 'name', snapshots);
  await worlds.restore(world, state);
  return { status: 200, body: worldView(world, worlds) };
};

/**
 * The state that a request of the journal found, at its time. Chance goes on from where it is: what it was then is not kept.
 * @throws Problem if the journal has no such request
 */
function stateBefore(id: number, world: World): WorldState {
  const entry = world.journal.get(id);
  if (entry === undefined) throw new Problem(404, `The journal has no entry ${id}.`, 'before_request');
  const { scenario, seed, store, random, profile } = world;
  return {
    scenario,
    seed,
    store: store.at(entry.before),
    clock: { frozenAt: entry.at },
    random: random.state(),
    profile,
  };
}

function keep(snapshot: NamedSnapshot, snapshots: SnapshotRegistry): void {
  switch (snapshots.keep(snapshot)) {
    case 'kept':
      return;
    case 'too-many':
      throw new Problem(503, `There are ${snapshots.limit} snapshots, and no more may be: delete one.`);
    case 'too-large':
      throw new Problem(
        413,
        `The snapshot takes more memory than the ${inMegabytes(snapshots.memory.limit)} that the mock keeps: give --memory for more.`,
      );
  }
}

function snapshotView({ name, world, takenOn, state }: NamedSnapshot): components['schemas']['Snapshot'] {
  const { scenario, seed, clock } = state;
  return { name, world, scenario, seed, taken_on: takenOn.toISOString(), clock: clockFile(clock) };
}

/** @throws Problem if the clock would not show a time of the years 0 to 9999 at present */
function clockState(clock: SnapshotFile['clock'], now: Date): ClockState {
  if ('frozen_at' in clock) return { frozenAt: timeOf(clock.frozen_at, 'clock.frozen_at').getTime() };
  const { offset_ms: offset } = clock;
  inRange(new Date(now.getTime() + offset), 'clock.offset_ms', 'lead to');
  return { offset };
}
