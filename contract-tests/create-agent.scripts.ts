import type { Script } from '../src/judge/script.ts';
import {
  agent,
  atOnce,
  create,
  createByForm,
  form,
  look,
  named,
  read,
  send,
  update,
  only,
  scriptsOf,
  absent,
} from './steps.ts';

/** How create-agent makes, changes, publishes and deletes agents. */
export const createAgentScripts: readonly Script[] = scriptsOf({
  'create-agent.create, create-agent.create.draft, create-agent.success, agent.status.draft, agent.basic-details.status':
    [create({ description: 'Kept', prompt: 'You are kept.' }), create(), read(), read({ $agent: 1 }), look],
  'create-agent.success.status': only('', [create(), update({ description: 'x' })]),
  'create-agent.create.defaults': only(
    '/data/basic_details/agent_type /data/basic_details/agent_privacy /data/basic_details/status /data/phone_numbers',
    [create(), form(named)],
  ),
  'create-agent.create.name-required': ['nameless', 'without a name'].map((text) =>
    send('createAgent', { json: { description: { $name: text } } }),
  ),
  'create-agent.update, create-agent.success, create-agent.field.agent-name, create-agent.field.description, create-agent.field.prompt':
    [
      create({ description: 'before', prompt: 'before' }),
      create({ description: 'a bystander' }),
      update({ agent_name: { $name: 'after' }, description: 'after', prompt: 'You are after.' }),
      read(),
      update({ agent_name: { $name: 'again' } }),
      ...[0, 1].map(() => update({ prompt: 'You are after all.' })),
      update({ description: '"quotes", \\ and\nlines' }),
      read(),
      update({ description: '' }),
      look,
    ],
  'create-agent.agent-id.places': [
    create(),
    update({ description: 'by body' }),
    send('createAgent', { query: { agent_id: agent }, json: { description: 'by query' } }),
    look,
  ],
  'create-agent.agent-id.body-wins': only('/data/basic_details/description', [
    create(),
    create(),
    send('createAgent', { query: { agent_id: { $agent: 1 } }, json: { agent_id: agent, description: 'body wins' } }),
    look,
  ]),
  // Read leniently, each of these is the agent just made, or none: then one is made, under the name.
  'create-agent.agent-id.invalid': [
    create(),
    ...[
      ...(['text', 'padded', 'hex', 'negative'] as const).map((how) => ({ $written: [how, agent] })),
      { $written: ['fraction', absent] },
      ...[null, {}, []],
    ].map((agent_id) => update({ agent_name: { $name: 'invalid' }, description: 'x' }, agent_id)),
    form({ ...named, agent_id: 'x' }),
  ],
  'create-agent.update.exists, create-agent.not-found': [
    ...[
      { description: 'nobody' },
      { agent_name: { $name: 'nobody' } },
      { status: 3 },
      { status: 1 },
      { status: 2 },
    ].map((fields) => update(fields, absent)),
    send('createAgent', { query: { agent_id: absent }, json: { description: 'nobody' } }),
  ],
  'workspace.isolation, create-agent.update.exists, get-by-id.not-found': [
    create(),
    ...[{ agent_name: { $name: 'taken over' } }, { status: 2 }, { status: 1 }, { description: 'taken over' }].flatMap(
      (fields) => [update(fields, agent, 'second'), read()],
    ),
    read(agent, 'second'),
    read(agent, 'secondAccess'),
    send('createAgent', { as: 'second', query: { agent_id: agent }, json: { description: 'taken over' } }),
    createByForm({ 'basic_details[agent_privacy]': '1' }),
    read({ $agent: 1 }, 'second'),
    form({ 'basic_details[agent_name]': { $name: 'taken over' }, agent_id: agent }, 'second'),
    look,
  ],
  'workspace.isolation: another workspace renames no agent': [
    create(),
    send('updateAgent', { as: 'second', json: { agent_id: { $uuid: 0 }, name: { $name: 'taken over' } } }),
    look,
  ],
  'create-agent.status.invalid, create-agent.field.status': [
    create(),
    ...[0, 4, 5, 7, 99, -1].map((status) => update({ status })),
    look,
    update({ status: 2 }),
    look,
  ],
  'create-agent.status.invalid.any-type, create-agent.status.refused-changes-nothing': [
    create(),
    ...['1', null, true, {}, [], 1.5, 'published'].map((status) => update({ status, description: 'half done' })),
    create({ status: 9 }),
    createByForm(),
    update({ status: 1, description: 'half done' }, { $agent: 1 }),
  ],
  'create-agent.agent-id.required': [1, 2].map((status) => send('createAgent', { json: { status } })),
  'create-agent.agent-id.required.status, create-agent.order': [
    send('createAgent', { json: { status: 3 } }),
    ...[3, 2].map((status) => create({ status })),
    update({ status: 9 }, absent),
    update({ description: 5 }, absent),
  ],
  'create-agent.delete, agent.status.deleted': [
    create(),
    create({ description: 'a bystander' }),
    update({ status: 2 }),
    look,
    update({ status: 2 }, { $in: 'deleted' }),
    look,
    send('createAgent', { query: { agent_id: agent }, json: { status: 2 } }),
    look,
  ],
  'create-agent.unpublish, agent.status.draft, create-agent.update': [
    create(),
    create(),
    update({ status: 3 }),
    update({ status: 3, description: 'beside a status' }),
    look,
  ],
  'create-agent.status.alone': [
    createByForm({ 'basic_details[description]': 'Stays' }),
    update({ prompt: 'You stay.' }),
    update({ status: 3 }),
    send('createAgent', { query: { agent_id: agent }, json: { status: 3 } }),
  ],
  'create-agent.publish.no-number': [createByForm(), read(), update({ status: 1 }), update({ status: 1 }), look],
  'create-agent.publish.every-type': only(
    '',
    ['1', '2', '4'].flatMap((type, index) => [
      createByForm({ 'basic_details[agent_type]': type }),
      update({ status: 1 }, { $agent: index }),
    ]),
  ),
  'create-agent.restore': only('/data/basic_details/status /data/basic_details/description', [
    create({ description: 'Restored' }),
    update({ status: 2 }),
    update({ status: 3 }, { $in: 'deleted' }),
    look,
  ]),
  'create-agent.update.partial, create-agent.update': [
    create({ description: 'before', prompt: 'before' }),
    ...[0, 1, 2].flatMap((round) => [
      atOnce(update({ description: `description ${round}` }), update({ prompt: `prompt ${round}` })),
      atOnce(update({ agent_name: { $name: `round ${round}` } }), update({ greeting: `Hello ${round}` })),
    ]),
  ],
  'create-agent.create: parallel creations make as many agents': [atOnce(create(), create(), create(), create()), look],
});
