import { createHash } from 'node:crypto';
import { once } from 'node:events';
import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { usualFileReading } from '../../document/read/reading-rules.ts';
import type { FileField, FileRefusals } from '../../document/operation.ts';
import { type Multipart, readMultipart } from './multipart.ts';
import { type ServerAnswer, type TestServer, openConnection, startTestServer } from '../../testing/test-server.ts';

const megabyte = 2 ** 20;
const refusals: FileRefusals = {
  'too-many': 'createagentorupdate.files.count',
  'too-large': 'createagentorupdate.files.size',
  empty: 'createagentorupdate.files.empty',
  'wrong-type': 'createagentorupdate.files.types',
};
const fileFields = new Map(
  [
    { name: 'FILES', maximumFiles: 3, mediaTypes: ['application/pdf', 'text/csv'], takesText: false },
    { name: 'basic_details[image]', maximumFiles: 1, mediaTypes: ['image/png', 'image/gif'], takesText: true },
  ].map((field): [string, FileField] => [
    field.name,
    { ...field, maximumSize: 10 * megabyte, refusals, reading: usualFileReading },
  ]),
);
const type = { 'Content-Type': 'multipart/form-data; boundary=XX' };
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer((request) => readMultipart(request, { fileFields }));
});

afterEach(async () => {
  expect(await sendForm(part('name="still"', 'here'))).toMatchObject({ fields: [{ name: 'still', value: 'here' }] });
});

afterAll(() => server.close());

test('reads text fields in the order sent, repeated ones too', async () => {
  const form = await sendForm(
    part('name="b"', '1'),
    part('name="a[x][]"', 'é 😀'),
    part('name="b"', 'two\r\nlines\r\n--X'),
    part('name="empty"', ''),
    part('name="__proto__"', 'p'),
    part('name="nul"', 'a\0b'),
    part('name="latin"\r\nContent-Type: text/plain; charset=iso-8859-1', Buffer.from('é', 'latin1')),
    part('name="octets"\r\nContent-Type: application/octet-stream', 'text'),
  );

  expect(form).toEqual({
    fields: [
      { name: 'b', value: '1' },
      { name: 'a[x][]', value: 'é 😀' },
      { name: 'b', value: 'two\r\nlines\r\n--X' },
      { name: 'empty', value: '' },
      { name: '__proto__', value: 'p' },
      { name: 'nul', value: 'a\0b' },
      { name: 'latin', value: 'é' },
      { name: 'octets', value: 'text' },
    ],
    files: [],
    ignored: [],
  });
});

test('keeps name, size, type and digest of a file', async () => {
  const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(megabyte, 'é\r\n--X')]);

  const { files } = await sendForm(part('name="FILES"; filename="a.pdf"\r\nContent-Type: application/pdf', content));

  expect(files).toEqual([
    {
      field: 'FILES',
      name: 'a.pdf',
      size: content.length,
      declaredType: 'application/pdf',
      detectedType: 'application/pdf',
      sha256: createHash('sha256').update(content).digest('hex'),
    },
  ]);
});

test.each([
  ['filename="résumé 日本.pdf"', 'résumé 日本.pdf'],
  ["filename=x.pdf; filename*=UTF-8''r%C3%A9sum%C3%A9.pdf", 'résumé.pdf'],
  ['filename="C:\\Users\\a.pdf"', 'a.pdf'],
  ['filename="../../etc/a.pdf"', 'a.pdf'],
])('reads the file name of %s', async (parameter, name) => {
  const { files } = await sendForm(part(`name="FILES"; ${parameter}`, '%PDF-'));

  expect(files).toMatchObject([{ name, detectedType: 'application/pdf' }]);
});

test.each([
  ['exactly the limit', 'a.pdf', 10 * megabyte, undefined],
  ['one byte over the limit', 'a.pdf', 10 * megabyte + 1, 'too-large'],
  ['11 MB', 'a.pdf', 11 * megabyte, 'too-large'],
  ['nothing', 'a.pdf', 0, 'empty'],
  ['nothing', 'a.exe', 0, 'empty'],
  ['nothing', 'a.csv', 0, undefined],
  ['another type', 'a.exe', 10, 'wrong-type'],
])('of a file with %s, named %s, it says what is wrong', async (_, name, size, problem) => {
  const content = Buffer.alloc(size, ' ');
  content.write('%PDF-');

  const { files } = await sendForm(part(`name="FILES"; filename="${name}"`, content));

  expect(files).toHaveLength(1);
  expect(files[0]).toMatchObject({ name, size });
  expect(files[0]?.problem).toBe(problem);
});

test('reads a form with more files than its field takes to the end', async () => {
  const names = ['FILES', 'FILES[]', 'FILES[7]', 'FILES', 'FILES'];
  const form = await sendForm(
    part('name="FILES"; filename=""\r\nContent-Type: application/octet-stream', ''),
    ...names.map((field, place) => part(`name="${field}"; filename="${place}.csv"`, 'a,b')),
    part('name="after"', 'x'),
  );

  expect(form.files.map(({ name, problem }) => [name, problem])).toEqual([
    ['0.csv', undefined],
    ['1.csv', undefined],
    ['2.csv', undefined],
    ['3.csv', 'too-many'],
    ['4.csv', 'too-many'],
  ]);
  expect(form.fields).toEqual([{ name: 'after', value: 'x' }]);
});

test('a part without file name and content is not a file', async () => {
  const form = await sendForm(
    part('name="FILES"; filename=""\r\nContent-Type: application/octet-stream', ''),
    part('name="FILES"; filename=""\r\nContent-Type: text/csv', ''),
    part('name="FILES"; filename=""', ''),
  );

  expect(form).toEqual({ fields: [], files: [], ignored: [] });
});

test('a field that takes an image or text takes both', async () => {
  const form = await sendForm(
    part('name="basic_details[image]"; filename="blob"', '\u0089PNG\r\n\u001A\n'),
    part('name="basic_details[image]"; filename="a.gif"', 'GIF89a'),
    part('name="basic_details[image]"', ''),
  );

  expect(form.files.map(({ problem }) => problem)).toEqual(['wrong-type', 'too-many']);
  expect(form.fields).toEqual([{ name: 'basic_details[image]', value: '' }]);
});

test('leaves out files of unknown fields and parts without a name, and says so', async () => {
  const form = await sendForm(
    part('name="OTHER"; filename="a.pdf"', Buffer.alloc(12 * megabyte)),
    part('filename="b.pdf"', '%PDF-'),
    part('x=y', 'nameless'),
  );

  expect(form).toEqual({
    fields: [],
    files: [],
    ignored: [
      { field: 'OTHER', file: 'a.pdf', reason: 'unknown-file-field' },
      { field: '', file: 'b.pdf', reason: 'no-field-name' },
      { field: '', file: '', reason: 'no-field-name' },
    ],
  });
});

test.each([
  ['no part', '--XX--\r\n', type],
  ['text before the first boundary', `preamble\r\n${part('name="a"', '1').toString()}--XX--`, type],
  ['text after the last boundary', `${part('name="a"', '1').toString()}--XX--\r\nepilogue`, type],
  ['a boundary in quotes', '--a b--', { 'Content-Type': 'multipart/form-data; boundary="a b"' }],
  ['a boundary of odd characters', '--a"b\\c--', { 'Content-Type': 'multipart/form-data; boundary="a\\"b\\\\c"' }],
  ['a boundary that lacks its quotes', '--a/b:c--', { 'Content-Type': 'Multipart/Form-Data;boundary=a/b:c' }],
])('reads a form with %s', async (_, body, headers) => {
  expect(await server.send(headers, body)).toMatchObject({ status: 200, body: { value: { files: [] } } });
});

test.each([
  ['nothing', {}],
  ['an empty body', { ...type, 'Content-Length': '0' }],
  ['an empty chunked body', { ...type, 'Transfer-Encoding': 'chunked' }],
  ['an empty body without a boundary', { 'Content-Type': 'multipart/form-data', 'Content-Length': '0' }],
])('takes %s for no body', async (_, headers) => {
  expect(await server.send(headers as Record<string, string>)).toEqual({ status: 200, body: {} });
});

describe('refuses', () => {
  const a = part('name="a"', '1').toString();

  test.each([
    ['not-multipart', {}, a],
    ['not-multipart', { 'Content-Type': 'application/x-www-form-urlencoded' }, 'a=1'],
    ['not-multipart', { 'Content-Type': 'application/json' }, '{}'],
    ['not-multipart', { 'Content-Type': 'multipart/mixed; boundary=XX' }, `${a}--XX--`],
    ['missing-boundary', { 'Content-Type': 'multipart/form-data' }, `${a}--XX--`],
    ['missing-boundary', { 'Content-Type': 'multipart/form-data; boundary=""' }, `${a}--XX--`],
    ['unsupported-encoding', { ...type, 'Content-Encoding': 'gzip' }, `${a}--XX--`],
    ['unsupported-charset', type, `${part('name="a"\r\nContent-Type: text/plain; charset=x', '1').toString()}--XX--`],
    ['truncated', type, a],
    ['truncated', type, a.slice(0, -3)],
    ['truncated', type, a.slice(0, 20)],
    ['truncated', type, part('name="FILES"; filename="a.pdf"', '%PDF-').toString().slice(0, -4)],
    ['truncated', type, '--YY\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--YY--\r\n'],
    ['truncated', type, '{}'],
    ['malformed', type, '--XX\r\nno header\r\n\r\n1\r\n--XX--'],
    ['malformed', type, '--XX\r\nContent-Disposition: form-data; name="a\0"\r\n\r\n1\r\n--XX--'],
    ['malformed', type, `--XX\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n1\r\n--XX--`],
    ['truncated', type, '--XX\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n--XX--\r\n'],
    ['too-large', type, `${part('name="a"', Buffer.alloc(megabyte + 1)).toString()}--XX--`],
    [
      'too-large',
      type,
      part('name="a"\r\nContent-Type: application/octet-stream', 'x'.repeat(megabyte + 1)).toString(),
    ],
    ['too-many-fields', type, `${a.repeat(5001)}--XX--`],
    ['too-many-fields', type, part('name="FILES"; filename="a.csv"', '').toString().repeat(5001)],
  ] as const)('as %s what is sent with %j', async (kind, headers, body) => {
    expect(await server.send(headers as Record<string, string>, body)).toMatchObject({ status: 400, body: { kind } });
  });

  test('an upload without end, naming the file', async () => {
    const body = part('name="FILES"; filename="huge.pdf"', Buffer.alloc(70 * megabyte));

    const { body: answer } = await server.send(type, body);

    const message = `The form is larger than ${64 * megabyte} bytes, with the file huge.pdf.`;
    expect(answer).toEqual({ kind: 'too-large', message });
  });
});

test('takes a text value of exactly the limit', async () => {
  const { fields } = await sendForm(part('name="a"', Buffer.alloc(megabyte, 'x')));

  expect(fields[0]?.value).toHaveLength(megabyte);
});

test('reads a form that comes byte by byte', async () => {
  const socket = await openConnection(server.port);
  const before = server.outcomes.length;
  const body = Buffer.concat([part('name="FILES"; filename="é.csv"', 'a,\r\nb'), Buffer.from('--XX--')]);
  socket.setNoDelay(true);
  socket.write(
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${type['Content-Type']}\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  for (const byte of body) {
    socket.write(Buffer.of(byte));
    await new Promise((resolve) => setImmediate(resolve));
  }

  const [answer] = (await once(socket, 'data')) as [Buffer];

  socket.destroy();
  expect(server.outcomes.slice(before)).toEqual(['read']);
  expect(answer.toString()).toContain('"name":"é.csv","size":5');
});

test('reads a chunked form, also when the reader is called late', async () => {
  const lateServer = await startTestServer(async (request) => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return readMultipart(request, { fileFields });
  });
  const content = Buffer.alloc(3 * megabyte, 'a,b\n');
  const body = Buffer.concat([part('name="FILES"; filename="a.csv"', content), Buffer.from('--XX--')]);

  const answer = await lateServer.send({ ...type, 'Transfer-Encoding': 'chunked' }, body);

  await lateServer.close();
  expect(answer).toMatchObject({ status: 200, body: { value: { files: [{ size: content.length }] } } });
});

test('answers whatever bytes a form is damaged with', async () => {
  const sound = Buffer.concat([
    part('name="a[b]"', 'text'),
    part('name="FILES"; filename="a.pdf"\r\nContent-Type: application/pdf', '%PDF-1.7'),
    Buffer.from('--XX--\r\n'),
  ]);
  const damages = fc.record({
    from: fc.nat(sound.length),
    length: fc.nat(40),
    bytes: fc.oneof(
      fc.uint8Array({ maxLength: 8 }),
      fc.constantFrom('\r\n', '--XX', '\r\n--XX--', '"', ';').map((text) => Buffer.from(text)),
    ),
  });

  await fc.assert(
    fc.asyncProperty(damages, async ({ from, length, bytes }) => {
      const body = Buffer.concat([sound.subarray(0, from), bytes, sound.subarray(from + length)]);
      expect((await server.send(type, body)).status).not.toBe(500);
    }),
    { numRuns: 200 },
  );
});

test.each([
  ['in a field', part('name="a"', '1').subarray(0, -3)],
  ['in a file', part('name="FILES"; filename="a.pdf"', '%PDF-').subarray(0, -3)],
  ['in a header', Buffer.from('--XX\r\nContent-Dispo')],
])('a client that leaves %s is told apart as aborted', async (_, body) => {
  const before = server.outcomes.length;
  const socket = await openConnection(server.port);
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${type['Content-Type']}\r\nContent-Length: 1000\r\n\r\n`);
  socket.write(body);
  await sendForm();

  socket.destroy();
  await once(socket, 'close');

  await expect.poll(() => server.outcomes.slice(before)).toContain('aborted');
});

function part(disposition: string, content: Buffer | string): Buffer {
  return Buffer.concat([
    Buffer.from(`--XX\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
}

async function sendForm(...parts: Buffer[]): Promise<Multipart> {
  const answer: ServerAnswer = await server.send(type, Buffer.concat([...parts, Buffer.from('--XX--\r\n')]));
  return (answer.body as { value: Multipart }).value;
}
