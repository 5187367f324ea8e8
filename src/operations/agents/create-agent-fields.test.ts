import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { AgentRecord } from '../../domain/records.ts';
import { prepareMocks, testTime, type ApiHarness } from '../../testing/api-harness.ts';

const freshMock = await prepareMocks();

interface FieldCase {
  readonly of: string;
  readonly sent: object;
  /** What of the stored agent then differs. */
  readonly stored: (before: AgentRecord) => Partial<AgentRecord>;
}

const unread = (before: AgentRecord, changed: Partial<AgentRecord['unread']>): Partial<AgentRecord> => ({
  unread: { ...before.unread, ...changed },
});
const configuration = (before: AgentRecord, changed: Partial<AgentRecord['configuration']>): Partial<AgentRecord> => ({
  configuration: { ...before.configuration, ...changed },
});
const settings = (before: AgentRecord) => before.unread.voice['settings'] as object;

const fields: readonly FieldCase[] = [
  { of: 'agent_name', sent: { agent_name: 'Front Desk' }, stored: () => ({ agent_name: 'Front Desk' }) },
  { of: 'description', sent: { description: 'Answers.' }, stored: () => ({ description: 'Answers.' }) },
  { of: 'an empty description', sent: { description: '' }, stored: () => ({ description: '' }) },
  { of: 'prompt', sent: { prompt: 'You answer.' }, stored: () => ({ agent_prompt: 'You answer.' }) },
  { of: 'timezone', sent: { timezone: 'Asia/Kolkata' }, stored: (was) => unread(was, { timezone: 'Asia/Kolkata' }) },
  { of: 'an empty timezone', sent: { timezone: '' }, stored: (was) => unread(was, { timezone: '' }) },
  { of: 'greeting', sent: { greeting: 'Hello!' }, stored: (was) => unread(was, { greeting: 'Hello!' }) },
  {
    of: 'session_data_webhook',
    sent: { session_data_webhook: 'https://hooks.example/session' },
    stored: (was) => unread(was, { session_data_webhook: 'https://hooks.example/session' }),
  },
  {
    of: 'an empty session_data_webhook',
    sent: { session_data_webhook: '' },
    stored: (was) => unread(was, { session_data_webhook: '' }),
  },
  {
    of: 'voice.provider',
    sent: { voice: { provider: 'provider_d' } },
    stored: (was) => ({
      voice_provider: 4,
      ...unread(was, { voice: { ...was.unread.voice, provider: 'provider_d' } }),
    }),
  },
  {
    of: 'voice.voice_id',
    sent: { voice: { voice_id: 'aurora-001' } },
    stored: (was) => ({
      voice_id: 'aurora-001',
      ...unread(was, { voice: { ...was.unread.voice, voice_id: 'aurora-001' } }),
    }),
  },
  {
    of: 'voice.model',
    sent: { voice: { model: 'cedar-lite-1' } },
    stored: (was) => ({
      ...configuration(was, { tts_model: 6 }),
      ...unread(was, { voice: { ...was.unread.voice, model: 'cedar-lite-1' } }),
    }),
  },
  {
    of: 'voice.settings.speed',
    sent: { voice: { settings: { speed: 1.25 } } },
    stored: (was) => unread(was, { voice: { ...was.unread.voice, settings: { ...settings(was), speed: 1.25 } } }),
  },
  {
    of: 'an unknown voice setting',
    sent: { voice: { settings: { warmth: { high: [1] } } } },
    stored: (was) =>
      unread(was, { voice: { ...was.unread.voice, settings: { ...settings(was), warmth: { high: [1] } } } }),
  },
  { of: 'an empty voice', sent: { voice: {} }, stored: () => ({}) },
  {
    of: 'speech_to_text.provider',
    sent: { speech_to_text: { provider: 'harbordict' } },
    stored: (was) => ({
      transcriber_provider: 3,
      ...unread(was, { speech_to_text: { ...was.unread.speech_to_text, provider: 'harbordict' } }),
    }),
  },
  {
    of: 'speech_to_text.model',
    sent: { speech_to_text: { model: 'harbordict-multi-1' } },
    stored: (was) => ({
      ...configuration(was, { stt_model: 5 }),
      ...unread(was, { speech_to_text: { ...was.unread.speech_to_text, model: 'harbordict-multi-1' } }),
    }),
  },
  {
    of: 'speech_to_text.language',
    sent: { speech_to_text: { language: 'sw' } },
    stored: (was) => ({
      transcriber_language: 'sw',
      ...unread(was, { speech_to_text: { ...was.unread.speech_to_text, language: 'sw' } }),
    }),
  },
  {
    of: 'llm.llm',
    sent: { llm: { llm: 'oakmind' } },
    stored: (was) => unread(was, { llm: { ...was.unread.llm, llm: 'oakmind' } }),
  },
  {
    of: 'llm.model',
    sent: { llm: { model: 'lexigrove-large' } },
    stored: (was) => unread(was, { llm: { ...was.unread.llm, model: 'lexigrove-large' } }),
  },
  {
    of: 'configurations.confidence_threshold',
    sent: { configurations: { confidence_threshold: 0.25 } },
    stored: (was) => unread(was, { configurations: { ...was.unread.configurations, confidence_threshold: 0.25 } }),
  },
  {
    of: 'an unknown configuration',
    sent: { configurations: { endings: ['Bye'], do_not_call_detection: true } },
    stored: (was) =>
      unread(was, {
        configurations: { ...was.unread.configurations, endings: ['Bye'], do_not_call_detection: true },
      }),
  },
];

describe('a partial update', () => {
  it.each(fields)('changes $of and nothing else', async ({ sent, stored }) => {
    const api = freshMock();
    const before = storedAgent(api, 1002);
    const { records, leads } = await api.records();
    const { headers } = await api.call('createAgent', { body: { agent_id: 1002, ...sent } });
    expect(headers).not.toHaveProperty('x-contract-warning');
    const changed = stored(before);
    const updated = { has_been_updated: true, updated_on: testTime.toISOString(), updates: 1 };
    const after = { ...before, ...changed, ...(isDeepStrictEqual({ ...before, ...changed }, before) ? {} : updated) };
    expect(storedAgent(api, 1002)).toEqual(after);
    const agents = (records.agents as readonly AgentRecord[]).map((agent) => (agent.id === 1002 ? after : agent));
    expect(await api.records()).toEqual({ records: { ...records, agents }, leads });
  });

  it('with agent_id alone changes nothing', async () => {
    const api = freshMock();
    const before = await api.records();
    const answer = await api.succeed('createAgent', { body: { agent_id: 1002 } });
    expect(answer.data).toEqual({ agent_id: 1002, agent_name: storedAgent(api, 1002).agent_name });
    expect(await api.records()).toEqual(before);
  });

  it('takes every field when an agent is created', async () => {
    const api = freshMock();
    const { data } = await api.succeed('createAgent', {
      body: {
        agent_name: 'Renewal Reminder',
        description: 'Reminds',
        prompt: 'You remind.',
        timezone: 'Europe/Berlin',
        greeting: 'Good morning',
        session_data_webhook: 'http://hooks.example',
        voice: {
          provider: 'provider_b',
          voice_id: 'birch-1',
          model: 'birch-neural-2',
          settings: { stability: 0.7, voice_style: 0.2, speed: 1 },
        },
        speech_to_text: { provider: 'deltatext', model: 'deltatext-phone-2', language: 'de' },
        llm: { llm: 'lexigrove', model: 'lexigrove-small-2' },
        configurations: { confidence_threshold: 0.8, do_not_call_detection: true },
      },
    });
    const agent = await api.agent(data.agent_id);
    expect(agent.basic_details).toMatchObject({
      agent_name: 'Renewal Reminder',
      description: 'Reminds',
      agent_prompt: 'You remind.',
      voice_id: 'birch-1',
      voice_provider: 2,
      transcriber_provider: 2,
    });
    expect(agent.configuration).toMatchObject({
      tts_model: 5,
      stt_model: 4,
      voice_config: { speed: '1', stability: '0.7' },
    });
  });
});

describe('voice settings', () => {
  it.each([
    { number: 1, text: '1' },
    { number: 1.0, text: '1' },
    { number: 0.5, text: '0.5' },
    { number: -2, text: '-2' },
    { number: 0, text: '0' },
    { number: 1e21, text: '1e+21' },
    { number: 1e-7, text: '1e-7' },
    { number: 0.1 + 0.2, text: '0.30000000000000004' },
  ])('$number reads back as "$text"', async ({ number, text }) => {
    const api = freshMock();
    const voice = { settings: { speed: number, stability: number } };
    await api.succeed('createAgent', { body: { agent_id: 1002, voice } });
    expect((await api.agent(1002)).configuration.voice_config).toEqual({ speed: text, stability: text });
  });

  it('merge member by member', async () => {
    const api = freshMock();
    await api.succeed('createAgent', { body: { agent_id: 1002, voice: { settings: { speed: 2 } } } });
    await api.succeed('createAgent', { body: { agent_id: 1002, voice: { settings: { stability: 0.1 } } } });
    expect((await api.agent(1002)).configuration.voice_config).toEqual({ speed: '2', stability: '0.1' });
  });
});

describe('names of providers and models', () => {
  it.each([
    { provider: 'provider_a', code: 1 },
    { provider: 'provider_b', code: 2 },
    { provider: 'provider_c', code: 3 },
    { provider: 'provider_d', code: 4 },
    { provider: 'provider_e', code: 0 },
    { provider: 'Provider_A', code: 0 },
    { provider: '', code: 0 },
    { provider: 'constructor', code: 0 },
    { provider: '__proto__', code: 0 },
    { provider: 'toString', code: 0 },
  ])('the voice provider $provider reads back as $code', async ({ provider, code }) => {
    const api = freshMock();
    await api.succeed('createAgent', { body: { agent_id: 1002, voice: { provider } } });
    expect((await api.agent(1002)).basic_details.voice_provider).toBe(code);
  });

  it('that nobody knows read back as 0', async () => {
    const api = freshMock();
    const body = {
      agent_id: 1002,
      voice: { model: 'constructor' },
      speech_to_text: { provider: 'nobody', model: 'none' },
    };
    await api.succeed('createAgent', { body });
    const agent = await api.agent(1002);
    expect(agent.basic_details.transcriber_provider).toBe(0);
    expect(agent.configuration).toMatchObject({ tts_model: 0, stt_model: 0 });
  });
});

it('keeps a setting called __proto__ as a setting like any other', async () => {
  const api = freshMock();
  const body = '{"agent_id":1002,"configurations":{"__proto__":{"polluted":true},"constructor":1}}';
  await api.succeed('createAgent', { body });
  const kept = storedAgent(api, 1002).unread.configurations;
  expect(Object.keys(kept)).toEqual(expect.arrayContaining(['__proto__', 'constructor']));
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

function storedAgent(api: ApiHarness, id: number): AgentRecord {
  const agent = api.mock.worlds.default.store.view().get('agents', id);
  if (agent === undefined) throw new Error(`There is no agent ${id}.`);
  return agent;
}
