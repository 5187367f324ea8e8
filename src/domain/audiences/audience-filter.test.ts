import { describe, expect, it } from 'vitest';
import { leadTest, type AudienceFilter } from './audience-page.ts';
import type { LeadRecord, LeadStatus } from '../records.ts';

const nothing: AudienceFilter = {
  mobileNo: '',
  status: [],
  callStatus: [],
  firstStatus: [],
  lastStatus: [],
  attempt: [],
};

it('is not a test where an index finds all that is asked for', () => {
  expect(leadTest(nothing, false)).toBeUndefined();
  expect(leadTest({ ...nothing, status: [1] }, false)).toBeUndefined();
  expect(leadTest({ ...nothing, mobileNo: '555' }, false)).toBeUndefined();
});

it.each<{ status: LeadStatus[]; halted: boolean; isLeft: boolean }>([
  { status: [0], halted: false, isLeft: true },
  { status: [1, 2], halted: false, isLeft: false },
  { status: [0], halted: true, isLeft: false },
  { status: [2], halted: true, isLeft: true },
])('looks at the status of a Fresh lead beside a number: $status, halted: $halted', ({ status, halted, isLeft }) => {
  expect(leadTest({ ...nothing, mobileNo: '555', status }, halted)?.(called())).toBe(isLeft);
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
