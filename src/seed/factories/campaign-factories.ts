import { callbackDisposition, fruitlessCalls } from '../../domain/campaigns/dialling.ts';
import type {
  AudienceRecord,
  CallRecord,
  CampaignRecord,
  CampaignStatus,
  InputColumn,
  LeadRecord,
  LeadStatus,
  Timestamp,
} from '../../domain/records.ts';
import {
  type Factory,
  type SeededValues,
  createSequence,
  dayInMs,
  defineFactory,
  defineWithIds,
  hourInMs,
  momentBetween,
  shift,
} from './factory.ts';
import type { DrawPerson, Person, Region } from './people.ts';
import { campaignWords, columns, columnSets, valueOfOtherColumns } from './prose.gen.ts';

const statuses: readonly CampaignStatus[] = ['draft', 'inprogress', 'hold', 'pause', 'force_completed', 'deleted'];
export interface CampaignTraits {
  /** The language of its name, as agents have it; English if absent, or if there are no words for it. */
  readonly language?: string;
}

/** Campaigns that were made before `now`, with `updated_on` no earlier than `created_on`. */
export function createCampaignFactory(
  random: SeededValues,
  now: Timestamp,
  firstId: number,
): Factory<CampaignRecord, CampaignTraits> {
  return defineWithIds<CampaignRecord, CampaignTraits>(createSequence(firstId), (_, overrides, { language }) => {
    const status = overrides.status ?? random.pick(statuses);
    const latest = overrides.updated_on ?? shift(now, -14 * dayInMs);
    const isUntouched = status === 'draft';
    const created_on =
      overrides.created_on ??
      momentBetween(random, isUntouched && overrides.updated_on ? latest : shift(latest, -76 * dayInMs), latest);
    return {
      workspace_id: 1,
      agent_id: 1,
      name: drawCampaignName(random, language),
      status,
      created_on,
      updated_on: isUntouched ? created_on : momentBetween(random, created_on, now),
    };
  });
}

function drawCampaignName(random: SeededValues, language = 'en'): string {
  const [english] = campaignWords;
  const words = campaignWords.find((one) => language.startsWith(one.language)) ?? english;
  return `${random.pick(words.subjects)}, ${random.pick(words.groups)}, ${words.week.replace('{week}', String(random.int(1, 52)))}`;
}

/** What holds for a campaign's audience; ids follow those of the campaigns. */
export function createAudienceFactory(random: SeededValues, firstId: number): Factory<AudienceRecord> {
  return defineWithIds<AudienceRecord>(createSequence(firstId), () => ({
    columns: inputColumns(random.pick(columnSets)),
    attempts_allowed: random.int(2, 5),
    halted: null,
  }));
}

/** Columns with these keys, labelled as a person would. */
export function inputColumns(keys: readonly string[]): InputColumn[] {
  return keys.map((key) => ({ key, label: knownColumn(key)?.label ?? toLabel(key) }));
}

/** A column may be called `constructor`: only the table's own fields count. */
function knownColumn(key: string): (typeof columns)[string] | undefined {
  const known = key.toLowerCase().replace(/[ -]/g, '_');
  return Object.hasOwn(columns, known) ? columns[known] : undefined;
}

/** `policy_no` as `Policy no`. */
function toLabel(key: string): string {
  const words = key.replace(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** @param now the last moment that is known of: dates lie after it */
type DrawValue = (random: SeededValues, person: Person, now: Timestamp) => string;

/** How to draw the values of a column; one that is not known gets a reference number. */
function columnValues(key: string): DrawValue {
  const parts = (knownColumn(key)?.value ?? valueOfOtherColumns).split(/[{}]/);
  const draws = parts.map((part, i): DrawValue => (i % 2 === 0 ? () => part : drawOf(part)));
  return (random, person, now) => draws.map((draw) => draw(random, person, now)).join('');
}

/** What stands between braces in the value of a column. */
function drawOf(hole: string): DrawValue {
  const [from = '', to] = hole.split('..');
  if (to !== undefined) return (random) => String(random.int(Number(from), Number(to))).padStart(from.length, '0');
  if (hole === 'date') return (random, _, now) => shift(now, random.int(1, 90) * dayInMs).slice(0, 'yyyy-mm-dd'.length);
  const choices = hole.split('|');
  if (choices.length > 1) return (random) => random.pick(choices);
  return (_, { [hole as 'name' | 'family' | 'city' | 'language']: field }) => field;
}

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
  /** Whose working hours calls keep to; UTC if absent. */
  readonly timezone?: string;
  /** That a call takes at most, in seconds: `max_call_duration` of the agent. */
  readonly longestCall?: number;
}

/** How many records an audience has of each status: Fresh, Completed, Halted, Inqueue. */
export type LeadCounts = readonly [number, number, number, number];

/** Draws statuses in random order, as many of each as there are to be; costs no memory however many. */
export function drawStatuses(random: SeededValues, counts: LeadCounts): () => LeadStatus {
  const left: [number, number, number, number] = [...counts];
  return () => {
    let place = random.int(0, totalOfCounts(left) - 1);
    const status = leadStatuses.find((one) => (place -= left[one]) < 0);
    if (status === undefined) throw new RangeError('Every status has been drawn.');
    left[status] -= 1;
    return status;
  };
}

export function totalOfCounts(counts: LeadCounts): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

const leadStatuses: readonly LeadStatus[] = [0, 1, 2, 3];

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
  const [from, to] = [Date.parse(context.since), Date.parse(context.until)];
  const mornings = workingDays(from, to, context.timezone ?? 'UTC');
  const period = { from, to, mornings, outcomes, settling, longestCall: context.longestCall ?? usualLongestCall };

  return defineFactory<LeadRecord, LeadTraits>((overrides, traits) => {
    const place = nextPlace();
    const person = drawPerson(random);
    const status = overrides.status ?? random.pick(leadStatuses);
    const allowed = audience.attempts_allowed;
    return {
      id: firstId + place,
      mobile_no: numberFor(person.region, place),
      input_data: Object.fromEntries(
        columns.map(({ key, drawValue }) => [key, drawValue(random, person, context.until)]),
      ),
      status,
      calls:
        overrides.calls ?? drawCalls(random, period, status, checkedAttempts(random, status, allowed, traits.attempts)),
      updated_by: random.pick(editors),
    };
  });
}

/** A Fresh record has not been called, a Completed one has, and one that waits in the queue has attempts left. */
function checkedAttempts(random: SeededValues, status: LeadStatus, allowed: number, attempts?: number): number {
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
  for (const [i, { prefix, digits, first = 0 }] of numbers.entries()) {
    const count = 10 ** digits - first;
    const isLast = i === numbers.length - 1;
    if (left < count || isLast) {
      const scattered = (4_072_618 + left * 3_141_593) % count;
      return prefix + String(first + scattered).padStart(digits, '0');
    }
    left -= count;
  }
  throw new RangeError('A region without numbers has no people to call.');
}

const completed: LeadStatus = 1;

/** When calls can be made, in milliseconds since 1970, and what comes of the answered ones. */
interface CallPeriod {
  readonly from: number;
  readonly to: number;
  /** When each whole working day begins in it. */
  readonly mornings: readonly number[];
  /** In seconds. */
  readonly longestCall: number;
  readonly outcomes: readonly string[];
  /** The outcomes after which no call follows. */
  readonly settling: readonly string[];
}

/**
 * So many calls in the order in which they were made. The last call of a Completed record was answered and settled
 * the matter; all other calls left a reason to call again.
 */
function drawCalls(random: SeededValues, period: CallPeriod, status: LeadStatus, attempts: number): CallRecord[] {
  const calls: CallRecord[] = [];
  for (let index = 0; index < attempts; index++) {
    const started_on = new Date(momentOf(random, period, index, attempts)).toISOString();
    const isSettling = status === completed && index === attempts - 1;
    calls.push({ started_on, ...(isSettling ? drawSettlingCall(random, period) : drawFruitlessCall(random, period)) });
  }
  return calls;
}

type CallResult = Omit<CallRecord, 'started_on'>;

function drawSettlingCall(random: SeededValues, period: CallPeriod): CallResult {
  return {
    call_status: 'completed',
    disposition: random.pick(period.settling),
    duration: random.int(35, Math.min(420, period.longestCall)),
  };
}

function drawFruitlessCall(random: SeededValues, period: CallPeriod): CallResult {
  if (period.outcomes.includes(callbackDisposition) && random.chance(0.2)) {
    return {
      call_status: 'completed',
      disposition: callbackDisposition,
      duration: random.int(12, Math.min(70, period.longestCall)),
    };
  }
  const { call_status, disposition, seconds } = random.pick(fruitlessCalls);
  return {
    call_status,
    disposition,
    duration: seconds && random.int(seconds - 15, Math.min(seconds + 15, period.longestCall)),
  };
}

/** Each call has an equal share of the period's working hours to itself, so calls never change places. */
function momentOf(random: SeededValues, { from, to, mornings }: CallPeriod, index: number, attempts: number): number {
  const share = (index + random.next()) / attempts;
  const place = share * mornings.length;
  const morning = mornings[Math.floor(place)];
  if (morning === undefined) return Math.floor(from + share * (to - from));
  return Math.floor(morning + (place % 1) * workingHours);
}

/** People are called from 8:00 to 18:00, from Monday to Friday. */
const workingHours = 10 * hourInMs;
const usualLongestCall = 420;

/** When the whole working days between two moments begin in a time zone, in milliseconds since 1970. */
function workingDays(from: number, to: number, timeZone: string): readonly number[] {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' });
  const mornings: number[] = [];
  for (let day = Math.floor(from / dayInMs) * dayInMs; day < to; day += dayInMs) {
    // The offset of noon: clocks change at night.
    const parts = clock.formatToParts(day + dayInMs / 2);
    const [, sign = '+', hours = '0', minutes = '0'] =
      /GMT(?:([+-])(\d\d):(\d\d))?/.exec(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '') ?? [];
    const offset = (sign === '-' ? -1 : 1) * (Number(hours) * hourInMs + Number(minutes) * 60_000);
    const morning = day + 8 * hourInMs - offset;
    const weekday = new Date(day).getUTCDay();
    if (weekday % 6 !== 0 && morning >= from && morning + workingHours <= to) mornings.push(morning);
  }
  return mornings;
}
