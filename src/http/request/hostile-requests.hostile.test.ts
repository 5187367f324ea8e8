import { once } from 'node:events';
import { get, request as send, type IncomingMessage } from 'node:http';
import fc from 'fast-check';
import supertest from 'supertest';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createMock, type Mock } from '../../app.ts';
import { request, wrap } from '../../testing/hostile-requests.ts';
import { tokens } from '../../testing/well-known.ts';
import { failureLog } from '../../testing/test-server.ts';

const base = '/api/v1/global';

const effects: readonly object[] = [
  ...[{ type: 'malformed-json' }, { type: 'delay', milliseconds: 1 }, { type: 'dribble', chunks: 2, milliseconds: 2 }],
  ...['before', 'during', 'after'].map((at) => ({ type: 'cut', at })),
  ...[500, 401].map((status) => ({ type: 'error', status, undocumented: true })),
];
/** Faults as the control API takes them, beside what they match. */
const fault = fc.record(
  {
    effect: fc.constantFrom(...effects),
    when: fc.constantFrom<object>({ times: 3 }, { every: 3 }, { probability: 0.3 }),
    match: fc.constantFrom<object>({}, { body: { a: { a: 1 } } }),
  },
  { requiredKeys: ['effect', 'when'] },
);

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
  mock = await createMock({ log: failureLog(noteFailure) });
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
