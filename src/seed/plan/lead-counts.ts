import type { CampaignStatus, LeadStatus } from '../../domain/records.ts';
import { type AudiencePlan, leadStates, type LeadState, PlanError } from './plan.ts';
import type { RandomSource } from '../factories/random-source.ts';

/** How many records an audience has of each status: Fresh, Completed, Halted, Inqueue. */
export type LeadCounts = readonly [number, number, number, number];

const commonMix: Readonly<Record<LeadState, number>> = { fresh: 40, completed: 30, halted: 5, inqueue: 25 };

/**
 * The sizes that a plan asks for, either by status or as one size with a mix. Throws `PlanError` where it gives both, or
 * records that a campaign of this status cannot have: a draft has called nobody, and forced completion leaves none waiting.
 */
export function resolveLeadCounts(audience: AudiencePlan, status: CampaignStatus, path: string): LeadCounts {
  const impossible = impossibleStates(status);
  const given = leadStates.filter((state) => audience[state] !== undefined);
  if (audience.size === undefined) {
    if (audience.mix !== undefined) throw new PlanError(`${path}.mix`, 'it spreads a size: expected size beside it');
    for (const state of given) refuseImpossible(audience[state] ?? 0, state, status, `${path}.${state}`);
    return [audience.fresh ?? 0, audience.completed ?? 0, audience.halted ?? 0, audience.inqueue ?? 0];
  }
  const [first] = given;
  if (first !== undefined) throw new PlanError(`${path}.${first}`, 'expected either size or the counts, not both');
  const mix = audience.mix ?? Object.fromEntries(Object.entries(commonMix).filter(([state]) => !impossible.has(state)));
  for (const state of leadStates) refuseImpossible(mix[state] ?? 0, state, status, `${path}.mix.${state}`);
  return spread(audience.size, mix, path);
}

/** Statuses in random order, as many of each as there are to be; costs no memory however many. */
export function* drawStatuses(random: RandomSource, counts: LeadCounts): Generator<LeadStatus, void> {
  const left: [number, number, number, number] = [...counts];
  for (let total = totalOf(counts); total > 0; total--) {
    let place = random.int(0, total - 1);
    for (const status of [0, 1, 2, 3] as const) {
      if (place < left[status]) {
        left[status] -= 1;
        yield status;
        break;
      }
      place -= left[status];
    }
  }
}

export function totalOf(counts: LeadCounts): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

function impossibleStates(status: CampaignStatus): ReadonlySet<string> {
  if (status === 'draft') return new Set(['completed', 'halted', 'inqueue']);
  return status === 'force_completed' ? new Set(['fresh', 'inqueue']) : new Set();
}

function refuseImpossible(count: number, state: LeadState, status: CampaignStatus, path: string): void {
  if (count === 0 || !impossibleStates(status).has(state)) return;
  const reason = status === 'draft' ? 'a draft campaign has called nobody' : 'forced completion halts whoever waits';
  throw new PlanError(path, `${reason}: expected 0, not ${count}`);
}

/** Whole numbers that add up to the size, each as near to its part as can be. */
function spread(size: number, mix: Partial<Record<LeadState, number>>, path: string): LeadCounts {
  const weights = leadStates.map((state) => mix[state] ?? 0);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum === 0) throw new PlanError(`${path}.mix`, 'expected one part above 0');
  let before = 0;
  let reached = 0;
  const [fresh = 0, completed = 0, halted = 0, inqueue = 0] = weights.map((weight) => {
    before += weight;
    const upTo = Math.round((size * before) / sum);
    const count = upTo - reached;
    reached = upTo;
    return count;
  });
  return [fresh, completed, halted, inqueue];
}
