import type { CampaignStatus, LeadStatus } from '../../domain/records.ts';
import { type AudiencePlan, type LeadState, type Refuse, leadStates } from './read-plan.ts';
import type { SeededValues } from '../factories/factory.ts';

/** How many records an audience has of each status: Fresh, Completed, Halted, Inqueue. */
export type LeadCounts = readonly [number, number, number, number];

const commonMix: Readonly<Record<LeadState, number>> = { fresh: 40, completed: 30, halted: 5, inqueue: 25 };

/**
 * The sizes that a plan asks for, either by status or as one size with a mix. Refused are both, and records that a
 * campaign of this status cannot have.
 */
export function resolveLeadCounts(
  audience: AudiencePlan,
  status: CampaignStatus,
  path: string,
  refuse: Refuse,
): LeadCounts {
  const [given] = leadStates.filter((state) => audience[state] !== undefined);
  if (audience.size === undefined) {
    if (audience.mix !== undefined) refuse(`${path}.mix`, 'it spreads a size: expected size beside it');
    refuseImpossible(audience, status, path, refuse);
    return countsInOrder((state) => audience[state] ?? 0);
  }
  if (given !== undefined) refuse(`${path}.${given}`, 'expected either size or the counts, not both');
  const { mix = possibleMix(status) } = audience;
  refuseImpossible(mix, status, `${path}.mix`, refuse);
  return spread(audience.size, mix, path, refuse);
}

/** Statuses in random order, as many of each as there are to be; costs no memory however many. */
export function* drawStatuses(random: SeededValues, counts: LeadCounts): Generator<LeadStatus, void> {
  const left: [number, number, number, number] = [...counts];
  for (let total = totalOfCounts(counts); total > 0; total--) {
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

export function totalOfCounts(counts: LeadCounts): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** A draft has called nobody, and forced completion leaves no record waiting. */
const impossibleStates: Readonly<Partial<Record<CampaignStatus, readonly LeadState[]>>> = {
  draft: ['completed', 'halted', 'inqueue'],
  force_completed: ['fresh', 'inqueue'],
};

function possibleMix(status: CampaignStatus): Counts {
  const impossible = impossibleStates[status] ?? [];
  return { ...commonMix, ...Object.fromEntries(impossible.map((state) => [state, 0])) };
}

type Counts = Readonly<Partial<Record<LeadState, number>>>;

function refuseImpossible(counts: Counts, status: CampaignStatus, path: string, refuse: Refuse): void {
  for (const state of impossibleStates[status] ?? []) {
    const count = counts[state] ?? 0;
    if (count === 0) continue;
    const reason = status === 'draft' ? 'a draft campaign has called nobody' : 'forced completion halts whoever waits';
    refuse(`${path}.${state}`, `${reason}: expected 0, not ${count}`);
  }
}

/** Whole numbers that add up to the size, each as near to its part as possible. */
function spread(size: number, mix: Counts, path: string, refuse: Refuse): LeadCounts {
  const sum = leadStates.reduce((total, state) => total + (mix[state] ?? 0), 0);
  if (sum === 0) refuse(`${path}.mix`, 'expected one part above 0');
  let before = 0;
  let reached = 0;
  return countsInOrder((state) => {
    before += mix[state] ?? 0;
    const upTo = Math.round((size * before) / Math.max(sum, Number.MIN_VALUE));
    const count = upTo - reached;
    reached = upTo;
    return count;
  });
}

function countsInOrder(countOf: (state: LeadState) => number): LeadCounts {
  return [countOf('fresh'), countOf('completed'), countOf('halted'), countOf('inqueue')];
}
