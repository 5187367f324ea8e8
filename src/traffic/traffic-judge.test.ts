import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMock, type Mock } from '../app.ts';
import { nothingKnown, throwAwaySettings } from '../deployment/configuration/settings.ts';
import { loadContractDocument } from '../document/read/load.ts';
import { brokenRules, judgeRecorded, recorder } from '../testing/recorded-traffic.ts';
import { stated } from '../judge/stated/judge.ts';
import { factsOf } from '../judge/stated/model.ts';
import { tokens } from '../testing/well-known.ts';
import type { Exchange } from './exchange.ts';
import { takeSeen } from './clients.ts';
import { TrafficJudge } from './traffic-judge.ts';

const base = '/api/v1/global';
const byId = `${base}/agents/get-by-id?agent_id=`;
const create = `${base}/create-agent`;

let mock: Mock;
let walk: readonly Exchange[];

beforeAll(async () => {
  mock = await createMock({ dataDir: null });
  walk = await recordedWalk();
});
afterAll(() => mock.close());

/** An agent's life, with what was there before it, refusals, lists and tokens. */
async function recordedWalk(): Promise<readonly Exchange[]> {
  const { exchanges, call } = recorder((url, init) => mock.fetch(url, init), tokens.acme);
  await call('GET', `${byId}1001`);
  await call('GET', `${byId}999999`);
  const made = await call('POST', create, { agent_name: 'Seen', description: 'One', prompt: 'Be kind.' });
  const id = Number(made.data['agent_id']);
  await call('GET', `${byId}${id}`);
  await call('POST', create, { agent_id: id, description: 'Two' });
  await call('GET', `${byId}${id}`);
  await call('POST', create, { agent_id: id, status: 1 });
  await call('GET', `${byId}${id}`);
  await call('POST', create, { agent_name: 'Seen' });
  await call('GET', `${base}/voice-list?provider_id=provider_b&limit=3`);
  await call('GET', `${base}/voice-list?provider_id=nobody`);
  await call('GET', `${base}/audience-list?campaign_id=5001`);
  await call('POST', `${base}/verify`, {});
  await call('GET', `${byId}${id}`, undefined, {});
  await call('GET', `${byId}${id}`, undefined, { token: tokens.expired });
  await call('POST', create, { agent_id: id, status: 2 });
  await call('GET', `${byId}${id}`);
  return exchanges;
}

/** The walk with another answer at a place, as a deployment would give it that is broken. */
function broken(at: number, change: (text: string) => string, status?: number): readonly Exchange[] {
  return walk.map((exchange, index) => {
    const { response } = exchange;
    if (index !== at || response === null) return exchange;
    return { ...exchange, response: { ...response, status: status ?? response.status, text: change(response.text) } };
  });
}

it('finds nothing in the traffic of the mock, wherever the recording begins', () => {
  for (const [start] of walk.entries()) expect(brokenRules(judgeRecorded(walk.slice(start)))).toEqual([]);
  expect(judgeRecorded(walk).filter(({ unjudged }) => unjudged === null).length).toBe(walk.length - 1);
});

it('finds a field that an update was not told to change', () => {
  const found = brokenRules(judgeRecorded(broken(5, (text) => text.replace('Be kind.', 'Be rude.')).slice(0, 6)));
  expect(found).toEqual(['create-agent.update.partial /data/basic_details/agent_prompt']);
  // What was not seen before is taken over.
  expect(brokenRules(judgeRecorded(broken(5, (text) => text.replace('Be kind.', 'Be rude.')).slice(5, 6)))).toEqual([]);
});

it('finds what was written and does not show', () => {
  const lost = (text: string): string => text.replace('"Two"', '"One"');
  expect(brokenRules(judgeRecorded(broken(5, lost).slice(0, 6)))).toEqual([
    'create-agent.field.description /data/basic_details/description',
  ]);
  // An agent that was made before the recording began is judgeRecorded as soon as it was read.
  expect(brokenRules(judgeRecorded(broken(5, lost).slice(3, 6)))).toHaveLength(1);
});

it('finds an agent that is there after its deletion, and an agent that is gone', () => {
  const last = walk.length - 1;
  const before = walk[3]?.response?.text ?? '';
  expect(brokenRules(judgeRecorded(broken(last, () => before, 200)))).toEqual(['agent.deleted.not-returned ']);
  const missing = walk[1]?.response?.text ?? '';
  expect(brokenRules(judgeRecorded(broken(7, () => missing, 404)))[0]).toMatch(/^create-agent/);
});

it('finds that a caller without a token is answered, unless the recording has no tokens at all', () => {
  const answered = broken(13, () => walk[7]?.response?.text ?? '', 200);
  expect(brokenRules(judgeRecorded(answered))).toContain('get-by-id.unauthorized ');
  const stripped = answered.map((exchange) => ({ ...exchange, headers: {} }));
  expect(brokenRules(judgeRecorded(stripped, false))).toEqual([]);
});

it('tries requests that were under way at the same time in every order that their times allow', () => {
  const [first, second] = [walk[4], walk[5]];
  if (first === undefined || second === undefined) throw new Error('The walk has become shorter.');
  const together = (list: readonly Exchange[]): readonly Exchange[] =>
    list.map((exchange, at) => (at === 4 || at === 5 ? { ...exchange, start: 8, end: 11 } : exchange));
  const stale = broken(5, () => walk[3]?.response?.text ?? '');
  // One after the other the read must show what was written; at the same time it may have been before.
  expect(brokenRules(judgeRecorded(stale.slice(0, 6)))).not.toEqual([]);
  expect(brokenRules(judgeRecorded(together(stale).slice(0, 6)))).toEqual([]);
  expect(brokenRules(judgeRecorded(together(broken(5, (text) => text.replace('Be kind.', 'x')))))).not.toEqual([]);
});

it('does not take for wrong what another token of the same workspace has changed', async () => {
  const { exchanges, call } = recorder((url, init) => mock.fetch(url, init), tokens.acme);
  const older = { token: tokens.acmeOlder };
  const made = await call('POST', create, { agent_name: 'Shared by two' });
  const id = Number(made.data['agent_id']);
  await call('GET', `${byId}${id}`);
  await call('GET', `${byId}${id}`, undefined, older);
  await call('POST', create, { agent_id: id, description: 'By the other' }, older);
  await call('GET', `${byId}${id}`);
  await call('POST', create, { agent_id: id, status: 2 });
  await call('GET', `${byId}${id}`, undefined, older);
  expect(brokenRules(judgeRecorded(exchanges))).toEqual([]);
});

it('says why it does not judge an answer, and takes anew what that may have changed', () => {
  const at = (change: Partial<Exchange>): readonly Exchange[] =>
    walk.map((exchange, index) => (index === 4 ? { ...exchange, ...change } : exchange));
  const reasonOf = (exchanges: readonly Exchange[]): readonly (string | null)[] => {
    const results = judgeRecorded(exchanges);
    expect(brokenRules(results)).toEqual([]);
    return results.flatMap(({ exchange, unjudged }) => (exchange.start === 8 ? [unjudged] : []));
  };
  const response = { status: 200, headers: { 'x-mock-source': 'fault' }, text: '{}' };
  expect(reasonOf(at({ response: null }))).toEqual(['no answer was recorded']);
  expect(reasonOf(at({ flaw: 'its files were not recorded' }))).toEqual(['its files were not recorded']);
  expect(reasonOf(at({ response }))).toEqual(['the mock was told what to answer']);
  expect(reasonOf(at({ response: { ...response, status: 503, headers: {} } }))[0]).toMatch('busy');
  expect(reasonOf(at({ headers: { token: '[masked]' } }))[0]).toMatch('masked');
});

/** An answer of the walk with another text and other times, and a request that is the same but for what is given. */
function like(at: number, change: Partial<Exchange> & { readonly text?: string; readonly status?: number }): Exchange {
  const { text, status, ...others } = change;
  const exchange = walk[at];
  const response = exchange?.response;
  if (exchange === undefined || response === null || response === undefined)
    throw new Error('The walk has become shorter.');
  const answered = { ...response, text: text ?? response.text, status: status ?? response.status };
  return { ...exchange, response: answered, ...others };
}

const textAt = (at: number, from: string, to: string): string => (walk[at]?.response?.text ?? '').replace(from, to);
const json = (value: unknown): Exchange['body'] => ({ kind: 'json', value });

it('judges in the order of times, whatever the order of the recording', () => {
  expect(brokenRules(judgeRecorded(walk.toReversed()))).toEqual([]);
  const found = judgeRecorded(
    broken(5, (text) => text.replace('"Two"', '"One"'))
      .slice(0, 6)
      .toReversed(),
  );
  expect(brokenRules(found)).toHaveLength(1);
});

it('does not judge what comes after later requests were judged', () => {
  const results: (string | null)[] = [];
  const judge = new TrafficJudge({
    ...{ document: loadContractDocument(), settings: nothingKnown, withAssumptions: false, isComplete: true },
    onJudged: ({ unjudged }) => results.push(unjudged),
  });
  for (const at of [5, 3]) {
    judge.take(like(at, {}));
    judge.settle();
  }
  expect(results).toEqual([null, 'it came too late to be judged in its order']);
});

it('knows that a request which had ended was decided before one that began later, whatever lasted as long as both', () => {
  const long = like(0, { start: 0, end: 100 });
  const made = [like(2, { start: 1, end: 2 }), like(3, { start: 3, end: 4 }), like(4, { start: 5, end: 6 })];
  const stale = like(5, { start: 7, end: 8, text: textAt(5, '"Two"', '"One"') });
  expect(brokenRules(judgeRecorded([long, ...made, like(5, { start: 7, end: 8 })]))).toEqual([]);
  expect(brokenRules(judgeRecorded([long, ...made, stale]))).toHaveLength(1);
});

it('takes anew what was there before a mock was reset', () => {
  const other = like(5, { text: textAt(5, 'Be kind.', 'Be rude.') });
  const reset = like(4, { url: 'http://mock/__mock/reset', body: { kind: 'none' } });
  expect(brokenRules(judgeRecorded([like(2, {}), like(3, {}), reset, other]))).toEqual([]);
});

it.each<[string, () => readonly Exchange[]]>([
  [
    'an agent that nobody has is told so',
    () => [
      like(4, { status: 404, text: textAt(1, '', ''), body: json({ agent_id: 7, status: 1 }) }),
      like(4, { status: 404, text: textAt(1, '', ''), body: json({ agent_id: 7, description: 'x' }) }),
    ],
  ],
  [
    'a name may be that of an agent that was not seen',
    () => [
      like(2, {
        url: `http://mock/api/agent/createagentorupdate`,
        body: {
          kind: 'form',
          parts: [
            { name: 'basic_details[agent_name]', value: 'Taken' },
            { name: 'basic_details[agent_type]', value: '3' },
          ],
        },
        ...{ status: 422, text: '{"error":true,"code":"VALIDATION_ERROR","message":"Taken","data":{}}' },
      }),
    ],
  ],
  [
    'a masked value says nothing',
    () => [like(3, { text: textAt(3, '"agent_token":"', '"agent_token":"[masked]", "x":"') })],
  ],
  [
    'campaigns of an agent are made elsewhere',
    () => [
      like(2, {}),
      like(3, {}),
      like(5, { body: walk[3]?.body ?? json({}), text: withCampaign(textAt(3, '', '')) }),
    ],
  ],
])('is silent where %s', (_, exchanges) => {
  // The first one shows that the token is valid.
  const judged = judgeRecorded([like(0, {}), ...exchanges()]);
  expect(brokenRules(judged)).toEqual([]);
  expect(judged.map(({ unjudged }) => unjudged)).toEqual(judged.map(() => null));
});

function withCampaign(text: string): string {
  const campaign = '"campaign_count":1,"campaigns":[{"id":77,"status":"inprogress"}]';
  return text.replace('"campaign_count":0,"campaigns":[]', campaign).replace('"is_draft":true', '"is_draft":false');
}

it('does not judge a refusal of a token of which nothing is known, or that may have expired', () => {
  const refusal = { status: 401, text: walk[14]?.response?.text ?? '' };
  const unjudged = (list: readonly Exchange[]) => judgeRecorded(list).map((each) => each.unjudged);
  const [first] = unjudged([like(3, { ...refusal, headers: { token: 'unknown' } })]);
  expect(first).toBe('whether its token is valid is not known');
  const [, later] = unjudged([like(3, {}), like(5, refusal)]);
  expect(later).toBe('its token may have expired: --config can name it');
});

it.each([400, 409, 422])(
  'finds nothing in a name that is refused with %d because another agent has it',
  async (status) => {
    const { exchanges, call } = recorder((url, init) => mock.fetch(url, init), tokens.acme);
    await call('POST', create, { agent_name: 'Taken' });
    await call('POST', create, { agent_name: 'Taken' });
    await call('POST', create, { agent_name: 'Free' });
    const text = JSON.stringify({ error: true, message: 'The name is taken' });
    const refusing = (at: number) =>
      exchanges.map((exchange, place) => {
        const { response } = exchange;
        return place === at && response ? { ...exchange, response: { ...response, status, text } } : exchange;
      });
    expect(brokenRules(judgeRecorded(refusing(1)))).toEqual([]);
    // An agent that was never seen may have it.
    expect(brokenRules(judgeRecorded(refusing(2)))).toEqual([]);
  },
);

it('knows the agents that came last, however many a recording names', async () => {
  const { exchanges, call } = recorder((url, init) => mock.fetch(url, init), tokens.acme);
  await call('POST', create, { agent_name: 'One of many' });
  const [made] = exchanges;
  let model = stated.begin(
    factsOf(throwAwaySettings({ base_url: '', api_url: '', alt_url: '' }), loadContractDocument()),
  );
  for (let id = 1; id <= 1200; id += 1) {
    const text = (made?.response?.text ?? '').replace(/"agent_id":\d+/, `"agent_id":${id}`);
    const [{ answer } = { answer: null }] = judgeRecorded(
      made?.response ? [{ ...made, response: { ...made.response, text } }] : [],
    );
    if (answer !== null) model = takeSeen(model, answer).state;
  }
  expect([model.agents.size, model.agents.has(1200), model.agents.has(200)]).toEqual([1000, true, false]);
});
