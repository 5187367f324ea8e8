import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { createMock, type MockOptions } from '../app.ts';
import { isLoopback } from './locate.ts';

const controlToken = 'let-me-in';

async function start(options: MockOptions = {}) {
  const { app } = await createMock(options);
  const send = (headers: Record<string, string>, path = '/__mock/reset') => request(app).post(path).set(headers);
  return { app, send };
}

describe('a page of another origin', async () => {
  const { app, send } = await start();

  it.each<Record<string, string>>([
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { origin: 'http://127.0.0.1:5173' },
    { origin: 'http://localhost' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' },
    { host: 'evil.example' },
    { host: 'evil.example:4010' },
    { host: '127.0.0.1.evil.example' },
    { host: 'evil.example', origin: 'http://evil.example' },
    { host: '192.0.2.1:4010' },
  ])('%j neither steers the mock nor reads it', async (headers) => {
    for (const path of ['/__mock/reset', '/__mock/worlds/w/__mock/reset']) {
      const answer = await send(headers, path);
      expect(answer.status).toBe(403);
      expect(answer.body).toEqual({ error: true, code: 403, message: expect.any(String), data: {} });
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    }
    expect((await request(app).get('/__mock/tokens').set(headers)).status).toBe(403);
    expect((await request(app).get('/__mock/worlds')).body).toMatchObject({ worlds: [{ name: 'default' }] });
  });

  it('gets no leave from a preflight', async () => {
    const answer = await request(app)
      .options('/__mock/reset')
      .set({ origin: 'http://evil.example', 'access-control-request-method': 'POST' });
    expect(answer.status).toBe(403);
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('still calls the API, in any world', async () => {
    const headers = { origin: 'http://localhost:5173', 'x-mock-world': 'page', token: 'ac3d'.repeat(16) };
    const paths = ['', '/__mock/worlds/page'].map((base) => `${base}/api/v1/global/voice-list?provider_id=provider_a`);
    for (const path of paths) {
      const answer = await request(app).get(path).set(headers);
      expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, 'http://localhost:5173']);
    }
  });
});

describe('a world that is not there', async () => {
  const mock = await createMock({ controlOrigins: ['http://allowed.example'], worldLimit: 3 });
  const worlds = async () => {
    const { body } = await request(mock.app).get('/__mock/worlds');
    return (body as { worlds: { name: string }[] }).worlds.map(({ name }) => name).slice(1);
  };
  const getAgent = (name: string, headers: Record<string, string>) =>
    request(mock.app).get(`/__mock/worlds/${name}/api/v1/global/agents/get-by-id?agent_id=1004`).set(headers);

  it.each<Record<string, string>>([
    {},
    { token: 'made-up' },
    { origin: 'http://evil.example', token: 'made-up' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
    { origin: 'http://evil.example', token: 'ac3d'.repeat(16) },
    { origin: 'http://evil.example', 'x-mock-world': 'kept', token: 'ac3d'.repeat(16) },
    { origin: 'null', token: 'ac3d'.repeat(16) },
    { 'sec-fetch-site': 'same-site', token: 'ac3d'.repeat(16) },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    { 'sec-fetch-mode': 'navigate', token: 'ac3d'.repeat(16) },
    { prefer: 'code=200' },
  ])('is not made by a request to the API with %j, which is answered as in a new one', async (headers) => {
    await getAgent('kept', { token: 'ac3d'.repeat(16) });
    for (let count = 0; count < 5; count += 1) {
      const answer = await getAgent(`foreign-${count}`, headers);
      const isAnswered = 'prefer' in headers || headers['token'] === 'ac3d'.repeat(16);
      expect(answer.status).toBe(isAnswered ? 200 : 401);
    }
    expect(await worlds()).toEqual(['kept']);
  });

  it.each<Record<string, string>>([
    { token: 'ac3d'.repeat(16) },
    { api_access_token: 'ac3d'.repeat(16) },
    { authorization: `Bearer ${'ac3d'.repeat(16)}` },
    { token: 'dead'.repeat(16) },
    { token: 'login-acme' },
    { origin: 'http://localhost:5173', token: 'ac3d'.repeat(16) },
    { origin: 'http://allowed.example' },
  ])('is made by a request to the API with %j', async (headers) => {
    await getAgent('made', headers);
    expect(await worlds()).toContain('made');
    await request(mock.app).delete('/__mock/worlds/made');
  });

  it('is not made by opening an address of the control API', async () => {
    const answer = await request(mock.app)
      .get('/__mock/worlds/opened/__mock/clock')
      .set({ 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'cross-site' });
    expect(answer.status).toBe(200);
    expect(await worlds()).not.toContain('opened');
  });
});

it.each(['none', 'same-origin', 'cross-site'])('lets no navigation steer, from %s either', async (site) => {
  const { app, send } = await start();
  const headers = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': site };
  for (const path of ['/__mock/reset', '/__mock/worlds/w/__mock/reset', '/__mock/clock']) {
    expect((await send(headers, path)).status).toBe(403);
  }
  expect((await request(app).delete('/__mock/journal').set(headers)).status).toBe(403);
  expect((await request(app).get('/__mock/journal').set(headers)).status).toBe(200);
});

describe('whoever is no such page', async () => {
  const { app, send } = await start();

  it.each<Record<string, string>>([
    {},
    { host: 'localhost:4010' },
    { host: 'LOCALHOST' },
    { host: 'mock.localhost:1' },
    { host: '[::1]:4010' },
    { host: 'localhost:4010', origin: 'http://localhost:4010', 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
  ])('%j steers the mock', async (headers) => {
    expect((await send(headers)).status).toBe(200);
  });

  it('opens health, documentation and documents by whatever name', async () => {
    for (const path of ['/__mock/health', '/__mock/docs', '/__mock/openapi.json', '/__mock/control.json']) {
      expect((await request(app).get(path).set('host', 'mock.internal')).status).toBe(200);
    }
  });
});

it('lets the pages steer it that it was told of', async () => {
  const { app, send } = await start({ controlOrigins: ['http://localhost:5173'] });
  const origin = 'http://localhost:5173';
  const answer = await send({ origin, 'sec-fetch-site': 'same-site' });
  expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, origin]);
  const preflight = await request(app)
    .options('/__mock/snapshots/a')
    .set({ origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'content-type' });
  expect(preflight.status).toBe(204);
  expect(preflight.headers['access-control-allow-methods']).toContain('PUT');
  expect((await send({ origin: 'http://localhost:5174' })).status).toBe(403);
});

it('wants the control token of every request once there is one, and then takes any name', async () => {
  const { app, send } = await start({ controlToken });
  expect((await send({})).status).toBe(401);
  expect((await send({ 'x-mock-control-token': 'let-me-on' })).status).toBe(401);
  expect((await send({ 'x-mock-control-token': controlToken })).status).toBe(200);
  expect((await send({ 'x-mock-control-token': controlToken, host: 'mock.internal' })).status).toBe(200);
  expect((await send({ 'x-mock-control-token': controlToken, origin: 'http://evil.example' })).status).toBe(403);
  expect((await request(app).get('/__mock/health')).status).toBe(200);
});

it.each([
  ['0.0.0.0', undefined, 403],
  ['0.0.0.0', controlToken, 200],
  ['127.0.0.1', undefined, 200],
] as const)('listens on %s with token %s: %i', async (host, configured, status) => {
  const mock = await createMock(configured === undefined ? {} : { controlToken: configured });
  const { port } = await mock.listen({ port: 0, host });
  const url = `http://127.0.0.1:${port}/__mock`;
  const answer = await fetch(`${url}/reset`, { method: 'POST', headers: { 'x-mock-control-token': controlToken } });
  expect(answer.status).toBe(status);
  expect((await fetch(`${url}/health`)).status).toBe(200);
  await mock.close();
});

it.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['[::1]', true],
  ['::ffff:127.0.0.1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['10.0.0.1', false],
  ['127.0.0.1.example', false],
  ['notlocalhost', false],
  ['', false],
])('tells whether %s can be reached from this machine alone: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});
