import { once } from 'node:events';
import { request as send } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openConnection } from '../testing/test-server.ts';
import { startServe, type ServeProcess } from '../testing/serve-process.ts';

/** In seconds: how long each attack goes on; `HOSTILE_SECONDS=60` for a long look. */
const duration = Number(process.env['HOSTILE_SECONDS'] ?? 4);
const megabyte = 2 ** 20;
const token = 'ac3d'.repeat(16);
const boundary = 'hostile';
const form = { token, 'content-type': `multipart/form-data; boundary=${boundary}` };

let server: ServeProcess;
const sockets: Socket[] = [];

beforeEach(async () => {
  server = await startServe(512, ['--log-level', 'silent']);
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.stop();
});

/** Sends a request whose body comes in pieces. @returns its status; undefined where the connection ended without one */
function post(
  path: string,
  headers: Record<string, string>,
  body: Iterable<Buffer | string>,
  method = 'POST',
): Promise<number | undefined> {
  const outgoing = send(`${server.url}${path}`, { method, headers, agent: false });
  return new Promise((resolve) => {
    outgoing.on('response', (response) => {
      resolve(response.statusCode);
      response.resume();
    });
    outgoing.setMaxListeners(0).on('error', () => resolve(undefined));
    outgoing.on('socket', (socket) => sockets.push(socket));
    void (async () => {
      for (const piece of body) {
        if (outgoing.destroyed) return;
        if (!outgoing.write(piece)) await Promise.race([once(outgoing, 'drain'), once(outgoing, 'close')]);
      }
      outgoing.end();
    })().catch(() => undefined);
  });
}

function* fields(count: number, size: number, isFinished = true): Generator<Buffer | string> {
  const content = Buffer.alloc(size, 'x');
  for (let at = 0; at < count; at += 1) {
    yield `--${boundary}\r\nContent-Disposition: form-data; name="field_${at}"\r\n\r\n`;
    yield content;
    yield '\r\n';
  }
  yield isFinished ? `--${boundary}--\r\n` : `--${boundary}\r\n`;
}

/**
 * Goes on sending for as long as the attack takes, and on a slow machine until something was refused.
 * @returns every status that came, and how often
 */
async function attack(
  attackers: number,
  sendOnce: (count: number) => Promise<number | undefined>,
  isRefused = true,
): Promise<Map<unknown, number>> {
  const statuses = new Map<unknown, number>();
  const end = performance.now() + duration * 1000;
  const isOver = () => performance.now() >= end && (!isRefused || refused(statuses) > 0 || !server.isAlive());
  let count = 0;
  const goOn = async () => {
    while (!isOver()) {
      count += 1;
      const status = await sendOnce(count);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  const attacking = Promise.all(Array.from({ length: attackers }, goOn));
  while (!isOver()) await pause(100);
  // What waits for its answer waits in vain from now on.
  for (const socket of sockets.splice(0)) socket.destroy();
  await attacking;
  return statuses;
}

async function expectAlive(): Promise<void> {
  expect(server.isAlive(), server.output()).toBe(true);
  expect(await (await fetch(`${server.url}/__mock/health`)).json()).toEqual({ status: 'ok' });
  expect((await server.memory()) ?? 0).toBeLessThan(1200 * megabyte);
}

const refused = (statuses: Map<unknown, number>) =>
  [...statuses].reduce((sum, [status, count]) => sum + ([413, 429, 503].includes(Number(status)) ? count : 0), 0);

it('survives forms that wait behind a preferred delay', async () => {
  const headers = { ...form, prefer: 'delay=60000' };
  const statuses = await attack(40, () => post('/api/agent/createagentorupdate', headers, fields(60, megabyte - 1)));
  expect(refused(statuses), JSON.stringify([...statuses])).toBeGreaterThan(0);
  await expectAlive();
});

it('survives forms whose end never comes', async () => {
  const body = function* () {
    yield* fields(60, megabyte - 1, false);
    // The rest of the length that was announced never comes.
  };
  const headers = { ...form, 'content-length': String(64 * megabyte) };
  const statuses = await attack(40, () => post('/api/agent/createagentorupdate', headers, body()));
  expect(refused(statuses), JSON.stringify([...statuses])).toBeGreaterThan(0);
  await expectAlive();
});

it('survives JSON bodies that are small as texts and large as values, behind a delay', async () => {
  const body = `{"agent_name":"Ada","unknown":[${'{},'.repeat(340_000)}{}]}`;
  const headers = { token, 'content-type': 'application/json', prefer: 'delay=60000' };
  const statuses = await attack(200, () => post('/api/v1/global/create-agent', headers, [body]));
  expect(refused(statuses), JSON.stringify([...statuses])).toBeGreaterThan(0);
  await expectAlive();
});

it('survives bodies of the control API that are large as values', async () => {
  const headers = { 'content-type': 'application/json' };
  const small = `[${'{},'.repeat(5_000_000)}{}]`;
  const piece = '{},'.repeat(300_000);
  const large = () => Array.from({ length: 110 }, (_, at) => (at === 0 ? '[' : piece));
  const statuses = await attack(6, (count) =>
    count % 2 === 0 ? post('/__mock/worlds', headers, [small]) : post('/__mock/worlds', headers, large()),
  );
  expect([...statuses.keys()].filter((status) => status !== 413 && status !== undefined)).toEqual([]);
  expect(refused(statuses)).toBeGreaterThan(0);
  await expectAlive();
});

it('survives imported snapshots that are large as values, each of its kind', async () => {
  const headers = { 'content-type': 'application/json' };
  const head =
    '{"format":"voice-agent-mock/snapshot/1","scenario":"default","seed":"","clock":{"offset_ms":0},"random":[0,0,0,0],"ids":{},';
  const pieces = (count: number, piece: string) => Array.from({ length: count }, () => piece.repeat(2 ** 18));
  const kinds = [
    () => ['"records":{"workspaces":[', ...pieces(70, '{},'), '{}],"users":[]},"leads":{}}'],
    () => ['"records":{"workspaces":[', ...pieces(3, '{},'), '{}],"users":[]},"leads":{}}'],
    () => ['"records":{"workspaces":[],"users":[]},"leads":{"5001":[', ...pieces(3, '{},'), '{}]}}'],
    () => ['"records":{"workspaces":[],"users":[]},"leads":{"5001":[', ...pieces(60, '[],'), '[]]}}'],
    () => ['"records":{"workspaces":[],"users":[]},"leads":{},"unknown":"', ...pieces(400, 'x'), '"}'],
  ];
  const statuses = await attack(4, (count) => {
    const body = kinds[count % kinds.length]?.() ?? [];
    return post(`/__mock/snapshots/s${count}`, headers, [head, ...body], 'PUT');
  });
  const others = [...statuses.keys()].filter((status) => ![undefined, 400, 413, 503].includes(status as number));
  expect(others).toEqual([]);
  expect(refused(statuses), JSON.stringify([...statuses])).toBeGreaterThan(0);
  await expectAlive();
});

it('survives worlds that follow a profile each', async () => {
  const headers = { 'content-type': 'application/json' };
  const statuses = await attack(
    4,
    (count) => {
      const value = { value: `CODE_${count}`, by: 'hand' };
      const profile = {
        overlay: '1.1.0',
        info: { title: `p${count}`, version: '1' },
        actions: [{ target: "$['x-values']", update: { note: value } }],
      };
      return post('/__mock/worlds', headers, [JSON.stringify({ name: `w${count}`, profile })]);
    },
    false,
  );
  expect([...statuses.keys()].filter((status) => status !== undefined)).toEqual([201]);
  await expectAlive();
});

it('survives pipelined requests whose answers are not read', async () => {
  const ask = 'GET /__mock/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(200);
  for (let count = 0; count < 60; count += 1) {
    const socket = await openConnection(server.port);
    socket.pause();
    socket.write(ask);
    sockets.push(socket);
  }
  await expectAlive();
  expect((await server.memory()) ?? 0).toBeLessThan(400 * megabyte);
});

it("survives answers of one's own that are set in many worlds", async () => {
  const headers = { 'content-type': 'application/json' };
  const effect = { type: 'respond', status: 200, body: 'x'.repeat(megabyte - 1000), undocumented: true };
  const statuses = await attack(4, (count) =>
    post(`/__mock/worlds/w${count % 50}/__mock/faults`, headers, [JSON.stringify({ effect })]),
  );
  expect(refused(statuses), JSON.stringify([...statuses])).toBeGreaterThan(0);
  await expectAlive();
});
