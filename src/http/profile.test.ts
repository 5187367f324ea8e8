import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import supertest from 'supertest';
import { afterEach, describe, expect, it } from 'vitest';
import { createMock, type Mock } from '../app.ts';
import { tokens } from '../testing/well-known.ts';

const mocks: Mock[] = [];
const base = '/api/v1/global';

const staging = {
  profile: 'voice-agent-mock/profile/1',
  name: 'staging',
  choices: {
    'create-agent.success.status': { alternative: 'created', by: 'hand' },
    'agent.deleted': { alternative: 'missing', by: 'hand' },
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
    expect([restored.status, restored.body.message]).toEqual([404, 'Agent not found']);
    const { body } = await supertest(mock.app).get('/__mock/openapi.json');
    const { responses } = body.paths['/create-agent'].post;
    expect(Object.keys(responses['200'].content['application/json'].examples)).toEqual(['updated']);
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

  it('says which profile decided', async () => {
    const mock = await mockWith(staging);
    expect(mock.profile).toEqual({ name: 'staging', decided: 2 });
    expect((await supertest(mock.app).get('/__mock/health')).body).toEqual({ status: 'ok', profile: 'staging' });
    expect((await supertest(mock.app).get('/__mock/worlds/default')).body.profile).toBe('staging');
  });

  it('keeps the profile of a world in its copies, its snapshots and when it is reset', async () => {
    const mock = await mockWith();
    expect((await newWorld(mock, { name: 'other', profile: staging })).status).toBe(201);
    expect((await newWorld(mock, { name: 'copy', from: { world: 'other' } })).body.profile).toBe('staging');
    await supertest(mock.app).post('/__mock/snapshots').set('x-mock-world', 'other').send({ name: 'kept' }).expect(201);
    const file = (await supertest(mock.app).get('/__mock/snapshots/kept')).body;
    expect(file.profile).toEqual(staging);
    await supertest(mock.app).put('/__mock/snapshots/imported').send(file).expect(200);
    expect((await newWorld(mock, { name: 'again', from: { snapshot: 'imported' } })).body.profile).toBe('staging');
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
    expect([refused.status, refused.body.data]).toEqual([400, { field: 'profile' }]);
    expect(refused.body.message).toContain('Did you mean agent.deleted?');
    expect((await supertest(mock.app).get('/__mock/worlds/other')).status).toBe(404);
  });
});
