import { effectiveStatus } from './lead-status.ts';
import { todaysRules, type Rules } from '../choices/rules.ts';
import type { LeadRecord, LeadStatus } from '../records.ts';

/** What audience-list is asked for; an empty list is not a filter. */
export interface AudienceFilter {
  /** A part of the number. */
  readonly mobileNo: string;
  readonly status: readonly LeadStatus[];
  readonly callStatus: readonly string[];
  readonly firstStatus: readonly string[];
  readonly lastStatus: readonly string[];
  readonly attempt: readonly number[];
}

export type LeadTest = (lead: LeadRecord) => boolean;

/**
 * The test for the filters that no index covers: an index finds the number, and without a number the status.
 * Values of one filter are or-ed, filters are and-ed (`audience-list.filter.algebra`).
 * @returns undefined if there is nothing to test
 */
export function leadTest(filter: AudienceFilter, halted: boolean, rules: Rules = todaysRules): LeadTest | undefined {
  const isAny = rules['audience-list.filter.several'] === 'any';
  const calls = rules['audience-list.filter.call-status.calls'];
  const inCase = rules['audience-list.filter.call-status.case'];
  const named = (statuses: readonly string[]) => statuses.map(inCase);
  const has = (statuses: ReadonlySet<string>, status: string | undefined): boolean =>
    status !== undefined && statuses.has(inCase(status));
  const statuses = filter.mobileNo === '' && !isAny ? [] : filter.status;
  // What costs least comes first: a lead that it leaves out is looked at no further.
  const tests = [
    anyOf(filter.attempt, (attempts) => (lead) => attempts.has(lead.calls.length)),
    anyOf(statuses, (wanted) => (lead) => wanted.has(effectiveStatus(lead.status, halted))),
    isAny && filter.mobileNo !== '' ? (lead: LeadRecord) => lead.mobile_no.includes(filter.mobileNo) : undefined,
    anyOf(named(filter.firstStatus), (statuses) => (lead) => has(statuses, lead.calls[0]?.call_status)),
    anyOf(named(filter.lastStatus), (statuses) => (lead) => has(statuses, lead.calls.at(-1)?.call_status)),
    anyOf(
      named(filter.callStatus),
      (wanted) => (lead) => calls(lead.calls).some((call) => has(wanted, call.call_status)),
    ),
  ].filter((test) => test !== undefined);
  const [only] = tests;
  if (only === undefined || tests.length === 1) return only;
  return isAny ? (lead) => tests.some((test) => test(lead)) : (lead) => tests.every((test) => test(lead));
}

function anyOf<T>(values: readonly T[], test: (values: ReadonlySet<T>) => LeadTest): LeadTest | undefined {
  return values.length === 0 ? undefined : test(new Set(values));
}
