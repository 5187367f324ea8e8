import type { components } from '../../document/control-types.gen.ts';
import { ProfileError } from '../../clauses/profile/profile.ts';
import type { FollowedProfile } from '../../worlds/followed-profile.ts';
import type { MemoryBudget } from '../../worlds/memory-budget.ts';
import { nearestClockTime } from '../../worlds/clock.ts';
import type { World } from '../../worlds/world.ts';
import type { WorldOrigin, Worlds } from '../../worlds/worlds.ts';
import { clockView } from './clock-routes.ts';
import { Problem } from '../../http/answer/problem.ts';
import type { ControlContext, ControlHandler } from '../control-handler.ts';
import { healthOf } from '../health.ts';
import { findSnapshot } from './find-snapshot.ts';
import { requireScenario } from './require-scenario.ts';

export const getHealth: ControlHandler<'getHealth'> = (_, { worlds, world }) => healthOf(worlds, world);

export const listWorlds: ControlHandler<'listWorlds'> = (_, { worlds }) => ({
  status: 200,
  body: { worlds: worlds.list().map((world) => worldView(world, worlds)), memory: memoryView(worlds.memory) },
});

export const createWorld: ControlHandler<'createWorld'> = async ({ body }, context) => {
  const { name, from, seed, profile: asked } = body;
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

function found(name: string, field: string, worlds: Worlds): World {
  const world = worlds.find(name);
  if (world === undefined) throw new Problem(404, `There is no world ${name}.`, field);
  return world;
}

/** The profile that was sent, to be followed. @throws Problem naming each place that is wrong */
export function followed(profile: unknown, { follow }: Pick<ControlContext, 'follow'>): FollowedProfile {
  try {
    return follow(profile);
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    throw new Problem(400, error.faults.slice(0, 5).join(' '), 'profile');
  }
}

/** A world as the control API shows it. */
export function worldView(world: World, worlds: Worlds): components['schemas']['World'] {
  const view = world.store.view();
  const lastUse = worlds.lastUse(world);
  return {
    name: world.name,
    scenario: world.scenario,
    seed: world.seed,
    created_on: world.createdOn.toISOString(),
    last_used_on: lastUse?.toISOString() ?? null,
    expires_on:
      lastUse === undefined ? null : new Date(nearestClockTime(lastUse.getTime() + worlds.idleTime)).toISOString(),
    clock: clockView(world.clock),
    ...(world.profile !== undefined && { profile: world.profile.profile.name }),
    counts: {
      workspaces: view.count('workspaces'),
      users: view.count('users'),
      agents: view.count('agents'),
      campaigns: view.count('campaigns'),
      phone_numbers: view.count('phone_numbers'),
    },
  };
}
