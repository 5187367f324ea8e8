import { describe, expect, it } from 'vitest';
import { leadTest, type AudienceFilter } from './audience-filter.ts';
import type { LeadRecord } from './records.ts';

const nothing: AudienceFilter = {
  mobileNo: '',
  status: [],
  callStatus: [],
  firstStatus: [],
  lastStatus: [],
  attempt: [],
};

it('is no test where nothing but the status is asked for', () => {
  expect(leadTest(nothing)).toBeUndefined();
  expect(leadTest({ ...nothing, status: [1] })).toBeUndefined();
});

describe('of a lead called twice, first busy and then answered', () => {
  const lead = called('busy', 'answered');

  it.each<{ filter: Partial<AudienceFilter>; isLeft: boolean }>([
    { filter: { mobileNo: '+1555' }, isLeft: true },
    { filter: { mobileNo: ' 1555' }, isLeft: true },
    { filter: { mobileNo: '  1555' }, isLeft: false },
    { filter: { mobileNo: '0007' }, isLeft: true },
    { filter: { mobileNo: '0008' }, isLeft: false },
    { filter: { callStatus: ['busy'] }, isLeft: true },
    { filter: { callStatus: ['Busy'] }, isLeft: false },
    { filter: { callStatus: ['none', 'answered'] }, isLeft: true },
    { filter: { firstStatus: ['busy'] }, isLeft: true },
    { filter: { firstStatus: ['answered'] }, isLeft: false },
    { filter: { lastStatus: ['answered'] }, isLeft: true },
    { filter: { lastStatus: ['busy'] }, isLeft: false },
    { filter: { attempt: [2] }, isLeft: true },
    { filter: { attempt: [0, 1] }, isLeft: false },
    { filter: { firstStatus: ['busy'], attempt: [2], mobileNo: '7' }, isLeft: true },
    { filter: { firstStatus: ['busy'], attempt: [1], mobileNo: '7' }, isLeft: false },
  ])('$filter leaves it: $isLeft', ({ filter, isLeft }) => {
    expect(leadTest({ ...nothing, ...filter })?.(lead)).toBe(isLeft);
  });
});

it.each<Partial<AudienceFilter>>([{ callStatus: ['undefined'] }, { firstStatus: [''] }, { lastStatus: ['undefined'] }])(
  'leaves no lead that was never called for %j',
  (filter) => {
    expect(leadTest({ ...nothing, ...filter })?.(called())).toBe(false);
  },
);

function called(...statuses: readonly string[]): LeadRecord {
  const calls = statuses.map((call_status) => {
    return { started_on: '2026-08-22T17:14:14.338Z', call_status, disposition: '', duration: 0 };
  });
  return { id: 7, mobile_no: '+15550000007', input_data: {}, status: 0, calls, updated_by: '' };
}
