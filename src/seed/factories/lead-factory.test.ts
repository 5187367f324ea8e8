import { describe, expect, it } from 'vitest';
import type { AudienceRecord, LeadRecord } from '../../domain/records.ts';
import { createFactories, defaultNow } from './factories.ts';
import { inputColumns } from './campaign-factories.ts';
import { spokenLanguages } from './people.ts';

const audience: AudienceRecord = {
  id: 77,
  columns: inputColumns(['name', 'city', 'plan']),
  attempts_allowed: 3,
  halted: null,
};
/** What regulators keep for fiction; of other countries area codes and blocks that their plans assign to nobody. */
const ringsNowhere: Readonly<Record<string, RegExp>> = {
  'en-US': /^\+1555[2-9]\d{6}$/,
  'en-GB': /^\+44(7700900\d{3}|2079460\d{3}|1632\d{6}|10\d{8})$/,
  'de-DE': /^\+49(3023125\d{3}|4066969\d{3}|2214710\d{3}|8999998\d{3}|6990009\d{6}|10\d{9})$/,
  'fr-FR': /^\+33(63998\d{4}|19900\d{4}|46571\d{4}|40\d{7})$/,
  'es-ES': /^\+3455\d{7}$/,
  'it-IT': /^\+39300\d{7}$/,
  'pt-BR': /^\+55209\d{8}$/,
  'sv-SE': /^\+46(7017406\d{2}|71\d{7})$/,
  'tr-TR': /^\+90560\d{7}$/,
  'nl-NL': /^\+3169\d{7}$/,
  'en-IN': /^\+91555\d{7}$/,
  'ja-JP': /^\+8130\d{8}$/,
  'zh-CN': /^\+86129\d{8}$/,
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

  it.each(Object.entries(ringsNowhere))(
    'calls people who speak %s by numbers of their country that ring nowhere',
    (language, pattern) => {
      const numbers = createFactories({ seed: 3 })
        .leadsOf(audience, { languages: [language] })
        .buildList(12_000, { calls: [] })
        .map(({ mobile_no }) => mobile_no);
      expect(numbers.filter((number) => !pattern.test(number))).toEqual([]);
      expect(new Set(numbers).size).toBe(numbers.length);
    },
  );

  it('knows for each language that people speak which numbers ring nowhere', () => {
    expect(Object.keys(ringsNowhere).sort()).toEqual([...spokenLanguages()].sort());
  });

  it('gives every lead a number of its own, whichever audience it is in', () => {
    const factories = createFactories({ seed: 3 });
    const numbers = Array.from({ length: 30 }, (_, id) =>
      factories.leadsOf({ ...audience, id }).buildList(1000, { calls: [] }),
    ).flatMap((list) => list.map(({ mobile_no }) => mobile_no));
    expect(new Set(numbers).size).toBe(30_000);
  });

  it('fills an audience with people of one country, and others with people of others', () => {
    const factories = createFactories({ seed: 3 });
    const columns = inputColumns(['language']);
    const languages = Array.from({ length: 40 }, (_, id) => {
      const people = factories.leadsOf({ ...audience, id, columns }).buildList(20);
      const spoken = [...new Set(people.map(({ input_data }) => input_data['language']))];
      const [language = ''] = spoken.map(String);
      expect(spoken).toHaveLength(1);
      expect(people.filter(({ mobile_no }) => ringsNowhere[language]?.test(mobile_no) !== true)).toEqual([]);
      return language;
    });
    expect(new Set(languages).size).toBeGreaterThan(5);
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
