import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import supertest from 'supertest';
import { afterEach, describe, expect, it } from 'vitest';
import { createMock, type Mock } from '../app.ts';
import { someRefusals } from '../../contract-tests/every-choice.ts';
import { loadContractDocument } from '../document/read/load.ts';
import type { components } from '../document/control-types.gen.ts';
import type { JsonObject } from '../json/json-value.ts';
import { ApiHarness } from '../testing/api-harness.ts';
import { tokens } from '../testing/well-known.ts';
import { ControllableClock, systemClock } from '../worlds/time-and-chance.ts';

type ProfileView = components['schemas']['ProfileView'];

const mocks: Mock[] = [];
const base = '/api/v1/global';

const staging = {
  overlay: '1.1.0',
  info: { title: 'staging', version: '1' },
  actions: [
    {
      target: "$.paths['/create-agent'].post.responses['200'].content['application/json'].examples.created",
      remove: true,
    },
    { target: "$['x-behaviours']", update: { 'agent.deleted': 'missing' } },
    {
      target:
        "$.paths['/create-agent'].post.responses[*].content['application/json'].examples['create-agent.agent-id.required'].value",
      update: { code: 'NO_AGENT' },
    },
  ],
};

afterEach(async () => {
  for (const mock of mocks.splice(0)) await mock.close();
});

async function mockWith(profile?: string | object): Promise<Mock> {
  const mock = await createMock(profile === undefined ? {} : { profile });
  mocks.push(mock);
  return mock;
}

function create(mock: Mock, body: object, world?: string): supertest.Test {
  const request = supertest(mock.app).post(`${base}/create-agent`).set('token', tokens.acme);
  return (world === undefined ? request : request.set('x-mock-world', world)).send(body);
}

const newWorld = (mock: Mock, body: object) => supertest(mock.app).post('/__mock/worlds').send(body);

describe('a mock with a profile', () => {
  it('decides as the profile says, in the document and in what it does', async () => {
    const mock = await mockWith(staging);
    expect((await create(mock, { agent_name: 'Desk' })).status).toBe(201);
    expect((await create(mock, { agent_id: 1004, agent_name: 'Desk' })).status).toBe(200);
    const restored = await create(mock, { agent_id: 1005, status: 3 });
    expect(restored.status).toBe(404);
    expect(restored.body).toMatchObject({ message: 'Agent not found' });
    expect(restored.headers['x-mock-rule']).toBe('create-agent.not-found');
    const document = loadContractDocument().amended(
      (await supertest(mock.app).get('/__mock/openapi.json')).body as JsonObject,
    );
    expect([...(document.operations.get('createAgent')?.responses.get(200)?.examples.keys() ?? [])]).toEqual([
      'updated',
    ]);
  });

  it('reads the profile from a file of YAML', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'profile-'));
    try {
      const file = join(folder, 'staging.overlay.yaml');
      writeFileSync(
        file,
        `overlay: 1.1.0\ninfo: { title: staging, version: '1' }\nactions:\n  - target: $['x-behaviours']\n    update: { agent.deleted: missing }\n`,
      );
      expect((await create(await mockWith(file), { agent_id: 1005, status: 3 })).status).toBe(404);
      writeFileSync(
        file,
        `overlay: 1.1.0\ninfo: { title: staging, version: '1' }\nactions:\n  - { target: $.nothing, update: 1 }\n`,
      );
      await expect(mockWith(file)).rejects.toThrow(`${file}: actions[0] ($.nothing): selects nothing`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('says of each case and request what its own texts have placeholders for', async () => {
    const examples = "$.paths['/create-agent'].post.responses['422'].content['application/json'].examples";
    const cases = {
      'create-agent.validation': { value: { error: true, message: 'Bad {name}: {value}; {detail}' } },
      'create-agent.validation; at=llm': { value: { error: true, message: 'No model {nothing}' } },
      'create-agent.validation; kind=null': { value: { error: true, message: '{name} is null', at: '{now:6}' } },
    };
    const mock = await mockWith({
      ...staging,
      actions: [
        { target: `${examples}['create-agent.validation']`, remove: true },
        { target: examples, update: cases },
      ],
    });
    const said = async (fields: object) =>
      ((await create(mock, { agent_id: 1004, ...fields })).body as { message: string }).message;
    expect(await said({ voice: 5 })).toMatch(/^Bad voice: 5; voice must be an object\.$/);
    const caseOf = async (asked: Mock) =>
      (await create(asked, { agent_id: 1004, voice: 5 })).headers['x-mock-case'] as unknown;
    expect(await caseOf(mock)).toBe('at=voice; kind=number; said=voice%20must%20be%20an%20object.');
    expect(await caseOf(await mockWith(staging))).toBe('at=voice; kind=number; said');
    expect(await said({ llm: 5 })).toBe('No model {nothing}');
    expect(await said({ voice: null })).toBe('voice is null');
    const { at } = (await create(mock, { agent_id: 1004, voice: null })).body as { at: string };
    expect([at, Math.abs(Date.parse(at) - Date.now()) < 60_000]).toEqual([
      expect.stringMatching(/:\d\d\.\d{6}Z$/),
      true,
    ]);
  });

  it('is told from another workspace by the case, if the deployment does', async () => {
    const responses = "$.paths['/audience-list'].get.responses";
    const value = { error: true, message: 'Campaign {value} is not yours' };
    const content = { 'application/json': { examples: { 'audience-list.not-found; kind=foreign': { value } } } };
    const mock = await mockWith({
      ...staging,
      actions: [{ target: responses, update: { 403: { description: 'Refused', content } } }],
    });
    const list = (id: number) =>
      supertest(mock.app).get(`${base}/audience-list?campaign_id=${id}`).set('token', tokens.acme);
    const foreign = await list(5005);
    expect([foreign.status, foreign.body]).toEqual([403, { error: true, message: 'Campaign 5005 is not yours' }]);
    expect(foreign.headers['x-mock-case']).toBe('kind=foreign');
    expect((await list(4711)).status).toBe(404);
  });

  it('says which profile decided', async () => {
    const mock = await mockWith(staging);
    expect(mock.profile).toEqual({ name: 'staging', decided: 3 });
    const missing = await supertest(mock.app).get(`${base}/agents/get-by-id?agent_id=1004`).set('token', tokens.acme);
    expect(missing.headers['x-mock-rule']).toBe('get-by-id.envelope');
    const created = await create(mock, { agent_name: 'Desk', status: 3 });
    expect(created.headers['x-mock-rule']).toBe('create-agent.agent-id.required; profile=staging');
    expect((await supertest(mock.app).get('/__mock/health')).body).toEqual({ status: 'ok', profile: 'staging' });
    expect((await supertest(mock.app).get('/__mock/worlds/default')).body).toMatchObject({ profile: 'staging' });
  });

  it('keeps the profile of a world in its copies, its snapshots and when it is reset', async () => {
    const mock = await mockWith();
    expect((await newWorld(mock, { name: 'other', profile: staging })).status).toBe(201);
    expect((await newWorld(mock, { name: 'copy', from: { world: 'other' } })).body).toMatchObject({
      profile: 'staging',
    });
    await supertest(mock.app).post('/__mock/snapshots').set('x-mock-world', 'other').send({ name: 'kept' }).expect(201);
    const file = (await supertest(mock.app).get('/__mock/snapshots/kept')).body as object;
    expect(file).toMatchObject({ profile: staging });
    await supertest(mock.app).put('/__mock/snapshots/imported').send(file).expect(200);
    const again = await newWorld(mock, { name: 'again', from: { snapshot: 'imported' } });
    expect(again.body).toMatchObject({ profile: 'staging' });
    await supertest(mock.app).post('/__mock/reset').set('x-mock-world', 'other').expect(200);
    for (const world of ['other', 'copy', 'again']) {
      expect((await create(mock, { agent_name: 'Desk' }, world)).status).toBe(201);
    }
    expect((await create(mock, { agent_name: 'Desk' })).status, 'the default world follows none').toBe(200);
  });

  it('refuses a world whose profile cannot be followed, and makes none', async () => {
    const mock = await mockWith();
    const actions = [{ target: "$['x-behaviours']", update: { 'agent.delete': 'missing' } }];
    const refused = await newWorld(mock, { name: 'other', profile: { ...staging, actions } });
    expect(refused.status).toBe(400);
    const message = expect.stringContaining('Did you mean agent.deleted?');
    expect(refused.body).toMatchObject({ message, data: { field: 'profile' } });
    expect((await supertest(mock.app).get('/__mock/worlds/other')).status).toBe(404);
  });

  it('shows each choice with what decides it, and lets a world follow another profile', async () => {
    const mock = await mockWith();
    const seen = async () => (await supertest(mock.app).get('/__mock/profile')).body as ProfileView;
    const before = await seen();
    expect(before).not.toHaveProperty('profile');
    expect(before.choices.find(({ id }) => id === 'agent.deleted')).toMatchObject({
      clause: 'create-agent.restore',
      decided: 'restorable',
      alternatives: [{ name: 'restorable' }, { name: 'missing' }],
    });
    await supertest(mock.app).put('/__mock/profile').send(staging).expect(200);
    const after = await seen();
    expect(after.profile).toBe('staging');
    expect(after.choices.find(({ id }) => id === 'agent.deleted')?.decided).toBe('missing');
    expect(after.overlay).toEqual(staging);
    expect((await create(mock, { agent_name: 'Desk' })).status).toBe(201);
    await supertest(mock.app)
      .put('/__mock/profile')
      .send({ ...staging, actions: [] })
      .expect(200);
    expect((await create(mock, { agent_name: 'Desk' })).status).toBe(200);
    expect(await seen()).toEqual(before);
  });

  it('shows values by what was sent and what is saved, and leaves fields out', async () => {
    const shownBy = (operation: string, rules: object) => ({
      target: `$.paths[*][?@.operationId == '${operation}'].responses['200']`,
      update: { 'x-shown': rules },
    });
    const mock = await mockWith({
      ...staging,
      actions: [
        shownBy('createAgent', {
          '/message': { by: 'sent.status', cases: [{ is: null }], constant: 'Now {sent.status}' },
        }),
        shownBy('updateAgent', {
          '/data/agent_id': { by: 'sent.language', cases: [{ is: 'de' }], absent: true },
        }),
        shownBy('createAgentOrUpdate', {
          '/data/files': { constant: '{sent.files.length}' },
          '/data/sections': { constant: '{sent.names}' },
        }),
        shownBy('getAgent', {
          '/data/basic_details/greeting': { constant: '{saved.greeting|none}' },
          '/data/configuration/voice_config/speed': { decimals: 2 },
          '/data/webhook_url': { by: 'saved.published', cases: [{ is: null }], constant: 'made' },
          '/data/checksum': { examples: [11, 23, 42] },
        }),
      ],
    });
    const saved = async (body: object) =>
      (await create(mock, body)).body as { message: string; data: { agent_id: number } };
    const made = await saved({ agent_name: 'Desk', greeting: 'Hi', voice: { settings: { speed: 1.5 } } });
    const { agent_id } = made.data;
    expect(made.message).not.toContain('Now');
    expect((await saved({ agent_id, status: 3 })).message).toBe('Now 3');
    await saved({ agent_id: 1010, status: 3 });
    const read = async (id: number) => {
      const { body, headers } = await supertest(mock.app)
        .get(`${base}/agents/get-by-id?agent_id=${id}`)
        .set('token', tokens.acme);
      const { data } = body as {
        data: Record<'basic_details' | 'configuration' | 'webhook_url' | 'checksum', unknown>;
      };
      expect(headers['x-mock-made-up']).toBe('/data/checksum');
      expect([11, 23, 42]).toContain(data.checksum);
      return data;
    };
    const { basic_details, configuration } = await read(agent_id);
    expect(basic_details).toMatchObject({ greeting: 'Hi' });
    expect(configuration).toMatchObject({ voice_config: { speed: '1.50' } });
    expect([(await read(1010)).webhook_url, (await read(agent_id)).webhook_url]).toEqual(['made', null]);
    const silent = await saved({ agent_name: 'Silent' });
    expect((await read(silent.data.agent_id)).basic_details).toMatchObject({ greeting: 'none' });
    const renamed = await supertest(mock.app)
      .post('/v1/agent/update')
      .set('authorization', `Bearer ${tokens.acme}`)
      .send({ agent_id: '00000000-0000-4000-8000-000000001004', name: 'Desk' });
    expect([renamed.status, renamed.body]).toMatchObject([200, { data: {} }]);
    expect(renamed.text).not.toContain('agent_id');
    const openapi = (await supertest(mock.app).get('/__mock/openapi.json')).body as JsonObject;
    const { content } = loadContractDocument().amended(openapi).operations.get('updateAgent')?.responses.get(200) ?? {};
    expect(content?.get('application/json')?.assumed.errors(renamed.body)).toEqual([]);
    const uploaded = await supertest(mock.app)
      .post('/api/agent/createagentorupdate')
      .set('token', tokens.acme)
      .field('basic_details[agent_name]', 'Desk')
      .attach('FILE_KNOWLEDGE_BASES', Buffer.from('a,b\n'), 'a.csv');
    expect(uploaded.body).toMatchObject({ data: { files: 1, sections: ['basic_details'] } });
  });

  it('answers by the document that it shows, whatever is chosen', async () => {
    const document = loadContractDocument();
    for (const place of [1, 9]) {
      const behaviours = [...document.choices.values()].map(({ id, alternatives }) => {
        const names = [...alternatives.keys()];
        return [id, names[place] ?? names.at(-1) ?? ''] as const;
      });
      const added = { '/request_id': { constant: 'r-1' }, '/datalist/*/tags': { constant: [] } };
      const done = "$.paths[*][?@.operationId == 'listAudience' || @.operationId == 'getAgent'].responses['200']";
      const actions = [
        { target: "$['x-behaviours']", update: Object.fromEntries(behaviours) },
        { target: done, update: { 'x-shown': added } },
        {
          target: "$.paths[*][?@.operationId == 'getAgent'].responses['200']",
          update: { 'x-shown': { '/data/basic_details/category_description/textColor': { constant: 'red' } } },
        },
        {
          target: "$.paths[*][?@.operationId == 'listAudience'].responses['200']",
          update: { 'x-shown': { '/datalist/*/last_attempt': { constant: 'yesterday' } } },
        },
        ...someRefusals(document, place),
      ];
      const mock = await mockWith({ ...staging, actions });
      const amended = document.amended((await supertest(mock.app).get('/__mock/openapi.json')).body as JsonObject);
      const harness = new ApiHarness(mock, amended, new ControllableClock(systemClock()));
      // The harness throws where an answer departs from the document.
      for (const id of amended.operations.keys()) {
        for (const token of [tokens.acme, 'login-acme', 'nobody', null]) {
          for (const query of [
            '',
            'agent_id=1004',
            'agent_id=x',
            'campaign_id=5001',
            'campaign_id=5001&page=99',
            'provider_id=provider_a',
            'provider_id=x',
            'color=1',
          ]) {
            await harness.call(id, { token, query });
          }
        }
      }
      for (const body of [
        { agent_name: 'Desk' },
        {},
        '{',
        { agent_id: 1001, status: 1 },
        { agent_id: 1, status: 1 },
        { color: 1 },
        { campaign_id: 5003, campaign_status: 'force_completed' },
        { campaign_id: 5004, campaign_status: 'hold' },
        { campaign_id: 'x' },
      ]) {
        for (const id of ['createAgent', 'updateAgent', 'forceCompleteCampaign', 'verifyToken'] as const)
          await harness.call(id, { body });
      }
    }
  });
});

it('answers with the words of the request, and in plain text', async () => {
  const refused = (operation: string) => `$.paths[*][?@.operationId == '${operation}'].responses`;
  const examples = "content['application/json'].examples";
  const plain = 'text/plain; charset=utf-8';
  const { app } = await mockWith({
    ...staging,
    actions: [
      {
        target: `${refused('createAgent')}['200'].${examples}.updated.value`,
        update: { message: '{sent.agent_name|It} is {data.agent_id}' },
      },
      { target: `${refused('verifyToken')}['401'].${examples}['verify.unauthorized']`, remove: true },
      {
        target: `${refused('verifyToken')}['401'].content`,
        update: { [plain]: { schema: { type: 'string' }, examples: { 'verify.unauthorized': { value: 'no' } } } },
      },
    ],
  });
  const send = (body: object) => supertest(app).post(`${base}/create-agent`).set('token', tokens.acme).send(body);
  expect((await send({ agent_id: 1004, agent_name: 'Desk' })).body).toMatchObject({ message: 'Desk is 1004' });
  expect((await send({ agent_id: 1004, description: 'x' })).body).toMatchObject({ message: 'It is 1004' });
  const answer = await supertest(app).post(`${base}/verify`).send({});
  expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([401, 'no', plain]);
});
