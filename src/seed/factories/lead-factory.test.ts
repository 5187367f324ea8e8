import { describe, expect, it } from 'vitest';
import type { AudienceRecord, LeadRecord } from '../../domain/records.ts';
import { createFactories, defaultNow } from './factories.ts';
import { inputColumns } from '../csv/input-columns.ts';

const audience: AudienceRecord = {
  id: 77,
  columns: inputColumns(['name', 'city', 'plan']),
  attempts_allowed: 3,
  halted: null,
};
const since = '2026-09-01T00:00:00.000Z';
const leads = createFactories({ seed: 11 }).leadsOf(audience, { since });

describe('createLeadFactory', () => {
  it.each([
    [0, 'Fresh', [0]],
    [1, 'Completed', [1, 2, 3]],
    [2, 'Halted', [0, 1, 2, 3]],
    [3, 'Inqueue', [0, 1, 2]],
  ] as const)('gives a record with status %i, %s, one of %j attempts', (status, _, expected) => {
    const attempts = leads.buildList(300, { status }).map(({ calls }) => calls.length);
    expect([...new Set(attempts)].sort()).toEqual(expected);
  });

  it('ends a Completed record with an answered call that settled the matter', () => {
    for (const { calls } of leads.buildList(300, { status: 1 })) {
      const last = calls.at(-1);
      expect(last?.call_status).toBe('completed');
      expect(last?.disposition).not.toBe('Callback requested');
      expect(last?.duration).toBeGreaterThan(0);
    }
  });

  it('leaves every call before the last one, and every call of the others, with a reason to call again', () => {
    const calls = leads
      .buildList(600)
      .flatMap((lead) => (lead.status === 1 ? lead.calls.slice(0, -1) : lead.calls))
      .filter(({ call_status }) => call_status === 'completed');
    expect(new Set(calls.map(({ disposition }) => disposition))).toEqual(new Set(['Callback requested']));
  });

  it('makes calls in order, within the period, in the daytime', () => {
    for (const { calls } of leads.buildList(300, { status: 1 })) {
      const times = calls.map(({ started_on }) => started_on);
      expect([...new Set(times)].sort()).toEqual(times);
      expect(times.every((time) => time >= since && time <= defaultNow)).toBe(true);
      expect(times.every((time) => time.slice(11) >= '08:00' && time.slice(11) < '18:00:01')).toBe(true);
    }
  });

  it('makes calls in order and within the period where that is shorter than a day', () => {
    const until = '2026-09-01T00:10:00.000Z';
    for (const { calls } of createFactories({ seed: 1 }).leadsOf(audience, { since, until }).buildList(100)) {
      const times = calls.map(({ started_on }) => started_on);
      expect([...times].sort()).toEqual(times);
      expect(times.every((time) => time >= since && time <= until)).toBe(true);
    }
  });

  it('counts no seconds for a call that nobody and nothing answered', () => {
    const calls = leads.buildList(600).flatMap((lead) => lead.calls);
    const statusesOf = (isAnswered: boolean): string[] =>
      [...new Set(calls.filter(({ duration }) => duration > 0 === isAnswered).map((call) => call.call_status))].sort();
    expect(statusesOf(false)).toEqual(['busy', 'failed', 'no-answer']);
    expect(statusesOf(true)).toEqual(['completed', 'voicemail']);
  });

  it('gives every lead a number of its own in E.164 form that rings nowhere', () => {
    const numbers = createFactories({ seed: 3 })
      .lead.buildList(30_000, { calls: [] })
      .map(({ mobile_no }) => mobile_no);
    const ringsNowhere = /^(\+1555[2-9]\d{6}|\+447700900\d{3}|\+493023125\d{3}|\+3363998\d{4})$/;
    expect(numbers.filter((number) => !ringsNowhere.test(number))).toEqual([]);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('fills the columns of the audience in their order, also those that it does not know or that have odd names', () => {
    const columns = inputColumns(['plan', 'locker_no', 'constructor', '__proto__', 'name']);
    const lead: LeadRecord = createFactories({ seed: 3 })
      .leadsOf({ ...audience, columns })
      .build();
    expect(Object.keys(lead.input_data)).toEqual(['plan', 'locker_no', 'constructor', '__proto__', 'name']);
    expect(Object.values(lead.input_data).every((value) => typeof value === 'string' && value !== '')).toBe(true);
    expect(columns.map(({ label }) => label).slice(0, 2)).toEqual(['Plan', 'Locker no']);
  });

  it('takes the number of attempts that it is told', () => {
    expect(leads.build({ status: 3 }, { attempts: 3 }).calls).toHaveLength(3);
  });

  it.each([
    [0, 1],
    [1, 0],
    [2, 4],
    [3, -1],
    [3, 1.5],
  ] as const)('refuses a record with status %i and %d attempts of 3', (status, attempts) => {
    expect(() => leads.build({ status }, { attempts })).toThrow(RangeError);
  });
});
