import { once } from 'node:events';
import { Agent, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import express, { type RequestHandler } from 'express';
import { afterEach, expect, test } from 'vitest';
import { exchange, openConnection, readAnswers } from '../testing/test-server.ts';
import { listen, type ListeningServer } from './listening-server.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let server: ListeningServer;

afterEach(() => {
  agent.destroy();
});

function listenWith(handler: RequestHandler): Promise<ListeningServer> {
  return listen(express().use(handler), { port: 0, host: '127.0.0.1' });
}

async function get(port: number): Promise<IncomingMessage> {
  const outgoing = request({ port, host: '127.0.0.1', agent }).end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response;
}

test('a server that closes ends although a client keeps its connection and goes on sending', async () => {
  server = await listenWith((_request, response) => void setTimeout(() => response.end('done'), 5));
  expect((await get(server.port)).headers.connection).toBe('keep-alive');
  const closed = server.close();
  const last = await get(server.port);
  expect(last.headers.connection).toBe('close');
  await closed;
  await expect(get(server.port)).rejects.toThrow('ECONNREFUSED');
});

test('a server that closes finishes what is under way', async () => {
  let answer: ServerResponse | undefined;
  server = await listenWith((_request, response) => void (answer = response));
  const answered = get(server.port);
  while (answer === undefined) await pause(5);
  const closed = server.close();
  await pause(100);
  answer.end('late');
  expect((await answered).statusCode).toBe(200);
  await closed;
});

test('an answer reaches a client that ended its side after its request, however late it comes', async () => {
  server = await listenWith((incoming, response) => void setTimeout(() => response.end(`${incoming.url} late`), 100));
  const socket = await openConnection(server.port);
  socket.end('GET /one HTTP/1.1\r\nHost: a\r\n\r\nGET /two HTTP/1.1\r\nHost: a\r\n\r\n');
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  expect(text).toContain('/one late');
  expect(text).toContain('/two late');
  await server.close();
});

test('a body that a client sent whole before it ended its side is read to its end', async () => {
  server = await listenWith(async (incoming, response) => {
    let size = 0;
    for await (const chunk of incoming) {
      size += (chunk as Buffer).length;
      await pause(1);
    }
    response.end(String(size));
  });
  const socket = await openConnection(server.port);
  const size = 3 * 2 ** 20;
  socket.end(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${size}\r\n\r\n${'x'.repeat(size)}`);
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  expect(text.endsWith(String(size)) || text.includes(`\r\n${size}\r\n`)).toBe(true);
  await server.close();
});

test.each([
  ['CONNECT', 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n', 405],
  ['what is not HTTP', 'not http at all\r\n\r\n', 400],
  ['a request without Host', 'GET / HTTP/1.1\r\n\r\n', 400],
])('a connection that was refused for %s is closed after 5 s, though the client stays', async (_, bytes, status) => {
  server = await listenWith((_request, response) => void response.end());
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(bytes);
  expect(await readAnswers(socket)).toMatchObject([{ status }]);
  const begun = performance.now();
  // It goes on sending, and is not heard: its connection is reset, or ends.
  const sending = setInterval(() => socket.write('x'.repeat(1000)), 50);
  await Promise.race([new Promise((resolve) => socket.once('close', resolve)), pause(8000)]);
  clearInterval(sending);
  expect(socket.destroyed).toBe(true);
  expect(performance.now() - begun).toBeLessThan(7000);
  await server.close();
});

test('a request to change the protocol is answered as any other', async () => {
  server = await listenWith((_request, response) => void response.end('{}'));
  const socket = await openConnection(server.port);
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  expect(await readAnswers(socket)).toMatchObject([{ status: 200 }]);
  socket.destroy();
  await server.close();
});

test('a server that closes does not wait for a connection that was refused', async () => {
  server = await listenWith((_request, response) => void response.end());
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  socket.write('CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n');
  await readAnswers(socket);
  const begun = performance.now();
  await server.close();
  expect(performance.now() - begun).toBeLessThan(4500);
  socket.destroy();
});

test('requests that are pipelined are handled one after another, in the order in which they came', async () => {
  const events: string[] = [];
  server = await listenWith((incoming, response) => {
    events.push(`${incoming.url} begins`);
    setTimeout(() => {
      events.push(`${incoming.url} ends`);
      response.end('done');
    }, 20);
  });
  const socket = await openConnection(server.port);
  socket.write(['/one', '/two', '/three'].map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''));
  await readAnswers(socket, 3);
  socket.destroy();
  expect(events).toEqual(['/one', '/two', '/three'].flatMap((path) => [`${path} begins`, `${path} ends`]));
  await server.close();
});

test('of pipelined requests no more are handled than answers are read', async () => {
  let handled = 0;
  server = await listenWith((_incoming, response) => {
    handled += 1;
    response.end('x'.repeat(2 ** 20));
  });
  const socket = await openConnection(server.port);
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(200));
  await pause(300);
  // The system's own buffers take some.
  expect(handled).toBeLessThan(20);
  socket.destroy();
  await server.close();
});

test.each([
  ['Host: a\r\nHost: b\r\n', 400],
  ['Host: a\r\nhOST: a\r\n', 400],
  ['', 400],
  ['Host: a\r\n', 200],
])('a request with the headers %j is answered with %i', async (headers, status) => {
  server = await listenWith((_incoming, response) => void response.end('done'));
  const [answer] = await exchange(server.port, `GET / HTTP/1.1\r\n${headers}\r\n`);
  expect(answer?.status).toBe(status);
  await server.close();
});
