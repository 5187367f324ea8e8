import supertest from 'supertest';
import { afterEach, describe, expect, it } from 'vitest';
import { createMock, type Mock } from '../app.ts';
import { memberOf } from '../json/json-value.ts';
import { tokens } from '../testing/well-known.ts';

const mocks: Mock[] = [];
const base = '/api/v1/global';
const [voice, tool, number] = ['basic_details[voice_id]', 'knowledge_base[tools][0][id]', 'phone_numbers[0]'];
const [owned, shared] = ['+15550009001', '+15550009002'];
const described = 'basic_details[description]';
/** Of the scenario: a voice, and a number of the other workspace. */
const [known, foreign] = ['birch-harper-001', '+15550001006'];
const overlay = { overlay: '1.1.0', info: { title: 'staging', version: '1' } };

afterEach(async () => {
  for (const mock of mocks.splice(0)) await mock.close();
});

async function mockWith(profile?: object): Promise<Mock> {
  const mock = await createMock(profile === undefined ? {} : { profile });
  mocks.push(mock);
  return mock;
}

function create(mock: Mock, body: object): supertest.Test {
  return supertest(mock.app).post(`${base}/create-agent`).set('token', tokens.acme).send(body);
}

function createByForm(mock: Mock, fields: Readonly<Record<string, string>>): supertest.Test {
  const form = supertest(mock.app).post('/api/agent/createagentorupdate').set('token', tokens.acme);
  const all = { 'basic_details[agent_name]': 'Desk', 'basic_details[agent_type]': '3', ...fields };
  return Object.entries(all).reduce((sent, [field, text]) => sent.field(field, text), form);
}

describe('an overlay of what becomes of values', () => {
  const reading = (operation: string, values: object, refuses: readonly string[] = []) => ({
    target: `$.paths[*][?@.operationId == '${operation}']`,
    update: { 'x-reading': { values, refuses } },
  });
  const profile = {
    ...overlay,
    actions: [
      reading('createAgent', {
        agent_name: { number: 'converted' },
        description: { null: 'absent', blank: 'refused' },
        timezone: { value: 'taken' },
        'voice.settings.speed': { 'number-text': 'converted' },
      }),
      reading('listVoices', { limit: { outside: 'nearest', type: 'absent', empty: 'refused' } }, ['query-parameter']),
      reading('forceCompleteCampaign', {
        campaign_status: { case: 'listed' },
        campaign_id: { 'number-text': 'converted' },
      }),
    ],
  };

  it.each<[string, object, number]>([
    ['a number where a text stands', { agent_name: 12 }, 200],
    ['a field that is null', { agent_name: 'Desk', description: null }, 200],
    ['a text where a number stands', { agent_name: 'Desk', voice: { settings: { speed: '1.5' } } }, 200],
    ['any text', { agent_name: 'Desk', timezone: 'Mars/Base' }, 200],
    ['a value of another kind', { agent_name: true }, 422],
    ['what the profile refuses', { agent_name: 'Desk', description: ' ' }, 422],
  ])('decides of %s', async (_, body, status) => {
    expect((await create(await mockWith(profile), body)).status).toBe(status);
    const { status: before } = await create(await mockWith(), body);
    expect(before).toBe('description' in body && body.description === ' ' ? 200 : 422);
  });

  it('keeps a value that fits where one that does not counts as not sent', async () => {
    const mock = await mockWith({ ...overlay, actions: [reading('createAgent', { agent_name: { value: 'absent' } })] });
    expect((await create(mock, { agent_name: 'Desk' })).status).toBe(200);
  });

  it.each([
    ['limit=1000', 200, 37],
    ['limit=abc', 200, 10],
    ['limit=', 400, undefined],
    ['limit=1&color=red', 400, undefined],
  ])('decides of voice-list?%s', async (query, status, count) => {
    const { app } = await mockWith(profile);
    const answer = await supertest(app)
      .get(`${base}/voice-list?provider_id=provider_a&${query}`)
      .set('token', tokens.acme);
    const listed = memberOf(answer.body, 'data.voices');
    expect([answer.status, listed instanceof Array ? listed.length : undefined]).toEqual([status, count]);
  });

  it.each<[string, string, string, object, number]>([
    ['blank', 'basic_details[description]', ' ', { blank: 'refused' }, 422],
    ['letters', 'basic_details[category]', 'abc', { type: 'absent' }, 200],
    ['a number beyond those listed', 'basic_details[agent_privacy]', '7', { outside: 'absent' }, 200],
    ['a name of signs', 'basic_details[agent_name]', '!!!', { value: 'taken' }, 200],
  ])('decides of a form with %s', async (_, name, value, outcomes, status) => {
    const other = await mockWith({ ...overlay, actions: [reading('createAgentOrUpdate', { [name]: outcomes })] });
    expect((await createByForm(other, { [name]: value })).status).toBe(status);
    expect((await createByForm(await mockWith(), { [name]: value })).status).toBe(status === 200 ? 422 : 200);
  });

  it.each<[string, object, number, number]>([
    ['refuses', {}, 422, 0],
    ['cuts', { long: 'cut' }, 200, 10],
    ['ignores', { long: 'absent' }, 200, 0],
  ])('%s a text that is longer than the longest', async (_, outcomes, status, shown) => {
    const limiting = (operation: string, name: string): object => ({
      ...reading(operation, {}),
      update: { 'x-reading': { values: { [name]: outcomes }, longest: { [name]: 10 } } },
    });
    const inForm = 'basic_details[description]';
    const actions = [limiting('createAgent', 'description'), limiting('createAgentOrUpdate', inForm)];
    const mock = await mockWith({ ...overlay, actions });
    const ways = [
      (description: string) => create(mock, { agent_name: 'Desk', description }),
      (description: string) => createByForm(mock, { [inForm]: description }),
    ];
    for (const send of ways) {
      expect((await send('x'.repeat(10))).status).toBe(200);
      const made = await send('x'.repeat(11));
      expect(made.status).toBe(status);
      if (status !== 200) continue;
      const id = String(memberOf(made.body, 'data.agent_id'));
      const read = await supertest(mock.app).get(`${base}/agents/get-by-id?agent_id=${id}`).set('token', tokens.acme);
      expect(memberOf(read.body, 'data.basic_details.description') ?? '').toHaveLength(shown);
    }
  });

  it.each<[string, 'json' | 'form', object, Readonly<Record<string, string>>, number, string]>([
    ['a voice that nobody has', 'json', { 'voice.voice_id': { unknown: 'refused' } }, { voice: 'nobody' }, 422, ''],
    [
      'a blank text, which names nothing',
      'json',
      { 'voice.voice_id': { unknown: 'refused' } },
      { voice: ' ' },
      200,
      ' ',
    ],
    ['a voice that there is', 'json', { 'voice.voice_id': { unknown: 'refused' } }, { voice: known }, 200, known],
    ['a voice that nobody has', 'form', { [voice]: { unknown: 'absent' } }, { [voice]: 'nobody' }, 200, ''],
    ['a tool that nobody has', 'form', { [tool]: { unknown: 'absent' } }, { [tool]: '999' }, 200, '[]'],
    ['a tool that an agent has', 'form', { [tool]: { unknown: 'refused' } }, { [tool]: '301' }, 200, '"id":301'],
    ['a number that nobody has', 'form', { [number]: { unknown: 'taken' } }, { [number]: '+4930' }, 200, '"+4930"'],
    ['a text that is no number', 'form', { [number]: { unknown: 'taken' } }, { [number]: ' ' }, 422, ''],
    ['a number that nobody has', 'form', { [number]: { unknown: 'absent' } }, { [number]: '+4930' }, 200, '[]'],
    ['a number of another workspace', 'form', { [number]: { foreign: 'absent' } }, { [number]: foreign }, 200, '[]'],
    ['blanks around a text', 'form', { [described]: { padded: 'trimmed' } }, { [described]: ' a ' }, 200, '"a"'],
    ['blanks around a text', 'json', { description: { padded: 'trimmed' } }, { description: ' a ' }, 200, '"a"'],
  ])('decides of %s in a %s', async (_, way, values, { voice: id, ...fields }, status, shown) => {
    const operation = way === 'json' ? 'createAgent' : 'createAgentOrUpdate';
    const mock = await mockWith({ ...overlay, actions: [reading(operation, values)] });
    const body = { agent_name: 'Desk', ...fields, ...(id !== undefined && { voice: { voice_id: id } }) };
    const made = await (way === 'json' ? create(mock, body) : createByForm(mock, fields));
    expect(made.status).toBe(status);
    if (status !== 200) return;
    const agent = String(memberOf(made.body, 'data.agent_id'));
    const read = await supertest(mock.app).get(`${base}/agents/get-by-id?agent_id=${agent}`).set('token', tokens.acme);
    const { basic_details, phone_numbers, knowledge_base } = memberOf(read.body, 'data') as Record<string, object>;
    const place = number in fields ? phone_numbers : tool in fields ? knowledge_base : basic_details;
    expect(JSON.stringify(place)).toContain(shown);
    expect(JSON.stringify(place)).not.toContain('nobody');
  });

  it('looks at references with the other fields: what is told before them stays so', async () => {
    const mock = await mockWith({
      ...overlay,
      actions: [reading('createAgent', { 'voice.voice_id': { unknown: 'refused' } })],
    });
    const { status } = await create(mock, { agent_id: 999_999, voice: { voice_id: 'nobody' } });
    expect(status).toBe(404);
  });

  const recall = 'configuration[memory_recall]';
  const output = 'metadata_config[metadata_output][0]';

  it.each<[string, 'createAgent' | 'createAgentOrUpdate', string, Record<string, unknown>, string]>([
    [
      'a reference before what stands behind it',
      'createAgent',
      'voice.voice_id',
      { agent_name: 'Desk', voice: { settings: { speed: 'x' }, voice_id: 'nobody' } },
      'voice.voice_id',
    ],
    [
      'what stands before a reference',
      'createAgent',
      'voice.voice_id',
      { agent_name: 'Desk', greeting: 5, voice: { voice_id: 'nobody' } },
      'greeting',
    ],
    ['a reference of a form', 'createAgentOrUpdate', voice, { [voice]: 'nobody', [recall]: 'maybe' }, voice],
    ['a reference before a list', 'createAgentOrUpdate', voice, { [voice]: 'nobody', [`${output}[key]`]: 'x' }, voice],
    ['a tool that there is not', 'createAgentOrUpdate', tool, { [tool]: '301', [recall]: 'maybe' }, recall],
  ])('tells the first of several faults: %s', async (_, operation, field, fields, named) => {
    const actions = [reading(operation, { [field]: { unknown: 'refused' }, [output]: { 'open-items': 'refused' } })];
    const mock = await mockWith({ ...overlay, actions });
    const made = await (operation === 'createAgent'
      ? create(mock, fields)
      : createByForm(mock, fields as Record<string, string>));
    expect([made.status, made.headers['x-mock-case']]).toEqual([422, expect.stringContaining(`at=${named};`)]);
  });

  it('refuses each end of a range in its own words, or in those of the other end', async () => {
    const examples = "$.paths['/create-agent'].post.responses['422'].content['application/json'].examples";
    const bounded = ['speed', 'stability'].map((name) => ({
      target: `$.components.schemas.AgentChange.properties.voice.properties.settings.properties.${name}`,
      update: { 'x-assumed': { minimum: 0, maximum: 4 } },
    }));
    const words = {
      'create-agent.validation; kind=below': { value: { error: true, message: '{name} is too low' } },
      'create-agent.validation; at=voice.settings.speed; kind=above': { value: { error: true, message: 'Too fast' } },
    };
    const mock = await mockWith({ ...overlay, actions: [...bounded, { target: examples, update: words }] });
    const told = [{ stability: -1 }, { stability: 9 }, { speed: 9 }, { speed: -1 }].map(
      async (settings) => (await create(mock, { agent_name: 'Desk', voice: { settings } })).body as object,
    );
    const low = { message: 'voice.settings.stability is too low' };
    expect(await Promise.all(told)).toMatchObject([low, low, { message: 'Too fast' }, { message: 'Too fast' }]);
  });

  it('takes blanks for nothing where the profile says so, of what is listed too', async () => {
    const { app } = await mockWith({
      ...overlay,
      actions: [reading('listVoices', { provider_id: { blank: 'absent' } })],
    });
    const answer = await supertest(app).get(`${base}/voice-list?provider_id=%20`).set('token', tokens.acme);
    expect([answer.status, memberOf(answer.body, 'message')]).toEqual([400, 'Provider ID is required']);
  });

  it('knows what the profile says that there is beside the records', async () => {
    const { update, target } = reading('createAgentOrUpdate', { [tool]: { unknown: 'refused' } });
    const knowing = (tools: unknown) => ({
      target,
      update: { 'x-reading': { ...update['x-reading'], known: { tools } } },
    });
    const mock = await mockWith({ ...overlay, actions: [knowing([999])] });
    const statuses = ['999', '998'].map(async (id) => (await createByForm(mock, { [tool]: id })).status);
    expect(await Promise.all(statuses)).toEqual([200, 422]);
    await expect(mockWith({ ...overlay, actions: [knowing(999)] })).rejects.toThrow('known/tools: is not a list');
  });

  it('shows items of a list by their place, and numbers by whose they are', async () => {
    const target = "$.paths[*][?@.operationId == 'getAgent'].responses['200']";
    const rule = { constant: '{item.place} {item.owner}' };
    const mock = await mockWith({
      ...overlay,
      actions: [{ target, update: { 'x-shown': { '/data/phone_numbers/*': rule } } }],
    });
    const numbers = { 'phone_numbers[0]': owned, 'phone_numbers[1]': shared };
    const id = String(memberOf((await createByForm(mock, numbers)).body, 'data.agent_id'));
    const read = await supertest(mock.app).get(`${base}/agents/get-by-id?agent_id=${id}`).set('token', tokens.acme);
    expect(memberOf(read.body, 'data.phone_numbers')).toEqual(['1 own', '2 shared']);
  });

  it('shows values by the id of their item, by what was asked for, and by how long a list is', async () => {
    const target = "$.paths[*][?@.operationId == 'listVoices'].responses['200']";
    const shown = {
      '/data/voices/*/accent': { by: 'item.id', cases: [{ is: known, shown: 'Irish' }], constant: 'plain' },
      '/data/voices/*/rank': {
        by: 'item.asked',
        cases: [{ is: '2 of limit=2&provider_id=provider_b', shown: 'last' }],
      },
      '/data/is_short': {
        by: 'asked',
        cases: [{ is: 'limit=2&provider_id=provider_b', shown: true }],
        constant: false,
      },
      '/message': { constant: '{data.voices.length} voices' },
    };
    const mock = await mockWith({ ...overlay, actions: [{ target, update: { 'x-shown': shown } }] });
    const list = (query: string) =>
      supertest(mock.app).get(`${base}/voice-list?provider_id=provider_b${query}`).set('token', tokens.acme);
    const { body } = await list('&limit=2');
    expect(body).toMatchObject({
      message: '2 voices',
      data: { is_short: true, voices: [{ accent: 'Irish' }, { accent: 'plain', rank: 'last' }] },
    });
    expect((await list('')).body).toMatchObject({ data: { is_short: false } });
  });

  it('takes longer names than by default, as long as the profile says', async () => {
    const { update, target } = reading('createAgent', { agent_name: { long: 'taken' } });
    const longer = { target, update: { 'x-reading': { ...update['x-reading'], longest: { agent_name: 120 } } } };
    const mock = await mockWith({ ...overlay, actions: [longer] });
    const statuses = [120, 121].map(async (length) => (await create(mock, { agent_name: 'n'.repeat(length) })).status);
    expect(await Promise.all(statuses)).toEqual([200, 422]);
  });

  it('takes a listed text in another case, and a text that writes a number', async () => {
    const { app } = await mockWith(profile);
    const body = { campaign_id: '5001', campaign_status: 'HOLD' };
    const answer = await supertest(app).post(`${base}/campaign-force-completed`).set('token', tokens.acme).send(body);
    expect(answer.status).toBe(200);
  });

  it('is refused with an outcome that there is none', async () => {
    const { app } = await mockWith();
    const wrong = { ...overlay, actions: [reading('createAgent', { agent_name: { null: 'maybe' } })] };
    const answer = await supertest(app).put('/__mock/profile').send(wrong);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ message: expect.stringContaining('is none of refused, absent') });
  });
});

describe('an overlay of what new agents have', () => {
  const settings = { '/data/configuration/temperature': 0.35, '/data/webhook_url': 'https://example.com/calls' };
  const profileOf = (given: object | string) => ({
    ...overlay,
    actions: [{ target: "$['x-values']", update: { 'new-agent': given } }],
  });

  it('shows in the next agent that is created', async () => {
    const mock = await mockWith(profileOf(settings));
    const id: unknown = memberOf((await create(mock, { agent_name: 'Desk' })).body, 'data.agent_id');
    const read = await supertest(mock.app)
      .get(`${base}/agents/get-by-id?agent_id=${String(id)}`)
      .set('token', tokens.acme);
    expect(read.body).toMatchObject({
      data: { configuration: { temperature: 0.35, max_call_duration: 600 }, webhook_url: 'https://example.com/calls' },
    });
  });

  it.each([
    [{ '/data/configuration/temperature': 'hot' }, '/data/configuration/temperature must be a number'],
    [{ '/data/basic_details/category': 1.5 }, '/data/basic_details/category must be an integer'],
    [{ '/data/webhook_url': 5 }, '/data/webhook_url must be a string or null'],
    [{ '/data/basic_details/status': 1 }, '/data/basic_details/status: name the settings'],
    ['none', '0: name the settings'],
  ])('is refused where it says %j', async (given, message) => {
    await expect(mockWith(profileOf(given))).rejects.toThrow(message);
  });
});

it('an overlay may name the file that is refused', async () => {
  const target =
    "$.paths['/api/agent/createagentorupdate'].post.responses[*].content['application/json'].examples['createagentorupdate.files.types'].value";
  const mock = await mockWith({ ...overlay, actions: [{ target, update: { message: '{value}: no such files' } }] });
  const refused = await createByForm(mock, {}).attach('FILE_KNOWLEDGE_BASES', Buffer.from('MZ'), 'a.exe');
  expect(refused.body).toMatchObject({ message: 'a.exe: no such files' });
});

it.each([
  ['form', tokens.acme],
  ['unknown', `Bearer ${tokens.unknown}`],
  ['expired', `Bearer ${tokens.expired}`],
])('tells a token that is refused: %s', async (kind, authorization) => {
  const mock = await mockWith();
  const refused = await supertest(mock.app).post('/v1/agent/update').set({ authorization }).send({});
  expect([refused.status, refused.headers['x-mock-case']]).toEqual([401, `kind=${kind}`]);
});
