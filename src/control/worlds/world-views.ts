import { profileJson } from '../../clauses/profile.ts';
import type { components } from '../../document/control-types.gen.ts';
import { effectiveStatus } from '../../domain/audiences/audience-format.ts';
import type { LeadStatus } from '../../domain/records.ts';
import { addDuration, parseIsoDuration } from '../../domain/times.ts';
import { Problem } from '../../http/answer/error-answer.ts';
import {
  type ClockState,
  type ControllableClock,
  isClockTime,
  nearestClockTime,
} from '../../worlds/time-and-chance.ts';
import { recordsOf } from '../../store/state/persistence.ts';
import type { View } from '../../store/state/root.ts';
import { inMegabytes } from '../../worlds/memory-budget.ts';
import type { NamedSnapshot, Snapshots } from '../../worlds/snapshots.ts';
import type { World, WorldState } from '../../worlds/world.ts';
import type { Worlds } from '../../worlds/worlds.ts';

type Schemas = components['schemas'];
type SnapshotFile = Schemas['SnapshotFile'];

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

export function clockView(clock: ControllableClock): Schemas['Clock'] {
  return { now: clock.now().toISOString(), is_frozen: clock.isFrozen };
}

/** How many records of a campaign's audience show each status. */
export function audienceCounts(view: View, campaignId: number): Schemas['AudienceCounts'] {
  const leads = view.leads(campaignId);
  const isHalted = (view.get('audiences', campaignId)?.halted ?? null) !== null;
  const counts: [number, number, number, number] = [0, 0, 0, 0];
  const statuses: readonly LeadStatus[] = [0, 1, 2, 3];
  for (const status of statuses) counts[effectiveStatus(status, isHalted)] += leads.positionsOf(status).length;
  const [fresh, completed, halted, inqueue] = counts;
  return { total: leads.size, fresh, completed, halted, inqueue };
}

export function snapshotFile(name: string, state: WorldState): SnapshotFile {
  const { scenario, seed, clock, random, profile } = state;
  const { records, leads, ids } = recordsOf(state.records);
  const described = { format: 'voice-agent-mock/snapshot/1', name, scenario, seed, clock: clockFile(clock), ids };
  const chosen = profile && { profile: profileJson(profile.profile) };
  const file = { ...described, random: [...random], ...chosen, records, leads };
  // Sound: the records are plain JSON, of which the document says no more.
  return file as unknown as SnapshotFile;
}

export function clockFile(state: ClockState): SnapshotFile['clock'] {
  return 'frozenAt' in state ? { frozen_at: new Date(state.frozenAt).toISOString() } : { offset_ms: state.offset };
}

/** What a request names. @param what for the message: `agent 7` @throws Problem with this status if it is not there */
export function existing<T>(found: T | undefined, what: string, field: string, status: 400 | 404 = 404): T {
  if (found === undefined) throw new Problem(status, `There is no ${what}.`, field);
  return found;
}

/** The time that a text of the request names. @throws Problem for one that is not of the years 0 to 9999 */
export function requestedTime(text: string, field: string): Date {
  return clockTime(new Date(text), field, 'be');
}

/** The time a duration later. @throws Problem for what is not a duration, and for a time not of the years 0 to 9999 */
export function timeAfter(now: Date, duration: string, field: string): Date {
  const parsed = parseIsoDuration(duration);
  if (parsed === undefined) {
    throw new Problem(400, `${field} must be an ISO 8601 duration, for example PT90S or P1DT2H.`, field);
  }
  return clockTime(addDuration(now, parsed), field, 'lead to');
}

/** The time itself. @throws Problem for one that is not of the years 0 to 9999 */
export function clockTime(time: Date, field: string, verb: string): Date {
  if (isClockTime(time.getTime())) return time;
  throw new Problem(400, `${field} must ${verb} a time of the years 0 to 9999.`, field);
}

/** The snapshot of a name. @throws Problem if there is none; 410 if it was dropped */
export function findSnapshot(name: string, field: string, snapshots: Snapshots): NamedSnapshot {
  const snapshot = snapshots.find(name);
  if (snapshot !== undefined || !snapshots.wasDropped(name)) return existing(snapshot, `snapshot ${name}`, field);
  const why = `because the mock keeps at most ${inMegabytes(snapshots.memory.limit)}`;
  throw new Problem(410, `The snapshot ${name} was dropped, ${why}: take it again, or give --memory for more.`, field);
}

/** Refuses what is not a scenario of the mock: a request never names a folder. @throws Problem with this status */
export function requireKnownScenario(
  scenario: string,
  field: string,
  status: 400 | 404,
  known: readonly string[],
): void {
  if (known.includes(scenario)) return;
  throw new Problem(status, `There is no scenario ${scenario}: take ${known.join(' or ')}.`, field);
}
