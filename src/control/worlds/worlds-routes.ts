import { profileJson } from '../../clauses/profile.ts';
import type { components } from '../../document/control-types.gen.ts';
import { nothingLeft } from '../../json/json-value.ts';
import { Problem } from '../../http/answer/error-answer.ts';
import { stateOfRecords } from '../../store/open-ephemeral.ts';
import type { World, WorldOrigin, WorldState } from '../../worlds/world.ts';
import type { ClockState } from '../../worlds/time-and-chance.ts';
import type { NamedSnapshot } from '../../worlds/snapshots.ts';
import type { Worlds } from '../../worlds/worlds.ts';
import type { ControlContext, ControlHandler } from '../control-handler.ts';
import {
  clockFile,
  clockTime,
  existing,
  findSnapshot,
  requestedTime,
  requireKnownScenario,
  snapshotFile,
  worldView,
} from './world-views.ts';

export const listWorlds: ControlHandler<'listWorlds'> = (_, { worlds }) => {
  const { limit, used, dropped } = worlds.memory;
  const { entry, snapshot, world } = dropped;
  const memory = { limit, used, dropped: { journal_entries: entry, snapshots: snapshot, worlds: world } };
  return { status: 200, body: { worlds: worlds.list().map((each) => worldView(each, worlds)), memory } };
};

export const createWorld: ControlHandler<'createWorld'> = async ({ body }, context) => {
  const { name, from, seed, profile: sentProfile, ...rest } = body;
  nothingLeft(rest);
  const profile = sentProfile === undefined ? undefined : context.follow(sentProfile);
  const world = await context.worlds.create(name, { ...originOf(from, context), seed, profile });
  return { status: 201, body: worldView(world, context.worlds) };
};

export const getWorld: ControlHandler<'getWorld'> = ({ path }, { worlds }) => ({
  status: 200,
  body: worldView(existing(worlds.find(path.name), `world ${path.name}`, 'name'), worlds),
});

export const deleteWorld: ControlHandler<'deleteWorld'> = async ({ path }, { worlds }) => {
  existing(worlds.find(path.name), `world ${path.name}`, 'name');
  await worlds.delete(path.name);
  return { status: 204 };
};

export const listScenarios: ControlHandler<'listScenarios'> = (_, { scenarios }) => ({
  status: 200,
  body: { scenarios: scenarios() },
});

export const resetWorld: ControlHandler<'resetWorld'> = async (_, { world, worlds }) => {
  await worlds.reset(world);
  return { status: 200, body: worldView(world, worlds) };
};

function originOf(from: components['schemas']['NewWorld']['from'], context: ControlContext): WorldOrigin {
  const { worlds, snapshots, scenarios } = context;
  if (from === undefined) return {};
  if ('world' in from) {
    return { state: worlds.capture(existing(worlds.find(from.world), `world ${from.world}`, 'from.world')) };
  }
  if ('snapshot' in from) return { state: findSnapshot(from.snapshot, 'from.snapshot', snapshots).state };
  requireKnownScenario(from.scenario, 'from.scenario', 404, scenarios());
  return { scenario: from.scenario };
}

export const listSnapshots: ControlHandler<'listSnapshots'> = (_, { snapshots }) => ({
  status: 200,
  body: { snapshots: snapshots.list().map(snapshotView) },
});

export const takeSnapshot: ControlHandler<'takeSnapshot'> = async ({ body }, { world, worlds, snapshots }) => {
  const { name, replace = false, before_request: before, ...rest } = body;
  nothingLeft(rest);
  if (!replace && snapshots.find(name) !== undefined) {
    throw new Problem(409, `There is a snapshot ${name} already: delete it, or send replace true.`, 'name');
  }
  const snapshot = {
    name,
    world: world.name,
    takenOn: world.clock.now(),
    state: before === undefined ? worlds.capture(world) : stateBefore(before, world, worlds),
  };
  await snapshots.keep(snapshot);
  return { status: 201, body: snapshotView(snapshot) };
};

export const exportSnapshot: ControlHandler<'exportSnapshot'> = ({ path }, { snapshots }) => {
  const { name, state } = findSnapshot(path.name, 'name', snapshots);
  return { status: 200, body: snapshotFile(name, state) };
};

export const importSnapshot: ControlHandler<'importSnapshot'> = async ({ path, body }, context) => {
  const { snapshots, clock, scenarios, follow } = context;
  const { format: _, name: __, scenario, seed, clock: time, random, ids, records, leads, profile, ...rest } = body;
  nothingLeft(rest);
  requireKnownScenario(scenario, 'scenario', 400, scenarios());
  const [a = 0, b = 0, c = 0, counter = 0] = random;
  const state = {
    scenario,
    seed,
    records: stateOfRecords({ records, leads, ids: { ...ids } }),
    clock: clockState(time, clock.now()),
    random: [a, b, c, counter] as const,
    profile: profile === undefined ? undefined : follow(profile),
  };
  const snapshot = { name: path.name, world: null, takenOn: clock.now(), state };
  await snapshots.keep(snapshot);
  return { status: 200, body: snapshotView(snapshot) };
};

export const deleteSnapshot: ControlHandler<'deleteSnapshot'> = async ({ path }, { snapshots }) => {
  findSnapshot(path.name, 'name', snapshots);
  await snapshots.delete(path.name);
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
function stateBefore(id: number, world: World, worlds: Worlds): WorldState {
  const entry = world.journal.get(id);
  if (entry === undefined) throw new Problem(404, `The journal has no entry ${id}.`, 'before_request');
  return { ...worlds.capture(world), records: entry.before, clock: { frozenAt: entry.at } };
}

function snapshotView({ name, world, takenOn, state }: NamedSnapshot): components['schemas']['Snapshot'] {
  const { scenario, seed, clock } = state;
  return { name, world, scenario, seed, taken_on: takenOn.toISOString(), clock: clockFile(clock) };
}

/** @throws Problem if the clock would not show a time of the years 0 to 9999 at present */
function clockState(clock: components['schemas']['SnapshotFile']['clock'], now: Date): ClockState {
  if ('frozen_at' in clock) return { frozenAt: requestedTime(clock.frozen_at, 'clock.frozen_at').getTime() };
  const { offset_ms: offset } = clock;
  clockTime(new Date(now.getTime() + offset), 'clock.offset_ms', 'lead to');
  return { offset };
}

export const getProfile: ControlHandler<'getProfile'> = (_, context) => ({ status: 200, body: profileView(context) });

export const putProfile: ControlHandler<'putProfile'> = ({ body }, context) => {
  const profile = context.follow(body);
  context.world.profile = profile.profile.overlay.actions.length === 0 ? undefined : profile;
  return { status: 200, body: profileView(context) };
};

function profileView({ world, documentWithoutProfile }: ControlContext): components['schemas']['ProfileView'] {
  const profile = world.profile?.profile;
  const choices = [...documentWithoutProfile.choices.values()].map(({ id, clause, question, alternatives: known }) => {
    const alternatives = [...known].map(([name, { is: meaning }]) => ({ name, meaning }));
    const decided = profile?.behaviours.get(id) ?? alternatives[0]?.name ?? '';
    return { id, clause, question, alternatives, decided };
  });
  if (profile === undefined) return { choices };
  return { profile: profile.name, overlay: profileJson(profile) as components['schemas']['Profile'], choices };
}
