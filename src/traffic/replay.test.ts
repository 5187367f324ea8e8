import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMock, type Mock } from '../app.ts';
import { statesIn } from '../cli/traffic/seen-records.ts';
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

it('learns what each item, and each request, was shown once, and how many voices a page has at most', async () => {
  const { exchanges, call } = recorder((url, init) => mock.fetch(url, init), tokens.acme);
  const voices = `${base}/voice-list?provider_id=provider_b`;
  for (const query of ['', '&limit=3', '&limit=90']) await call('GET', voices + query);
  for (const page of [1, 2]) await call('GET', `${base}/audience-list?campaign_id=5001&limit=100&page=${page}`);
  const { data } = await call('POST', create, { agent_name: 'Told apart' });
  for (const sent of [{ description: 'One' }, { status: 3 }, { status: 2 }]) {
    await call('POST', create, { agent_id: data['agent_id'], ...sent });
  }
  const told = exchanges.map((exchange, place) => {
    const value = JSON.parse(exchange.response?.text ?? '') as {
      data?: Record<string, unknown>;
      pagination?: object;
    };
    const listed = value.data?.['voices'] as { id: string; title: string }[] | undefined;
    if (listed !== undefined) {
      // Every third voice has an accent of its own, and no page more than 20.
      const shown = listed
        .slice(0, 20)
        .map((voice) => ({ ...voice, accent: voice.title.length % 3 ? 'plain' : voice.id }));
      value.data = { ...value.data, voices: shown, ...(place === 2 && { has_more: true, next_page_token: 'MjA' }) };
    }
    if (value.pagination) value.pagination = { ...value.pagination, is_last: place === 4 };
    const message = ['Changed', 'Withdrawn', 'Removed'][place - 6];
    const text = JSON.stringify(message === undefined ? value : { ...value, message });
    return { ...exchange, response: exchange.response && { ...exchange.response, text } };
  });
  const answers = judgeRecorded(told).flatMap(({ answer }) => answer ?? []);
  const evidence = () => ({ request: 'r', answer: 'a' });
  const { lessons } = await learnFromReplay(await replayOf(answers), { document, evidence, now: () => new Date(0) });
  const said = (what: string): unknown => {
    const lesson = lessons.get(what);
    return lesson?.kind === 'decided' ? JSON.parse(lesson.said) : lesson;
  };
  expect(said('voice-list.limit.maximum')).toBe(20);
  expect(lessons.get('listVoices limit=outside')).toMatchObject({ alternative: 'nearest' });
  const accents = said('listVoices /data/voices/*/accent') as { cases: { is: string; shown: string }[] };
  expect(accents).toMatchObject({ by: 'item.id', constant: 'plain' });
  expect(accents.cases.length).toBeGreaterThan(3);
  for (const { is, shown } of accents.cases) expect(shown).toBe(is);
  expect(said('listAudience /pagination/is_last')).toMatchObject({
    by: expect.stringMatching(/^(?:asked|sent.page)$/) as string,
  });
  expect(said('createAgent /message')).toMatchObject({
    by: 'asked',
    cases: expect.arrayContaining([
      { is: 'agent_id', shown: 'Changed' },
      { is: 'agent_id&status=2', shown: 'Removed' },
    ]) as unknown,
  });
});

it('begins with what was there before it: what was made and completed meanwhile is to come', async () => {
  const { exchanges, call } = recorder((url, init) => mock.fetch(url, init), tokens.acme);
  await call('GET', read(1001));
  const { data } = await call('POST', create, { agent_name: 'To come' });
  await call('GET', read(data['agent_id']));
  await call('POST', create, { agent_id: 1001, description: 'Later' });
  await call('GET', read(1001));
  const { begun, read: after } = statesIn(judgeRecorded(exchanges).flatMap(({ answer }) => answer ?? []));
  expect(begun.agents?.map(({ id }) => id)).toEqual([1001]);
  expect(begun.agents?.[0]?.description).not.toBe('Later');
  expect(after.agents?.map(({ id, description }) => [id, description])).toEqual([
    [1001, 'Later'],
    [data['agent_id'], null],
  ]);
});

async function replayOf(answers: readonly CheckedAnswer[]) {
  return openReplay(answers, { scenario: statesIn(answers).begun }, document);
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
