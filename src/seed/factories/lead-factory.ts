import type { AudienceRecord, LeadRecord, LeadStatus, Timestamp } from '../../domain/records.ts';
import { defineFactory, type Factory } from './factory.ts';
import { columnValues } from '../csv/input-columns.ts';
import { callbackDisposition } from '../../domain/campaigns/dialling.ts';
import { drawCalls } from './lead-calls.ts';
import type { DrawPerson, Region } from './people.ts';
import type { SeededValues } from './random-source.ts';

export interface LeadTraits {
  /** How many calls the record has had; if absent, drawn to fit its status. */
  readonly attempts?: number;
}

/** What the records of one audience have in common. */
export interface LeadContext {
  readonly audience: Pick<AudienceRecord, 'columns' | 'attempts_allowed'>;
  /** The first and the last moment at which calls can have been made. */
  readonly since: Timestamp;
  readonly until: Timestamp;
  /** The dispositions of answered calls. */
  readonly outcomes: readonly string[];
  /** Names of the people who uploaded or changed records. */
  readonly editors: readonly string[];
}

const statuses: readonly LeadStatus[] = [0, 1, 2, 3];

/**
 * Records of one audience. `nextPlace` counts all leads of a world from 0: a lead's number follows from its place, so
 * that no two leads share one. Light on purpose: a million records take seconds.
 */
export function createLeadFactory(
  random: SeededValues,
  context: LeadContext,
  drawPerson: DrawPerson,
  nextPlace: () => number,
  firstId: number,
): Factory<LeadRecord, LeadTraits> {
  const { audience, outcomes, editors } = context;
  const columns = audience.columns.map(({ key }) => ({ key, drawValue: columnValues(key) }));
  const settling = outcomes.filter((outcome) => outcome !== callbackDisposition);
  const period = { from: Date.parse(context.since), to: Date.parse(context.until), outcomes, settling };

  return defineFactory<LeadRecord, LeadTraits>((overrides, traits) => {
    const place = nextPlace();
    const person = drawPerson(random);
    const status = overrides.status ?? random.pick(statuses);
    const allowed = audience.attempts_allowed;
    return {
      id: firstId + place,
      mobile_no: numberFor(person.region, place),
      input_data: Object.fromEntries(columns.map(({ key, drawValue }) => [key, drawValue(random, person)])),
      status,
      calls:
        overrides.calls ?? drawCalls(random, period, status, checkedAttempts(random, status, allowed, traits.attempts)),
      updated_by: random.pick(editors),
      ...overrides,
    };
  });
}

/** A Fresh record has not been called, a Completed one has, and one that waits in the queue has attempts left. */
function checkedAttempts(
  random: SeededValues,
  status: LeadStatus,
  allowed: number,
  attempts: number | undefined,
): number {
  const fewest = status === 1 ? 1 : 0;
  if (attempts === undefined) return random.int(fewest, status === 0 ? 0 : status === 3 ? allowed - 1 : allowed);
  const most = status === 0 ? 0 : allowed;
  if (Number.isInteger(attempts) && attempts >= fewest && attempts <= most) return attempts;
  throw new RangeError(`A lead with status ${status} has ${fewest} to ${most} attempts, not ${attempts}.`);
}

/**
 * A number of the region, in E.164 form, that reaches nobody. Multiplying by a number without common factors scatters
 * places and repeats none.
 */
function numberFor({ numbers }: Region, place: number): string {
  let left = place;
  for (const [i, { prefix, digits, first }] of numbers.entries()) {
    const count = 10 ** digits - first;
    const isLast = i === numbers.length - 1;
    if (left < count || isLast) return prefix + String(first + scattered(left, count)).padStart(digits, '0');
    left -= count;
  }
  throw new RangeError('A region without numbers has no people to call.');
}

function scattered(place: number, count: number): number {
  return (4_072_618 + place * 3_141_593) % count;
}
