import { profileJson } from '../../clauses/profile.ts';
import type { components } from '../../document/control-types.gen.ts';
import { effectiveStatus } from '../../domain/audiences/audience-format.ts';
import type { LeadStatus } from '../../domain/records.ts';
import { nearestClockTime, type ClockState, type ControllableClock } from '../../worlds/clock.ts';
import type { World, WorldState } from '../../worlds/world.ts';
import type { Worlds } from '../../worlds/worlds.ts';

type Schemas = components['schemas'];
type SnapshotFile = Schemas['SnapshotFile'];

/** A world as the control API shows it. */
export function worldView(world: World, worlds: Pick<Worlds, 'idleTime' | 'lastUse'>): Schemas['World'] {
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

/** A world's time as the control API shows it. */
export function clockView(clock: ControllableClock): Schemas['Clock'] {
  return { now: clock.now().toISOString(), is_frozen: clock.isFrozen };
}

/** How many records of a campaign's audience show each status. */
export async function audienceCounts(world: World, campaignId: number): Promise<Schemas['AudienceCounts']> {
  const leads = await world.store.leads(campaignId);
  const isHalted = (world.store.view().get('audiences', campaignId)?.halted ?? null) !== null;
  const counts: [number, number, number, number] = [0, 0, 0, 0];
  const statuses: readonly LeadStatus[] = [0, 1, 2, 3];
  for (const status of statuses) counts[effectiveStatus(status, isHalted)] += leads.positionsOf(status).length;
  const [fresh, completed, halted, inqueue] = counts;
  return { total: leads.size, fresh, completed, halted, inqueue };
}

/** A state as a file that can be imported. */
export async function snapshotFile(name: string, state: WorldState): Promise<SnapshotFile> {
  const { scenario, seed, store, clock, random, profile } = state;
  const { records, leads, ids } = await store.records();
  const format = 'voice-agent-mock/snapshot/1';
  const described = { format, name, scenario, seed, clock: clockFile(clock), random: [...random], ids };
  const chosen = profile === undefined ? {} : { profile: profileJson(profile.profile) };
  const file = { ...described, ...chosen, records, leads };
  // Sound: the records are plain JSON, of which the document says no more.
  return file as unknown as SnapshotFile;
}

/** A clock as a snapshot shows it. */
export function clockFile(state: ClockState): SnapshotFile['clock'] {
  return 'frozenAt' in state ? { frozen_at: new Date(state.frozenAt).toISOString() } : { offset_ms: state.offset };
}

/** In the order of their ids. */
export function sortedById<T extends { readonly id: number | string }>(records: Iterable<T>): T[] {
  return [...records].sort((one, other) => (one.id < other.id ? -1 : 1));
}
