import { printed } from '../validate-answer.ts';
import { valueAt } from '../../json/json-value.ts';
import { found } from './expectation.ts';
import type { AgentData, AgentModel, Finding } from './model.ts';

/** How far the clocks of a deployment may be apart, in milliseconds. A time zone is further. */
export const mostSkew = 300_000;

const pointer = '/basic_details/updated_on';

/**
 * The times of an agent of the run's own: it was created just now, created_on never changes, and updated_on tells of the
 * latest update, so that it moves by a write and by nothing else.
 * @param stamp the answer's own time
 */
export function timeFindings(agent: AgentModel, data: AgentData, stamp: unknown): Finding[] {
  const [now, before] = [valueAt(data, pointer), valueAt(agent.seen, pointer)];
  if (Number.isNaN(Date.parse(String(now)))) return [];
  if (agent.seen === null) return isCreatedNow(data, stamp);
  const expected = wrongTime(agent, now, before, stamp);
  if (expected === null) return [];
  return [found('agent.basic-details.timestamps', `/data${pointer}`, expected, now)];
}

/** What updated_on should be; null where it may be as it is. */
function wrongTime({ isWritten, readAt }: AgentModel, now: unknown, before: unknown, stamp: unknown): string | null {
  const [time, earlier] = [Date.parse(String(now)), Date.parse(String(before))];
  if (time < earlier - mostSkew) return `a time not before the one that was read last, ${printed(before)}`;
  if (typeof stamp === 'number' && time > stamp + mostSkew) return `a time that is not to come, as of ${stamp}`;
  if (now !== before) return isWritten === false ? `${printed(before)} as before, because nothing was written` : null;
  // Two updates may fall into one millisecond, or into a few that a clock counts as one.
  const isLater = readAt !== undefined && readAt - earlier > 20;
  return isWritten === 'changed' && isLater && isFine(now) ? 'a later time, because it was updated' : null;
}

/** Whether a time tells milliseconds: one of tenths or hundredths of a second ends in 0. */
function isFine(value: unknown): boolean {
  return /\.\d\d[1-9]/.test(String(value));
}

function isCreatedNow(data: AgentData, stamp: unknown): Finding[] {
  const created = valueAt(data, '/basic_details/created_on');
  if (typeof stamp !== 'number' || Math.abs(Date.parse(String(created)) - stamp) <= mostSkew) return [];
  const expected = `the time of its creation, about ${new Date(stamp).toISOString()}`;
  return [found('agent.basic-details.timestamps', '/data/basic_details/created_on', expected, created)];
}
