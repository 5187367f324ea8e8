import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { loadContractDocument } from '../../document/read/load.ts';
import { readRecording } from '../../traffic/read-har.ts';
import { learnRecording } from '../traffic/record.ts';

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
    response: { status, headers: [{ name: 'Content-Type', value: 'application/json' }], content: { text } },
  };
}

async function decided(...entries: readonly unknown[]): Promise<Readonly<Record<string, unknown>>> {
  const file = join(folder, 'recording.har');
  writeFileSync(file, JSON.stringify({ log: { entries } }));
  const { answers } = await readRecording(file, document);
  const { lessons } = await learnRecording(answers, document, [], { printError: () => undefined });
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
      entry('GET', `${base}/agents/get-by-id?agent_id=8`, 404, { error: true, code: 404, message: 'Agent not found' }),
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
  const answer = (message: string, agent_id: number, agent_name: string): object => ({
    ...{ success: true, message },
    data: { agent_id, agent_name },
  });
  expect(
    await decided(
      entry('POST', `${base}/create-agent`, 200, answer('one', 7, 'A'), { agent_name: 'A' }),
      entry('POST', `${base}/create-agent`, 201, answer('two', 8, 'B'), { agent_name: 'B' }),
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
