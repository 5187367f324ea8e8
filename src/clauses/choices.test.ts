import { expect, it } from 'vitest';
import { loadBroken, part, type SmallClauses } from '../testing/small-document.ts';

const assumed = (clauses: SmallClauses) => part(clauses['verify.success']);
const choice = (clauses: SmallClauses) =>
  part((assumed(clauses)['choices'] as Record<string, Record<string, unknown>>)['verify.success.body']);
const at = 'clauses.yaml#/verify.success';

it.each<[what: string, place: string, breakIt: (clauses: SmallClauses) => unknown]>([
  ['an assumed rule that leaves no choice and does not say why', at, (all) => delete assumed(all)['choices']],
  ['a rule that is fixed and leaves a choice', `${at}/fixed`, (all) => (assumed(all)['fixed'] = 'Because.')],
  [
    'a stated rule that is fixed',
    'clauses.yaml#/verify.valid/fixed',
    (all) => (part(all['verify.valid'])['fixed'] = 'So.'),
  ],
  ['a reason that is no text', `${at}/fixed`, (all) => Object.assign(assumed(all), { choices: {}, fixed: 7 })],
  ['an unknown member of a choice', `${at}/choices/verify.success.body/asks`, (all) => (choice(all)['asks'] = 'x')],
  ['a choice without a question', `${at}/choices/verify.success.body/question`, (all) => (choice(all)['question'] = 1)],
  [
    'a choice without alternatives and value',
    `${at}/choices/verify.success.body`,
    (all) => delete choice(all)['alternatives'],
  ],
  ['a choice with both', `${at}/choices/verify.success.body`, (all) => (choice(all)['value'] = { type: 'string' })],
  [
    'a choice of one',
    `${at}/choices/verify.success.body/alternatives`,
    (all) => (choice(all)['alternatives'] = { one: 'It.' }),
  ],
  [
    'an alternative called as none may be',
    `${at}/choices/verify.success.body/alternatives/B c`,
    (all) => (choice(all)['alternatives'] = { a: 'It.', 'B c': 'Or.' }),
  ],
  ['an open part that there is none of', `${at}/open/0`, (all) => (assumed(all)['open'] = ['text'])],
  ['open parts that are no list', `${at}/open`, (all) => (assumed(all)['open'] = 'status')],
  [
    'a choice that is there twice',
    at,
    (all) => (part(all['voice-list.pagination'])['choices'] = assumed(all)['choices']),
  ],
  ['a refusal without a status', `${at}/refusal`, (all) => (assumed(all)['refusal'] = { message: 'No' })],
  [
    'a refusal with another member',
    `${at}/refusal`,
    (all) => (assumed(all)['refusal'] = { status: 400, message: 'No', code: 1 }),
  ],
])('a catalogue with %s is refused', (_, place, breakIt) => {
  expect(loadBroken((__, clauses) => void breakIt(clauses))?.place).toBe(place);
});
