import type { OperationId } from '../src/document/names.gen.ts';
import type { Script } from '../src/judge/script.ts';
import { jsonFields, noTexts } from '../src/judge/stated/fields.ts';
import type { Step } from '../src/judge/steps.ts';
import {
  agent,
  beyondAscii,
  texts,
  create,
  createByForm,
  form,
  inputColumn,
  look,
  named,
  read,
  send,
  update,
  only,
  scriptsOf,
} from './steps.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Values of each field that are taken, and values that no reading of the specification takes. */
const fields = Object.entries(jsonFields).map(([name, { clause, values = texts, wrong = noTexts }]) => {
  const right = name === 'agent_name' ? [{ $name: 'Zoë 你好' }, { $name: beyondAscii }, ...values] : values;
  return { name, clause, right: right[0], more: right.slice(1, 4), wrong };
});

/** Values of the wrong type that a lenient reader may turn into the right one. */
const convertible = fields.flatMap(({ name }) => [null, 12, true].map((value): Fields => ({ [name]: value })));

/** Whether which values are taken is the deployment's. */
function isOpenObject(right: unknown): boolean {
  return typeof right === 'object' && right !== null && '$setting' in right;
}

const wrongValues = fields.flatMap(({ name, wrong }) => wrong.map((value): Fields => ({ [name]: value })));
const simple: Fields = Object.fromEntries(
  fields.flatMap(({ name, right }) => (name === 'agent_name' || isOpenObject(right) ? [] : [[name, right]])),
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
      update({ speech_to_text: { $setting: 'values.speech_to_text' } }),
      update({ llm: { $setting: 'values.llm' } }),
      update({ agent_name: { $name: 'renamed' }, ...simple }),
      update({ status: 3 }),
      update({}),
      look,
    ],
    'create-agent.update.partial: an update by any field leaves what a form gave': [
      createByForm({ 'denials[denied_words][]': 'refund', 'denials[denied_topics][]': 'politics', ...inputColumn }),
      read(),
      ...Object.entries(simple).flatMap(([name, value]) => [update({ [name]: value }), look]),
    ],
    'agent.basic-details.voice-id': [
      create({ voice: listed }),
      create(),
      update({ voice: listed }, { $agent: 1 }),
      look,
    ],
    'create-agent.field.wrong-type, errors.validation-message': [
      create({ description: 'Before' }),
      ...[...wrongValues, ...convertible].map((wrong) => update({ prompt: 'half done', ...wrong })),
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
