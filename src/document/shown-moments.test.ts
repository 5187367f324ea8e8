import { expect, it } from 'vitest';
import { formatOfMark, markOfMoment, momentInForm } from './shown-moments.ts';
import { bodyShown } from './shown-values.ts';

const moment = '2026-11-27T08:00:00.500Z';

it.each<[string, string | number, string]>([
  ['ms', 1795766400500, '<time>'],
  ['s', 1795766400, '<time in s>'],
  ['ms-text', '1795766400500', '<time as a text>'],
  ['s-text', '1795766400', '<time in s as a text>'],
])('a moment is shown as %s, and one that stands for any as what stands for any', (form, shown, mark) => {
  expect(momentInForm(moment, form)).toBe(shown);
  expect(momentInForm('9999-99-99T99:99:99.999Z', form)).toBe(mark);
  expect(markOfMoment(shown, 'updated_at')).toBe(mark);
  expect(formatOfMark(mark)).toEqual({ form });
});

it('a number is a moment by its size in milliseconds, else by its name', () => {
  expect([1795766400500, 1795766400].map((value) => markOfMoment(value, 'checksum'))).toEqual(['<time>', undefined]);
  expect(['serverTime', 'created_on', 'station'].map((name) => markOfMoment('2026-11-27 08:00:00', name))).toEqual([
    '9999-99-99 99:99:99',
    '9999-99-99 99:99:99',
    undefined,
  ]);
});

it('a rule shows the value of another field, or of now, in a form', () => {
  const rules = new Map([
    ['/data/epoch', { of: 'data.updated_on', form: 's' }],
    ['/at', { of: 'now', time: { digits: 0, zone: '', separator: ' ' } as const }],
  ]);
  const shown = bodyShown({ data: { updated_on: moment } }, rules, (name) =>
    name === 'now' || name === 'data.updated_on' ? moment : undefined,
  );
  expect(shown).toEqual({ data: { updated_on: moment, epoch: 1795766400 }, at: '2026-11-27 08:00:00' });
});
