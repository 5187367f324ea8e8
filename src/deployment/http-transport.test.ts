import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import type { ApiRequest, Transport } from './transport.ts';
import { createHttpTransport } from './http-transport.ts';

const get: ApiRequest = {
  operation: null,
  place: { prefix: 'api_url', path: '/x', method: 'GET' },
  query: [['q', 'hidden']],
  headers: { token: 'abc' },
  body: { kind: 'none' },
};
const closing: (() => unknown)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function transportOptionsOf(listener: RequestListener, timeout = 5000): Promise<Transport> {
  const server: Server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return exchangeTo(`http://127.0.0.1:${port}`, timeout, () => {
    server.closeAllConnections();
    server.close();
  });
}

function exchangeTo(url: string, timeout = 5000, close: () => void = () => undefined): Transport {
  const addresses = { base_url: url, api_url: url, alt_url: url };
  const transport = createHttpTransport({ addresses, places: new Map(), headers: { 'x-own': '1' }, timeout });
  closing.push(() => transport.close(), close);
  return transport;
}

it('sends headers, query and body as they are, of a GET too', async () => {
  const transport = await transportOptionsOf((request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => {
      response
        .setHeader('x-a', 'b')
        .end(JSON.stringify([request.url, request.headers['x-own'], request.headers.token, text]));
    });
  });
  const answer = await transport({ ...get, body: { kind: 'json', value: { a: 1 } } });
  expect([answer.status, answer.headers['x-a']]).toEqual([200, 'b']);
  expect(JSON.parse(answer.text)).toEqual(['/x?q=hidden', '1', 'abc', '{"a":1}']);
});

it('follows no redirect', async () => {
  let requests = 0;
  const transport = await transportOptionsOf((_request, response) => {
    requests += 1;
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  expect([(await transport(get)).status, requests]).toEqual([302, 1]);
});

it.each<[string, RequestListener, RegExp]>([
  ['is larger than can be held', (_, response) => endless(response), /larger than 16 MB/],
  ['drips', (_, response) => drip(response), /nothing complete within 300 ms/],
  ['never comes', () => undefined, /nothing complete within 300 ms/],
  ['breaks off', (_, response) => breakOff(response), /closed|ECONNRESET|aborted/],
])('gives up an answer that %s', async (_how, listener, message) => {
  const transport = await transportOptionsOf(listener, message.source.includes('within') ? 300 : 20_000);
  const answer = transport(get);
  await expect(answer).rejects.toMatchObject({ name: 'NoAnswerError', isUnreachable: false });
  await expect(answer).rejects.toThrow(message);
  await expect(answer).rejects.not.toThrow('hidden');
});

it.each(['http://127.0.0.1:1', 'http://no-such-host.invalid'])('tells that nothing was sent to %s', async (url) => {
  await expect(exchangeTo(url)(get)).rejects.toMatchObject({ name: 'NoAnswerError', isUnreachable: true });
});

it('tells that nothing was sent where a header cannot be', async () => {
  const answer = exchangeTo('http://127.0.0.1:1')({ ...get, headers: { token: 'a\nb' } });
  await expect(answer).rejects.toMatchObject({ isUnreachable: true });
});

type Response = Parameters<RequestListener>[1];

function endless(response: Response): void {
  const chunk = Buffer.alloc(2 ** 20, 'x');
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
    if (!response.destroyed) response.once('drain', more);
  };
  more();
}

function drip(response: Response): void {
  const timer = setInterval(() => response.write('x'), 20);
  response.on('close', () => clearInterval(timer));
}

function breakOff(response: Response): void {
  response.writeHead(200, { 'content-length': '100' });
  response.write('x', () => response.destroy());
}
