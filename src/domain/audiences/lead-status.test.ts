import { describe, expect, it } from 'vitest';
import { effectiveStatus, statusLabel, storedStatuses } from './audience-format.ts';
import type { LeadStatus } from '../records.ts';

const statuses: readonly LeadStatus[] = [0, 1, 2, 3];

it('has a label for every status', () => {
  expect(statuses.map(statusLabel)).toEqual(['Fresh', 'Completed', 'Halted', 'Inqueue']);
});

it('shows every status as it is stored until the audience is halted', () => {
  expect(statuses.map((status) => effectiveStatus(status, false))).toEqual([0, 1, 2, 3]);
  expect(statuses.map((status) => effectiveStatus(status, true))).toEqual([2, 1, 2, 2]);
});

describe('the stored statuses', () => {
  it.each<{ wanted: LeadStatus[]; plain: LeadStatus[]; halted: LeadStatus[] }>([
    { wanted: [], plain: [], halted: [] },
    { wanted: [0], plain: [0], halted: [] },
    { wanted: [1], plain: [1], halted: [1] },
    { wanted: [2], plain: [2], halted: [0, 2, 3] },
    { wanted: [3], plain: [3], halted: [] },
    { wanted: [3, 1, 3], plain: [1, 3], halted: [1] },
    { wanted: [0, 1, 2, 3], plain: [0, 1, 2, 3], halted: [0, 1, 2, 3] },
  ])('of leads that show $wanted are $plain, of a halted audience $halted', ({ wanted, plain, halted }) => {
    expect(storedStatuses(wanted, false)).toEqual(plain);
    expect(storedStatuses(wanted, true)).toEqual(halted);
  });
});
