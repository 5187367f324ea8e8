import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get, request as send, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import supertest from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMock, type Mock } from '../app.ts';
import { learnCommand } from '../cli/learn/learn.ts';
import { runCommand } from '../testing/serve-process.ts';
import { createMasker } from './masker.ts';

/** What a header may hold, up to what Node reads. */
const headers = {
  'quotation marks': '"'.repeat(15_500),
  backslashes: '\\'.repeat(15_500),
  'an open group': '('.repeat(15_500),
  'signs of patterns': '.*+?^${}()|[]\\/-'.repeat(900),
  'a pattern that backtracks': '(a+)+$'.repeat(2500),
  'what replacements mean': "$&$1$`$'".repeat(1900),
  'letters beyond ASCII': 'é'.repeat(15_500),
  'percent signs': '%'.repeat(15_500),
  'one letter': 'a'.repeat(15_500),
  tabulators: `x\t${'\t x'.repeat(5000)}`,
};
/** What a JSON text may hold besides. */
const secrets = {
  ...headers,
  'halves of surrogates': '\ud800'.repeat(15_500),
  'other halves': '\udc00\ud800'.repeat(8000),
  emoji: '👩‍💻'.repeat(3000),
  'control characters': '\x00\x1b\x07\n\u2028'.repeat(3000),
  'ends of lines': '\r\n'.repeat(8000),
};

const folder = mkdtempSync(join(tmpdir(), 'awkward-'));
let mock: Mock;
let port: number;
beforeAll(async () => {
  mock = await createMock();
  ({ port } = await mock.listen(0));
  for (const [name, token] of Object.entries(headers)) {
    const path = `/api/v1/global/agents/get-by-id?note=${encodeURIComponent(token.slice(0, 40))}`;
    const sent = send({ port, path, method: 'POST', headers: { 'x-name': encodeURIComponent(name), token } });
    // As bytes: a text as body would make Node send the headers as UTF-8.
    sent.end(Buffer.from(JSON.stringify({ note: token })));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    expect([name, response.statusCode]).not.toEqual([name, 431]);
  }
});
afterAll(async () => {
  await mock.close();
  rmSync(folder, { recursive: true });
});

/** Which of them a text shows, as they are or as JSON shows them. */
function shownIn(text: string): readonly string[] {
  const spelled = (secret: string) => [secret.slice(0, 200), JSON.stringify(secret).slice(1, 200)];
  return Object.entries(secrets).flatMap(([name, secret]) =>
    spelled(secret).some((spelling) => text.includes(spelling)) ? [name] : [],
  );
}

it.each([
  ['journal', () => supertest(mock.app).get('/__mock/journal?limit=1000'), 200],
  ['one entry', () => supertest(mock.app).get('/__mock/journal/1'), 200],
  ['search', () => supertest(mock.app).get('/__mock/journal?text=quotation'), 200],
  ['HAR', () => supertest(mock.app).get('/__mock/journal/har'), 200],
  [
    'verify',
    () =>
      supertest(mock.app)
        .post('/__mock/journal/verify')
        .send({ request: { path: '/x', headers: { token: 'x' }, body: { note: 1 } } }),
    422,
  ],
  ['repro', () => supertest(mock.app).post('/__mock/repro').send({}), 200],
])('%s answers, and shows none of the awkward tokens that requests had', async (_, ask, expected) => {
  const { status, text } = await ask();
  expect([status, status === expected ? shownIn(text) : text.slice(0, 200)]).toEqual([expected, []]);
});

it('streams entries with awkward tokens to a reader that catches up, and goes on', async () => {
  const stream = get({ port, path: '/__mock/journal/stream', headers: { 'last-event-id': '0' }, agent: false });
  const [response] = (await once(stream, 'response')) as [IncomingMessage];
  response.setEncoding('utf8');
  let read = '';
  for await (const chunk of response) {
    read += String(chunk);
    if (read.includes(`id: ${Object.keys(headers).length}\n`) && read.endsWith('\n\n')) break;
  }
  expect(shownIn(read)).toEqual([]);
  expect((await supertest(mock.app).get('/__mock/health')).status).toBe(200);
});

it.each(Object.entries(secrets))('masks %s that were learned, in each spelling', (_, secret) => {
  const masker = createMasker();
  masker.learnFrom({ agent_token: secret });
  expect(masker.known(`a ${secret}`)).toBe('a [masked]');
  expect(masker.text(`a ${secret} b`)).toMatch(/^a \[masked\]/);
  expect(shownIn(String(masker.json(`x ${JSON.stringify({ a: secret })}`)))).toEqual([]);
  expect(shownIn(masker.url(`/a?b=${encodeURIComponent(secret.replaceAll(/\p{Surrogate}/gu, '\uFFFD'))}`))).toEqual([]);
});

it('goes on to mask the secrets that it was given, however many a deployment hands out', () => {
  const masker = createMasker(['the configured one']);
  for (let index = 0; index < 5000; index += 1) masker.learn(`handed out ${index} ${'"'.repeat(300)}`);
  expect(masker.text('a the configured one b')).toBe('a [masked] b');
});

it.each(Object.entries(secrets))(
  'learns from a recording with %s as a token, and prints it nowhere',
  async (_, secret) => {
    const [har, out] = [join(folder, 'recorded.har'), join(folder, 'learned.overlay.yaml')];
    const text = JSON.stringify({ error: false, data: { basic_details: { agent_token: secret }, note: secret } });
    const request = { method: 'GET', url: 'https://x.example/api/v1/global/agents/get-by-id?agent_id=1', headers: [] };
    const entries = [{ request, response: { status: 200, headers: [], content: { text } } }];
    writeFileSync(har, JSON.stringify({ log: { entries } }));
    const { code, text: printed } = await runCommand(learnCommand, ['--har', har, '--out', out]);
    // 2: the form of the token fits no alternative.
    expect([code, shownIn(printed), printed]).toEqual([2, [], expect.stringContaining('1 exchanges with the API')]);
  },
);
