import { once } from 'node:events';
import { request as send, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openConnection } from '../testing/test-server.ts';
import { startServe, type ServeProcess } from '../testing/serve-process.ts';

const token = 'ac3d'.repeat(16);
const boundary = 'hostile';
const megabyte = 2 ** 20;

let server: ServeProcess;

beforeAll(async () => {
  server = await startServe(256, ['--log-level', 'warn']);
});
afterAll(() => server.stop());

async function post(path: string, headers: Record<string, string>, chunks: Iterable<Buffer | string>): Promise<number> {
  const outgoing = send(`${server.url}${path}`, { method: 'POST', headers, agent: false });
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  answered.catch(() => undefined);
  for (const chunk of chunks) if (!outgoing.write(chunk)) await Promise.race([once(outgoing, 'drain'), answered]);
  outgoing.end();
  const [response] = await answered;
  response.resume();
  await once(response, 'end');
  return response.statusCode ?? 0;
}

async function state(): Promise<{
  readonly worlds: readonly unknown[];
  readonly memory: {
    readonly limit: number;
    readonly used: number;
    readonly dropped: { readonly journal_entries: number; readonly snapshots: number };
  };
}> {
  return (await (await fetch(`${server.url}/__mock/worlds`)).json()) as Awaited<ReturnType<typeof state>>;
}

async function expectAlive(): Promise<void> {
  expect(server.isAlive(), server.output()).toBe(true);
  expect(await (await fetch(`${server.url}/__mock/health`)).json()).toEqual({ status: 'ok' });
  const { memory } = await state();
  expect(memory.used).toBeLessThanOrEqual(memory.limit);
  expect((await server.memory()) ?? 0).toBeLessThan(700 * megabyte);
}

function* form(fields: number, size: number): Generator<Buffer | string> {
  const content = Buffer.alloc(size, 'x');
  for (let at = 0; at < fields; at += 1) {
    yield `--${boundary}\r\nContent-Disposition: form-data; name="field_${at}"\r\n\r\n`;
    yield content;
    yield '\r\n';
  }
  yield `--${boundary}--\r\n`;
}

it('keeps of forms of 60 MB, sent without a token, what fits', async () => {
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}`, prefer: 'code=200' };
  for (let count = 0; count < 6; count += 1) {
    expect(await post('/api/agent/createagentorupdate', headers, form(60, megabyte - 1))).toBe(200);
  }
  await expectAlive();
  const journal = await (await fetch(`${server.url}/__mock/journal?limit=1`)).json();
  expect(journal).toMatchObject({ entries: [{ request: { body: { is_cut: true } } }] });
});

it('keeps the journals of many worlds within one bound, and lets the oldest entries go', async () => {
  const body = JSON.stringify({ agent_name: 'Ada', unknown: 'x'.repeat(900_000) });
  for (let world = 0; world < 20; world += 1) {
    const headers = { token, 'content-type': 'application/json', 'x-mock-world': `world-${world}` };
    for (let count = 0; count < 8; count += 1) {
      expect(await post('/api/v1/global/create-agent', headers, [body])).toBe(200);
    }
  }
  await expectAlive();
  expect((await state()).memory.dropped.journal_entries).toBeGreaterThan(20);
  expect(server.output()).toMatch(/journal entr.*dropped.*--memory/);
});

it('keeps no more imported snapshots than fit, and says of the others that they were dropped', async () => {
  await fetch(`${server.url}/__mock/snapshots`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'base' }),
  });
  const file = (await (await fetch(`${server.url}/__mock/snapshots/base`)).json()) as {
    records: { agents: Record<string, unknown>[] };
  };
  const [agent = {}] = file.records.agents;
  file.records.agents = file.records.agents.map((each) => ({ ...each, agent_prompt: 'é'.repeat(800_000) }));
  const text = JSON.stringify({ ...file, seed: String(agent['id']) });
  expect(text.length).toBeGreaterThan(7_900_000);
  for (let count = 0; count < 14; count += 1) {
    const answer = await fetch(`${server.url}/__mock/snapshots/import-${count}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: text,
    });
    expect(answer.status).toBe(200);
  }
  await expectAlive();
  expect((await state()).memory.dropped.snapshots).toBeGreaterThan(5);
  const restore = (name: string) => fetch(`${server.url}/__mock/snapshots/${name}/restore`, { method: 'POST' });
  const gone = await restore('import-0');
  expect([gone.status, await gone.json()]).toEqual([
    410,
    {
      error: true,
      code: 410,
      message: expect.stringMatching(/import-0 was dropped.*--memory/),
      data: { field: 'name' },
    },
  ]);
  expect((await restore('import-13')).status).toBe(200);
});

it('cuts off a reader of events that reads nothing, and serves 300 that read', async () => {
  const ask = 'GET /__mock/journal/stream HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const idle = await openConnection(server.port);
  idle.write(ask);
  await once(idle, 'data');
  idle.pause();
  const readers = await Promise.all(Array.from({ length: 300 }, () => openConnection(server.port)));
  let events = 0;
  for (const reader of readers) {
    let text = '';
    reader.on('data', (chunk: Buffer) => {
      // An event may come in pieces.
      const pieces = (text + chunk.toString('latin1')).split('event: request');
      events += pieces.length - 1;
      text = pieces.at(-1)?.slice(-20) ?? '';
    });
    reader.write(ask);
  }
  await Promise.all(readers.map((reader) => once(reader, 'data')));
  const begun = performance.now();
  for (let count = 0; count < 20; count += 1) await fetch(`${server.url}/api/v1/global/verify`, { method: 'POST' });
  while (events < 300 * 20 && performance.now() - begun < 20_000) await pause(50);
  expect(events).toBe(300 * 20);
  for (const reader of readers) reader.destroy();
  const body = JSON.stringify({ agent_name: 'Ada', unknown: 'x'.repeat(900_000) });
  // Some megabytes fit into the system's own buffers.
  for (let count = 0; count < 25; count += 1) {
    await post('/api/v1/global/create-agent', { token, 'content-type': 'application/json' }, [body]);
  }
  const closed = new Promise((resolve) => idle.once('close', resolve));
  idle.resume();
  await closed;
  await expectAlive();
});
