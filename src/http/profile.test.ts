import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import supertest from 'supertest';
import { afterEach, describe, expect, it } from 'vitest';
import { createMock, type Mock } from '../app.ts';
import { loadContractDocument } from '../document/read/load.ts';
import type { components } from '../document/control-types.gen.ts';
import type { JsonObject } from '../json/json-value.ts';
import { ApiHarness } from '../testing/api-harness.ts';
import { tokens } from '../testing/well-known.ts';
import { createControllableClock, systemClock } from '../worlds/clock.ts';

type ProfileView = components['schemas']['ProfileView'];

const mocks: Mock[] = [];
const base = '/api/v1/global';

const staging = {
  profile: 'voice-agent-mock/profile/1',
  name: 'staging',
  choices: {
    'create-agent.success.status': { alternative: 'created', by: 'hand' },
    'agent.deleted': { alternative: 'missing', by: 'hand' },
    'create-agent.agent-id.required.code': { value: 'NO_AGENT', by: 'hand' },
  },
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
      const file = join(folder, 'staging.profile.yaml');
      writeFileSync(
        file,
        'profile: voice-agent-mock/profile/1\nname: staging\nchoices:\n  agent.deleted: { alternative: missing, by: hand }\n',
      );
      expect((await create(await mockWith(file), { agent_id: 1005, status: 3 })).status).toBe(404);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('says what a rule says by itself after a prefix, if it has nothing more to say of the request', async () => {
    const prefixed = { alternative: 'prefixed', by: 'hand' };
    const mock = await mockWith({ ...staging, choices: { 'errors.validation-message': prefixed } });
    const update = (agent_id: unknown, more: object) =>
      supertest(mock.app)
        .post('/v1/agent/update')
        .set('authorization', `Bearer ${tokens.acme}`)
        .send({ agent_id, ...more });
    const bare = (await update('no-uuid', {})).body as { message: string };
    expect(bare.message).toMatch(/^Validation error: [a-z_]+ \w.*\.$/);
    const detailed = (await create(mock, { agent_id: 1004, voice: 5 })).body as { message: string };
    expect(detailed.message).toMatch(/^Validation error: voice must be /);
  });

  it('says a text of its own with every blank, and keeps the message that the specification gives a status', async () => {
    const choices = {
      'get-by-id.agent-id.invalid.message': { value: ' {nothing} ', by: 'hand' },
      'get-by-id.agent-id.missing.code': { value: 'X', by: 'hand' },
    };
    const invalid = (mock: Mock) =>
      supertest(mock.app).get(`${base}/agents/get-by-id?agent_id=abc`).set('token', tokens.acme);
    expect((await invalid(await mockWith({ ...staging, choices }))).body).toMatchObject({ message: ' {nothing} ' });
    const answer = { 'get-by-id.agent-id.invalid.answer': { alternative: 'not-found', by: 'hand' } };
    const moved = await invalid(await mockWith({ ...staging, choices: { ...choices, ...answer } }));
    expect([moved.status, moved.body]).toEqual([404, expect.objectContaining({ message: 'Agent not found' })]);
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
    const choices = { 'agent.delete': { alternative: 'missing', by: 'hand' } };
    const refused = await newWorld(mock, { name: 'other', profile: { ...staging, choices } });
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
      today: 'restorable',
      alternatives: [{ name: 'restorable' }, { name: 'missing' }],
    });
    expect(before.choices.find(({ id }) => id === 'campaign.running.status')).toMatchObject({ today: 400 });
    await supertest(mock.app).put('/__mock/profile').send(staging).expect(200);
    const after = await seen();
    expect(after.profile).toBe('staging');
    expect(after.choices.find(({ id }) => id === 'agent.deleted')?.decided).toEqual(staging.choices['agent.deleted']);
    expect((await create(mock, { agent_name: 'Desk' })).status).toBe(201);
    await supertest(mock.app)
      .put('/__mock/profile')
      .send({ ...staging, choices: {} })
      .expect(200);
    expect((await create(mock, { agent_name: 'Desk' })).status).toBe(200);
    expect(await seen()).toEqual(before);
  });

  it('answers by the document that it shows, whatever is chosen', async () => {
    const document = loadContractDocument();
    for (const place of [1, 9]) {
      const alternatives = [...document.choices.values()].flatMap(({ id, alternatives: known }) => {
        const names = [...(known?.keys() ?? [])];
        return names.length === 0 ? [] : [[id, { alternative: names[place] ?? names.at(-1), by: 'hand' }] as const];
      });
      const members = { value: { '/request_id': 'r-1', '/datalist/*/tags': [] }, by: 'hand' };
      const added = ['listAudience', 'getAgent'].map((id) => [`answers.${id}.members`, members] as const);
      const mock = await mockWith({ ...staging, choices: Object.fromEntries([...alternatives, ...added]) });
      const amended = document.amended((await supertest(mock.app).get('/__mock/openapi.json')).body as JsonObject);
      const harness = new ApiHarness(mock, amended, createControllableClock(systemClock()));
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
