import request from 'supertest';
import { beforeEach, expect, it } from 'vitest';
import { createMock, type Mock } from '../../app.ts';

let mock: Mock;
beforeEach(async () => {
  mock = await createMock({ clock: { now: () => new Date('2026-03-01T12:00:00.000Z') } });
});

const post = (path: string, body: object) => request(mock.app).post(path).send(body);
const get = (path: string) => request(mock.app).get(path);

it.each([{ email: 'OWNER@acme.example' }, { user_id: 1 }])(
  'logs in %j with a token that opens get-token',
  async (user) => {
    const { body, status } = await post('/__mock/login', user);
    const { token } = body as { token: string };
    expect([status, body]).toEqual([
      201,
      {
        token: expect.stringMatching(/^[0-9a-f]{64}$/),
        kind: 'login',
        user_id: 1,
        email: 'owner@acme.example',
        workspace_id: 101,
        created_on: '2026-03-01T12:00:00.000Z',
        expires_on: null,
        is_valid: true,
      },
    ]);
    const answer = await get('/api/v1/global/get-token').set('token', token);
    expect(answer.body).toMatchObject({ email: 'owner@acme.example', token: 'ac3e'.repeat(16) });
  },
);

it('creates, lists and revokes API tokens', async () => {
  const { token } = (await post('/__mock/tokens', { user_id: 3 })).body as { token: string };
  const read = () => get('/api/v1/global/voice-list?provider_id=provider_a').set('token', token);
  expect((await read()).status).toBe(200);
  const list = async (query: string) =>
    ((await get(`/__mock/tokens${query}`)).body as { tokens: { token: string; is_valid: boolean }[] }).tokens;
  expect((await list('?kind=api&workspace_id=103')).map((item) => item.token)).toEqual([token]);
  expect(await list('')).toContainEqual(expect.objectContaining({ token: 'login-expired', is_valid: false }));
  expect((await request(mock.app).delete(`/__mock/tokens/${token}`)).status).toBe(204);
  expect((await read()).status).toBe(401);
  expect((await request(mock.app).delete(`/__mock/tokens/${token}`)).body).toMatchObject({ code: 404 });
});

it('gives tokens an expiry, in the past too', async () => {
  expect((await post('/__mock/tokens', { user_id: 1, expires_in: 'PT90S' })).body).toMatchObject({
    expires_on: '2026-03-01T12:01:30.000Z',
    is_valid: true,
  });
  expect((await post('/__mock/tokens', { user_id: 1, expires_on: '2026-01-01T00:00:00Z' })).body).toMatchObject({
    is_valid: false,
  });
  expect((await post('/__mock/login', { user_id: 1, expires_in: '-PT1S' })).body).toMatchObject({ is_valid: false });
});

it('adds a workspace, a user and numbers that the API then knows', async () => {
  const workspace = (await post('/__mock/workspaces', { name: 'Umbrella' })).body as { id: number };
  expect(workspace).toMatchObject({ voice_analysis: false, providers: ['provider_a', 'provider_b', 'provider_c'] });
  const dana = { workspace_id: workspace.id, first_name: 'Dana', last_name: 'Roth', email: 'dana@umbrella.example' };
  const user = await post('/__mock/users', dana);
  expect([user.status, user.body]).toEqual([201, { id: expect.any(Number), ...dana }]);
  expect((await get(`/__mock/users?workspace_id=${workspace.id}`)).body).toEqual({ users: [user.body] });
  expect((await get('/__mock/workspaces')).body).toMatchObject({ workspaces: [{}, {}, {}, workspace] });
  const number = { number: '+15550007777', workspace_id: workspace.id };
  expect((await post('/__mock/numbers', number)).body).toEqual({
    ...number,
    is_shared: false,
    is_active: true,
    agent_id: null,
  });

  const { token } = (await post('/__mock/tokens', { email: dana.email })).body as { token: string };
  const api = (body: object) => request(mock.app).post('/api/v1/global/create-agent').set('token', token).send(body);
  const { agent_id } = ((await api({ agent_name: 'Own' })).body as { data: { agent_id: number } }).data;
  expect((await api({ agent_id, status: 1 })).status).toBe(400);
  await request(mock.app).put('/__mock/numbers/+15550007777').send({ agent_id });
  expect((await api({ agent_id, status: 1 })).status).toBe(200);
});

it.each([
  ['/__mock/login', {}, 400, 'email'],
  ['/__mock/login', { email: 'owner@acme.example', user_id: 1 }, 400, 'user_id'],
  ['/__mock/login', { email: 'nobody@acme.example' }, 404, 'email'],
  ['/__mock/login', { user_id: 99 }, 404, 'user_id'],
  ['/__mock/login', { user_id: 1, expires_in: 'P' }, 400, 'expires_in'],
  ['/__mock/tokens', { user_id: 1, expires_in: 'PT1H', expires_on: '2026-01-01T00:00:00Z' }, 400, 'expires_on'],
  ['/__mock/tokens', { user_id: 1, expires_on: 'soon' }, 400, 'expires_on'],
  ['/__mock/workspaces', { name: '' }, 400, 'name'],
  ['/__mock/workspaces', { name: 'A', providers: ['provider_x'] }, 400, 'providers.0'],
  ['/__mock/users', { workspace_id: 9, first_name: 'A', last_name: 'B', email: 'a@b.c' }, 400, 'workspace_id'],
  ['/__mock/users', { workspace_id: 101, first_name: 'A', last_name: 'B', email: 'owner@Acme.example' }, 400, 'email'],
  ['/__mock/users', { workspace_id: 101, first_name: 'A', last_name: 'B', email: 'nobody' }, 400, 'email'],
  ['/__mock/numbers', { number: '5550001', workspace_id: 101 }, 400, 'number'],
  ['/__mock/numbers', { number: '+15550001002', workspace_id: 101 }, 400, 'number'],
  ['/__mock/numbers', { number: '+15550007777', workspace_id: 9 }, 400, 'workspace_id'],
])('%s refuses %j with %i and names %s', async (path, body, code, field) => {
  const world = () => mock.worlds.default.store.records();
  const before = world();
  expect((await post(path, body)).body).toMatchObject({ error: true, code, data: { field } });
  expect(world().records).toEqual(before.records);
});
