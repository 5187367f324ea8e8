import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMock, type Mock } from '../app.ts';
import { stateRead } from '../cli/traffic/seen-records.ts';
import { loadContractDocument } from '../document/read/load.ts';
import { isObject, memberOf } from '../json/json-value.ts';
import type { CheckedAnswer } from '../judge/report/violation.ts';
import { judgeRecorded, recorder } from '../testing/recorded-traffic.ts';
import { tokens } from '../testing/well-known.ts';
import { learnFromReplay, openReplay } from './replay.ts';

const document = loadContractDocument();
const base = '/api/v1/global';
const create = `${base}/create-agent`;
const read = (id: unknown): string => `${base}/agents/get-by-id?agent_id=${String(id)}`;

let mock: Mock;
beforeAll(async () => {
  mock = await createMock({ dataDir: null });
});
afterAll(() => mock.close());

/** A recording of a deployment that answers as the mock, but for what `change` makes of each body. */
async function recorded(change: (text: string, place: number) => string): Promise<readonly CheckedAnswer[]> {
  const { exchanges, call } = recorder((url, init) => mock.fetch(url, init), tokens.acme);
  await call('POST', `${base}/verify`, {});
  for (const id of [1002, 1004, 1010]) await call('GET', read(id));
  const { data } = await call('POST', create, { agent_name: 'Seen', description: 'One' });
  const id = data['agent_id'];
  await call('POST', create, { agent_id: id, description: 'Two' });
  await call('GET', read(id));
  await call('POST', create, { agent_id: id, status: 1 });
  await call('POST', create, { agent_name: 'Other' });
  await call('GET', read(1004), undefined, { token: tokens.unknown });
  await call('GET', `${base}/audience-list?campaign_id=x`);
  // Ids that no mock would give.
  const renamed = (text: string): string => text.replaceAll(String(id), '987654');
  const told = exchanges.map((exchange, place) => {
    const { response, url, body } = exchange;
    const text = change(renamed(response?.text ?? ''), place);
    const sent = JSON.parse(renamed(JSON.stringify(body))) as typeof body;
    return { ...exchange, url: renamed(url), body: sent, response: response && { ...response, text } };
  });
  return judgeRecorded(told).flatMap(({ answer }) => answer ?? []);
}

async function replayOf(answers: readonly CheckedAnswer[]) {
  const { read: scenario } = await stateRead(answers);
  return openReplay(answers, { scenario }, document);
}

it('sends a recording again, with a token that is known and the ids that the world gives', async () => {
  const answers = await recorded((text) => text.replace(/"agent_token":"[^"]*"/, '"agent_token":"[masked]"'));
  const { asked, worlds } = await replayOf(answers);
  const side = await worlds.deciding({ behaviours: {}, actions: [] });
  const again = await side?.send([]);
  await worlds.close();
  const statuses = again?.steps.flat().map(({ answer }) => answer.status);
  expect(statuses).toEqual(answers.map(({ status }) => status));
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 400, 200, 401, 400]);
  const idAt = (step: number, path: string): unknown => memberOf(again?.steps[step]?.[0]?.answer.body, path);
  expect(idAt(6, 'data.basic_details.id')).toBe(idAt(4, 'data.agent_id'));
  // A masked token is no fault of the deployment.
  expect(asked.answers.steps.flat().filter(({ isInvalid }) => isInvalid)).toEqual([]);
});

it('learns how values are shown, what is shown once too, and nothing of what is told in two ways', async () => {
  const answers = await recorded((text, place) => {
    const value = JSON.parse(text) as Record<string, unknown>;
    const { data } = value as { readonly data?: Record<string, unknown> };
    if (isObject(data) && Array.isArray(data['phone_numbers'])) {
      data['phone_numbers'] = data['phone_numbers'].map((number: string) => ({ line: 7, number }));
    }
    if (place === 0) value['request_id'] = 'r-1';
    if (place === 4) value['origin'] = 'one';
    if (place === 8) value['origin'] = 'two';
    if (place === 10) value['message'] = 'Which campaign?';
    return JSON.stringify(value);
  });
  const replay = await replayOf(answers);
  const evidence = () => ({ request: 'r', answer: 'a' });
  const { lessons } = await learnFromReplay(replay, { document, evidence, now: () => new Date(0) });
  const decided = (what: string): unknown => lessons.get(what)?.kind === 'decided' && lessons.get(what);
  expect(decided('getAgent /data/phone_numbers/*')).toMatchObject({ said: expect.stringContaining('"line"') });
  expect(decided('verifyToken /request_id')).toMatchObject({ said: '{"constant":"r-1"}' });
  expect(decided('listAudience audience-list.campaign-id.invalid')).toMatchObject({
    said: expect.stringContaining('Which campaign?'),
  });
  expect(decided('createAgent /origin')).toBe(false);
});
