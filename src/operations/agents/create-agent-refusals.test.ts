import { describe, expect, it } from 'vitest';
import type { RefusalId } from '../../document/names.gen.ts';
import { prepareMocks, type ExpectedRefusal } from '../../testing/api-harness.ts';

const freshMock = await prepareMocks();

const nameMessage =
  'agent_name must be a text of 1 to 100 characters with at least one letter or digit and no control characters.';
const timezoneMessage = 'timezone must be an IANA time-zone name such as Europe/Berlin, or empty.';
const webhookMessage = 'session_data_webhook must be an http or https address, or empty.';

const wrongFields: readonly { readonly sent: object; readonly message: string }[] = [
  ...['', ' ', '\t', '...', '🦊', 'a\nb', 'a\u0000b', 'a\u0085b', 'a'.repeat(101), 5, true, null, [], {}].map(
    (agent_name) => ({ sent: { agent_name }, message: nameMessage }),
  ),
  ...['description', 'prompt', 'greeting'].flatMap((name) =>
    [null, 5, false, [], {}].map((value) => ({ sent: { [name]: value }, message: `${name} must be a string.` })),
  ),
  ...[null, 5, 'Mars/Olympus', 'europe berlin', ' Europe/Berlin', '+25:00', 'constructor'].map((timezone) => ({
    sent: { timezone },
    message: timezoneMessage,
  })),
  ...[null, 5, 'hooks.example', 'ftp://hooks.example', 'javascript:alert(1)', 'http://', 'https://a b'].map(
    (session_data_webhook) => ({ sent: { session_data_webhook }, message: webhookMessage }),
  ),
  ...['voice', 'speech_to_text', 'llm', 'configurations'].flatMap((name) =>
    [null, 'text', 5, true, []].map((value) => ({ sent: { [name]: value }, message: `${name} must be an object.` })),
  ),
  ...['provider', 'voice_id', 'model'].flatMap((name) =>
    [null, 5, {}].map((value) => ({
      sent: { voice: { [name]: value } },
      message: `voice.${name} must be a string.`,
    })),
  ),
  ...[null, 'fast', 5, []].map((settings) => ({
    sent: { voice: { settings } },
    message: 'voice.settings must be an object.',
  })),
  ...['stability', 'voice_style', 'speed'].flatMap((name) =>
    [null, '1', true, []].map((value) => ({
      sent: { voice: { settings: { [name]: value } } },
      message: `voice.settings.${name} must be a number.`,
    })),
  ),
  ...['provider', 'model', 'language'].map((name) => ({
    sent: { speech_to_text: { [name]: null } },
    message: `speech_to_text.${name} must be a string.`,
  })),
  ...['llm', 'model'].map((name) => ({ sent: { llm: { [name]: 1 } }, message: `llm.${name} must be a string.` })),
  {
    sent: { configurations: { confidence_threshold: '1' } },
    message: 'configurations.confidence_threshold must be a number.',
  },
  {
    sent: { configurations: { do_not_call_detection: 1 } },
    message: 'configurations.do_not_call_detection must be true or false.',
  },
];

describe('a field of the wrong type or form', () => {
  it.each(wrongFields)('$sent is refused with 422 and changes nothing', async ({ sent, message }) => {
    const api = freshMock();
    await api.refuse('createAgent', { body: { agent_id: 1002, ...sent } }, { status: 422, message });
    const others = { description: 'Changed', greeting: 'Changed' };
    await api.refuse(
      'createAgent',
      { body: { ...others, agent_id: 1002, agent_name: 'New', ...sent } },
      {
        status: 422,
        message: /./,
      },
    );
    await api.refuse('createAgent', { body: { agent_name: 'New', ...sent } }, { status: 422, message });
  });
});

it.each(['a'.repeat(100), `${'🦊'.repeat(99)}é`, '寿司処つばき', '5', "O'Neill & Søns — №1", '١'])(
  'the name %s is taken',
  async (agent_name) => {
    const api = freshMock();
    expect((await api.agent(await api.newAgent(agent_name))).basic_details.agent_name).toBe(agent_name);
  },
);

it.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Asia/Kolkata'])(
  'the time zone %s is taken',
  async (timezone) => {
    await freshMock().succeed('createAgent', { body: { agent_id: 1002, timezone } });
  },
);

it.each(['http://localhost:3000/hook', 'https://hooks.example/a?b=c#d', 'https://user:pass@hooks.example:8443/'])(
  'the webhook %s is taken',
  async (session_data_webhook) => {
    await freshMock().succeed('createAgent', { body: { agent_id: 1002, session_data_webhook } });
  },
);

describe('a status that is none', () => {
  it.each([0, 4, -1, 1.5, '1', '2', '3', '', 'active', null, true, false, [], [1], {}, 1e300])(
    '%j is refused with 400',
    async (status) => {
      const expected = { status: 400, message: 'Invalid status value' };
      await freshMock().refuse('createAgent', { body: { agent_id: 1002, status } }, expected);
      await freshMock().refuse('createAgent', { body: { agent_name: 'New', status } }, expected);
    },
  );
});

describe('of several faults', () => {
  it.each<{ of: string; body: object; refusal: ExpectedRefusal | RefusalId }>([
    { of: 'a wrong status before a missing agent_id', body: { status: 9 }, refusal: 'create-agent.status.invalid' },
    {
      of: 'a wrong status before a wrong agent_id',
      body: { agent_id: 'x', status: 9 },
      refusal: 'create-agent.status.invalid',
    },
    {
      of: 'a wrong status before nobody',
      body: { agent_id: 4711, status: 9 },
      refusal: 'create-agent.status.invalid',
    },
    {
      of: 'a misplaced status before a wrong field',
      body: { status: 1, prompt: 5 },
      refusal: 'create-agent.agent-id.required',
    },
    { of: 'nobody before a wrong field', body: { agent_id: 4711, prompt: 5 }, refusal: 'create-agent.not-found' },
    { of: 'nobody before the publish rules', body: { agent_id: 4711, status: 1 }, refusal: 'create-agent.not-found' },
    {
      of: 'a wrong field before the publish rules',
      body: { agent_id: 1001, status: 1, prompt: 5 },
      refusal: { status: 422, message: 'prompt must be a string.' },
    },
    {
      of: 'a wrong field before a missing name',
      body: { prompt: 5 },
      refusal: { status: 422, message: 'prompt must be a string.' },
    },
    {
      of: 'the first wrong field',
      body: { prompt: 5, description: 5 },
      refusal: { status: 422, message: 'description must be a string.' },
    },
  ])('$of is answered', async ({ body, refusal }) => {
    await freshMock().refuse('createAgent', { body }, refusal);
  });
});

describe('an unknown member', () => {
  it.each([
    { sent: { color: 'red' }, warning: 'unknown-body-member: color' },
    { sent: { voice: { pitch: 2 } }, warning: 'unknown-body-member: voice.pitch' },
    { sent: { speech_to_text: { speed: 2 } }, warning: 'unknown-body-member: speech_to_text.speed' },
    { sent: { llm: { temperature: 1 } }, warning: 'unknown-body-member: llm.temperature' },
    { sent: { agent_type: 2 }, warning: 'unknown-body-member: agent_type' },
    { sent: { phone_numbers: ['+15550009001'] }, warning: 'unknown-body-member: phone_numbers' },
  ])('$sent is ignored with a warning', async ({ sent, warning }) => {
    const api = freshMock();
    const before = await api.records();
    const { status, headers } = await api.call('createAgent', { body: { agent_id: 1002, ...sent } });
    expect(status).toBe(200);
    expect(headers['x-contract-warning']).toBe(warning);
    expect(await api.records()).toEqual(before);
  });

  it('is ignored beside known ones, which are taken', async () => {
    const api = freshMock();
    await api.succeed('createAgent', { body: { agent_id: 1002, voice: { pitch: 2, voice_id: 'aurora-2' } } });
    expect((await api.agent(1002)).basic_details.voice_id).toBe('aurora-2');
    expect(api.mock.worlds.default.store.view().get('agents', 1002)?.unread.voice).not.toHaveProperty('pitch');
  });
});
