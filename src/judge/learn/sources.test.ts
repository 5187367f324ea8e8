import { expect, it } from 'vitest';
import type { ApiRequest } from '../../deployment/transport.ts';
import type { Json } from '../../json/json-value.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { SavedFields, sourcesFor } from './sources.ts';

type Body = ApiRequest['body'];

function answered(operation: ApiRequest['operation'], sent: Body, body: Json): CheckedAnswer {
  const request = { operation, query: [], headers: {}, body: sent } as const;
  return { request, status: 200, headers: {}, text: '', body, unread: null };
}

const json = (value: object): Body => ({ kind: 'json', value });
const saved = { data: { agent_id: 7 } };
const created = answered('createAgent', json({ agent_name: 'Desk', prompt: 'Help', greeting: 'Hi' }), saved);
const image = { name: 'a.png' };
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
const renamed = json({ agent_id: '00000000-0000-4000-8000-000000000007', name: 'Renamed', language: 'de' });
const asItWas = {
  status: 3,
  updates: 0,
  versions: 1,
  agent_name: 'Desk',
  agent_prompt: 'Help',
  greeting: 'Hi',
};

it.each<[string, readonly CheckedAnswer[], object]>([
  ['of a creation', [created], asItWas],
  [
    'of an update, without what is empty',
    [created, answered('createAgent', json({ agent_id: 7, greeting: '', status: 1 }), saved)],
    { status: 1, published: true, updates: 1, versions: 2, agent_name: 'Desk', agent_prompt: 'Help' },
  ],
  [
    'of an agent that is no longer published',
    [1, 3].map((status) => answered('createAgent', json({ agent_id: 8, status }), {})),
    { status: 3, published: true },
  ],
  [
    'of a read, which sends nothing that is saved',
    [created, answered('getAgent', json({ agent_id: 7, greeting: 'Bye' }), { data: { basic_details: { id: 7 } } })],
    asItWas,
  ],
  [
    'of agent/update',
    [created, answered('updateAgent', renamed, {})],
    { ...asItWas, updates: 1, versions: 2, agent_name: 'Renamed', transcriber_language: 'de' },
  ],
  [
    'of a form',
    [form],
    {
      ...{ status: 3, updates: 0, versions: 1, agent_name: 'By form' },
      'basic_details.tone': 'calm',
      basic_details: { tone: 'calm', chatbot_image: image },
      ...{ 'basic_details.chatbot_image.name': 'a.png', 'basic_details.chatbot_image': image },
      // Flags are kept as such, and what is shown anyway under its own name.
      configuration: { memory_recall: false, agent_terminate_messages: 'true' },
      ...{ 'configuration.memory_recall': false, 'configuration.agent_terminate_messages': 'true' },
    },
  ],
  [
    'of what is emptied, which stays in an object',
    [answered('createAgent', json({ agent_id: 8, greeting: '', llm: { model: '' } }), {})],
    { 'llm.model': '', llm: { model: '' } },
  ],
  [
    'of objects, which are merged',
    [
      answered('createAgent', json({ agent_id: 8, voice: { provider: 'a', settings: { speed: 1 } } }), {}),
      answered('createAgent', json({ agent_id: 8, voice: { settings: { stability: 2 } } }), {}),
    ],
    {
      ...{ 'voice.provider': 'a', 'voice.settings.speed': 1, 'voice.settings.stability': 2 },
      'voice.settings': { speed: 1, stability: 2 },
      voice: { provider: 'a', settings: { speed: 1, stability: 2 } },
    },
  ],
  [
    'of a language, beside the object that it is in',
    [answered('createAgent', json({ agent_id: 8, speech_to_text: { language: 'de' } }), {})],
    { 'speech_to_text.language': 'de', speech_to_text: { language: 'de' }, transcriber_language: 'de' },
  ],
  [
    'of another agent',
    [created, answered('createAgent', json({ agent_id: 8, greeting: 'Hey' }), {})],
    { greeting: 'Hey' },
  ],
])('knows what was saved %s', (_, answers, known) => {
  const fields = new SavedFields();
  const found = answers.map((answer) => fields.after(answer, answer)).at(-1) ?? new Map();
  expect(Object.fromEntries(found)).toEqual(known);
});

it('names what an answer may repeat: what was sent, what is saved, and its own data', () => {
  const queried = { ...form, request: { ...form.request, query: [['page', '2']] as const } };
  const sources = sourcesFor(queried, { data: { agent_id: 7, list: [1, 2] } }, new Map([['greeting', 'Hi']]));
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
    'data.agent_id': 7,
    'data.list.length': 2,
  });
});

it('knows which operation made an agent of nothing but its name, until something else is sent', () => {
  const bare = answered('createAgent', json({ agent_name: 'Desk', description: 'x' }), saved);
  const update = answered('createAgent', json({ agent_id: 7, greeting: 'Hi' }), saved);
  const read = answered('getAgent', { kind: 'none' }, { data: { basic_details: { id: 7 } } });
  const makerAfter = (...answers: readonly CheckedAnswer[]): string | undefined => {
    const fields = new SavedFields();
    answers.forEach((answer) => fields.after(answer, answer));
    return fields.makerOf(read);
  };
  expect([[bare, read], [created], [bare, update], [form]].map((answers) => makerAfter(...answers))).toEqual([
    'createAgent',
    ...[undefined, undefined, undefined],
  ]);
});
