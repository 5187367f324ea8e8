import type { Script } from '../src/judge/script.ts';
import { agent, atOnce, create, createByForm, form, look, named, read, send, update } from './steps.ts';

const other = { $agent: 1 };
const absent = { $absent: 0 };

/** How create-agent makes, changes, publishes and deletes agents. */
export const createAgentScripts: readonly Script[] = [
  {
    clauses: [
      'create-agent.create',
      'create-agent.create.draft',
      'create-agent.success',
      'agent.status.draft',
      'agent.basic-details.status',
    ],
    steps: [create({ description: 'Kept', prompt: 'You are kept.' }), create(), read(), read(other), look],
  },
  { clauses: ['create-agent.success.status'], steps: [create(), update({ description: 'x' })], shows: [] },
  {
    clauses: ['create-agent.create.defaults'],
    steps: [create(), read()],
    shows: ['agent_type', 'agent_privacy', 'status']
      .map((name) => `/data/basic_details/${name}`)
      .concat('/data/phone_numbers'),
  },
  {
    clauses: ['create-agent.create.name-required'],
    steps: ['nameless', 'without a name'].map((text) =>
      send('createAgent', { json: { description: { $name: text } } }),
    ),
  },
  {
    clauses: [
      'create-agent.update',
      'create-agent.success',
      'create-agent.field.agent-name',
      'create-agent.field.description',
      'create-agent.field.prompt',
    ],
    steps: [
      create({ description: 'before', prompt: 'before' }),
      create({ description: 'a bystander' }),
      update({ agent_name: { $name: 'after' }, description: 'after', prompt: 'You are after.' }),
      read(),
      update({ agent_name: { $name: 'again' } }),
      update({ prompt: 'You are after all.' }),
      update({ description: 'Grüße, 你好, "quotes", \\ and\nlines' }),
      look,
    ],
  },
  {
    clauses: ['create-agent.agent-id.places'],
    steps: [
      create(),
      update({ description: 'by body' }),
      send('createAgent', { query: { agent_id: agent }, json: { description: 'by query' } }),
      look,
    ],
  },
  {
    clauses: ['create-agent.agent-id.body-wins'],
    steps: [
      create(),
      create(),
      send('createAgent', { query: { agent_id: other }, json: { agent_id: agent, description: 'body wins' } }),
      look,
    ],
    shows: ['/data/basic_details/description'],
  },
  {
    clauses: ['create-agent.agent-id.invalid'],
    // Read leniently, each of these is the agent just made, or none: then one is made, under the name.
    steps: [
      create(),
      ...[
        ...(['text', 'padded', 'hex', 'negative'] as const).map((how) => ({ $written: [how, agent] })),
        { $written: ['fraction', absent] },
        ...[null, {}, []],
      ].map((agent_id) => update({ agent_name: { $name: 'invalid' }, description: 'x' }, agent_id)),
      form({ ...named, agent_id: 'x' }),
    ],
  },
  {
    clauses: ['create-agent.update.exists', 'create-agent.not-found'],
    steps: [
      ...[
        { description: 'nobody' },
        { agent_name: { $name: 'nobody' } },
        { status: 3 },
        { status: 1 },
        { status: 2 },
      ].map((fields) => update(fields, absent)),
      send('createAgent', { query: { agent_id: absent }, json: { description: 'nobody' } }),
    ],
  },
  {
    clauses: ['workspace.isolation', 'create-agent.update.exists', 'get-by-id.not-found'],
    steps: [
      create(),
      ...[{ agent_name: { $name: 'taken over' } }, { status: 2 }, { status: 1 }, { description: 'taken over' }].flatMap(
        (fields) => [update(fields, agent, 'second'), read()],
      ),
      read(agent, 'second'),
      form({ 'basic_details[agent_name]': { $name: 'taken over' }, agent_id: agent }, 'second'),
      send('updateAgent', { as: 'second', json: { agent_id: { $uuid: 0 }, name: { $name: 'taken over' } } }),
      look,
    ],
  },
  {
    clauses: ['create-agent.status.invalid', 'create-agent.field.status'],
    steps: [create(), ...[0, 4, 5, 7, 99, -1].map((status) => update({ status })), look],
  },
  {
    clauses: ['create-agent.status.invalid.any-type', 'create-agent.status.refused-changes-nothing'],
    steps: [
      create(),
      ...['1', null, true, {}, [], 1.5, 'published'].map((status) => update({ status, description: 'half done' })),
      create({ status: 9 }),
      createByForm(),
      update({ status: 1, description: 'half done' }, { $agent: 1 }),
    ],
  },
  {
    clauses: ['create-agent.agent-id.required'],
    steps: [1, 2, 3].map((status) => send('createAgent', { json: { status } })),
  },
  {
    clauses: ['create-agent.agent-id.required.status', 'create-agent.order'],
    steps: [create({ status: 3 }), update({ status: 9 }, absent), update({ description: 5 }, absent)],
  },
  {
    clauses: ['create-agent.delete', 'agent.status.deleted'],
    steps: [create(), create({ description: 'a bystander' }), update({ status: 2 }), look, look],
  },
  { clauses: ['create-agent.unpublish', 'agent.status.draft'], steps: [create(), update({ status: 3 }), look] },
  {
    clauses: ['create-agent.status.alone'],
    steps: [
      createByForm({ 'basic_details[description]': 'Stays' }),
      update({ prompt: 'You stay.' }),
      update({ status: 3 }),
      send('createAgent', { query: { agent_id: agent }, json: { status: 3 } }),
    ],
  },
  {
    clauses: ['create-agent.publish.no-number'],
    steps: [createByForm(), read(), update({ status: 1 }), update({ status: 1 }), look],
  },
  {
    clauses: ['create-agent.publish.every-type'],
    steps: ['1', '2', '4'].flatMap((type, index) => [
      createByForm({ 'basic_details[agent_type]': type }),
      update({ status: 1 }, { $agent: index }),
    ]),
    shows: [],
  },
  {
    clauses: ['create-agent.restore'],
    steps: [
      create({ description: 'Restored' }),
      update({ status: 2 }),
      update({ status: 3 }, { $in: 'deleted' }),
      look,
    ],
    shows: ['/data/basic_details/status', '/data/basic_details/description'],
  },
  {
    clauses: ['create-agent.update.partial', 'create-agent.update'],
    steps: [
      create({ description: 'before', prompt: 'before' }),
      ...[0, 1, 2].flatMap((round) => [
        atOnce(update({ description: `description ${round}` }), update({ prompt: `prompt ${round}` })),
        atOnce(update({ agent_name: { $name: `round ${round}` } }), update({ greeting: `Hello ${round}` })),
      ]),
    ],
  },
  {
    title: 'parallel creations make as many agents',
    clauses: ['create-agent.create'],
    steps: [atOnce(create(), create(), create(), create()), look],
  },
];
