import { expect, it } from 'vitest';
import { groupsOf, withBehaviour } from './differences-page.tsx';

const text = { target: '$.info.title', update: 'Staging', 'x-learned': { on: '2026-11-20' } };
const deleted = { target: "$['x-behaviours']", update: { 'agent.deleted': 'missing' } };
const created = { target: "$.paths['/create-agent'].post.responses['201']", remove: true };
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
])('%s decided as %s leaves what differs from the default', (id, name, actions) => {
  expect(withBehaviour(view, id, name)).toEqual(actions);
});

const operations = [
  { id: 'createAgent', method: 'POST', path: '/create-agent' },
  { id: 'readAgent', method: 'GET', path: '/create-agent' },
];

it('groups differences by what they change', () => {
  expect([...groupsOf([text, created, deleted], operations, '')]).toEqual([
    ['The whole document', [text]],
    ['createAgent', [created]],
    ['Behaviours', [deleted]],
  ]);
});

it('finds differences by the words of their operation, their content and their evidence', () => {
  const found = (words: string) => [...groupsOf([text, created, deleted], operations, words).values()].flat();
  expect(found('CREATEAGENT 201')).toEqual([created]);
  expect(found('2026-11-20')).toEqual([text]);
  expect(found('nothing')).toEqual([]);
});
