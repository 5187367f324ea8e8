/* eslint-disable max-lines -- a list of checks, each to be read by itself */
import type { ClauseId } from '../src/document/names.gen.ts';
import { memberOf, type Api } from '../src/judge/api.ts';
import { check, type Check } from '../src/judge/check.ts';
import { createAgent, expectUnchanged, readAgent, updateAgent } from './agents.ts';

interface Field {
  readonly name: string;
  readonly clause: ClauseId;
  readonly value: (api: Api) => unknown;
  /** The members of get-by-id that it may show in. */
  readonly shows: readonly string[];
  /** Whether the specification leaves open which values are taken; the key of the settings that gives one that is. */
  readonly setting?: string;
}

const details = (...names: string[]): string[] => names.map((name) => `/basic_details/${name}`);

const fields: readonly Field[] = [
  {
    name: 'agent_name',
    clause: 'create-agent.field.agent-name',
    value: (api) => api.newName('partial'),
    shows: details('agent_name'),
  },
  {
    name: 'description',
    clause: 'create-agent.field.description',
    value: () => 'Another description',
    shows: details('description'),
  },
  {
    name: 'prompt',
    clause: 'create-agent.field.prompt',
    value: () => 'You are another one.',
    shows: details('agent_prompt'),
  },
  { name: 'timezone', clause: 'create-agent.field.timezone', value: () => 'Europe/Berlin', shows: ['/configuration'] },
  { name: 'greeting', clause: 'create-agent.field.greeting', value: () => 'Good morning.', shows: ['/configuration'] },
  {
    name: 'session_data_webhook',
    clause: 'create-agent.field.session-data-webhook',
    value: () => 'https://example.com/hooks/session',
    shows: ['/webhook_url'],
  },
  {
    name: 'voice',
    clause: 'create-agent.field.voice',
    value: (api) => ({ settings: { stability: 0.5, voice_style: 0.25, speed: 1.5 }, ...api.settings.values?.voice }),
    shows: [...details('voice_id', 'voice_provider'), '/configuration/tts_model', '/configuration/voice_config'],
    setting: 'values.voice',
  },
  {
    name: 'speech_to_text',
    clause: 'create-agent.field.speech-to-text',
    value: (api) => api.settings.values?.speech_to_text ?? { language: 'en' },
    shows: [...details('transcriber_provider'), '/configuration/stt_model'],
    setting: 'values.speech_to_text',
  },
  {
    name: 'llm',
    clause: 'create-agent.field.llm',
    value: (api) => api.settings.values?.llm ?? { llm: 'default', model: 'default' },
    shows: ['/configuration'],
    setting: 'values.llm',
  },
  {
    name: 'configurations',
    clause: 'create-agent.field.configurations',
    value: () => ({ confidence_threshold: 0.75, do_not_call_detection: true }),
    shows: ['/configuration'],
  },
];

/** Values that no reading of the specification takes for the field, in a body of otherwise right fields. */
const wrongTypes: readonly [clause: ClauseId, fields: Readonly<Record<string, unknown>>][] = [
  ['create-agent.field.agent-name', { agent_name: { first: 'x' } }],
  ['create-agent.field.agent-name', { agent_name: ['x'] }],
  ['create-agent.field.description', { description: { text: 'x' } }],
  ['create-agent.field.description', { description: ['x'] }],
  ['create-agent.field.prompt', { prompt: { text: 'x' } }],
  ['create-agent.field.prompt', { prompt: ['x'] }],
  ['create-agent.field.timezone', { timezone: { name: 'UTC' } }],
  ['create-agent.field.greeting', { greeting: { text: 'x' } }],
  ['create-agent.field.greeting', { greeting: ['x'] }],
  ['create-agent.field.session-data-webhook', { session_data_webhook: { url: 'https://example.com' } }],
  ['create-agent.field.voice', { voice: 'loud' }],
  ['create-agent.field.voice', { voice: { settings: 'loud' } }],
  ['create-agent.field.voice', { voice: { settings: { speed: 'fast' } } }],
  ['create-agent.field.voice', { voice: { settings: { stability: {} } } }],
  ['create-agent.field.voice', { voice: { voice_id: { id: 'x' } } }],
  ['create-agent.field.speech-to-text', { speech_to_text: 'german' }],
  ['create-agent.field.speech-to-text', { speech_to_text: { language: {} } }],
  ['create-agent.field.llm', { llm: 'large' }],
  ['create-agent.field.llm', { llm: { model: ['x'] } }],
  ['create-agent.field.configurations', { configurations: 'strict' }],
];

/** Values of the wrong type that a lenient reader may turn into the right one. */
const convertible: readonly Readonly<Record<string, unknown>>[] = [
  { agent_name: 12 },
  { agent_name: true },
  { description: 12 },
  { description: null },
  { prompt: 12 },
  { timezone: 7 },
  { greeting: null },
  { session_data_webhook: 7 },
  { voice: null },
  { voice: { settings: { speed: '1.5' } } },
  { speech_to_text: null },
  { llm: null },
  { configurations: null },
  { configurations: { confidence_threshold: 'high' } },
  { configurations: { do_not_call_detection: 'maybe' } },
];

export const createAgentFieldChecks: readonly Check[] = [
  ...fields.map((field) =>
    check(
      { clauses: [field.clause, 'create-agent.update.partial'], effect: 'reversible' },
      `an update of ${field.name} alone is taken and leaves everything else as it was`,
      async (api) => {
        const id = await createAgent(api, 'partial', { description: 'Before', prompt: 'You are before.' });
        const before = await readAgent(api, id);
        const answer = await updateAgent(api, id, { [field.name]: field.value(api) });
        if (answer.status === 422 && field.setting !== undefined) {
          api.notVerified('the deployment takes other values', field.setting);
        }
        api.answered(answer, { status: [200, 201] }, field.clause);
        await expectUnchanged(api, id, before, 'create-agent.update.partial', field.shows);
      },
    ),
  ),
  check(
    { clauses: ['create-agent.update.partial'], effect: 'reversible' },
    'fields that were set stay when others are sent',
    async (api) => {
      const id = await createAgent(api, 'all', { description: 'Stays' });
      for (const field of fields) await updateAgent(api, id, { [field.name]: field.value(api) });
      for (const field of fields.slice(0, 3)) {
        const before = await readAgent(api, id);
        await updateAgent(api, id, { [field.name]: field.value(api) });
        await expectUnchanged(api, id, before, 'create-agent.update.partial', field.shows);
      }
      const before = await readAgent(api, id);
      api.answered(await updateAgent(api, id, {}), { status: [200, 201] }, 'create-agent.update.partial');
      await expectUnchanged(api, id, before, 'create-agent.update.partial');
    },
  ),
  check(
    { clauses: ['create-agent.update.partial'], effect: 'reversible' },
    'an update that leaves voice out keeps the voice, whatever else is sent',
    async (api) => {
      const voice = await listedVoice(api);
      const id = await createAgent(api, 'voice-kept', {
        voice: { ...voice, settings: { stability: 0.5, speed: 1.5 } },
      });
      const before = await readAgent(api, id);
      if (before.basic_details.voice_id !== voice.voice_id) api.notVerified('the voice was not taken', 'values.voice');
      const others = fields.filter(({ name }) => name !== 'voice');
      const updates = [...others.map((each) => [each]), others].map((each) =>
        Object.fromEntries(each.map(({ name, value }) => [name, value(api)])),
      );
      for (const sent of [...updates, { status: 3 }, {}]) {
        const answer = await updateAgent(api, id, sent);
        // Which values some of them take is not shown.
        if (answer.status === 422) continue;
        api.answered(answer, { status: [200, 201] }, 'create-agent.update.partial');
        const { basic_details, configuration } = await expectUnchanged(
          api,
          id,
          before,
          'create-agent.update.partial',
          others.flatMap(({ shows }) => shows),
        );
        for (const member of ['voice_id', 'voice_provider'] as const) {
          const [came, wanted] = [basic_details[member], before.basic_details[member]];
          api.equal(came, wanted, {
            clause: 'create-agent.update.partial',
            what: member,
            answer: undefined,
            path: `/data/basic_details/${member}`,
          });
        }
        for (const member of ['voice_config', 'tts_model'] as const) {
          const [came, wanted] = [configuration[member], before.configuration[member]];
          api.equal(came, wanted, {
            clause: 'create-agent.update.partial',
            what: member,
            answer: undefined,
            path: `/data/configuration/${member}`,
          });
        }
      }
    },
  ),
  ...wrongTypes.map(([clause, wrong]) =>
    check(
      { clauses: ['create-agent.validation', clause], effect: 'reversible' },
      `${JSON.stringify(wrong)} is refused with 422 and changes nothing`,
      async (api) => {
        const id = await createAgent(api, 'wrong', { description: 'Before' });
        const before = await readAgent(api, id);
        const answer = await updateAgent(api, id, { prompt: 'You are half done.', ...wrong });
        api.refused(answer, [clause, 'create-agent.validation'], 'the value is of the wrong type');
        api.answered(answer, { status: 422 }, 'create-agent.validation');
        const message = memberOf(answer.body, 'message');
        api.holds(typeof message === 'string' && message !== '', {
          clause: 'create-agent.validation',
          expected: 'a validation message',
          came: message,
          answer,
          path: '/message',
        });
        await expectUnchanged(api, id, before, 'create-agent.validation');
        const created = await api.call('createAgent', { json: { agent_name: api.newName('wrong'), ...wrong } });
        api.answered(created, { status: 422 }, 'create-agent.validation');
      },
    ),
  ),
  check(
    { clauses: ['create-agent.validation'], effect: 'reversible' },
    'a value of another type is refused with 422, if it is refused',
    async (api) => {
      const id = await createAgent(api, 'convertible', { description: 'Before' });
      for (const wrong of convertible) {
        const answer = await updateAgent(api, id, wrong);
        api.answered(answer, { status: [200, 201, 422] }, 'create-agent.validation');
      }
    },
  ),
  check(
    { clauses: ['create-agent.field.wrong-type', 'errors.validation-message'], effect: 'reversible' },
    'every value of the wrong type is refused with 422 naming the field, and nothing changes',
    async (api) => {
      const id = await createAgent(api, 'wrong-type', { description: 'Before' });
      const before = await readAgent(api, id);
      for (const wrong of [...wrongTypes.map(([, each]) => each), ...convertible]) {
        const answer = await updateAgent(api, id, { prompt: 'half done', ...wrong });
        api.answered(answer, { status: 422 }, 'create-agent.field.wrong-type');
        const [name = ''] = Object.keys(wrong);
        const message = String(memberOf(answer.body, 'message'));
        api.holds(message.includes(name), {
          clause: 'errors.validation-message',
          expected: `a message that names ${name}`,
          came: message,
          answer,
          path: '/message',
        });
      }
      await expectUnchanged(api, id, before, 'create-agent.field.wrong-type');
    },
  ),
  check(
    { clauses: ['create-agent.field.unknown', 'warnings.uncovered'], effect: 'reversible' },
    'an unknown member is ignored and reported',
    async (api) => {
      const id = await createAgent(api, 'unknown');
      const answer = await updateAgent(api, id, { color: 'red', description: 'taken' });
      api.answered(answer, { status: 200 }, 'create-agent.field.unknown');
      api.equal((await readAgent(api, id)).basic_details.description, 'taken', {
        clause: 'create-agent.field.unknown',
        what: 'description',
      });
      const warning = answer.headers['x-contract-warning'] ?? '';
      api.holds(warning.includes('color'), {
        clause: 'warnings.uncovered',
        expected: 'a warning that names color',
        came: warning,
        answer,
      });
      const refused = await updateAgent(api, id, { color: 'red', status: 9 });
      api.holds(refused.headers['x-contract-warning'] === undefined, {
        clause: 'warnings.uncovered',
        expected: 'no warning with a refusal',
        came: 'one',
        answer: refused,
      });
    },
  ),
  check(
    {
      clauses: ['create-agent.field.timezone.iana', 'create-agent.field.session-data-webhook.http'],
      effect: 'reversible',
    },
    'a time zone is an IANA name and a webhook an http or https address',
    async (api) => {
      const id = await createAgent(api, 'forms');
      for (const timezone of ['Mars/Olympus', '+05:30', 'x']) {
        api.answered(await updateAgent(api, id, { timezone }), { status: 422 }, 'create-agent.field.timezone.iana');
      }
      api.answered(await updateAgent(api, id, { timezone: '' }), { status: 200 }, 'create-agent.field.timezone.iana');
      for (const session_data_webhook of ['example.com', 'ftp://example.com', 'http://']) {
        const answer = await updateAgent(api, id, { session_data_webhook });
        api.answered(answer, { status: 422 }, 'create-agent.field.session-data-webhook.http');
      }
      const cleared = await updateAgent(api, id, { session_data_webhook: '' });
      api.answered(cleared, { status: 200 }, 'create-agent.field.session-data-webhook.http');
    },
  ),
  check(
    { clauses: ['create-agent.read-back', 'create-agent.update.merge'], effect: 'reversible' },
    'the voice settings read back as strings and merge member by member',
    async (api) => {
      const id = await createAgent(api, 'voice');
      await updateAgent(api, id, { voice: { settings: { speed: 1.5, stability: 0.5 } } });
      await updateAgent(api, id, { voice: { settings: { speed: 2 } } });
      const { configuration } = await readAgent(api, id);
      api.equal(configuration.voice_config.speed, '2', { clause: 'create-agent.read-back', what: 'speed' });
      api.equal(configuration.voice_config.stability, '0.5', {
        clause: 'create-agent.update.merge',
        what: 'stability',
      });
    },
  ),
  check(
    { clauses: ['create-agent.read-back.codes'], effect: 'reversible' },
    'provider names read back as codes, an unknown one as 0',
    async (api) => {
      const id = await createAgent(api, 'codes');
      for (const [provider, code] of [
        ['provider_a', 1],
        ['provider_b', 2],
        ['provider_d', 4],
        ['constructor', 0],
      ] as const) {
        await updateAgent(api, id, { voice: { provider } });
        api.equal((await readAgent(api, id)).basic_details.voice_provider, code, {
          clause: 'create-agent.read-back.codes',
          what: `the code of ${provider}`,
        });
      }
    },
  ),
  check(
    { clauses: ['create-agent.field.voice', 'agent.basic-details.voice-id'], effect: 'reversible' },
    "a voice of the list becomes the agent's voice",
    async (api) => {
      const voice = await listedVoice(api);
      const { voice_id } = voice;
      const id = await createAgent(api, 'voice-id', { voice });
      const { basic_details } = await readAgent(api, id);
      api.equal(basic_details.voice_id, voice_id, {
        clause: 'agent.basic-details.voice-id',
        what: 'voice_id',
        answer: undefined,
        path: '/data/basic_details/voice_id',
      });
    },
  ),
  check(
    { clauses: ['agent.name.rule'], effect: 'reversible' },
    'a name is a text of 1 to 100 characters with a letter or digit',
    async (api) => {
      const id = await createAgent(api, 'names');
      for (const agent_name of ['', '   ', '!!!', 'a\u0007b', 'x'.repeat(101)]) {
        api.answered(await updateAgent(api, id, { agent_name }), { status: 422 }, 'agent.name.rule');
      }
      for (const agent_name of ['名前', 'x'.repeat(100), '😀1']) {
        api.answered(await updateAgent(api, id, { agent_name }), { status: 200 }, 'agent.name.rule');
      }
    },
  ),
  check(
    { clauses: ['errors.body.unreadable.creation'], effect: 'reversible' },
    'a body that is not JSON is refused with 422',
    async (api) => {
      for (const raw of [
        { contentType: 'application/json', text: '{"agent_name": ' },
        { contentType: 'application/json', text: '[1, 2]' },
        { contentType: 'text/plain', text: 'agent' },
      ]) {
        api.answered(await api.call('createAgent', { raw }), { status: 422 }, 'errors.body.unreadable.creation');
      }
    },
  ),
  check(
    { clauses: ['errors.body.too-large', 'errors.body.absent'], effect: 'reversible' },
    'a body over 1 MB is refused with 413, and none counts as an empty object',
    async (api) => {
      const text = JSON.stringify({ agent_name: api.newName('large'), description: 'x'.repeat(2 ** 20) });
      const large = await api.call('createAgent', { raw: { contentType: 'application/json', text } });
      api.answered(large, { status: 413 }, 'errors.body.too-large');
      const [none, empty] = [await api.call('createAgent'), await api.call('createAgent', { json: {} })];
      api.equal(none.body, empty.body, {
        clause: 'errors.body.absent',
        what: 'the answer to an empty object',
        answer: none,
      });
    },
  ),
];

/** A voice that the deployment lists, as create-agent takes it. */
async function listedVoice(api: Api): Promise<{ readonly voice_id: string }> {
  const [provider = 'provider_a'] = api.settings.providers?.listed ?? [];
  const list = await api.call('listVoices', { query: { provider_id: provider, limit: 2 } });
  const voice_id = memberOf(list.body, 'data.voices.0.id');
  if (typeof voice_id !== 'string') return api.notVerified(`${provider} lists no voice`, 'providers.listed');
  return Object.assign({ ...api.settings.values?.voice, provider }, { voice_id });
}
