import { callbackDisposition, fruitlessCalls } from '../../domain/campaigns/dialling.ts';
import type { CallRecord, LeadStatus } from '../../domain/records.ts';
import type { SeededValues } from './random-source.ts';
import { dayInMs, hourInMs } from '../plan/seed-time.ts';

const completed: LeadStatus = 1;

/** When calls can be made, in milliseconds since 1970, and what comes of the answered ones. */
export interface CallPeriod {
  readonly from: number;
  readonly to: number;
  readonly outcomes: readonly string[];
  /** The outcomes after which no call follows. */
  readonly settling: readonly string[];
}

/**
 * So many calls in the order in which they were made. The last call of a Completed record was answered and settled
 * the matter; all other calls left a reason to call again.
 */
export function drawCalls(
  random: SeededValues,
  period: CallPeriod,
  status: LeadStatus,
  attempts: number,
): CallRecord[] {
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
  return { call_status: 'completed', disposition: random.pick(period.settling), duration: random.int(35, 420) };
}

function drawFruitlessCall(random: SeededValues, period: CallPeriod): CallResult {
  if (period.outcomes.includes(callbackDisposition) && random.chance(0.2)) {
    return { call_status: 'completed', disposition: callbackDisposition, duration: random.int(12, 70) };
  }
  const { call_status, disposition, seconds } = random.pick(fruitlessCalls);
  return { call_status, disposition, duration: seconds && random.int(seconds - 15, seconds + 15) };
}

/** Each call has an equal share of the period to itself, so calls never change places. */
function momentOf(random: SeededValues, period: CallPeriod, index: number, attempts: number): number {
  const from = Math.ceil(period.from / dayInMs) * dayInMs;
  const to = Math.floor(period.to / dayInMs) * dayInMs;
  const share = (index + random.next()) / attempts;
  if (to <= from) return Math.floor(period.from + share * (period.to - period.from));
  const moment = from + share * (to - from);
  const day = Math.floor(moment / dayInMs) * dayInMs;
  // People are called between 8:00 and 18:00; squeezing every day alike keeps the order.
  return Math.floor(day + 8 * hourInMs + ((moment - day) * 10) / 24);
}
