import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { loadContractDocument } from '../document/read/load.ts';
import { learnFromAnswers } from '../judge/learn/learn.ts';
import type { Exchange } from './exchange.ts';
import { readHar, readRecording } from './read-har.ts';

const document = loadContractDocument();
const folder = mkdtempSync(join(tmpdir(), 'har-'));
afterAll(() => rmSync(folder, { recursive: true }));

const base = 'https://staging.example/platform/api/v1/global';
const token = { name: 'Token', value: 'ac3e'.repeat(16) };

function entry(method: string, url: string, status: number, body: unknown, sent?: unknown): object {
  const postData = sent === undefined ? {} : { postData: { mimeType: 'application/json', text: JSON.stringify(sent) } };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    request: { method, url, headers: [token], ...postData },
    response: { status, headers: [], content: { text } },
  };
}

async function decided(...entries: readonly unknown[]): Promise<Readonly<Record<string, unknown>>> {
  const file = join(folder, 'recording.har');
  writeFileSync(file, JSON.stringify({ log: { entries } }));
  const evidence = () => ({ request: 'r', answer: 'a' });
  const { answers } = await readRecording(file, document);
  const { lessons } = learnFromAnswers(answers, { document, evidence, now: () => new Date(0) });
  return Object.fromEntries(
    [...lessons].flatMap(([id, lesson]) => {
      if (lesson.kind !== 'decided') return [];
      return [[id, lesson.said]];
    }),
  );
}

it('learns from a recording what each exchange shows by itself', async () => {
  const created = { success: true, message: 'Saved.', data: { agent_id: 7, agent_name: 'A' } };
  expect(
    await decided(
      entry('POST', `${base}/create-agent`, 201, created, { agent_name: 'A' }),
      entry('POST', `${base}/verify`, 200, '', {}),
      entry('GET', `${base}/audience-list`, 422, { error: true, message: 'Which campaign?' }),
      entry('GET', `${base}/agents/get-by-id?agent_id=7`, 404, { error: true, code: 404, message: 'Agent not found' }),
    ),
  ).toEqual({
    'createAgent created': '201',
    'createAgent /message': expect.stringContaining('"shown":"Saved."'),
    'verifyToken valid': '200 without a body',
    'listAudience audience-list.campaign-id.missing': '422 {"error":true,"message":"Which campaign?"}',
    'getAgent get-by-id.not-found': '404 {"error":true,"code":404,"message":"Agent not found"}',
  });
});

it('guesses nothing where two exchanges say two things, or a request may be refused for several reasons', async () => {
  const answer = (message: string): object => ({ success: true, message, data: { agent_id: 7, agent_name: 'A' } });
  expect(
    await decided(
      entry('POST', `${base}/create-agent`, 200, answer('one'), { agent_name: 'A' }),
      entry('POST', `${base}/create-agent`, 201, answer('two'), { agent_name: 'B' }),
      entry('POST', `${base}/campaign-force-completed`, 400, '', { campaign_id: 5001, campaign_status: 'hold' }),
    ),
  ).toEqual({});
});

it.each([
  null,
  {},
  { request: { method: 'GET', url: 'not a url' }, response: { status: 200 } },
  { request: { method: 'GET', url: `${base}/voice-list` }, response: { status: 0 } },
  { request: { method: 'GET', url: `${base}/voice-list` }, response: { status: 200, content: { size: 7 } } },
  { request: { method: 'GET', url: 'https://elsewhere.example/app.js' }, response: { status: 200 } },
  entry('GET', `${base}/agents/get-by-id?agent_id=7`, 200, { data: { campaigns: 'none', last_modified: 7 } }),
])('learns nothing wrong from the entry %j', async (one) => {
  expect(await decided(one)).toEqual({});
});

it.each(['[]', 'no JSON', '{"log":{}}'])('refuses the file %s', async (text) => {
  const file = join(folder, 'other.har');
  writeFileSync(file, text);
  await expect(readRecording(file, document)).rejects.toThrow('is not a HAR file');
});

async function read(entries: readonly unknown[], creator = 'a browser'): Promise<readonly (Exchange | null)[]> {
  const file = join(folder, 'read.har');
  writeFileSync(file, JSON.stringify({ log: { creator: { name: creator, version: '1' }, entries } }));
  const found: (Exchange | null)[] = [];
  for await (const { exchange } of readHar(file)) found.push(exchange);
  return found;
}

const answered = (content: object, startedDateTime = '2026-11-20T08:00:00.000Z') => ({
  ...{ startedDateTime, time: 5, request: { method: 'GET', url: `${base}/voice-list`, headers: [] } },
  response: { status: 200, headers: [], content },
});

it('reads an answer in base64, and says of one that a browser did not keep that it was not recorded whole', async () => {
  const text = Buffer.from('{"Zo\u00eb":1}').toString('base64');
  const [packed, left] = await read([answered({ text, encoding: 'base64' }), answered({ size: 7 })]);
  expect(packed?.response?.text).toBe('{"Zo\u00eb":1}');
  expect([left?.response, left?.flaw]).toEqual([null, 'the answer was not recorded whole']);
});

it("has the times of a browser, and of the mock's journal the order: its clock may stand still", async () => {
  const entries = [answered({}, '2026-11-20T09:00:00.000Z'), answered({}, '2026-11-20T08:00:00.000Z')];
  const times = (list: readonly (Exchange | null)[]) => list.map((each) => [each?.start, each?.end]);
  const at = Date.parse('2026-11-20T08:00:00.000Z');
  expect(times(await read(entries))).toEqual([
    [at + 3_600_000, at + 3_600_005],
    [at, at + 5],
  ]);
  expect(times(await read(entries, 'voice-agent-mock'))).toEqual([
    [1, 1],
    [2, 2],
  ]);
});
