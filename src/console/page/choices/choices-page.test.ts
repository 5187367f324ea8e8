import { expect, it } from 'vitest';
import { matching, withBehaviour } from './choices-page.tsx';

const text = { target: '$.info.title', update: 'Staging', 'x-learned': { on: '2026-11-20' } };
const deleted = { target: "$['x-behaviours']", update: { 'agent.deleted': 'missing' } };
const alternatives = [
  { name: 'restorable', meaning: 'It.' },
  { name: 'missing', meaning: 'Or.' },
];
const view = {
  profile: 'staging',
  overlay: { overlay: '1.1.0', info: { title: 'staging', version: '1' }, actions: [text, deleted] },
  choices: [
    { id: 'agent.deleted', clause: 'a', question: 'What becomes of it?', alternatives, decided: 'missing' },
    { id: 'agent.token', clause: 'b', question: 'Which token?', alternatives, decided: 'restorable' },
  ],
};

it.each([
  ['agent.deleted', 'restorable', [text]],
  ['agent.token', 'missing', [text, deleted, { target: "$['x-behaviours']", update: { 'agent.token': 'missing' } }]],
  ['agent.token', 'restorable', [text, deleted]],
])('%s decided as %s makes a profile of what differs from the default', (id, name, actions) => {
  expect(withBehaviour(view, id, name)).toEqual({ ...view.overlay, actions });
});

it('begins a profile where the world follows none', () => {
  const { choices } = view;
  expect(withBehaviour({ choices }, 'agent.token', 'missing')).toMatchObject({ info: { title: 'console' } });
});

it('finds differences and behaviours by their words', () => {
  expect(matching(view.choices, 'WHICH token').map(({ id }) => id)).toEqual(['agent.token']);
  expect(matching(view.overlay.actions, 'staging')).toEqual([text]);
  expect(matching(view.choices, 'nothing')).toEqual([]);
});
