import { describe, expect, it } from 'vitest';
import {
  audienceHeaders,
  audienceItem,
  metadataHeaders,
  pagination,
  simplifiedHeaders,
  simplifiedItem,
} from './audience-format.ts';
import type { AudienceRecord, CallRecord, LeadRecord } from '../records.ts';

const audience: AudienceRecord = {
  id: 1,
  columns: [
    { key: 'city', label: 'City' },
    { key: 'id', label: 'Customer number' },
    { key: 'mobile_no', label: 'Second number' },
    { key: '__proto__', label: 'Odd' },
  ],
  attempts_allowed: 3,
  halted: null,
};
const lead: LeadRecord = {
  id: 7,
  mobile_no: '+15550000007',
  input_data: { city: 'Leeds', id: 'C-7', mobile_no: '+15550000008' },
  status: 0,
  calls: [],
  updated_by: 'Amara Okafor',
};
const halted = { by: 'Bruno Lima', on: '2026-11-20T12:00:00.000Z' };

describe('the full format', () => {
  it('has nothing of a call where there was none', () => {
    expect(audienceItem(lead, audience)).toEqual({
      id: 7,
      mobile_no: '+15550000007',
      input_data: lead.input_data,
      total_attempt: '0/3',
      duration: '',
      last_attempt: '',
      last_disposition: '',
      last_call_status: '',
      status: 'Fresh',
      updated_by: 'Amara Okafor',
    });
  });

  it('tells of the last call alone', () => {
    const calls = [call({ call_status: 'busy' }), call({ call_status: 'answered', disposition: 'Done', duration: 75 })];
    expect(audienceItem({ ...lead, status: 1, calls }, audience)).toMatchObject({
      total_attempt: '2/3',
      duration: '00:01:15',
      last_attempt: '2026-08-22 17:14:14',
      last_disposition: 'Done',
      last_call_status: 'answered',
      status: 'Completed',
    });
  });

  it.each([
    [0, '00:00:00'],
    [59, '00:00:59'],
    [60, '00:01:00'],
    [3599, '00:59:59'],
    [3600, '01:00:00'],
    [360_000, '100:00:00'],
  ])('writes %i seconds as %s', (duration, text) => {
    expect(audienceItem({ ...lead, calls: [call({ duration })] }, audience).duration).toBe(text);
  });

  it.each([
    { status: 0, label: 'Halted', by: 'Bruno Lima' },
    { status: 1, label: 'Completed', by: 'Amara Okafor' },
    { status: 2, label: 'Halted', by: 'Amara Okafor' },
    { status: 3, label: 'Halted', by: 'Bruno Lima' },
  ] as const)('shows status $status of a halted audience as $label by $by', ({ status, label, by }) => {
    const item = audienceItem({ ...lead, status }, { ...audience, halted });
    expect({ label: item.status, by: item.updated_by }).toEqual({ label, by });
  });
});

describe('the simplified format', () => {
  it('has a member for every column, under another name where its own is taken', () => {
    const item = simplifiedItem(lead, audience);
    expect(Object.entries(item)).toEqual([
      ['id', 7],
      ['mobile_no', '+15550000007'],
      ['city', 'Leeds'],
      ['input_id', 'C-7'],
      ['input_mobile_no', '+15550000008'],
      ['__proto__', ''],
    ]);
  });

  it('has a header for the number and for every column, in their order', () => {
    expect(simplifiedHeaders(audience.columns)).toEqual([
      { key: 'mobile_no', label: 'Mobile Number' },
      { key: 'city', label: 'City' },
      { key: 'input_id', label: 'Customer number' },
      { key: 'input_mobile_no', label: 'Second number' },
      { key: '__proto__', label: 'Odd' },
    ]);
  });

  it('takes the label of a metadata field from its description', () => {
    expect(metadataHeaders([{ key: 'plan', type: 'string', description: 'The plan' }])).toEqual([
      { key: 'plan', label: 'The plan' },
    ]);
  });
});

it.each([
  { total: 0, page: 1, limit: 10, totalPages: 0 },
  { total: 1, page: 1, limit: 10, totalPages: 1 },
  { total: 10, page: 1, limit: 10, totalPages: 1 },
  { total: 11, page: 9, limit: 10, totalPages: 2 },
])('$total records make $totalPages pages of $limit', ({ total, page, limit, totalPages }) => {
  expect(pagination(total, page, limit)).toEqual({ totalRecords: total, totalPages, currentPage: page, limit });
});

function call(facts: Partial<CallRecord>): CallRecord {
  return { started_on: '2026-08-22T17:14:14.338Z', call_status: '', disposition: '', duration: 0, ...facts };
}

it('heads the columns of the full format', () => {
  expect(audienceHeaders).toEqual([
    { key: 'mobile_no', label: 'Mobile Number' },
    { key: 'input_data', label: 'Input Data' },
    { key: 'status', label: 'Lead Status' },
    { key: 'total_attempt', label: 'Attempt' },
    { key: 'last_call_status', label: 'Call Status' },
    { key: 'duration', label: 'Duration' },
    { key: 'last_disposition', label: 'Disposition' },
    { key: 'last_attempt', label: 'Last Attempt' },
    { key: 'updated_by', label: 'Modified By' },
  ]);
});
