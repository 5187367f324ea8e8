import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callLead, callOutcomes, diallingObstacle, exhaustedLead, nextLeads } from './dialling.ts';
import type { CallRecord, LeadRecord, LeadStatus } from '../records.ts';

const at = new Date('2026-01-02T03:04:05.000Z');
const call: CallRecord = { started_on: at.toISOString(), call_status: 'busy', disposition: 'Line busy', duration: 0 };

function lead(status: LeadStatus, calls = 0, id = 1): LeadRecord {
  const made = Array.from({ length: calls }, () => call);
  return { id, mobile_no: '+15550000001', input_data: {}, status, calls: made, updated_by: 'Someone' };
}

function list(leads: readonly LeadRecord[]) {
  return {
    at: (position: number) => leads[position] ?? lead(0),
    positionsOf: (status: LeadStatus) => leads.flatMap((one, i) => (one.status === status ? [i] : [])),
  };
}

const callbackDisposition = 'Callback requested';
const diallerName = 'Dialler';

/** Draws these numbers, the last one for ever. */
function drawing(...numbers: number[]): () => number {
  return () => (numbers.length > 1 ? numbers.shift() : numbers[0]) ?? 0;
}

describe('one call', () => {
  it('takes a Fresh record into the queue where nobody answers', () => {
    const called = callLead(lead(0), 3, ['Interested'], at, drawing(0.99, 0));
    expect(called).toMatchObject({ status: 3, updated_by: diallerName });
    expect(called.calls).toEqual([
      { started_on: at.toISOString(), call_status: 'no-answer', disposition: 'No answer', duration: 0 },
    ]);
  });

  it('completes a record whose call is answered and settled', () => {
    const called = callLead(lead(3, 1), 3, ['Interested'], at, drawing(0, 0, 0));
    expect(called.status).toBe(1);
    expect(called.calls[1]).toMatchObject({ call_status: 'completed', disposition: 'Interested', duration: 35 });
  });

  it('leaves a record in the queue that asks to be called again', () => {
    const called = callLead(lead(3, 1), 3, ['Interested', callbackDisposition], at, drawing(0, 0, 0));
    expect(called.status).toBe(3);
    expect(called.calls[1]).toMatchObject({ call_status: 'completed', disposition: callbackDisposition });
  });

  it('completes a record at its last attempt, whatever comes of it', () => {
    expect(callLead(lead(3, 2), 3, ['Interested'], at, drawing(0.99, 0)).status).toBe(1);
  });

  it('follows what it draws alone and keeps the bounds of a call', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })), (numbers) => {
        const drawn: number[] = [];
        const draw = () => drawn[drawn.push(Number(numbers.next().value)) - 1] ?? 0;
        const called = callLead(lead(0), 2, ['Interested', callbackDisposition], at, draw);
        expect(callLead(lead(0), 2, ['Interested', callbackDisposition], at, drawing(...drawn))).toEqual(called);
        const [made] = called.calls;
        expect([1, 3]).toContain(called.status);
        expect(Number.isInteger(made?.duration) && (made?.duration ?? -1) >= 0).toBe(true);
        expect(made?.duration === 0).toBe(['no-answer', 'busy', 'failed'].includes(made?.call_status ?? ''));
      }),
    );
  });
});

it.each([
  [0, 0, 3, true],
  [3, 2, 3, true],
  [3, 3, 3, false],
  [1, 1, 3, false],
  [2, 0, 3, false],
  [0, 0, 0, false],
] as const)('calls a record of status %i with %i of %i attempts: %s', (status, calls, allowed, expected) => {
  expect(nextLeads(list([lead(status, calls)]), allowed, 1)).toEqual(expected ? [0] : []);
});

it('calls the records with the fewest calls first, then by their place', () => {
  const leads = [lead(3, 1), lead(3, 0), lead(1, 1), lead(0), lead(2), lead(3, 2), lead(3, 1), lead(3, 3), lead(0)];
  expect(nextLeads(list(leads), 3, 100)).toEqual([1, 3, 8, 0, 6, 5]);
  expect(nextLeads(list(leads), 3, 4)).toEqual([1, 3, 8, 0]);
  expect(nextLeads(list(leads), 0, 4)).toEqual([]);
});

it('takes the outcomes from the dispositions of the agent that have a name', () => {
  expect(callOutcomes([{ id: 1, name: 'Booked' }, 'x', null, { name: '' }, { name: 3 }])).toEqual(['Booked']);
  expect(callOutcomes([])).toEqual(['Interested', 'Not interested', 'Wrong person']);
});

it.each([
  ['inprogress', undefined],
  ['draft', 'it is a draft'],
  ['hold', 'it is on hold'],
  ['pause', 'it is paused'],
  ['force_completed', 'it is completed'],
  ['deleted', 'it is deleted'],
] as const)('finds for a campaign that is %s the obstacle %j', (status, obstacle) => {
  expect(diallingObstacle(status)).toBe(obstacle);
});

/** The greatest number that is drawn, about. */
const most = 0.999;

it.each([
  { draws: [0.55, 0 / 8], result: ['no-answer', 'No answer', 0] },
  { draws: [0.55, 1 / 8], result: ['no-answer', 'No answer', 0] },
  { draws: [0.55, 2 / 8], result: ['no-answer', 'No answer', 0] },
  { draws: [0.55, 3 / 8], result: ['busy', 'Line busy', 0] },
  { draws: [0.55, 4 / 8], result: ['busy', 'Line busy', 0] },
  { draws: [0.55, 5 / 8], result: ['failed', 'Unreachable', 0] },
  { draws: [0.55, 6 / 8, 0], result: ['voicemail', 'Voicemail left', 15] },
  { draws: [0.55, 7 / 8, most], result: ['voicemail', 'Voicemail left', 45] },
  { draws: [0.54, 0.14, 0], result: ['completed', callbackDisposition, 12] },
  { draws: [0.54, 0.14, most], result: ['completed', callbackDisposition, 70] },
  { draws: [0.54, 0.15, 0, 0], result: ['completed', 'Booked', 35] },
  { draws: [0.54, 0.15, 0.5, most], result: ['completed', 'Sold', 420] },
])('a call that draws $draws comes to $result', ({ draws, result }) => {
  const outcomes = ['Booked', callbackDisposition, 'Sold'];
  const [made] = callLead(lead(0), 3, outcomes, at, drawing(...draws)).calls;
  expect([made?.call_status, made?.disposition, made?.duration]).toEqual(result);
});

it('draws nothing where there is nothing to choose between settling and calling again', () => {
  const [settled] = callLead(lead(0), 3, ['Booked', 'Sold'], at, drawing(0, most, 0)).calls;
  expect([settled?.disposition, settled?.duration]).toEqual(['Sold', 35]);
  const again = callLead(lead(0), 3, [callbackDisposition], at, drawing(0, most));
  expect([again.status, again.calls[0]?.disposition, again.calls[0]?.duration]).toEqual([3, callbackDisposition, 70]);
});

it('completes a record that has no attempt left, in the name of the dialler', () => {
  expect(exhaustedLead(lead(3, 2))).toEqual({ ...lead(3, 2), status: 1, updated_by: diallerName });
});
