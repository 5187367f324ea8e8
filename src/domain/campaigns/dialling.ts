import type { IndexedLeads } from '../audiences/audience-page.ts';
import type { CallRecord, CampaignStatus, LeadRecord, LeadStatus } from '../records.ts';
import type { Json } from '../../json/json-value.ts';

/** A source of chance: a number from 0 up to but not including 1. */
export type Draw = () => number;

const fresh: LeadStatus = 0;
const completed: LeadStatus = 1;
export const inqueue: LeadStatus = 3;

/** Who changed the leads that a simulated call changed (`dialling.updated-by`). */
export const diallerName = 'Dialler';

/** The disposition after which a lead is called again although somebody answered. */
export const callbackDisposition = 'Callback requested';

/** Calls that reached nobody, the frequent ones repeated; leaving a message on a voicemail takes time. */
export const fruitlessCalls = [
  { call_status: 'no-answer', disposition: 'No answer', seconds: 0 },
  { call_status: 'no-answer', disposition: 'No answer', seconds: 0 },
  { call_status: 'no-answer', disposition: 'No answer', seconds: 0 },
  { call_status: 'busy', disposition: 'Line busy', seconds: 0 },
  { call_status: 'busy', disposition: 'Line busy', seconds: 0 },
  { call_status: 'failed', disposition: 'Unreachable', seconds: 0 },
  { call_status: 'voicemail', disposition: 'Voicemail left', seconds: 30 },
  { call_status: 'voicemail', disposition: 'Voicemail left', seconds: 30 },
] as const;

const fallbackOutcomes = ['Interested', 'Not interested', 'Wrong person'];
const answeredShare = 0.55;
const callbackShare = 0.15;

/** Why a campaign cannot be dialled; undefined for one that can (`dialling.running`). */
export function diallingObstacle(status: CampaignStatus): string | undefined {
  return obstacles[status];
}

const obstacles: Readonly<Record<CampaignStatus, string | undefined>> = {
  inprogress: undefined,
  hold: 'it is on hold',
  pause: 'it is paused',
  draft: 'it is a draft',
  force_completed: 'it is completed',
  deleted: 'it is deleted',
};

/** What calls with an agent can come to: the names of its dispositions, as far as they have any. */
export function callOutcomes(dispositions: readonly Json[]): readonly string[] {
  const names = dispositions.flatMap((disposition) => {
    const name = typeof disposition === 'object' && disposition !== null && 'name' in disposition && disposition.name;
    return typeof name === 'string' && name !== '' ? [name] : [];
  });
  return names.length === 0 ? fallbackOutcomes : names;
}

/**
 * The lead after one more call. Being called takes a Fresh lead into the queue; an answer that settles the matter and
 * the last attempt allowed complete it, whatever else leaves it in the queue (`dialling.transitions`).
 */
export function callLead(
  lead: LeadRecord,
  attemptsAllowed: number,
  outcomes: readonly string[],
  at: Date,
  draw: Draw,
): LeadRecord {
  const { isSettled, ...result } = drawCall(outcomes, draw);
  const calls = [...lead.calls, { started_on: at.toISOString(), ...result }];
  const isOver = isSettled || calls.length >= attemptsAllowed;
  return { ...lead, status: isOver ? completed : inqueue, calls, updated_by: diallerName };
}

/** A lead of the queue that has no attempt left, once the dialler comes to it (`dialling.exhausted`). */
export function exhaustedLead(lead: LeadRecord): LeadRecord {
  return { ...lead, status: completed, updated_by: diallerName };
}

/**
 * The places of the leads that are called next: those Fresh or Inqueue with an attempt left (`dialling.attempts`), each once: those with the fewest calls first, then by id
 * (`dialling.order`).
 */
export function nextLeads(
  leads: Pick<IndexedLeads, 'at' | 'positionsOf'>,
  attemptsAllowed: number,
  limit: number,
): readonly number[] {
  const byCalls: (number[] | undefined)[] = [];
  for (const status of [fresh, inqueue]) {
    const positions = leads.positionsOf(status);
    // A typed array of any length: it may not be spread, and an iterator over it costs.
    for (let i = 0, { length } = positions; i < length; i++) {
      const position = positions[i] ?? 0;
      const { length: made } = leads.at(position).calls;
      if (made < attemptsAllowed) (byCalls[made] ??= []).push(position);
    }
  }
  const chosen: number[] = [];
  for (const positions of byCalls) {
    // Stryker disable next-line all: without it the lists that follow are sorted for nothing.
    if (chosen.length >= limit) break;
    if (positions === undefined) continue;
    // Leads without a call come from two lists.
    positions.sort((one, other) => one - other);
    for (const position of positions.slice(0, limit - chosen.length)) chosen.push(position);
  }
  return chosen;
}

function drawCall(outcomes: readonly string[], draw: Draw): Omit<CallRecord, 'started_on'> & { isSettled: boolean } {
  if (draw() >= answeredShare) {
    const { seconds, ...call } = pick(fruitlessCalls, draw);
    return { ...call, duration: seconds && between(seconds - 15, seconds + 15, draw), isSettled: false };
  }
  const settling = outcomes.filter((outcome) => outcome !== callbackDisposition);
  const isCallback = settling.length === 0 || (settling.length < outcomes.length && draw() < callbackShare);
  const disposition = isCallback ? callbackDisposition : pick(settling, draw);
  const duration = isCallback ? between(12, 70, draw) : between(35, 420, draw);
  return { call_status: 'completed', disposition, duration, isSettled: !isCallback };
}

function between(low: number, high: number, draw: Draw): number {
  return low + Math.floor(draw() * (high - low + 1));
}

/** One of several, by chance. @throws RangeError if there is none */
export function pick<T>(items: readonly T[], draw: Draw): T {
  const item = items[Math.floor(draw() * items.length)];
  // Stryker disable next-line all: what is picked from is never empty.
  if (item === undefined) throw new RangeError('There is nothing to pick from.');
  return item;
}
