import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import supertest from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMock, type Mock } from '../app.ts';
import { createReplayCommand } from '../cli/replay.ts';
import type { CommandContext } from '../cli/command.ts';
import type { ReproFile } from '../control/journal/repro-file.ts';
import { createRequestLog, type RequestLog } from '../http/answer/request-log.ts';
import { canaryRequests, type CanaryRequest } from '../testing/canary-requests.ts';

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
  attempts = canaryRequests(mock, port);
  for (const { send } of attempts) await send();
}, 60_000);
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
  const code = await createReplayCommand((options) => createMock(options)).run(
    [path],
    context as unknown as CommandContext,
  );
  expect({ code, last: printed.at(-1) }).toEqual({
    code: 0,
    last: expect.stringMatching(/^All \d+ answers are equal/),
  });
});
