import type { LeadRecord, LeadStatus } from './records.ts';

/** What audience-list is asked for; an empty list is no filter. */
export interface AudienceFilter {
  readonly mobileNo: string;
  readonly status: readonly LeadStatus[];
  readonly callStatus: readonly string[];
  readonly firstStatus: readonly string[];
  readonly lastStatus: readonly string[];
  readonly attempt: readonly number[];
}

export type LeadTest = (lead: LeadRecord) => boolean;

/**
 * The test for everything that a filter asks but the status, which is found by index.
 * Values of one filter are or-ed, filters are and-ed (`audience-list.filter.algebra`).
 * @returns undefined where there is nothing to test
 */
export function leadTest(filter: AudienceFilter): LeadTest | undefined {
  const tests = [
    mobileTest(filter.mobileNo),
    anyOf(filter.callStatus, (statuses) => (lead) => lead.calls.some((call) => statuses.has(call.call_status))),
    anyOf(filter.firstStatus, (statuses) => (lead) => has(statuses, lead.calls[0]?.call_status)),
    anyOf(filter.lastStatus, (statuses) => (lead) => has(statuses, lead.calls.at(-1)?.call_status)),
    anyOf(filter.attempt, (attempts) => (lead) => attempts.has(lead.calls.length)),
  ].filter((test) => test !== undefined);
  const [only] = tests;
  if (only === undefined || tests.length === 1) return only;
  return (lead) => tests.every((test) => test(lead));
}

/** A leading blank is the plus sign that a client left unencoded (`audience-list.filter.mobile-no.plus`). */
function mobileTest(mobileNo: string): LeadTest | undefined {
  if (mobileNo === '') return undefined;
  const part = mobileNo.startsWith(' ') ? `+${mobileNo.slice(1)}` : mobileNo;
  return (lead) => lead.mobile_no.includes(part);
}

function anyOf<T>(values: readonly T[], test: (values: ReadonlySet<T>) => LeadTest): LeadTest | undefined {
  return values.length === 0 ? undefined : test(new Set(values));
}

function has(statuses: ReadonlySet<string>, status: string | undefined): boolean {
  return status !== undefined && statuses.has(status);
}
