import type { OperationId } from '../src/document/names.gen.ts';
import { isObject } from '../src/json/json-value.ts';
import type { Script } from '../src/judge/script.ts';
import { jsonFields, noTexts } from '../src/judge/stated/fields.ts';
import type { Step } from '../src/judge/steps.ts';
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
  beyondAscii,
  texts,
  inputColumn,
  gone,
  publish,
  remove,
  unpublish,
} from './steps.ts';

const renamed = { agent_name: { $name: 'taken over' } };

export const createAgentScripts: readonly Script[] = scriptsOf({
  'create-agent.create, create-agent.create.draft, create-agent.success, agent.status.draft, agent.basic-details.status':
    [
      ...[create({ description: 'Kept', prompt: 'You are kept.' }), create()],
      ...[send('createAgent', { json: { agent_name: { $nameOf: 0 } } }), look],
    ],
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
      ...[
        { agent_name: { $name: 'after' }, description: 'after', prompt: 'You are after.' },
        { agent_name: { $name: 'again' } },
        { prompt: 'You are after all.' },
        { prompt: 'You are after all.' },
        { description: '"quotes", \\ and\nlines' },
        { description: '' },
      ].map((fields) => update(fields)),
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
    ...[{ description: 'nobody' }, { agent_name: { $name: 'nobody' } }, ...[3, 1, 2].map((status) => ({ status }))].map(
      (fields) => update(fields, absent),
    ),
    send('createAgent', { query: { agent_id: absent }, json: { description: 'nobody' } }),
  ],
  'workspace.isolation, create-agent.update.exists, get-by-id.not-found': [
    create(),
    ...[renamed, { status: 2 }, { status: 1 }, { description: 'taken over' }].map((fields) =>
      update(fields, agent, 'second'),
    ),
    ...[read(agent, 'second'), read(agent, 'secondAccess')],
    send('createAgent', { as: 'second', query: { agent_id: agent }, json: { description: 'taken over' } }),
    createByForm({ 'basic_details[agent_privacy]': '1' }),
    read({ $agent: 1 }, 'second'),
    form({ ...named, agent_id: agent }, 'second'),
    send('updateAgent', { as: 'second', json: { agent_id: { $uuid: 0 }, name: { $name: 'taken over' } } }),
    look,
  ],
  'create-agent.status.invalid, create-agent.field.status': [
    create(),
    ...[0, 4, 5, 7, 99, -1, 1.5, 3.7, 2].map((status) => update({ status })),
    look,
  ],
  'create-agent.status.invalid.any-type, create-agent.status.refused-changes-nothing': [
    create(),
    ...['1', null, true, {}, [], 1.5, 'published'].map((status) => update({ status, description: 'half done' })),
    create({ status: 9 }),
    createByForm(),
    update({ status: 1, description: 'half done' }, { $agent: 1 }),
  ],
  'create-agent.agent-id.required': [{ description: 'Without a name' }, { status: 1 }, { status: 2 }].map((json) =>
    send('createAgent', { json }),
  ),
  'create-agent.agent-id.required.status, create-agent.order': [
    send('createAgent', { json: { status: 3 } }),
    ...[3, 2].map((status) => create({ status })),
    update({ status: 9 }, absent),
    update({ description: 5 }, absent),
  ],
  'create-agent.delete, agent.status.deleted': [
    ...[create(), create({ description: 'a bystander' }), remove, look],
    update({ status: 2 }, gone),
    send('createAgent', { query: { agent_id: agent }, json: { status: 2 } }),
    look,
  ],
  'create-agent.unpublish, agent.status.draft, create-agent.update, create-agent.status.alone': [
    createByForm({ 'basic_details[description]': 'Stays', 'basic_details[agent_prompt]': 'You stay.' }),
    ...[create(), unpublish, send('createAgent', { query: { agent_id: agent }, json: { status: 3 } })],
    update({ status: 3, description: 'beside a status' }),
    look,
  ],
  'create-agent.publish.no-number': [
    ...[createByForm(), publish, publish, update({ description: 'After a refusal' })],
    update({ status: 1, description: 'Beside a status' }),
    ...[send('createAgent', { query: { agent_id: agent }, json: { status: 1 } }), look],
  ],
  'create-agent.publish.every-type': only(
    '',
    ['1', '2', '4'].flatMap((type) => [createByForm({ 'basic_details[agent_type]': type }), publish, remove]),
  ),
  'create-agent.restore': only('/data/basic_details/status /data/basic_details/description', [
    ...[create({ description: 'Restored' }), remove, update({ status: 3 }, gone), look],
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

type Fields = Readonly<Record<string, unknown>>;

/** Values of each field that are taken, and values that no reading of the specification takes. */
const fields = Object.entries(jsonFields).map(([name, { clause, values = texts, wrong = noTexts }]) => {
  const right = name === 'agent_name' ? [{ $name: 'Zoë 你好' }, { $name: beyondAscii }, ...values.slice(2)] : values;
  return { name, clause, right: right[0], more: right.slice(1, 6), wrong };
});

/** Values of the wrong type; the last ones a lenient reader may turn into the right one. */
const wrongValues = fields.flatMap(({ name, wrong }) =>
  [...wrong, null, 12, true].map((value): Fields => ({ [name]: value })),
);
/** But for what is of the deployment's own. */
const simple: Fields = Object.fromEntries(
  fields.flatMap(({ name, right }) =>
    name === 'agent_name' || (isObject(right) && '$setting' in right) ? [] : [[name, right]],
  ),
);
const listed = { provider: { $setting: 'providers.listed.0' }, voice_id: { $voice: [0, 1] } };
const voiceSettings = { stability: 0.5, voice_style: 0.25, speed: 1.5 };

/** Each field of create-agent: what is taken, what is refused, what it leaves alone, and where it shows. */
export const createAgentFieldScripts: readonly Script[] = [
  ...fields.map(({ name, clause, right, more }): Script => ({
    title: `an update of ${name} alone is taken and leaves everything else as it was`,
    clauses: [clause, 'create-agent.update.partial'],
    steps: [
      create({ description: 'Before', prompt: 'You are before.' }),
      ...[right, ...more].map((value) => update({ [name]: value })),
      look,
    ],
  })),
  ...fields.map(({ name, clause, wrong }): Script => ({
    title: `a ${name} of a wrong type is refused and changes nothing`,
    clauses: ['create-agent.validation', clause],
    steps: [
      create({ description: 'Before' }),
      ...wrong.map((value) => update({ prompt: 'You are half done.', [name]: value })),
      ...wrong.map((value) => create({ [name]: value })),
      look,
    ],
  })),
  ...scriptsOf({
    'create-agent.update.partial: an update that leaves voice out keeps the voice, whatever else is sent': [
      create({ voice: { ...listed, settings: voiceSettings } }),
      ...Object.entries(simple).map(([name, value]) => update({ [name]: value })),
      update({ agent_name: { $name: 'renamed' }, ...simple }),
      unpublish,
      update({}),
    ],
    'create-agent.update.partial: an update of what the settings name keeps the voice': [
      create({ voice: { ...listed, settings: voiceSettings } }),
      ...['speech_to_text', 'llm'].map((name) => update({ [name]: { $setting: `values.${name}` } })),
    ],
    'create-agent.update.partial: an update by any field leaves what a form gave': [
      createByForm({ 'denials[denied_words][]': 'refund', 'denials[denied_topics][]': 'politics', ...inputColumn }),
      ...Object.entries(simple).map(([name, value]) => update({ [name]: value })),
    ],
    'agent.basic-details.voice-id': [create({ voice: listed }), create(), update({ voice: listed }, { $agent: 1 })],
    'create-agent.field.wrong-type, errors.validation-message': [
      create({ description: 'Before' }),
      ...wrongValues.map((wrong) => update({ prompt: 'half done', ...wrong })),
    ],
    'create-agent.field.unknown, warnings.uncovered': only('x-contract-warning /data/basic_details/description', [
      create(),
      update({ color: 'red', description: 'taken' }),
      update({ color: 'red', status: 9 }),
      send('verifyToken', { json: { color: 'red' } }),
      form({ ...named, color: 'red' }),
      send('listVoices', { query: { provider_id: { $setting: 'providers.listed.0' }, color: 'red' } }),
      read(agent),
      send('getAgent', { query: { agent_id: agent, color: 'red' } }),
    ]),
    'create-agent.field.timezone.iana, create-agent.field.session-data-webhook.http': only('', [
      create(),
      ...['Mars/Olympus', '+05:30', 'x', ''].map((timezone) => update({ timezone })),
      ...['example.com', 'ftp://example.com', 'http://', ''].map((address) =>
        update({ session_data_webhook: address }),
      ),
    ]),
    'create-agent.read-back, create-agent.update.merge': only('/data/configuration/voice_config', [
      create(),
      update({ voice: { settings: { speed: 1.5, stability: 0.5 } } }),
      update({ voice: { settings: { speed: 2 } } }),
      // A value that no deployment has by default: one that goes is seen to go.
      update({ voice: { settings: { stability: 0.73 } } }),
      update({ voice: { settings: { speed: 1 } } }),
    ]),
    'create-agent.read-back.codes': only('/data/basic_details/voice_provider', [
      create(),
      ...['provider_a', 'provider_b', 'provider_d', 'constructor'].map((provider) => update({ voice: { provider } })),
    ]),
    'agent.name.rule': only('', [
      create(),
      ...['', '   ', '!!!', 'a\u0007b', '名前', '😀1'].map((agent_name) => update({ agent_name })),
      ...[50, 51, 100, 101, 255, 256].map((length) => update({ agent_name: { $times: ['x', length] } })),
    ]),
    'errors.body.unreadable.creation': (['createAgent', 'updateAgent', 'createAgentOrUpdate'] as const).flatMap(
      (operation) =>
        [
          ['application/json', '{"agent_name": '],
          ['application/json', '[1, 2]'],
          ['text/plain', 'agent'],
        ].map(([contentType = '', text = '']) => send(operation, { raw: { contentType, text } })),
    ),
    'errors.body.too-large, errors.body.absent': [
      create({ description: { $times: ['x', 2 ** 20] } }),
      // Of an agent: where no name is needed either, each would create one that nothing tells from others.
      create(),
      send('createAgent', { query: { agent_id: agent } }),
      send('createAgent', { query: { agent_id: agent }, json: {} }),
      send('verifyToken'),
      send('verifyToken', { raw: { contentType: null, text: '{}' } }),
      ...[100 * 2 ** 10, 2 ** 20].flatMap((size) => [sized(size), sized(size + 1)]),
      sized(2 ** 20 + 1, 'updateAgent'),
      sized(2 ** 20 + 1, 'forceCompleteCampaign'),
    ],
  }),
];

/** A body of this size in bytes. */
function sized(size: number, operation: OperationId = 'verifyToken'): Step {
  const around = JSON.stringify({ more: '' }).length;
  const text = { $jsonOf: { more: { $times: ['x', size - around] } } };
  return send(operation, { raw: { contentType: 'application/json', text } });
}
