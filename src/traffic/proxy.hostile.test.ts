import { type RequestListener, type Server, createServer, request } from 'node:http';
import { createServer as createSocketServer, type AddressInfo, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { operationPlaces } from '../deployment/addresses.ts';
import { loadContractDocument } from '../document/read/load.ts';
import type { Exchange } from './exchange.ts';
import { createProxy } from './proxy.ts';

const places = operationPlaces(loadContractDocument());
const open: { close: () => unknown }[] = [];
afterEach(() => open.splice(0).forEach((each) => each.close()));

const portOf = (server: { address: () => unknown }): number => (server.address() as AddressInfo).port;

async function listening<T extends Server | ReturnType<typeof createSocketServer>>(server: T): Promise<T> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(server);
  return server;
}

async function proxied(port: number, prefix = '') {
  const root = `http://127.0.0.1:${port}${prefix}`;
  const addresses = { base_url: `${root}/api/v1/global`, api_url: `${root}/svc`, alt_url: `${root}/alt` };
  const exchanges: Exchange[] = [];
  const onExchange = (exchange: Exchange): void => void exchanges.push(exchange);
  const server = await listening(createProxy({ addresses, places, timeout: 300, onExchange, servePages: () => false }));
  return { url: `http://127.0.0.1:${portOf(server)}`, port: portOf(server), exchanges };
}

const target = async (answer: RequestListener) => proxied(portOf(await listening(createServer(answer))));
const raw = async (answer: (socket: Socket) => void) => {
  const server = createSocketServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => answer(socket));
  });
  return proxied(portOf(await listening(server)));
};

it('changes no byte of bodies, and no header but those of the connection', async () => {
  const packed = gzipSync('{"ok":true}');
  const seen: { headers: readonly string[]; body: string; url: string | undefined }[] = [];
  const { url, exchanges } = await target((asked, answer) => {
    let body = '';
    asked.setEncoding('latin1').on('data', (chunk: string) => (body += chunk));
    asked.on('end', () => {
      seen.push({ headers: asked.rawHeaders, body, url: asked.url });
      answer
        .writeHead(200, ['X-Case', 'Kept', 'Content-Encoding', 'gzip', 'Set-Cookie', 'a', 'Set-Cookie', 'b'])
        .end(packed);
    });
  });
  const headers = { 'X-World': 'mine', 'x-mock-world': 'w', token: 't1', 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/v1/global/create-agent?a=%2f&b=`, {
    method: 'POST',
    headers,
    body: '{ "a" : 1.0 }',
  });
  expect(await answer.json()).toEqual({ ok: true });
  expect(answer.headers.getSetCookie()).toEqual(['a', 'b']);
  expect(seen[0]).toMatchObject({ body: '{ "a" : 1.0 }', url: '/api/v1/global/create-agent?a=%2f&b=' });
  expect(seen[0]?.headers.join()).toContain('x-mock-world,w');
  const names = seen[0]?.headers.filter((_, at) => at % 2 === 0).map((each) => each.toLowerCase()) ?? [];
  expect(names).toEqual([...new Set(names)]);
  expect(names).not.toContain('upgrade');
  expect(exchanges[0]?.response?.text).toBe('{"ok":true}');
});

it('passes nothing on that is of one connection alone', async () => {
  const seen: (readonly string[])[] = [];
  const { port } = await target((asked, answer) => {
    seen.push(asked.rawHeaders.map((each) => each.toLowerCase()));
    answer.end('{}');
  });
  const headers = {
    te: 'trailers',
    'x-own': '1',
    connection: 'x-own, close',
    'proxy-authorization': 'x',
    'x-kept': '1',
  };
  await new Promise<void>((resolve) => {
    const path = '/api/v1/global/verify';
    request({ port, host: '127.0.0.1', path, headers }, (answer) => answer.resume().on('end', resolve)).end();
  });
  expect(seen[0]).toContain('x-kept');
  for (const name of ['te', 'x-own', 'proxy-authorization']) expect(seen[0]).not.toContain(name);
});

it('has a path of its own for each of the three addresses', async () => {
  const seen: (string | undefined)[] = [];
  const { url } = await target((asked, answer) => {
    seen.push(asked.url);
    answer.end('{}');
  });
  const update = places.get('updateAgent')?.path ?? '';
  await fetch(`${url}/api/v1/global/voice-list`);
  await fetch(`${url}/api/agent/createagentorupdate`, { method: 'POST' });
  await fetch(`${url}${update}`, { method: 'POST' });
  expect(seen).toEqual(['/api/v1/global/voice-list', '/svc/api/agent/createagentorupdate', `/alt${update}`]);
});

it('passes a redirect on and does not follow it, so that no token leaves', async () => {
  let asked = 0;
  const elsewhere = await listening(createServer((_, answer) => void ((asked += 1), answer.end())));
  const location = `http://127.0.0.1:${portOf(elsewhere)}/`;
  const { url } = await target((_, answer) => answer.writeHead(302, { location }).end());
  const answer = await fetch(`${url}/api/v1/global/voice-list`, { redirect: 'manual', headers: { token: 'secret' } });
  expect([answer.status, answer.headers.get('location'), asked]).toEqual([302, location, 0]);
});

it('refuses the address of another host', async () => {
  const { port } = await target((_, answer) => answer.end('{}'));
  const status = await new Promise((resolve) => {
    request({ port, host: '127.0.0.1', path: 'http://evil.example/api/v1/global/verify' }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    }).end();
  });
  expect(status).toBe(400);
});

it.each([
  ['says nothing', () => undefined, 502],
  ['hangs up', (socket: Socket) => socket.destroy(), 502],
  ['does not speak HTTP', (socket: Socket) => socket.end('hello\r\n\r\n'), 502],
  [
    'stops within its answer',
    (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{"a'),
    null,
  ],
  [
    'promises more than it sends',
    (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{"a'),
    null,
  ],
])('ends one exchange with a clear error where the target %s', async (_, answer, status) => {
  const { url, exchanges } = await raw(answer);
  const got = await fetch(`${url}/api/v1/global/voice-list`).then(
    async (came) =>
      came.text().then(
        (text) => ({ status: came.status, text }),
        () => ({ status: null, text: '' }),
      ),
    () => ({ status: null, text: '' }),
  );
  expect(got.status).toBe(status);
  if (status !== null) expect(got.text).toContain('voice-agent-mock proxy');
  await expect.poll(() => exchanges[0]?.flaw).toMatch(/no whole answer came/);
});
