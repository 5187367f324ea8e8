import { expect, it } from 'vitest';
import type { ApiRequest } from '../../deployment/transport.ts';
import type { Json } from '../../json/json-value.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { Makers, sourcesFor } from './sources.ts';

type Body = ApiRequest['body'];

function answered(operation: ApiRequest['operation'], sent: Body, body: Json): CheckedAnswer {
  const request = { operation, query: [], headers: {}, body: sent } as const;
  return { request, status: 200, headers: {}, text: '', body, unread: null };
}

const json = (value: object): Body => ({ kind: 'json', value });
const saved = { data: { agent_id: 7 } };
const created = answered('createAgent', json({ agent_name: 'Desk', prompt: 'Help', greeting: 'Hi' }), saved);
const form = answered(
  'createAgentOrUpdate',
  {
    kind: 'form',
    parts: [
      { name: 'basic_details[agent_name]', value: 'By form' },
      { name: 'basic_details[tone]', value: 'calm' },
      { name: 'basic_details[category]', value: '2' },
      ...['memory_recall', 'context_awareness'].map((name) => ({ name: `configuration[${name}]`, value: 'false' })),
      { name: 'configuration[agent_terminate_messages]', value: 'true' },
      { name: 'FILE_KNOWLEDGE_BASES', value: Buffer.from('x'), file: { name: 'a.csv', type: 'text/csv' } },
      { name: 'basic_details[chatbot_image]', value: Buffer.from('x'), file: { name: 'a.png', type: 'image/png' } },
    ],
  },
  saved,
);
it('names what an answer may repeat: what was sent, what is saved, and its own data', () => {
  const queried = { ...form, request: { ...form.request, query: [['page', '2']] as const } };
  const sources = sourcesFor(
    queried,
    { data: { agent_id: 7, list: [1, 2], numbers: ['+１'] } },
    { id: 7, greeting: 'Hi', voice: { model: '', settings: { speed: 1 } }, links: [], description: '' },
  );
  expect(Object.fromEntries(sources)).toEqual({
    'sent.page': '2',
    'sent.basic_details.agent_name': 'By form',
    'sent.basic_details.tone': 'calm',
    'sent.basic_details.category': '2',
    'sent.configuration.memory_recall': 'false',
    'sent.configuration.context_awareness': 'false',
    'sent.configuration.agent_terminate_messages': 'true',
    'sent.configuration': { memory_recall: 'false', context_awareness: 'false', agent_terminate_messages: 'true' },
    'sent.files.length': 2,
    'sent.basic_details': { agent_name: 'By form', tone: 'calm', category: '2' },
    'sent.files': { length: 2 },
    'sent.names': ['basic_details', 'configuration'],
    'sent.names.length': 2,
    'saved.greeting': 'Hi',
    'saved.voice.model': '',
    'saved.voice.settings.speed': 1,
    'saved.voice.settings': { speed: 1 },
    'saved.voice': { model: '', settings: { speed: 1 } },
    'saved.links': [],
    'saved.links.length': 0,
    'data.agent_id': 7,
    'data.list.length': 2,
    'data.numbers.length': 1,
    'data.numbers.0': '+１',
  });
});

it('counts what a list has that the deployment has otherwise by the deployment', () => {
  const shown = { ...created, body: { data: { list: [1, 2, 3], note: 'x' } } };
  const sources = sourcesFor(shown, { data: { list: [1], other: [1], note: [] } }, {});
  expect([...sources].filter(([name]) => name.startsWith('data.'))).toEqual([
    ['data.list.length', 3],
    ['data.other.length', 1],
    ['data.note.length', 0],
  ]);
});

it('knows which operation made an agent of nothing but its name, until something else is sent', () => {
  const bare = answered('createAgent', json({ agent_name: 'Desk', description: 'x' }), saved);
  const update = answered('createAgent', json({ agent_id: 7, greeting: 'Hi' }), saved);
  const read = answered('getAgent', { kind: 'none' }, { data: { basic_details: { id: 7 } } });
  const makerAfter = (...answers: readonly CheckedAnswer[]): string | undefined => {
    const makers = new Makers({ voice: { voice_id: 'ava' } });
    answers.forEach((answer) => makers.after(answer));
    return makers.after(read);
  };
  expect([[bare, read], [created], [bare, update], [form]].map((answers) => makerAfter(...answers))).toEqual([
    'createAgent',
    ...[undefined, undefined, undefined],
  ]);
  // What every new agent needs says nothing, another value of it does.
  const voiced = (voice_id: string) =>
    answered('createAgent', json({ agent_name: 'Desk', voice: { voice_id } }), saved);
  expect(['ava', 'eva'].map((id) => makerAfter(voiced(id)))).toEqual(['createAgent', undefined]);
});
