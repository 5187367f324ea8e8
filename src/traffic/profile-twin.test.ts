import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMock, type Mock } from '../app.ts';
import { unseenState } from '../cli/traffic/seen-records.ts';
import { loadContractDocument } from '../document/read/load.ts';
import { startInProcessTarget } from '../judge/as-mock/mock-worlds.ts';
import { documentFollowed } from '../judge/run-plan.ts';
import { brokenRules, judgeRecorded, recorder } from '../testing/recorded-traffic.ts';
import { tokens } from '../testing/well-known.ts';
import type { Exchange } from './exchange.ts';
import { openProfileTwin } from './replay.ts';

const base = '/api/v1/global';
const byId = `${base}/agents/get-by-id?agent_id=`;
const create = `${base}/create-agent`;
const own = loadContractDocument();

const staging = {
  overlay: '1.1.0',
  info: { title: 'staging', version: '1' },
  actions: [
    { target: "$['x-behaviours']", update: { 'create-agent.create.agent-type': 'voice' } },
    {
      target:
        "$.paths['/agents/get-by-id'].get.responses['400'].content['application/json'].examples['get-by-id.agent-id.invalid'].value",
      update: { message: 'No such agent.' },
    },
  ],
};

let walk: readonly Exchange[];
let mock: Mock;
beforeAll(async () => {
  mock = await createMock({ dataDir: null, profile: staging });
  walk = await recordedWalk();
});
afterAll(() => mock.close());

/** An agent's life, with agents, numbers and lists that the mock of a profile alone does not have. */
async function recordedWalk(): Promise<readonly Exchange[]> {
  const { exchanges, call } = recorder((url, init) => mock.fetch(url, init), tokens.acme);
  await call('GET', `${byId}1001`);
  await call('POST', create, { agent_id: 1001, description: 'Theirs' });
  await call('GET', `${byId}1001`);
  await call('GET', `${byId}nobody`);
  const made = await call('POST', create, { agent_name: 'Seen', description: 'One' });
  const id = Number(made.data['agent_id']);
  await call('GET', `${byId}${id}`);
  await call('POST', create, { agent_id: id, status: 1 });
  await call('POST', create, { agent_id: id, status: 7 });
  await call('POST', create, { agent_id: id, description: 'Two' });
  await call('GET', `${byId}${id}`);
  await call('GET', `${base}/audience-list?campaign_id=5001`);
  await call('GET', `${base}/voice-list?provider_id=provider_b&limit=3`);
  await call('POST', create, { agent_id: id, status: 2 });
  await call('GET', `${byId}${id}`);
  return exchanges;
}

/** The places at which a mock that follows a profile would answer otherwise, with the rules, and the rules compared. */
async function judgedBy(profile: object, exchanges: readonly Exchange[] = walk) {
  const document = documentFollowed({ profile }, own);
  const target = await startInProcessTarget(profile, { scenario: unseenState() });
  const twin = openProfileTwin(target, document);
  const judged = [];
  for (const each of judgeRecorded(exchanges)) judged.push(await twin.take(each));
  await twin.close();
  return { broken: brokenRules(judged), judged };
}

/** The walk with other answers at a place. */
function changed(at: number, change: (response: NonNullable<Exchange['response']>) => object): readonly Exchange[] {
  return walk.map((exchange, place) => {
    const { response } = exchange;
    return place === at && response ? { ...exchange, response: { ...response, ...change(response) } } : exchange;
  });
}

it('finds nothing in the traffic of a deployment that does as the profile says, wherever the recording begins', async () => {
  const { broken, judged } = await judgedBy(staging);
  expect(broken).toEqual([]);
  expect(judged.flatMap(({ reached }) => reached)).toContain('create-agent.read-back');
  for (const start of [3, 5, 9]) expect((await judgedBy(staging, walk.slice(start))).broken).toEqual([]);
});

it('tells what a mock that follows another profile would answer otherwise', async () => {
  const { broken } = await judgedBy({ ...staging, actions: [] });
  expect(broken).toEqual([
    'get-by-id.agent-id.invalid /message',
    'create-agent.read-back /data/basic_details/agent_type',
    'create-agent.read-back /data/basic_details/agent_type',
  ]);
});

it('tells a refusal of its own, and does not tell one that may have a reason which was not seen', async () => {
  const refused = { status: 400, text: '{"error":true,"code":400,"message":"Taken","data":{}}' };
  expect(
    (
      await judgedBy(
        staging,
        changed(4, () => refused),
      )
    ).broken,
  ).toEqual([]);
  // What it shows afterwards is what it has kept.
  const kept = changed(9, () => ({ text: walk[5]?.response?.text ?? '' })).map((exchange, at) =>
    at === 8 && exchange.response ? { ...exchange, response: { ...exchange.response, ...refused } } : exchange,
  );
  expect((await judgedBy(staging, kept)).broken).toEqual(brokenRules(judgeRecorded(kept)));
  const taken = changed(7, () => ({ status: 200, text: walk[8]?.response?.text ?? '' }));
  // What the specification states of it has been told.
  expect((await judgedBy(staging, taken)).broken).toEqual(brokenRules(judgeRecorded(taken)));
});

it('does not compare what somebody else may have changed', async () => {
  const { exchanges, call } = recorder((url, init) => mock.fetch(url, init), tokens.acme);
  const made = await call('POST', create, { agent_name: 'Shared by two' });
  const id = Number(made.data['agent_id']);
  const older = { token: tokens.acmeOlder };
  await call('GET', `${byId}${id}`, undefined, older);
  await call('POST', create, { agent_id: id, description: 'By the other' }, older);
  await call('GET', `${byId}${id}`);
  const { judged } = await judgedBy({ ...staging, actions: [] }, exchanges);
  expect(judged.map(({ by }) => by !== null)).toEqual([true, false, false, false]);
  expect(brokenRules(judged)).toEqual([]);
});
