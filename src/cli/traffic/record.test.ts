import { mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createMock } from '../../app.ts';
import { encodeBody } from '../../deployment/transport.ts';
import { loadContractDocument } from '../../document/read/load.ts';
import { saveScenario } from '../../seed/targets/write-scenario.ts';
import { judgeRecorded, recorder } from '../../testing/recorded-traffic.ts';
import { tokens } from '../../testing/well-known.ts';
import type { Exchange } from '../../traffic/exchange.ts';
import { scenarioOf, exchangesToLearn } from './record.ts';
import { recordedToken } from '../../traffic/replay.ts';

const base = '/api/v1/global';
const byId = `${base}/agents/get-by-id?agent_id=`;
const create = `${base}/create-agent`;
const document = loadContractDocument();

/** What is read at the end of the tour, and again from its recording. */
const reads = (id: number): readonly string[] => [
  ...[1001, 1004, 1008, 1010, id].map((each) => `${byId}${each}`),
  ...[5001, 5006].map((each) => `${base}/audience-list?campaign_id=${each}&limit=100`),
  ...['provider_a', 'provider_b'].map((each) => `${base}/voice-list?provider_id=${each}&limit=50`),
  `${base}/voice-list?provider_id=provider_b&limit=3`,
  `${byId}999999`,
];

async function tour() {
  const mock = await createMock({ dataDir: null });
  const { exchanges, call } = recorder((url, init) => mock.fetch(url, init), tokens.acme);
  for (const page of [1, 2, 3]) await call('GET', `${base}/audience-list?campaign_id=5001&limit=100&page=${page}`);
  await call('GET', `${base}/audience-list?campaign_id=5001&is_new=true`);
  const made = await call('POST', create, { agent_name: 'Seen', description: 'One', prompt: 'Be kind.' });
  const id = Number(made.data['agent_id']);
  await call('POST', create, { agent_id: id, status: 1 });
  const form = {
    kind: 'form',
    parts: [
      { name: 'basic_details[agent_name]', value: 'Named' },
      { name: 'phone_numbers[]', value: '+15550009001' },
    ],
  } as const;
  const { contentType, bytes } = encodeBody(form);
  const headers = { token: tokens.acme, 'content-type': contentType ?? '' };
  const url = `http://mock/api/agent/createagentorupdate?agent_id=${id}`;
  const answer = await mock.fetch(url, { method: 'POST', headers, body: Buffer.from(bytes ?? '') });
  const response = { status: answer.status, headers: {}, text: await answer.text() };
  expect(response.status).toBe(200);
  const start = exchanges.length * 2;
  (exchanges as Exchange[]).push({ method: 'POST', url, headers, body: form, response, start, end: start + 1 });
  await call('POST', create, { agent_id: id, status: 1, voice: { settings: { speed: 1.2 } } });
  for (const path of reads(id)) await call('GET', path);
  const unread = await call('POST', create, { agent_name: 'Never read' });
  await call('POST', create, { agent_id: Number(unread.data['agent_id']), description: 'Two' });
  await call('POST', `${base}/campaign-force-completed`, { campaign_id: 5006, campaign_status: 'force_completed' });
  await call('POST', create, { agent_id: 1001, description: 'Last' });
  const last = exchanges.length;
  // Of the state at the end, not for the recorder.
  for (const path of [...reads(id), `${byId}${Number(unread.data['agent_id'])}`]) await call('GET', path);
  await mock.close();
  return { id, recorded: exchanges.slice(0, last), after: exchanges.slice(last) };
}

it('goes on where a recording ended, without its tokens', async () => {
  const { id, recorded, after } = await tour();
  const answers = judgeRecorded(recorded).flatMap(({ answer }) => answer ?? []);
  const { scenario, notes } = await scenarioOf(answers, document);
  const folder = mkdtempSync(join(tmpdir(), 'recorded-'));
  await saveScenario(scenario, folder);
  const texts = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'));
  expect(texts.join() + [...notes].join()).not.toContain(tokens.acme);

  const mock = await createMock({ dataDir: null, scenario: folder });
  const { exchanges, call } = recorder((url, init) => mock.fetch(url, init), recordedToken);
  for (const { url } of after) await call('GET', url.slice('http://mock'.length));
  const same = exchanges.map(({ response }, place) => [plain(response?.text), plain(after[place]?.response?.text)]);
  for (const [one, other] of same) expect(one).toEqual(other);

  const { data } = await call('POST', create, { agent_name: 'Further' });
  expect(data['agent_id']).toBe(id + 2);
  await call('POST', create, { agent_id: id, status: 3 });
  await call('POST', create, { agent_id: id, status: 1 });
  await call('POST', create, { agent_id: data['agent_id'], status: 1 });
  expect(exchanges.slice(-4).map(({ response }) => response?.status)).toEqual([200, 200, 200, 400]);
  await mock.close();
});

/** An answer without what is of its moment. */
function plain(text = ''): unknown {
  const ofMoment = ['timestamp', 'agent_token', 'created_on', 'updated_on', 'last_modified'];
  return JSON.parse(text, (name, value: unknown) => (ofMoment.includes(name) ? undefined : value));
}

it('learns of what shows the same from the first three alone, with all that was written to an agent', async () => {
  const mock = await createMock({ dataDir: null });
  const { exchanges, call } = recorder((url, init) => mock.fetch(url, init), tokens.acme);
  for (let at = 0; at < 5; at += 1) {
    const { data } = await call('POST', create, { agent_name: `Alike ${at}` });
    await call('GET', `${byId}${String(data['agent_id'])}`);
    await call('GET', `${byId}${String(data['agent_id'])}`);
    await call('POST', `${base}/verify`, {});
    await call('POST', create, { status: 9 });
    await call('POST', '/v1/agent/update', {});
    if (at === 4) await call('POST', create, { agent_id: data['agent_id'], status: 7 });
    await call('POST', `${base}/campaign-force-completed`, { campaign_id: 5006, campaign_status: 'force_completed' });
  }
  await mock.close();
  const answers = judgeRecorded(exchanges).flatMap(({ answer }) => answer ?? []);
  const kept = exchangesToLearn(answers).map((answer) => answers.indexOf(answer));
  // Of the fourth what others may depend on alone; of the last agent what was written, because its status was refused.
  expect(kept).toEqual([
    ...[0, 1, 2, 3, 4, 5, 6],
    ...[7, 8, 10, 11, 12, 13],
    ...[14, 17, 18, 19, 20],
    26,
    27,
    28,
    33,
    34,
    35,
  ]);
});
