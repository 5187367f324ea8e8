import { nothingLeft } from '../../domain/every-member.ts';
import type { components } from '../../document/control-types.gen.ts';
import type { MemoryBudget } from '../../worlds/memory-budget.ts';
import type { World } from '../../worlds/world.ts';
import type { WorldRegistry } from '../../worlds/worlds.ts';
import type { WorldOrigin } from '../../worlds/begin-world.ts';
import { worldView } from './world-views.ts';
import { Problem } from '../../http/answer/problem.ts';
import type { ControlContext, ControlHandler } from '../control-handler.ts';
import { findSnapshot } from './find-snapshot.ts';
import { followed } from './followed.ts';
import { requireScenario } from './require-scenario.ts';

/** Whether the data of all worlds can be read and written, as far as it is known; if not, what is wrong with it. */
export const getHealth: ControlHandler<'getHealth'> = async (_, { worlds, shared, world: { profile } }) => {
  await shared?.problem();
  const problems = [...new Set(worlds.list().flatMap(({ store }) => store.faults()))];
  if (problems.length === 0) {
    const sharing = shared && { reads: shared.reads, replicas: shared.replicas() };
    const chosen = profile && { profile: profile.profile.name };
    return { status: 200, body: { status: 'ok', ...sharing, ...chosen } };
  }
  return { status: 503, body: { status: 'damaged', problems } };
};

export const getLive: ControlHandler<'getLive'> = () => ({ status: 200, body: { status: 'live' } });

/** Whether the engine of the store answers. */
export const getReady: ControlHandler<'getReady'> = async (_, { shared }) => {
  const problem = await shared?.problem();
  if (problem === undefined) return { status: 200, body: { status: 'ready' } };
  return { status: 503, body: { status: 'damaged', problems: [problem] } };
};

export const listWorlds: ControlHandler<'listWorlds'> = (_, { worlds }) => ({
  status: 200,
  body: { worlds: worlds.list().map((world) => worldView(world, worlds)), memory: memoryView(worlds.memory) },
});

export const createWorld: ControlHandler<'createWorld'> = async ({ body }, context) => {
  const { name, from, seed, profile: asked, ...rest } = body;
  nothingLeft(rest);
  const profile = asked === undefined ? undefined : followed(asked, context);
  const world = await context.worlds.create(name, { ...originOf(from, context), seed, profile });
  return { status: 201, body: worldView(world, context.worlds) };
};

export const getWorld: ControlHandler<'getWorld'> = ({ path }, { worlds }) => ({
  status: 200,
  body: worldView(found(path.name, 'name', worlds), worlds),
});

export const deleteWorld: ControlHandler<'deleteWorld'> = ({ path }, { worlds }) => {
  if (!worlds.delete(path.name)) throw new Problem(404, `There is no world ${path.name}.`, 'name');
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

function memoryView(memory: MemoryBudget): components['schemas']['Memory'] {
  memory.weigh();
  return { limit: memory.limit, used: memory.used, dropped: memory.dropped };
}

function originOf(from: components['schemas']['NewWorld']['from'], context: ControlContext): WorldOrigin {
  const { worlds, snapshots, scenarios } = context;
  if (from === undefined) return {};
  if ('world' in from) return { state: worlds.capture(found(from.world, 'from.world', worlds)) };
  if ('snapshot' in from) return { state: findSnapshot(from.snapshot, 'from.snapshot', snapshots).state };
  requireScenario(from.scenario, 'from.scenario', 404, scenarios());
  return { scenario: from.scenario };
}

function found(name: string, field: string, worlds: WorldRegistry): World {
  const world = worlds.find(name);
  if (world === undefined) throw new Problem(404, `There is no world ${name}.`, field);
  return world;
}
