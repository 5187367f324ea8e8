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

it('is no test where an index finds all that is asked for', () => {
  expect(leadTest(nothing, false)).toBeUndefined();
  expect(leadTest({ ...nothing, status: [1] }, false)).toBeUndefined();
  expect(leadTest({ ...nothing, mobileNo: '7' }, false)).toBeUndefined();
});

describe('of a lead called twice, first busy and then answered', () => {
  const lead = called('busy', 'answered');

  it.each<{ filter: Partial<AudienceFilter>; isLeft: boolean }>([
    { filter: { callStatus: ['busy'] }, isLeft: true },
    { filter: { callStatus: ['Busy'] }, isLeft: false },
    { filter: { callStatus: ['none', 'answered'] }, isLeft: true },
    { filter: { firstStatus: ['busy'] }, isLeft: true },
    { filter: { firstStatus: ['answered'] }, isLeft: false },
    { filter: { lastStatus: ['answered'] }, isLeft: true },
    { filter: { lastStatus: ['busy'] }, isLeft: false },
    { filter: { attempt: [2] }, isLeft: true },
    { filter: { attempt: [0, 1] }, isLeft: false },
    { filter: { firstStatus: ['busy'], attempt: [2] }, isLeft: true },
    { filter: { firstStatus: ['busy'], attempt: [1] }, isLeft: false },
  ])('$filter leaves it: $isLeft', ({ filter, isLeft }) => {
    expect(leadTest({ ...nothing, ...filter }, false)?.(lead)).toBe(isLeft);
  });
});

it.each([
  { status: [0], isHalted: false, isLeft: true },
  { status: [2], isHalted: false, isLeft: false },
  { status: [2], isHalted: true, isLeft: true },
  { status: [0], isHalted: true, isLeft: false },
] as const)('looks at the status shown where the index is for the number: $status, halted $isHalted', (wanted) => {
  const test = leadTest({ ...nothing, mobileNo: '7', status: wanted.status }, wanted.isHalted);
  expect(test?.(called())).toBe(wanted.isLeft);
});

it.each<Partial<AudienceFilter>>([{ callStatus: ['undefined'] }, { firstStatus: [''] }, { lastStatus: ['undefined'] }])(
  'leaves no lead that was never called for %j',
  (filter) => {
    expect(leadTest({ ...nothing, ...filter }, false)?.(called())).toBe(false);
  },
);

function called(...statuses: readonly string[]): LeadRecord {
  const calls = statuses.map((call_status) => {
    return { started_on: '2026-08-22T17:14:14.338Z', call_status, disposition: '', duration: 0 };
  });
  return { id: 7, mobile_no: '+15550000007', input_data: {}, status: 0, calls, updated_by: '' };
}
