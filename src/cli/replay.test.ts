import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createMock, type MockOptions } from '../app.ts';
import type { ReproFile } from '../control/journal/repro-file.ts';
import { type CommandContext, type ExitCode, UsageError } from './command.ts';
import { ExplainedError } from '../files/file-system.ts';
import { replayCommand } from './replay.ts';

// Each test makes several mocks.
vi.setConfig({ testTimeout: 30_000 });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'repro-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function start(options: MockOptions = {}) {
  const mock = await createMock(options);
  const token = mock.accounts[0]?.api_token ?? '';
  const api = request(mock.app);
  return {
    mock,
    token,
    api,
    create: (body: object, given = token) => api.post('/api/v1/global/create-agent').set('token', given).send(body),
    get: (id: number, prefer = '') =>
      api.get('/api/v1/global/agents/get-by-id').query({ agent_id: id }).set({ token, prefer }),
    repro: async (body: object = {}) => (await api.post('/__mock/repro').send(body)).body as ReproFile,
  };
}

async function replay(file: unknown): Promise<{ readonly code: ExitCode; readonly printed: string }> {
  const path = join(folder, 'repro.json');
  await writeFile(path, typeof file === 'string' ? file : JSON.stringify(file));
  const printed: string[] = [];
  const context = {
    env: {},
    print: (...lines: readonly string[]) => printed.push(...lines),
  } as unknown as CommandContext;
  const code = await replayCommand([path], context);
  return { code, printed: printed.join('\n') };
}

/** Everything that an answer can depend on: ids, time, files, faults, preferences, tokens, other operations. */
async function drive({ mock, api, create, get, token }: Awaited<ReturnType<typeof start>>) {
  const loginToken = mock.accounts[0]?.login_token ?? '';
  await create({ agent_name: 'Ada Lovelace — Ünï' });
  await create({ status: 9 });
  await create({ agent_name: 'nobody' }, 'not a token');
  const { body } = await create({ agent_name: 'Bob', description: `with ${token}` });
  const id = (body as { data: { agent_id: number } }).data.agent_id;
  await get(id);
  // The addresses in it are those of the mock that is asked.
  await api
    .get('/api/v1/global/voice-list')
    .query({ provider_id: 'provider_a' })
    .set({ token, host: 'app.example:8080' });
  await get(id, 'dynamic=true, delay=3');
  await get(id, 'code=404');
  await get(id, 'code=418');
  mock.worlds.default.faults.add({
    operation: 'createAgent',
    when: { times: 1 },
    effect: { type: 'cut', at: 'after' },
  });
  mock.worlds.default.faults.add({ operation: 'getAgent', when: { every: 2 }, effect: { type: 'error', status: 500 } });
  mock.worlds.default.faults.add({ operation: 'verifyToken', effect: { type: 'malformed-json' } });
  const html = { 'content-type': 'text/html' };
  const own = { type: 'respond', status: 502, headers: html, body: '<p>Bad gateway</p>', undocumented: true } as const;
  mock.worlds.default.faults.add({ operation: 'getAgent', when: { times: 1 }, effect: { type: 'error', status: 404 } });
  mock.worlds.default.faults.add({ operation: 'getAgent', when: { every: 3 }, effect: own });
  await create({ agent_name: 'unseen' }).catch(() => undefined);
  await get(id + 1);
  await get(id + 1);
  await get(id + 1);
  mock.worlds.default.faults.clear();
  await api.get('/api/v1/global/get-token').set('token', loginToken).send({ not: 'accepted' });
  await api.post('/api/v1/global/verify').set('authorization', `Bearer ${token}`);
  await api.post('/api/v1/global/create-agent').set('token', token).type('json').send('{"agent_name":');
  await create({ agent_name: 'large', prompt: 'x'.repeat(2 ** 20) });
  await api
    .post('/api/agent/createagentorupdate')
    .set('token', token)
    .field('basic_details[agent_name]', 'Files')
    .field('denials[denied_words][]', 'refund')
    .attach('FILE_KNOWLEDGE_BASES', Buffer.from('%PDF-1.7\n\xff\x00\xfe binary', 'latin1'), 'prices.pdf');
  await get(id + 2);
  await api
    .post('/api/v1/global/campaign-force-completed')
    .set('authorization', token)
    .send({ campaign_id: 5001, campaign_status: 'force_completed' });
  await api.get('/api/v1/global/audience-list').set('authorization', token).query({ campaign_id: 5001 });
  await api.get('/nowhere').query({ a: 1 });
}

test('a journal that is played again gives the same answers, byte for byte, and holds no token', async () => {
  const started = await start();
  await drive(started);
  const file = await started.repro();
  const text = JSON.stringify(file);
  const decoded = file.requests.map(({ body }) => Buffer.from(body ?? '', 'base64').toString('latin1')).join('\n');
  const view = started.mock.worlds.default.store.view();
  for (const { id } of [...view.all('api_tokens'), ...view.all('login_tokens')]) {
    expect(text).not.toContain(id);
    expect(decoded).not.toContain(id);
  }
  expect(text).not.toContain('not a token');
  expect(file).toMatchObject({ left_out: null });
  expect(file.requests).toHaveLength(started.mock.worlds.default.journal.size);
  expect(await replay(file)).toEqual({
    code: 0,
    printed: `All ${file.requests.length} answers are equal, byte for byte.`,
  });
});

test('a strict mock is played again as one', async () => {
  const { create, repro } = await start({ strict: true });
  await create({ agent_name: 'Ada', colour: 'red' });
  const file = await repro();
  expect(file).toMatchObject({ strict: true, requests: [{ answer: { status: 422 } }] });
  expect(await replay(file)).toMatchObject({ code: 0 });
});

test('the first answer that differs is shown, and where', async () => {
  const { create, get, repro } = await start();
  await create({ agent_id: 1002, agent_name: 'Ada' });
  await get(1002);
  await get(1003);
  const file = structuredClone(await repro()) as unknown as { requests: { answer: { body: string } }[] };
  const [, second] = file.requests;
  if (second === undefined) throw new Error('three requests were made');
  second.answer.body = second.answer.body.replace('"agent_name":"Ada"', '"agent_name":"Bob"');
  const { code, printed } = await replay(file);
  expect(code).toBe(1);
  expect(printed).toBe(
    [
      'Answer 2 of 3 differs: GET /api/v1/global/agents/get-by-id?agent_id=1002 (journal entry 2)',
      '  at /data/basic_details/agent_name',
      '  recorded: "Bob"',
      '  replayed: "Ada"',
    ].join('\n'),
  );
});

test('a file begins after the last change that came from elsewhere', async () => {
  const { api, get, repro, mock } = await start();
  await get(1001);
  await get(1002);
  await api.post('/__mock/campaigns/5001/dial').send({ attempts: 1 }).expect(200);
  await get(1003);
  const file = await repro();
  expect(file).toMatchObject({ left_out: { count: 2 }, requests: [{ id: 3 }] });
  const { code, printed } = await replay(file);
  expect([code, printed.split('\n').length]).toEqual([0, 2]);
  expect(await repro({ since: 3 })).toMatchObject({ left_out: null, requests: [{ id: 3 }] });
  mock.worlds.default.journal.clear();
  expect(await repro()).toMatchObject({ code: 409 });
});

test.each([
  ['nothing like it', /is no file of POST/],
  [{ format: 'another' }, /is no file of POST/],
  [{ format: 'voice-agent-mock/repro/1', strict: false, state: {}, requests: [] }, /cannot be played: PUT/],
])('a file that is none is refused: %j', async (file, message) => {
  await expect(replay(file)).rejects.toThrow(UsageError);
  await expect(replay(file)).rejects.toThrow(message);
});

test.each([[[]], [['--help']], [['missing.json']], [['a.json', 'b.json']]])('%j cannot be meant', async (args) => {
  await expect(replayCommand(args, { env: {} } as unknown as CommandContext)).rejects.toThrow(ExplainedError);
});
