import { expect, it } from 'vitest';
import { loadBroken, part, type SmallClauses } from '../testing/small-document.ts';

const assumed = (clauses: SmallClauses) => part(clauses['verify.api-tokens-only']);
const choice = (clauses: SmallClauses) =>
  part((assumed(clauses)['choices'] as Record<string, Record<string, unknown>>)['verify.login-token']);
const at = 'clauses.yaml#/verify.api-tokens-only';

it.each<[what: string, place: string, breakIt: (clauses: SmallClauses) => unknown]>([
  ['an assumed rule that leaves no choice and does not say why', at, (all) => delete assumed(all)['choices']],
  ['a rule that is fixed and leaves a choice', `${at}/fixed`, (all) => (assumed(all)['fixed'] = 'Because.')],
  [
    'a stated rule that is fixed',
    'clauses.yaml#/verify.valid/fixed',
    (all) => (part(all['verify.valid'])['fixed'] = 'So.'),
  ],
  ['a reason that is no text', `${at}/fixed`, (all) => Object.assign(assumed(all), { choices: {}, fixed: 7 })],
  ['an unknown member of a choice', `${at}/choices/verify.login-token/asks`, (all) => (choice(all)['asks'] = 'x')],
  ['a choice without a question', `${at}/choices/verify.login-token/question`, (all) => (choice(all)['question'] = 1)],
  [
    'a choice with a value',
    `${at}/choices/verify.login-token/value`,
    (all) => (choice(all)['value'] = { type: 'string' }),
  ],
  [
    'a choice of one',
    `${at}/choices/verify.login-token/alternatives`,
    (all) => (choice(all)['alternatives'] = { one: 'It.' }),
  ],
  [
    'an alternative called as none may be',
    `${at}/choices/verify.login-token/alternatives/B c`,
    (all) => (choice(all)['alternatives'] = { a: 'It.', 'B c': 'Or.' }),
  ],
  ['an assumed rule that is open otherwise than by example', `${at}/open`, (all) => (assumed(all)['open'] = 'status')],
  [
    'an open part that there is none of',
    'clauses.yaml#/verify.valid/open/0',
    (all) => (part(all['verify.valid'])['open'] = ['text']),
  ],
  [
    'a choice that is there twice',
    at,
    (all) => (part(all['voice-list.pagination'])['choices'] = assumed(all)['choices']),
  ],
])('a catalogue with %s is refused', (_, place, breakIt) => {
  expect(loadBroken((__, clauses) => void breakIt(clauses))?.place).toBe(place);
});
