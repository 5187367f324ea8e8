import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { loadContractDocument } from '../document/read/load.ts';
import type { Exchange } from './exchange.ts';
import { readHar, readRecording } from './read-har.ts';

const document = loadContractDocument();
const folder = mkdtempSync(join(tmpdir(), 'har-'));
afterAll(() => rmSync(folder, { recursive: true }));

const base = 'https://staging.example/platform/api/v1/global';
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
