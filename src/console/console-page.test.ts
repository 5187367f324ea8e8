import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import supertest from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createConsolePage } from './console-page.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'console-'));
  writeFileSync(join(folder, 'index.html'), '<title>Console</title>');
  writeFileSync(join(folder, 'index-AbC123.js'), 'start()');
  writeFileSync(join(folder, 'notes.txt'), 'not for the page');
});

afterAll(() => rmSync(folder, { recursive: true }));

/** What the page does not answer goes on to the API, which is a teapot here. */
function serve(from: string) {
  return supertest(
    express().use(createConsolePage(from), (_request, response) => {
      response.status(418).end();
    }),
  );
}

it('answers GET / with the page, which no browser keeps', async () => {
  const answer = await serve(folder).get('/?from=bookmark').expect(200);
  expect(answer.text).toBe('<title>Console</title>');
  expect(answer.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
});

it.each(['/__mock/docs', '/__mock/docs/', '/__mock/docs?filter=agents', '/__mock/docs/control'])(
  'answers %s with the page too, which shows the reference there',
  async (path) => {
    const answer = await serve(folder).get(path).expect(200);
    expect(answer.text).toBe('<title>Console</title>');
  },
);

it('answers files by name, to be kept for ever', async () => {
  const answer = await serve(folder).get('/__mock/console/index-AbC123.js').expect(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  });
});

it.each(['/', '/__mock/console/index-AbC123.js'])('lets nothing foreign run beside %s', async (path) => {
  const { headers } = await serve(folder).get(path);
  const policy = String(headers['content-security-policy']).split('; ');
  expect(policy).toEqual(
    expect.arrayContaining(["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'"]),
  );
  expect(policy.join()).not.toContain('unsafe');
});

it.each(['missing.js', 'notes.txt', '../../package.json', '%2e%2e/package.json'])(
  'answers 404 for the file %s',
  async (name) => {
    await serve(folder)
      .get(`/__mock/console/${name}`)
      .expect(/^(?!.*voice-agent-mock)/)
      .expect(({ status }) => {
        expect([404, 418]).toContain(status);
      });
  },
);

it.each([
  ['GET', '/api/v1/global/agents/get-by-id'],
  ['GET', '/__mock/health'],
  ['GET', '/__mock/consoles'],
  ['GET', '/__mock/docs/../package.json'],
  ['GET', '/__mock/docs/start.js'],
  ['POST', '/__mock/docs'],
  ['POST', '/'],
  ['OPTIONS', '/'],
] as const)('leaves %s %s to the API', async (method, path) => {
  const client = serve(folder);
  await (method === 'GET' ? client.get(path) : method === 'POST' ? client.post(path) : client.options(path)).expect(
    418,
  );
});

it('says how to build the page where it is not built', async () => {
  const answer = await serve(join(folder, 'nowhere')).get('/').expect(200);
  expect(answer.text).toContain('npm run build');
});

it('serves a page that is built after it was asked for', async () => {
  const later = join(folder, 'later');
  const client = serve(later);
  await client.get('/').expect(/npm run build/);
  mkdirSync(later);
  writeFileSync(join(later, 'index.html'), '<title>Built</title>');
  await client.get('/').expect('<title>Built</title>');
});
