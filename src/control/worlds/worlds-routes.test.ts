import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { createMock, type MockOptions } from '../../app.ts';
import type { RequestLog } from '../../http/answer/request-log.ts';
import { exchange } from '../../testing/test-server.ts';
import { loadControlDocument, prepareControlDocument } from '../control-handler.ts';
import { controlRoutes } from '../control.ts';

const token = 'ac3d'.repeat(16);

async function start(options: MockOptions = {}) {
  const { app } = await createMock(options);
  const nameOf = async (world: string) => {
    const answer = await request(app)
      .get('/api/v1/global/agents/get-by-id?agent_id=1001')
      .set({ token, 'x-mock-world': world });
    return (answer.body as { data: { basic_details: { agent_name: string } } }).data.basic_details.agent_name;
  };
  const rename = (world: string, agent_name: string) =>
    request(app)
      .post('/api/v1/global/create-agent')
      .set({ token, 'x-mock-world': world })
      .send({ agent_id: 1001, agent_name });
  return { app, nameOf, rename };
}

it('has a schema that compiles for every part, and a handler for every operation', () => {
  const folder = mkdtempSync(join(tmpdir(), 'control-'));
  expect(() => prepareControlDocument(folder)).not.toThrow();
  rmSync(folder, { recursive: true });
  expect([...loadControlDocument().operations.values()].map(({ id }) => id).sort()).toEqual(
    Object.keys(controlRoutes).sort(),
  );
});

it('makes, lists, inspects and deletes worlds', async () => {
  const { app } = await start();
  const made = await request(app).post('/__mock/worlds').send({ name: 'checkout', seed: 'x' });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ name: 'checkout', scenario: 'default', seed: 'x', clock: { is_frozen: false } });
  const list = await request(app).get('/__mock/worlds');
  expect(list.body).toMatchObject({ worlds: [{ name: 'default' }, { name: 'checkout' }] });
  expect((await request(app).get('/__mock/worlds/checkout')).body).toMatchObject({ name: 'checkout', seed: 'x' });
  const deleted = await request(app).delete('/__mock/worlds/checkout');
  expect([deleted.status, deleted.text]).toEqual([204, '']);
  expect((await request(app).get('/__mock/worlds/checkout')).status).toBe(404);
  expect((await request(app).delete('/__mock/worlds/checkout')).status).toBe(404);
});

it('makes a world of the first request that names one, as the scenario begins and not as the default world is', async () => {
  const { nameOf, rename } = await start();
  const pristine = await nameOf('default');
  await rename('default', 'Changed');
  expect(await nameOf('new')).toBe(pristine);
  await rename('new', 'Changed otherwise');
  expect(await Promise.all(['default', 'new', 'other'].map(nameOf))).toEqual([
    'Changed',
    'Changed otherwise',
    pristine,
  ]);
});

it('takes the world from the address too, for the API and for the control API', async () => {
  const { app, nameOf, rename } = await start();
  await rename('checkout', 'By address');
  const answer = await request(app)
    .get('/__mock/worlds/checkout/api/v1/global/agents/get-by-id?agent_id=1001')
    .set({ token, 'x-mock-world': 'another' });
  expect(answer.body).toMatchObject({ data: { basic_details: { agent_name: 'By address' } } });
  expect((await request(app).post('/__mock/worlds/checkout/__mock/reset')).body).toMatchObject({ name: 'checkout' });
  expect(await nameOf('checkout')).not.toBe('By address');
});

describe('a name is 1 to 64 letters, digits, points, underscores and hyphens', async () => {
  const { app } = await start();
  it.each(['a b', 'ü', 'a/b', '<img>', 'x'.repeat(65), '%41'])('%j is none', async (name) => {
    const header = Buffer.from(name).toString('latin1');
    const answer = await request(app)
      .get('/api/v1/global/agents/get-by-id?agent_id=1001')
      .set({ token, 'x-mock-world': header });
    expect([answer.status, answer.body]).toMatchObject([400, { error: true, code: 400, data: { field: 'name' } }]);
    const made = await request(app).post('/__mock/worlds').send({ name });
    expect([made.status, made.body]).toMatchObject([400, { data: { field: 'name' } }]);
    expect((await request(app).get('/__mock/worlds')).body).toMatchObject({ worlds: [{ name: 'default' }] });
  });

  it.each(['A.b_c-9', 'x'.repeat(64)])('%j is one', async (name) => {
    expect((await request(app).get('/__mock/clock').set('x-mock-world', name)).status).toBe(200);
  });
});

it('makes worlds from a scenario, from a world and from a snapshot, seed and clock with them', async () => {
  const { app, nameOf, rename } = await start();
  await rename('source', 'Copied');
  await request(app).post('/__mock/clock').set('x-mock-world', 'source').send({ freeze: '2030-01-01T00:00:00Z' });
  await request(app).post('/__mock/snapshots').set('x-mock-world', 'source').send({ name: 'kept' });
  const make = (name: string, from: object) => request(app).post('/__mock/worlds').send({ name, from });
  expect((await make('of-world', { world: 'source' })).body).toMatchObject({
    seed: 'source',
    clock: { now: '2030-01-01T00:00:00.000Z', is_frozen: true },
  });
  expect((await make('of-snapshot', { snapshot: 'kept' })).status).toBe(201);
  expect((await make('empty', { scenario: 'empty' })).body).toMatchObject({ scenario: 'empty', counts: { agents: 0 } });
  expect(await Promise.all(['of-world', 'of-snapshot'].map(nameOf))).toEqual(['Copied', 'Copied']);
  expect((await make('source', {})).status).toBe(400);
  expect((await request(app).post('/__mock/worlds').send({ name: 'source' })).status).toBe(409);
  for (const [from, field] of [
    [{ world: 'none' }, 'from.world'],
    [{ snapshot: 'none' }, 'from.snapshot'],
    [{ scenario: 'none' }, 'from.scenario'],
  ] as const) {
    expect((await make('new', from)).body).toMatchObject({ error: true, code: 404, data: { field } });
  }
  const outside = await make('new', { scenario: '..' });
  expect(outside.body).toMatchObject({ error: true, code: 400, data: { field: 'from.scenario' } });
});

it('lets a world go that nobody has used for the idle time, and not the default one', async () => {
  let now = Date.parse('2026-01-01T00:00:00.000Z');
  const { app, nameOf, rename } = await start({ clock: { now: () => new Date(now) }, worldIdleTime: 60_000 });
  const pristine = await nameOf('default');
  await Promise.all(['default', 'used', 'idle'].map((world) => rename(world, 'Changed')));
  now += 50_000;
  expect(await nameOf('used')).toBe('Changed');
  now += 20_000;
  const list = await request(app).get('/__mock/worlds');
  expect(list.body).toMatchObject({ worlds: [{ name: 'default' }, { name: 'used' }] });
  expect(await Promise.all(['default', 'used', 'idle'].map(nameOf))).toEqual(['Changed', 'Changed', pristine]);
});

it('lets the idlest world go where there are as many as may be, and says so', async () => {
  const notices: string[] = [];
  const log: RequestLog = {
    write: (entry) => {
      if ('notice' in entry) notices.push(entry.notice);
    },
    close: () => Promise.resolve(),
  };
  const { app } = await start({ worldLimit: 2, log });
  const statusIn = async (world: string) => (await request(app).get('/__mock/clock').set('x-mock-world', world)).status;
  expect(await statusIn('one')).toBe(200);
  expect(await statusIn('two')).toBe(200);
  expect(await statusIn('one')).toBe(200);
  expect(await statusIn('three')).toBe(200);
  const { body } = await request(app).get('/__mock/worlds');
  expect(body).toMatchObject({ worlds: [{ name: 'default' }, { name: 'one' }, { name: 'three' }] });
  expect(notices).toEqual([expect.stringMatching(/world two .*--world-limit/)]);
});

it('makes no world where none may be, and says so', async () => {
  const { app } = await start({ worldLimit: 0 });
  const refused = await request(app).post('/__mock/worlds').send({ name: 'three' });
  expect(refused.body).toMatchObject({ code: 503, message: expect.stringContaining('--world-limit') });
  expect((await request(app).get('/__mock/clock').set('x-mock-world', 'three')).status).toBe(503);
});

it.each(['.', '..', '%2e', '%2E%2e', '.%2e', '%2f', 'a%00'])('makes no world called %s', async (name) => {
  const mock = await createMock();
  const { app } = mock;
  const { port } = await mock.listen(0);
  const path = `/__mock/worlds/${name}/api/v1/global/agents/get-by-id?agent_id=1004`;
  const [answer] = await exchange(port, `GET ${path} HTTP/1.1\r\nHost: localhost\r\nToken: ${token}\r\n\r\n`);
  expect(answer).toMatchObject({ status: 400, body: { error: true, data: { field: 'name' } } });
  const decoded = decodeURIComponent(name);
  expect((await request(app).post('/__mock/worlds').send({ name: decoded })).status).toBe(400);
  if (decoded.startsWith('.')) {
    expect((await request(app).get('/__mock/clock').set('x-mock-world', decoded)).status).toBe(400);
  }
  expect((await request(app).get('/__mock/worlds')).body).toMatchObject({ worlds: [{ name: 'default' }] });
  await mock.close();
});

it('takes a world back to its scenario as a whole: records, clock, chance and dialling', async () => {
  const { app, nameOf, rename } = await start();
  const world = { 'x-mock-world': 'used' };
  const pristine = await nameOf('used');
  const issue = async () => {
    const { body } = await request(app).post('/__mock/login').set(world).send({ user_id: 1 });
    return (body as { token: string }).token;
  };
  const first = await issue();
  await rename('used', 'Changed');
  await request(app).post('/__mock/clock').set(world).send({ freeze: '2030-01-01T00:00:00Z' });
  await request(app).post('/__mock/campaigns/5001/dial').set(world).send({ mode: 'follow-clock', rate: 60 });
  const reset = await request(app).post('/__mock/reset').set(world);
  expect(reset.body).toMatchObject({ name: 'used', clock: { is_frozen: false } });
  expect(await nameOf('used')).toBe(pristine);
  expect((await request(app).get('/__mock/campaigns/5001/dial').set(world)).body).toMatchObject({ following: null });
  expect(await issue()).toBe(first);
});

it('does not delete the default world', async () => {
  const { app } = await start();
  expect((await request(app).delete('/__mock/worlds/default')).body).toMatchObject({ code: 400 });
});

it('takes a durable world back to its scenario', async () => {
  const { mkdtemp, rm } = await import('node:fs/promises');
  const { tmpdir } = await import('node:os');
  const dataDir = await mkdtemp(`${tmpdir()}/mock-`);
  const mock = await createMock({ dataDir });
  const send = request(mock.app);
  await send.post('/api/v1/global/create-agent').set('token', token).send({ agent_name: 'One more' });
  expect((await send.get('/__mock/worlds/default')).body).toMatchObject({ counts: { agents: 11 } });
  expect((await send.get('/__mock/worlds/new/__mock/worlds/new')).body).toMatchObject({ counts: { agents: 10 } });
  expect((await send.post('/__mock/reset')).body).toMatchObject({ counts: { agents: 10 } });
  await mock.close();
  const again = await createMock({ dataDir });
  expect((await request(again.app).get('/__mock/worlds/default')).body).toMatchObject({ counts: { agents: 10 } });
  await again.close();
  await rm(dataDir, { recursive: true });
});

it('keeps 200 worlds that are driven at once apart', async () => {
  const { nameOf, rename } = await start();
  const worlds = Array.from({ length: 200 }, (_, i) => `parallel-${i}`);
  await Promise.all(worlds.map((world) => rename(world, `Agent of ${world}`)));
  expect(await Promise.all(worlds.map(nameOf))).toEqual(worlds.map((world) => `Agent of ${world}`));
});

describe('what cannot be answered', async () => {
  const { app } = await start();
  it.each([
    ['get', '/__mock/nowhere', undefined, 404, undefined],
    ['put', '/__mock/worlds', undefined, 405, undefined],
    ['post', '/__mock/worlds', undefined, 400, 'name'],
    ['post', '/__mock/worlds', '{"name": 1}', 400, 'name'],
    ['post', '/__mock/worlds', '{"name": "a", "colour": 1}', 400, 'colour'],
    ['post', '/__mock/worlds', '{', 400, undefined],
    ['post', '/__mock/worlds', '[]', 400, undefined],
    ['post', '/__mock/worlds', '{"name": "a", "from": {"world": 3}}', 400, 'from.world'],
    ['get', '/__mock/worlds?colour=red', undefined, 400, 'colour'],
    ['get', '/__mock/users?workspace_id=x', undefined, 400, 'workspace_id'],
    ['get', '/__mock/users?workspace_id=1&workspace_id=2', undefined, 400, 'workspace_id'],
    ['get', '/__mock/agents/x', undefined, 400, 'agent_id'],
    ['get', '/__mock/worlds/%E0', undefined, 400, undefined],
  ] as const)('%s %s %s: %i', async (method, path, body, status, field) => {
    const sent = request(app)[method](path).set('content-type', 'application/json');
    const answer = await (body === undefined ? sent : sent.send(body));
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({
      error: true,
      code: status,
      message: expect.any(String),
      data: field === undefined ? {} : { field },
    });
    if (status === 405) expect(answer.headers.allow).toBe('GET, POST');
  });
});
