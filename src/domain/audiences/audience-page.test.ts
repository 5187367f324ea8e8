import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AudienceFilter, leadPage, type IndexedLeads } from './audience-page.ts';
import { defaultRules } from '../choices/rules.ts';
import type { CallRecord, LeadRecord, LeadStatus } from '../records.ts';

const statuses: readonly LeadStatus[] = [0, 1, 2, 3];
const callStatuses = ['answered', 'busy', 'Busy', 'no-answer'];

const call = fc.constantFrom(...callStatuses).map((call_status): CallRecord => ({
  started_on: '2026-08-22T17:14:14.338Z',
  call_status,
  disposition: '',
  duration: 0,
}));

const leads = fc
  .array(
    fc.record({
      mobile_no: fc.stringMatching(/^\+1[0-3]{4}$/),
      status: fc.constantFrom(...statuses),
      calls: fc.array(call, { maxLength: 3 }),
    }),
    { maxLength: 40 },
  )
  .map((list) => list.map((lead, index): LeadRecord => ({ ...lead, id: index + 1, input_data: {}, updated_by: '' })));

const some = <T>(values: readonly T[]) =>
  fc.oneof(fc.constant([]), fc.array(fc.constantFrom(...values), { maxLength: 3 }));

const filters = fc.record({
  mobileNo: fc.oneof(fc.constant(''), fc.stringMatching(/^\+?[0-3]{0,2}$/)),
  status: some(statuses),
  callStatus: some(callStatuses),
  firstStatus: some(callStatuses),
  lastStatus: some(callStatuses),
  attempt: some([0, 1, 2, 3, 4]),
});

/** The filter as the specification and the decisions put it, lead by lead: what each filter that is given says. */
function verdicts(lead: LeadRecord, halted: boolean, filter: AudienceFilter): readonly boolean[] {
  const shown = halted && (lead.status === 0 || lead.status === 3) ? 2 : lead.status;
  const made = lead.calls.map(({ call_status }) => call_status);
  const isOne = (wanted: readonly unknown[], values: readonly unknown[]) =>
    wanted.length === 0 ? [] : [wanted.some((value) => values.includes(value))];
  return [
    ...(filter.mobileNo === '' ? [] : [lead.mobile_no.includes(filter.mobileNo)]),
    ...isOne(filter.status, [shown]),
    ...isOne(filter.callStatus, made),
    ...isOne(filter.firstStatus, made.slice(0, 1)),
    ...isOne(filter.lastStatus, made.slice(-1)),
    ...isOne(filter.attempt, [made.length]),
  ];
}

describe('a page', () => {
  it('holds what is left of the leads, in order, and counts all of it', () => {
    const page = fc.record({ page: fc.integer({ min: 1, max: 6 }), limit: fc.integer({ min: 1, max: 12 }) });
    fc.assert(
      fc.property(leads, fc.boolean(), filters, page, (list, halted, filter, { page, limit }) => {
        const left = list.filter((lead) => verdicts(lead, halted, filter).every(Boolean));
        expect(leadPage(sourceOf(list), halted, filter, { page, limit })).toEqual({
          leads: left.slice((page - 1) * limit, page * limit),
          total: left.length,
        });
        const rules = { ...defaultRules, 'audience-list.order': 'latest-first' } as const;
        expect(leadPage(sourceOf(list), halted, filter, { page, limit }, rules)).toEqual({
          leads: left.toReversed().slice((page - 1) * limit, page * limit),
          total: left.length,
        });
        const either = list.filter((lead) => {
          const each = verdicts(lead, halted, filter);
          return each.length === 0 || each.some(Boolean);
        });
        const several = { ...defaultRules, 'audience-list.filter.several': 'any' } as const;
        expect(leadPage(sourceOf(list), halted, filter, { page, limit }, several)).toEqual({
          leads: either.slice((page - 1) * limit, page * limit),
          total: either.length,
        });
      }),
      { numRuns: 300 },
    );
  });

  it('without a filter, or with one by status alone, looks at no lead that it does not hold', () => {
    const list = Array.from({ length: 50 }, (_, index): LeadRecord => {
      return { id: index + 1, mobile_no: '', status: 0, calls: [], input_data: {}, updated_by: '' };
    });
    const looked: number[] = [];
    const source: IndexedLeads = {
      ...sourceOf(list),
      at: (position) => {
        looked.push(position);
        return sourceOf(list).at(position);
      },
    };
    const filter: AudienceFilter = {
      mobileNo: '',
      status: [],
      callStatus: [],
      firstStatus: [],
      lastStatus: [],
      attempt: [],
    };
    // A filter that no index covers fills a page and no more.
    const scanned = leadPage(sourceOf(list), false, { ...filter, attempt: [0] }, { page: 3, limit: 5 });
    expect([scanned.leads.map(({ id }) => id), scanned.total]).toEqual([[11, 12, 13, 14, 15], 50]);
    leadPage(source, false, filter, { page: 3, limit: 5 });
    leadPage(source, true, { ...filter, status: [2] }, { page: 3, limit: 5 });
    expect(looked).toEqual([10, 11, 12, 13, 14, 10, 11, 12, 13, 14]);
  });
});

function sourceOf(list: readonly LeadRecord[]): IndexedLeads {
  return {
    size: list.length,
    at: (position) => {
      const lead = list[position];
      if (lead === undefined) throw new RangeError(`There is no lead at ${position}.`);
      return lead;
    },
    positionsOf: (status) => list.flatMap((lead, position) => (lead.status === status ? [position] : [])),
    positionsOfNumber: (part) => list.flatMap((lead, position) => (lead.mobile_no.includes(part) ? [position] : [])),
  };
}
