import { once } from 'node:events';
import { get, request as send, type IncomingMessage } from 'node:http';
import fc from 'fast-check';
import supertest from 'supertest';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createMock, type Mock } from '../app.ts';
import { smallFiles } from '../testing/small-files.ts';
import { tokens } from '../testing/well-known.ts';
import type { RequestLog } from './request-log.ts';

const base = '/api/v1/global';
const form = '/api/agent/createagentorupdate';

let mock: Mock;
let port: number;
let failures: unknown[];
let streams: IncomingMessage[];

/** What Node would end the process for. */
const noteFailure = (error: unknown) => void failures.push(error);

beforeEach(async () => {
  failures = [];
  streams = [];
  process.on('unhandledRejection', noteFailure).on('uncaughtException', noteFailure);
  const log: RequestLog = { write: () => undefined, fail: noteFailure, close: () => Promise.resolve() };
  mock = await createMock({ log });
  ({ port } = await mock.listen(0));
  for (const lastId of ['', '0']) streams.push(await openStream(lastId));
});

afterEach(async () => {
  for (const stream of streams) stream.destroy();
  await mock.close();
  process.off('unhandledRejection', noteFailure).off('uncaughtException', noteFailure);
  expect(failures).toEqual([]);
});

async function openStream(lastId: string): Promise<IncomingMessage> {
  const headers = lastId === '' ? {} : { 'last-event-id': lastId };
  const outgoing = get({ port, path: '/__mock/journal/stream', headers, agent: false });
  outgoing.on('error', () => undefined);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  response.on('error', () => undefined).resume();
  return response;
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

interface Got {
  /** Null where the connection ended without an answer. */
  readonly status: number | null;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

async function exchange({ method, path, headers, body }: Sent): Promise<Got> {
  const list = [...headers.flat(), 'host', 'mock', 'content-length', String(body.length)];
  const outgoing = send({ port, method, path, headers: list, agent: false });
  const ended = new Promise<Got>((resolve) => {
    const nothing: Got = { status: null, headers: {}, text: '' };
    outgoing.on('error', () => resolve(nothing));
    outgoing.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', () => resolve(nothing));
      response.on('end', () => {
        const { statusCode = 0, headers: given } = response;
        resolve({ status: statusCode, headers: given, text: Buffer.concat(chunks).toString() });
      });
    });
  });
  outgoing.end(body);
  return ended;
}

/** Everything that reads what came in. */
async function readAll(): Promise<void> {
  for (const path of [
    '/__mock/journal?limit=20',
    '/__mock/journal?text=zz',
    '/__mock/journal/har',
    '/__mock/coverage',
  ]) {
    const { status, text } = await supertest(mock.app).get(path);
    expect([path, status, text.slice(0, 200)]).toEqual([path, 200, expect.any(String)]);
  }
  const repro = await supertest(mock.app).post('/__mock/repro').send({});
  expect([200, 409]).toContain(repro.status);
  const nearest = await supertest(mock.app)
    .post('/__mock/journal/verify')
    .send({ request: { path: '/nothing', body: { a: { b: 1 } }, query: { a: '1' } } });
  expect(nearest.status).toBe(422);
}

const wrap = (depth: number, [open, close]: readonly [string, string]) => open.repeat(depth) + close.repeat(depth);
const brackets = fc.constantFrom<readonly [string, string]>(['[', ']'], ['{"a":', '}'], ['[{"token":[', ']}]']);
const deep = fc.tuple(fc.constantFrom(3, 150, 199, 201, 1000, 9000, 100_000), brackets);
const deepJson = deep.map(([depth, pair]) =>
  pair[0].endsWith(':') ? `${pair[0].repeat(depth)}1${pair[1].repeat(depth)}` : wrap(depth, pair),
);
const nameOfJson = fc.constantFrom(
  ...['agent_name', 'agent_id', 'status', 'voice', 'settings', 'configurations', 'prompt', 'campaign_id', 'token'],
  ...['__proto__', 'constructor', 'toString', '', 'api_key', '\ud800', '\u2028'],
);
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<unknown>(
      null,
      true,
      0,
      1,
      -1,
      1.5,
      1e308,
      1002,
      5001,
      '',
      'A',
      '1002',
      '\u0000',
      '\ud800',
      'eyJ.a.b',
    ),
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .array(fc.tuple(nameOfJson, tie('value')), { maxLength: 5 })
      .map((entries) => Object.fromEntries(entries) as unknown),
  ),
})).value;
const body = fc.oneof(
  { weight: 4, arbitrary: json.map((value) => Buffer.from(JSON.stringify(value))) },
  { weight: 2, arbitrary: deepJson.map((text) => Buffer.from(text)) },
  { weight: 1, arbitrary: deepJson.map((text) => Buffer.from(`{"agent_name":"A","configurations":${text}}`)) },
  { weight: 1, arbitrary: deepJson.map((text) => Buffer.from(text.slice(0, -1))) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)) },
  { weight: 1, arbitrary: fc.constantFrom('', '{', '1e400', '"', '{"__proto__":1}').map((text) => Buffer.from(text)) },
  { weight: 1, arbitrary: fc.constantFrom(...Object.values(smallFiles)).map(formOf) },
);

function formOf(file: Buffer): Buffer {
  const part = (head: string, content: Buffer | string) =>
    Buffer.concat([
      Buffer.from(`--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]);
  return Buffer.concat([
    part('name="basic_details[agent_name]"', 'A'),
    part('name="a[b][__proto__][0][]"', 'B'),
    part('name="FILE_KNOWLEDGE_BASES"; filename="../\x1b[2J.pdf"', file),
    Buffer.from('--x--\r\n'),
  ]);
}

const path = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      ...['create-agent', 'verify', 'campaign-force-completed'].map((name) => `${base}/${name}`),
      form,
      '/v1/agent/update',
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      `${base}/agents/get-by-id?agent_id=1004`,
      `${base}/voice-list?provider_id=provider_a`,
      `${base}/audience-list?campaign_id=5001&limit=2`,
      `${base}/get-token`,
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '//',
      '///a',

      '*',
      '/%',
      '/%00',
      `${base}//verify`,
      '/__proto__',
      '/a?b=%ZZ&%',
      '//[',
      '/\\',
      `/${'a/'.repeat(300)}`,
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .string({ maxLength: 30 })
      .map((text) => `${base}/voice-list?${encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, ''))}`),
  },
);
const prefer = fc.constantFrom(
  ...[
    'code=200',
    'code=200, dynamic=true',
    'code=404',
    'example=nope',
    'dynamic=true',
    'dynamic=true, seed=1',
    'code=999',
  ],
  ...['delay=1', 'code=', `code=${'4'.repeat(50)}`, ',,,;;"', 'example="a\\"b"', 'code=422, delay=2'],
);
const request = fc.record({
  method: fc.constantFrom('POST', 'POST', 'POST', 'GET', 'PUT', 'OPTIONS', 'HEAD', 'DELETE'),
  path,
  body,
  token: fc.constantFrom(undefined, tokens.acme, tokens.acme, 'nobody', `Bearer ${tokens.acme}`, 'é'.repeat(20)),
  prefer: fc.option(prefer, { nil: undefined }),
  type: fc.constantFrom(
    'application/json',
    'application/json',
    undefined,
    'multipart/form-data; boundary=x',
    'multipart/form-data',
    'text/plain',
    'a',
  ),
});
const fault = fc.record(
  {
    effect: fc.oneof(
      fc.constantFrom<object>(
        { type: 'malformed-json' },
        { type: 'delay', milliseconds: 1 },
        { type: 'cut', at: 'before' },
      ),
      fc.constantFrom<object>({ type: 'cut', at: 'during' }, { type: 'cut', at: 'after' }),
      fc.constantFrom<object>(
        { type: 'error', status: 500, undocumented: true },
        { type: 'error', status: 401, undocumented: true },
      ),
      fc.constantFrom<object>({ type: 'dribble', chunks: 2, milliseconds: 2 }),
    ),
    when: fc.constantFrom<object>({ times: 3 }, { every: 3 }, { probability: 0.3 }),
    match: fc.constantFrom<object>({}, { body: { a: { a: 1 } } }),
  },
  { requiredKeys: ['effect', 'when'] },
);

it('answers generated requests in the documented shape, whatever steers and reads at the same time', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(request, { minLength: 6, maxLength: 6 }),
      fc.option(fault, { nil: undefined }),
      async (all, steering) => {
        await supertest(mock.app).delete('/__mock/faults');
        await supertest(mock.app).delete('/__mock/journal');
        if (steering !== undefined) {
          const { match, ...given } = steering;
          const answer = await supertest(mock.app)
            .post('/__mock/faults')
            .send({ ...given, ...match });
          expect(answer.status).toBeLessThan(500);
        }
        const answers = await Promise.all(
          all.map(({ token, prefer: preference, type, ...one }) => {
            const headers: [string, string][] = [];
            if (token !== undefined) headers.push(['token', Buffer.from(token).toString('latin1')]);
            if (preference !== undefined) headers.push(['prefer', preference]);
            if (type !== undefined) headers.push(['content-type', type]);
            return exchange({ ...one, headers });
          }),
        );
        await readAll();
        all.forEach(({ method, prefer: preference, path: target }, index) => {
          const answer = answers[index];
          if (answer !== undefined) expectDocumented(answer, `${method} ${target}`, method, { preference, steering });
        });
        expect(failures).toEqual([]);
      },
    ),
    { seed: 20_261_121, numRuns: 60, endOnFailure: true },
  );
});

function expectDocumented(
  { status, headers, text }: Got,
  what: string,
  method: string,
  { preference, steering }: { readonly preference: string | undefined; readonly steering: unknown },
): void {
  const isBroken = steering !== undefined && headers['x-mock-fault'] !== undefined;
  if (status === null || isBroken || method === 'HEAD' || status === 204) {
    // A connection ends without an answer only where a fault cuts it.
    if (status === null) expect([what, steering]).toEqual([what, expect.anything()]);
    return;
  }
  const isPreferred = headers['x-mock-source'] === 'prefer';
  if (status >= 500)
    expect([what, isPreferred, preference, text]).toEqual([what, true, preference, expect.any(String)]);
  const answered = JSON.parse(text) as Record<string, unknown>;
  if (status < 400) return;
  expect(Object.keys(answered), what).toEqual(['error', 'code', 'message', 'data']);
  if (!isPreferred) expect(answered, what).toMatchObject({ error: true, message: expect.any(String), data: {} });
}

it.each(['/create-agent', '/verify', '/campaign-force-completed', '/../../../v1/agent/update'])(
  'refuses a body nested deeper than 200 levels at %s, and shows it in the journal as text',
  async (name) => {
    const target = new URL(`http://mock${base}${name}`).pathname;
    for (const depth of [201, 9000]) {
      const nested = wrap(depth, ['[', ']']);
      const headers = [
        ['token', tokens.acme],
        ['authorization', `Bearer ${tokens.acme}`],
        ['content-type', 'application/json'],
      ] as const;
      const refused = await exchange({ method: 'POST', path: target, headers, body: Buffer.from(nested) });
      const message = 'The body is nested more than 200 levels deep.';
      expect(JSON.parse(refused.text)).toEqual({ error: true, code: refused.status, message, data: {} });
      expect([400, 422]).toContain(refused.status);
      const preferred = await exchange({
        method: 'POST',
        path: target,
        headers: [
          ['prefer', 'code=200'],
          ['content-type', 'application/json'],
        ],
        body: Buffer.from(nested),
      });
      expect(preferred.status).toBe(200);
      const { body: shown } = await supertest(mock.app).get('/__mock/journal?limit=2');
      expect(shown).toMatchObject({
        entries: [{ request: { body: { text: nested } } }, { request: { body: { text: nested } } }],
      });
    }
    await readAll();
  },
);

it('takes a body of 200 levels, and gives it back in a snapshot and a repro file that are taken again', async () => {
  const settings = `{"agent_name":"A","configurations":${'{"a":'.repeat(198)}{}${'}'.repeat(198)}}`;
  const headers = [
    ['token', tokens.acme],
    ['content-type', 'application/json'],
  ] as const;
  const { status } = await exchange({
    method: 'POST',
    path: `${base}/create-agent`,
    headers,
    body: Buffer.from(settings),
  });
  expect(status).toBe(200);
  await readAll();
  await supertest(mock.app).post('/__mock/snapshots').send({ name: 'deep' }).expect(201);
  const { body: file } = await supertest(mock.app).get('/__mock/snapshots/deep');
  await supertest(mock.app)
    .put('/__mock/snapshots/again')
    .send(file as object)
    .expect(200);
});
