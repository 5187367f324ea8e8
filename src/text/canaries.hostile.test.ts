import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import supertest from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMock, type Mock } from '../app.ts';
import { replayCommand } from '../cli/replay.ts';
import type { CommandContext } from '../cli/command.ts';
import type { ReproFile } from '../control/journal/repro-file.ts';
import { createRequestLog, type RequestLog } from '../http/answer/request-log.ts';
import { smallFiles, tokens } from '../testing/well-known.ts';

const base = '/api/v1/global';
const formPath = '/api/agent/createagentorupdate';

/** A request as it is written, by lines that no client would send. */
interface Written {
  readonly head: readonly string[];
  readonly body?: Buffer | string;
  /** Other spellings of its secret. */
  readonly also?: readonly string[];
}

/** A request with secrets in it. */
interface CanaryRequest extends Written {
  readonly place: string;
  readonly secrets: readonly string[];
}

const read = (target: string, ...lines: readonly string[]): Written => ({ head: [`GET ${target} HTTP/1.1`, ...lines] });
const send = (path: string, type: string, body: Buffer | string, ...lines: readonly string[]): Written => ({
  head: [`POST ${path} HTTP/1.1`, `content-type: ${type}`, `token: ${tokens.acme}`, ...lines],
  body,
});
const agent = (fields: object) =>
  send(`${base}/create-agent`, 'application/json', JSON.stringify({ agent_name: 'A', ...fields }));
const formPart = (name: string, content: Buffer | string, file = '') =>
  Buffer.concat([
    Buffer.from(`--x\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
const form = (...parts: readonly Buffer[]) =>
  send(
    formPath,
    'multipart/form-data; boundary=x',
    Buffer.concat([formPart('basic_details[agent_name]', 'A'), ...parts, Buffer.from('--x--\r\n')]),
  );

/** A JSON object that holds a value so many fields down. */
function nested(value: unknown, depth: number): object {
  return { inner: depth === 1 ? value : nested(value, depth - 1) };
}

const names = (
  'token access_token apiKey api-key password client_secret privateKey refreshToken JWT authorization credentials ' +
  'passphrase webhook_secret signingKey sessionToken x_signature otp'
).split(' ');

const queryNames = ['key', 'session', 'auth', '%74oken', 'token[]'];

const headerNames = (
  'token api_access_token Authorization Proxy-Authorization X-Api-Key X-Auth-Token Cookie apikey X-Access-Token ' +
  'X-Session X-Session-Id X-CSRF-Token Ocp-Apim-Subscription-Key X-Client-Secret X-Amz-Security-Token ' +
  'X-Goog-Api-Key X-Hub-Signature-256 X-Password X-Functions-Key Private-Token X-Mock-Control-Token ' +
  'X-JWT-Assertion X-Credential X-Auth Set-Cookie X-Encryption-Key DD-API-KEY'
).split(' ');

/** Where the name beside a value tells that it is a secret. */
const namedPlaces: Readonly<Record<string, (name: string, secret: string) => Written>> = {
  query: (name, secret) => read(`${base}/voice-list?a=1&${name}=${secret}`),
  'member, 1 down': (name, secret) => agent({ configurations: nested({ [name]: secret }, 1) }),
  'member, 3 down': (name, secret) => agent({ configurations: nested({ [name]: secret }, 3) }),
  'member, 20 down': (name, secret) => agent({ configurations: nested({ [name]: secret }, 20) }),
  'unknown member': (name, secret) => agent({ [name]: secret }),
  list: (name, secret) => agent({ configurations: { [name]: [secret, 'b'] } }),
  'inside of a list': (name, secret) => agent({ configurations: { [name]: ['a', { user: secret }] } }),
  'form field': (name, secret) => form(formPart(name, secret)),
  'form field of a section': (name, secret) => form(formPart(`guardrails[${name}]`, secret)),
};

/** Where a secret is told by its look alone. */
const lookPlaces: Readonly<Record<string, (secret: string) => Written>> = {
  'User-Agent': (secret) => read(`${base}/verify`, `User-Agent: ${secret}`),
  'X-Request-Id': (secret) => read(`${base}/verify`, `X-Request-Id: ${secret}`),
  'Accept-Language': (secret) => read(`${base}/verify`, `Accept-Language: ${secret}`),
  path: (secret) => read(`${base}/voice-list/${secret}`),
  'query value': (secret) => read(`${base}/voice-list?provider_id=${secret}`),
  'query value that the answer repeats': (secret) =>
    read(`${base}/voice-list?provider_id=${secret}`, `token: ${tokens.acme}`),
  'query name': (secret) => read(`${base}/voice-list?provider_id=provider_a&${secret}=1`),
  'query value, percent-encoded': (secret) => {
    const spelled = Buffer.from(secret).toString('hex').replaceAll(/../g, '%$&');
    return { ...read(`${base}/verify?q=${spelled}%ZZ`), also: [spelled] };
  },
  'member value': (secret) => agent({ configurations: nested({ value: secret }, 5) }),
  'member name': (secret) => agent({ [secret]: 1, configurations: { [secret]: 1 } }),
  text: (secret) => agent({ prompt: `use (${secret}) to call` }),
  'form value': (secret) => form(formPart('basic_details[agent_prompt]', secret)),
  'file name': (secret) => form(formPart('FILE_KNOWLEDGE_BASES', smallFiles.pdf, `; filename="${secret}.pdf"`)),
};

/** Where the place alone tells that a text is a secret. */
const toldPlaces: Readonly<Record<string, (secret: string) => Written>> = {
  cookies: (secret) => read(`${base}/verify`, `cookie: session=1; other=${secret}`),
  referer: (secret) => read(`${base}/verify`, `referer: https://app.example/?a=1&api_key=${secret}`),
  'header in percent encoding': (secret) =>
    read(`${base}/verify`, `x-original-url: http%3A%2F%2Fuser%3A${secret}%40mock`),
  'user of an address': (secret) => read(`http://user:${secret}@mock${base}/voice-list`),
  'text: token': (secret) => agent({ prompt: `token=${secret}` }),
  'text: JSON': (secret) => agent({ prompt: `{"password":"two ${secret} words"}` }),
  'text: header': (secret) => agent({ prompt: `Authorization: Bearer ${secret}` }),
  'text: user of an address': (secret) => agent({ prompt: `https://user:${secret}@hooks.example/` }),
  'text: query of an address': (secret) => agent({ prompt: `https://hooks.example/?api_key=${secret}&b=1` }),
  address: (secret) => agent({ session_data_webhook: `https://hooks.example/?token=${secret}` }),
  'value beside its name': (secret) => agent({ configurations: { headers: [{ name: 'X-Api-Key', value: secret }] } }),
  'token, and the body': (secret) => ({
    head: [`POST ${base}/create-agent HTTP/1.1`, `token: ${secret}`],
    body: JSON.stringify({ a: secret, [secret]: [secret] }),
  }),
  'token, and an odd body': (secret) => ({
    head: [`POST ${base}/verify HTTP/1.1`, `token: ${secret}`],
    body: `x ${secret} y`,
  }),
};

/** Bodies that cannot be read, by their content types. */
const brokenBodies: readonly (readonly [type: string, write: (secret: string) => string])[] = [
  ['application/json', (secret) => `{"agent_name":"A","password":"${secret}`],
  ['application/json', (secret) => `${'['.repeat(300)}{"token":"${secret}"}${']'.repeat(300)}`],
  ['application/json', (secret) => JSON.stringify({ agent_name: 1, prompt: `{"token":"${secret}"}` })],
  ['application/json', (secret) => JSON.stringify([{ api_key: secret }])],
  ['application/x-www-form-urlencoded', (secret) => `agent_name=A&client_secret=${secret}`],
  ['text/plain', (secret) => `api-key: ${secret}`],
  ['multipart/form-data', (secret) => `--x\r\n\r\n${secret}`],
  [
    'multipart/form-data; boundary=x',
    (secret) => formPart('FILE_KNOWLEDGE_BASES', `%PDF-${secret}`, '; filename="a.pdf"').toString(),
  ],
  [
    'multipart/form-data; boundary=x',
    (secret) => `--x\r\nContent-Disposition: form-data; name="a"\r\nX-Api-Key: ${secret}\r\n\r\nb\r\n--x--\r\n`,
  ],
];

let words = 0;

/** A secret that only its place tells. */
function word(): string {
  words += 1;
  return `canary${words}z${createHash('md5').update(String(words)).digest('hex').slice(0, 9)}`;
}

/** Secrets that are recognized by their look. */
const looks = [
  () => createHash('sha256').update(word()).digest('hex'),
  () => `eyJhbGciOiJIUzI1NiJ9.${word()}.${word()}`,
  () => `login-${word()}`,
];

/** Requests with a secret of their own in every place that a request has, and in the answers to some. */
function canaryRequests(): readonly CanaryRequest[] {
  const canary = (place: string, secret: string, write: (secret: string) => Written): CanaryRequest => {
    const written = write(secret);
    return { ...written, place, secrets: [secret, ...(written.also ?? [])] };
  };
  const fileFields = ['FILE_KNOWLEDGE_BASES', 'basic_details[chatbot_image]', 'other'];
  const odd = `${word()}/+ü"'`;
  const encoded = encodeURIComponent(odd);
  return [
    ...headerNames.flatMap((name) =>
      ['', 'Bearer ', 'Basic '].map((scheme) =>
        canary(`header ${name}: ${scheme}`, word(), (secret) => read(`${base}/verify`, `${name}: ${scheme}${secret}`)),
      ),
    ),
    ...Object.entries(namedPlaces).flatMap(([place, write]) =>
      (place === 'query' ? [...names, ...queryNames] : names).map((name) =>
        canary(`${place} ${name}`, word(), (secret) => write(name, secret)),
      ),
    ),
    ...Object.entries(lookPlaces).flatMap(([place, write]) => looks.map((look) => canary(place, look(), write))),
    ...Object.entries(toldPlaces).map(([place, write]) => canary(place, word(), write)),
    ...brokenBodies.flatMap(([type, write], index) =>
      [`${base}/create-agent`, formPath].flatMap((path) =>
        [[], ['prefer: code=200']].map((lines) =>
          canary(`broken body ${index}`, word(), (secret) => send(path, type, write(secret), ...lines)),
        ),
      ),
    ),
    ...Object.entries(smallFiles).flatMap(([type, bytes]) =>
      fileFields.map((field) =>
        canary(`content of ${type} in ${field}`, word(), (secret) =>
          form(formPart(field, Buffer.concat([bytes, Buffer.from(secret)]), `; filename="file.${type}"`)),
        ),
      ),
    ),
    ...['voice-list/', 'verify?q=', 'verify?a=1&'].map((target) => ({
      ...{ place: 'the token in an address', secrets: [odd, encoded] },
      head: [`POST ${base}/${target}${encoded} HTTP/1.1`, `token: ${odd}`],
    })),
    canary('answer: agent_token', '"agent_token":"eyJ', () =>
      read(`${base}/agents/get-by-id?agent_id=1004`, `token: ${tokens.acme}`),
    ),
    canary('answer: token', tokens.acme, () => read(`${base}/get-token`, `token: ${tokens.loginAcme}`)),
  ];
}

async function sendWritten({ head, body = '' }: Written): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const lines = [...head, 'host: mock', 'connection: close', `content-length: ${Buffer.byteLength(body)}`];
  socket.write(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), Buffer.from(body)]));
  return text(socket);
}

/** Answers of one's own with a secret in a header. */
async function sendFaulty(name: string, secret: string): Promise<CanaryRequest> {
  const effect = { type: 'respond', status: 200, headers: { [name]: secret }, body: {}, undocumented: true };
  await supertest(mock.app).post('/__mock/faults').send({ operation: 'verifyToken', effect });
  const written = send(`${base}/verify`, 'application/json', '{}');
  expect(await sendWritten(written)).toContain(`${name}: ${secret}`);
  await supertest(mock.app).delete('/__mock/faults');
  return { ...written, place: `answer of one's own: ${name}`, secrets: [secret] };
}

let mock: Mock;
let port: number;
let log: RequestLog;
let attempts: readonly CanaryRequest[];
const logs = [new PassThrough(), new PassThrough()] as const;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canaries-'));
  const [plain, terminal] = logs.map((output, index) =>
    createRequestLog({ level: 'debug', isTerminal: index === 1, output }),
  );
  log = {
    write: (entry) => [plain, terminal].forEach((each) => each?.write(entry)),
    close: async () => {
      await plain?.close();
      await terminal?.close();
    },
  };
  mock = await createMock({ log });
  ({ port } = await mock.listen(0));
  const written = canaryRequests();
  for (const request of written) await sendWritten(request);
  const faulty: CanaryRequest[] = [];
  for (const name of ['set-cookie', 'x-api-key', 'x-auth-token']) faulty.push(await sendFaulty(name, word()));
  attempts = [...written, ...faulty];
});
afterAll(async () => {
  await mock.close();
  await rm(folder, { recursive: true });
});

/** The places of the secrets that a text shows, in any spelling. */
function shownIn(shown: string): readonly string[] {
  const found = attempts.filter(({ secrets }) => secrets.some((secret) => shown.includes(secret)));
  return [...new Set(found.map(({ place }) => place))];
}

async function readStream(): Promise<string> {
  const { lastId } = mock.worlds.default.journal;
  const headers = { 'last-event-id': '0' };
  const request = get({ port, path: '/__mock/journal/stream', headers, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let read = '';
  response.setEncoding('utf8');
  for await (const chunk of response) {
    read += String(chunk);
    if (read.includes(`id: ${lastId}\n`) && read.endsWith('\n\n')) break;
  }
  return read;
}

it('sends its secrets in some hundred places', () => {
  expect(new Set(attempts.flatMap(({ secrets }) => secrets)).size).toBeGreaterThan(300);
  expect(mock.worlds.default.journal.size).toBe(attempts.length);
});

it.each(['/__mock/journal?limit=1000', '/__mock/journal/har'])('shows none of them at %s', async (path) => {
  const { status, text: shown } = await supertest(mock.app).get(path);
  expect(status).toBe(200);
  expect(shownIn(shown)).toEqual([]);
});

it('shows none of them in an entry', async () => {
  const { journal } = mock.worlds.default;
  for (const { id } of journal.after(0).filter((_, index) => index % 7 === 0)) {
    const { status, text: shown } = await supertest(mock.app).get(`/__mock/journal/${id}`);
    expect([status, shownIn(shown)]).toEqual([200, []]);
  }
});

it('streams none of them', async () => {
  expect(shownIn(await readStream())).toEqual([]);
});

it('shows none of them as what came nearest', async () => {
  const facts = {
    path: '/x',
    headers: { token: 'x', cookie: 'x', 'x-api-key': 'x' },
    query: { token: 'x' },
    body: { a: 1 },
  };
  const { status, text: shown } = await supertest(mock.app).post('/__mock/journal/verify').send({ request: facts });
  expect(status).toBe(422);
  expect(shownIn(shown)).toEqual([]);
});

it('logs none of them', async () => {
  await log.close();
  for (const output of logs) {
    output.end();
    const shown = await text(output);
    expect(shown.split('\n').length).toBeGreaterThan(attempts.length);
    expect(shownIn(shown)).toEqual([]);
  }
});

it('puts none of them into the file that plays the requests again, which gives the same answers', async () => {
  const { status, body, text: shown } = await supertest(mock.app).post('/__mock/repro').send({});
  expect(status).toBe(200);
  const file = body as ReproFile;
  const bodies = file.requests.map(({ body: sent }) => Buffer.from(sent ?? '', 'base64').toString()).join('\n');
  expect(shownIn(shown)).toEqual([]);
  expect(shownIn(bodies)).toEqual([]);
  // A form that could not be read is not kept: it may be a file.
  expect(file.requests.length + (file.left_out?.count ?? 0)).toBe(attempts.length);
  expect(file.requests.length).toBeGreaterThan(300);
  const path = join(folder, 'repro.json');
  await writeFile(path, shown);
  const printed: string[] = [];
  const context = { env: {}, print: (...lines: readonly string[]) => printed.push(...lines) };
  const code = await replayCommand([path], context as unknown as CommandContext);
  expect({ code, last: printed.at(-1) }).toEqual({
    code: 0,
    last: expect.stringMatching(/^All \d+ answers are equal/),
  });
});
