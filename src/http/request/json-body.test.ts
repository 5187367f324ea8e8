import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readJsonBody } from './body.ts';
import { type TestServer, openConnection, readAnswers, startTestServer } from '../../testing/test-server.ts';

const json = { 'Content-Type': 'application/json' };
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer((request) => readJsonBody(request, { limit: 2 ** 20 }));
});

afterEach(async () => {
  expect(await server.send(json, '"still here"')).toEqual({ status: 200, body: { value: 'still here' } });
});

afterAll(() => server.close());

test.each([
  ['an object', json, '{"a":[1,true,null,"é"]}', { a: [1, true, null, 'é'] }],
  ['a text', json, '"a"', 'a'],
  ['null', json, 'null', null],
  ['a byte order mark', json, '\u{FEFF}{}', {}],
  ['blanks around it', json, ' \r\n{} ', {}],
  ['no Content-Type', {}, '{}', {}],
  ['an empty Content-Type', { 'Content-Type': '' }, '{}', {}],
  ['a charset', { 'Content-Type': 'Application/JSON; charset="UTF-8"' }, '{}', {}],
  ['a kind of JSON', { 'Content-Type': 'application/merge-patch+json' }, '{}', {}],
  ['the identity encoding', { ...json, 'Content-Encoding': 'identity' }, '{}', {}],
  ['a chunked body', { ...json, 'Transfer-Encoding': 'chunked' }, '{}', {}],
  ['a member twice', json, '{"a":1,"a":2}', { a: 2 }],
  ['exactly 2^20 bytes', json, `"${'x'.repeat(2 ** 20 - 2)}"`, 'x'.repeat(2 ** 20 - 2)],
  ['200 levels', json, nested(200), JSON.parse(nested(200))],
])('reads JSON with %s', async (_, headers, body, value) => {
  expect(await server.send(headers as Record<string, string>, body)).toEqual({ status: 200, body: { value } });
});

test.each([
  ['nothing at all', {}],
  ['a length of 0', { ...json, 'Content-Length': '0' }],
  ['an empty chunked body', { ...json, 'Transfer-Encoding': 'chunked' }],
  ['an empty body of another type', { 'Content-Type': 'text/plain', 'Content-Length': '0' }],
])('takes %s for no body', async (_, headers) => {
  expect(await server.send(headers as Record<string, string>)).toEqual({ status: 200, body: {} });
});

test.each([
  ['wrong-content-type', { 'Content-Type': 'text/plain' }, '{}'],
  ['wrong-content-type', { 'Content-Type': 'application/x-www-form-urlencoded' }, 'a=1'],
  ['wrong-content-type', { 'Content-Type': 'multipart/form-data; boundary=x' }, '--x--'],
  ['wrong-content-type', { 'Content-Type': 'application/jsonp' }, '{}'],
  ['wrong-content-type', { 'Content-Type': 'json' }, '{}'],
  ['unsupported-charset', { 'Content-Type': 'application/json; charset=utf-16' }, '{}'],
  ['unsupported-encoding', { ...json, 'Content-Encoding': 'gzip' }, '{}'],
  ['not-json', json, ' \n'],
  ['not-json', json, '{"a":1'],
  ['not-json', json, "{'a':1}"],
  ['not-json', json, '{}{}'],
  ['not-json', json, 'undefined'],
  ['not-json', json, '"\0"'],
  ['not-json', json, Buffer.from([0x22, 0xff, 0x22])],
  ['not-json', json, Buffer.from('{}', 'utf16le')],
  ['number-out-of-range', json, '[1e400]'],
  ['too-deep', json, nested(201)],
  ['too-deep', json, nested(100_000)],
  ['too-deep', json, `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ['too-large', json, `"${'x'.repeat(2 ** 20 - 1)}"`],
  ['too-large', { ...json, 'Transfer-Encoding': 'chunked' }, `"${'x'.repeat(2 ** 20 - 1)}"`],
  ['too-large', json, Buffer.alloc(11 * 2 ** 20, ' ')],
] as const)('refuses as %s what is sent with %j', async (kind, headers, body) => {
  expect(await server.send(headers as Record<string, string>, body)).toMatchObject({ status: 400, body: { kind } });
});

test('members with the names of prototypes are plain data', async () => {
  const protoServer = await startTestServer(async (request) => {
    const value = await readJsonBody(request, { limit: 2 ** 20 });
    const copy = { ...(value as Record<string, unknown>) };
    return [Object.getPrototypeOf(copy) === Object.prototype, Object.keys(copy), Reflect.get({}, 'polluted')];
  });

  const answer = await protoServer.send(
    json,
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
  );

  await protoServer.close();
  expect(answer.body).toEqual({ value: [true, ['__proto__', 'constructor'], null] });
});

test('a refused request leaves the connection usable for the next', async () => {
  const socket = await openConnection(server.port);
  const head = 'POST / HTTP/1.1\r\nHost: x\r\n';
  socket.write(`${head}Content-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello`);
  socket.write(`${head}Content-Length: 2\r\n\r\n{}`);

  const answers = await readAnswers(socket, 2);

  socket.destroy();
  expect(answers).toMatchObject([
    { status: 400, body: { kind: 'wrong-content-type' } },
    { status: 200, body: { value: {} } },
  ]);
});

test('a body that comes byte by byte is read', async () => {
  const socket = await openConnection(server.port);
  socket.setNoDelay(true);
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
  for (const byte of '{"a":"é"}'.split('')) {
    socket.write(`${Buffer.byteLength(byte).toString(16)}\r\n${byte}\r\n`);
    await new Promise((resolve) => setImmediate(resolve));
  }
  socket.write('0\r\n\r\n');

  const answers = await readAnswers(socket);

  socket.destroy();
  expect(answers).toMatchObject([{ body: { value: { a: 'é' } } }]);
});

test.each([
  ['before its first byte', 'Content-Length: 10\r\n\r\n'],
  ['in the middle', 'Content-Length: 10\r\n\r\n{"a"'],
  ['before its first chunk', 'Transfer-Encoding: chunked\r\n\r\n'],
  ['in the middle of a chunk', 'Transfer-Encoding: chunked\r\n\r\nA\r\n{"a"'],
])('a client that leaves %s of its body is told apart as aborted', async (_, rest) => {
  const before = server.outcomes.length;
  const socket = await openConnection(server.port);
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${rest}`);
  await server.send(json, '1');

  socket.destroy();
  await once(socket, 'close');

  await expect.poll(() => server.outcomes.slice(before)).toContain('aborted');
});

test('a client that went before the reader was called is told apart as aborted', async () => {
  let isGone = false;
  const lateServer = await startTestServer(async (request) => {
    await once(request, 'close').catch(() => undefined);
    isGone = true;
    return readJsonBody(request, { limit: 2 ** 20 });
  });
  const socket = await openConnection(lateServer.port);
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{"a"');
  socket.end();

  await expect.poll(() => lateServer.outcomes).toEqual(['aborted']);

  await lateServer.close();
  expect(isGone).toBe(true);
});

test('a body that says to be too large is refused before it comes', async () => {
  const socket = await openConnection(server.port);
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${2 ** 20 + 1}\r\n\r\n`);

  const [answer] = await readAnswers(socket);

  socket.destroy();
  expect(answer?.head).toMatch(/^Connection: close$/m);
  expect(answer?.body).toMatchObject({ kind: 'too-large' });
});

test('headers too large are answered by the server itself', async () => {
  const answer = await server.send({ ...json, 'X-Large': 'x'.repeat(20_000) }, '{}');

  expect(answer.status).toBe(431);
});

function nested(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth);
}
