import { afterAll, beforeAll, expect, test } from 'vitest';
import { discardBody } from './body.ts';
import { type TestServer, openConnection, readAnswers, startTestServer } from '../../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer((request) => discardBody(request, { limit: 1000, patience: 50 }));
});

afterAll(() => server.close());

test.each([
  ['a body within the limit', 1000, true],
  ['no body', 0, true],
  ['a body over the limit', 100_000, false],
])('discarding %s', async (_, size, isDrained) => {
  expect(await server.send({}, Buffer.alloc(size))).toEqual({ status: 200, body: { value: isDrained } });
});

test('a client that stops in the middle gets its answer when patience ends', async () => {
  const socket = await openConnection(server.port);
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf');

  const answers = await readAnswers(socket);

  socket.destroy();
  expect(answers).toMatchObject([{ body: { value: false } }]);
});

test('an early answer reaches a client that writes its whole body before it reads', async () => {
  const refusing = await startTestServer(() => Promise.reject(new Error('refused unread')), 60_000);
  const socket = await openConnection(refusing.port);
  const size = 20 * 2 ** 20;
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${size}\r\n\r\n`);
  await new Promise((resolve) => socket.write(Buffer.alloc(size), resolve));

  const answers = await readAnswers(socket);

  socket.destroy();
  await refusing.close();
  expect(answers).toMatchObject([{ status: 500, body: { kind: 'crashed' } }]);
});
