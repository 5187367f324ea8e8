import { expect, it } from 'vitest';
import { matchingChoices, withDecision } from './choices-page.tsx';

const by = 'hand';
const view = {
  profile: 'staging',
  choices: [
    {
      id: 'a.b',
      clause: 'a',
      question: 'Which?',
      alternatives: [
        { name: 'one', meaning: 'It.' },
        { name: 'two', meaning: 'Or.' },
      ],
      today: 'one',
    },
    { id: 'a.status', clause: 'a', question: 'Which status?', value: { type: 'integer' }, today: 400 },
    {
      id: 'c.message',
      clause: 'c',
      question: 'Which text?',
      value: { type: 'string' },
      today: 'No',
      decided: { value: 'Never', by },
    },
  ],
};
const kept = { 'c.message': { value: 'Never', by } };

it.each([
  ['a.b', 'two', { ...kept, 'a.b': { alternative: 'two', by } }],
  ['a.b', 'one', kept],
  ['a.status', '409', { ...kept, 'a.status': { value: 409, by } }],
  ['a.status', 'many', { ...kept, 'a.status': { value: 'many', by } }],
  ['c.message', '409', { 'c.message': { value: '409', by } }],
  ['c.message', 'No', {}],
])('%s decided as %s makes a profile of what differs from today', (id, text, choices) => {
  expect(withDecision(view, id, text)).toEqual({ profile: 'voice-agent-mock/profile/1', name: 'staging', choices });
});

it('finds choices by their words, the decided ones first', () => {
  const found = (words: string) => matchingChoices(view.choices, words).map(({ id }) => id);
  expect(found('')).toEqual(['c.message', 'a.b', 'a.status']);
  expect(found('WHICH status')).toEqual(['a.status']);
  expect(found('nothing')).toEqual([]);
});
