import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { createMock, type Mock } from '../../app.ts';
import { checkResponse } from '../../document/validate/check-response.ts';
import { loadContractDocument } from '../../document/read/load.ts';
import { NoAnswerError, type Transport } from '../../deployment/transport.ts';
import { emptyMock, fillMock, mockTransport } from './fill-mock.ts';
import { resolvePlan } from '../plan/resolve-plan.ts';
import { SeedLedger } from './seed-ledger.ts';

const plan = resolvePlan({
  workspaces: [{ key: 'north' }],
  numbers: [{ count: 2 }],
  agents: [
    { count: 3, status: 'published', workspace: 101 },
    { count: 2, workspace: 101 },
    { count: 2, status: 'published', workspace: 'north' },
  ],
  campaigns: [
    { workspace: 101, audience: { size: 1200 } },
    { workspace: 'north', status: 'force_completed', audience: { size: 20 } },
  ],
});
const mocks: Mock[] = [];
const closing: (() => void)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) close();
  await Promise.all(mocks.splice(0).map((mock) => mock.close()));
});

it('fills a running mock', async () => {
  const { url, mock, ledger } = await begin();
  expect(await fillMock(plan, at(url), { send: send(url), ledger })).toBe('made');
  expect(counts(mock)).toEqual({ workspaces: 4, users: 4, agents: 17, campaigns: 9, phone_numbers: 19 });
});

it('makes what the mock answers about as the document says', async () => {
  const { url, ledger } = await begin();
  await fillMock(plan, at(url), { send: send(url), ledger });
  const { operations } = loadContractDocument();
  const answers: [string, string][] = [
    ['getAgent', 'agents/get-by-id?agent_id=1011'],
    ['getAgent', 'agents/get-by-id?agent_id=1014'],
    ['listAudience', 'audience-list?campaign_id=5008&limit=1000'],
    ['listAudience', 'audience-list?campaign_id=5008&limit=1000&is_new=true&page=2'],
  ];
  for (const [id, path] of answers) {
    const operation = [...operations.values()].find((candidate) => candidate.id === id);
    if (operation === undefined) throw new Error(`the document has ${id}`);
    const response = await fetch(`${url}/api/v1/global/${path}`, { headers: { token: 'ac3d'.repeat(16) } });
    const type = response.headers.get('content-type') ?? '';
    const faults = checkResponse(operation, response.status, type, await response.json(), { assumptions: true });
    expect([path, response.status, faults]).toEqual([path, 200, []]);
  }
});

it('makes nothing the second time', async () => {
  const { url, mock, ledger } = await begin();
  await fillMock(plan, at(url), { send: send(url), ledger });
  const before = counts(mock);
  const again = new SeedLedger(ledger.file);
  expect(await fillMock(plan, at(url), { send: send(url), ledger: again })).toBe('there already');
  expect(counts(mock)).toEqual(before);
});

it.each([1, 8])('goes on after a run whose request %i was lost on its way, and one whose answer was', async (nth) => {
  for (const isTaken of [false, true]) {
    const { url, mock, ledger } = await begin();
    await expect(fillMock(plan, at(url), { send: losing(url, nth, isTaken), ledger })).rejects.toThrow(NoAnswerError);
    expect(await fillMock(plan, at(url), { send: send(url), ledger: new SeedLedger(ledger.file) })).toBe('made');
    expect(counts(mock)).toEqual({ workspaces: 4, users: 4, agents: 17, campaigns: 9, phone_numbers: 19 });
    const campaign = [...mock.worlds.default.store.view().all('campaigns')].find(
      ({ id, workspace_id }) => id > 5007 && workspace_id === 101,
    );
    expect(mock.worlds.default.store.view().leads(campaign?.id ?? 0).size).toBe(1200);
  }
});

it('leaves alone, when it goes on, what it has made and somebody has changed since', async () => {
  const { url, mock, ledger } = await begin();
  await expect(fillMock(plan, at(url), { send: losing(url, 8, false), ledger })).rejects.toThrow(NoAnswerError);
  const { store } = mock.worlds.default;
  const workspace = store.view().get('workspaces', 104);
  if (workspace === undefined) throw new Error('workspace 104 has been made');
  const record = { ...workspace, name: 'Renamed' };
  await store.commit([store.view().put('workspaces', record)]);
  await fillMock(plan, at(url), { send: send(url), ledger: new SeedLedger(ledger.file) });
  expect(store.view().get('workspaces', 104)?.name).toBe('Renamed');
});

it('fills one world and leaves the others alone', async () => {
  const { url, mock, ledger } = await begin();
  await fillMock(plan, { ...at(url), world: 'checkout' }, { send: send(url), ledger });
  expect(counts(mock).agents).toBe(10);
  const world = await fetch(`${url}/__mock/worlds/checkout`);
  expect(await world.json()).toMatchObject({ counts: { agents: 17, campaigns: 9 } });
});

it('takes back all that it put, in a folder too, which opens again afterwards', async () => {
  const dataDir = join(await mkdtemp(join(tmpdir(), 'seeded-')), 'data');
  const { url, mock, ledger } = await begin(dataDir);
  const before = { ...counts(mock), providers: [...mock.worlds.default.store.view().all('providers')] };
  await fillMock(plan, at(url), { send: send(url), ledger });
  await emptyMock(at(url), { send: send(url), ledger: new SeedLedger(ledger.file) });
  expect({ ...counts(mock), providers: [...mock.worlds.default.store.view().all('providers')] }).toEqual(before);
  await mocks.splice(mocks.indexOf(mock), 1)[0]?.close();
  const reopened = await createMock({ dataDir });
  mocks.push(reopened);
  expect(counts(reopened).campaigns).toBe(before.campaigns);
});

it('fills again, under new ids, what was taken back', async () => {
  const { url, mock, ledger } = await begin();
  await fillMock(plan, at(url), { send: send(url), ledger });
  await emptyMock(at(url), { send: send(url), ledger });
  expect(await fillMock(plan, at(url), { send: send(url), ledger: new SeedLedger(ledger.file) })).toBe('made');
  expect(counts(mock).agents).toBe(17);
  expect(mock.worlds.default.store.view().get('agents', 1011)).toBeUndefined();
});

it('tells that the mock has forgotten what the ledger says is there', async () => {
  const { url, ledger } = await begin();
  await fillMock(plan, at(url), { send: send(url), ledger });
  await fetch(`${url}/__mock/reset`, { method: 'POST' });
  const again = fillMock(plan, at(url), { send: send(url), ledger: new SeedLedger(ledger.file) });
  await expect(again).rejects.toThrow(/has been reset since/);
});

it('stops where the mock refuses, naming the path of the plan', async () => {
  const { url, ledger } = await begin();
  const refusal = { status: 500, headers: {}, text: '{"message":"The disk is full."}' };
  const refusing: Transport = async (request) => {
    const isAgents = JSON.stringify(request.body).includes('"agent_name"');
    return isAgents ? refusal : send(url)(request);
  };
  const run = fillMock(plan, at(url), { send: refusing, ledger });
  await expect(run).rejects.toThrow('agents[0]: the mock refused it: 500 The disk is full.');
});

async function begin(dataDir: string | null = null): Promise<{ url: string; mock: Mock; ledger: SeedLedger }> {
  const mock = await createMock({ dataDir });
  mocks.push(mock);
  const { url } = await mock.listen(0);
  const ledger = new SeedLedger(join(await mkdtemp(join(tmpdir(), 'ledger-')), 'ledger.ndjson'));
  return { url, mock, ledger };
}

function at(url: string) {
  return { url, world: null, controlToken: null };
}

function send(url: string): Transport {
  const { transport, close } = mockTransport(at(url));
  closing.push(close);
  return transport;
}

/** Loses one of the requests that put records: on its way there, or its answer on the way back. */
function losing(url: string, nth: number, isTaken: boolean): Transport {
  let puts = 0;
  return async (request) => {
    const { path, method } = request.place ?? {};
    if (path !== '/__mock/import' || method !== 'POST' || ++puts !== nth) return send(url)(request);
    if (isTaken) await send(url)(request);
    throw new NoAnswerError('lost', false);
  };
}

function counts({ worlds }: Mock) {
  const view = worlds.default.store.view();
  return {
    workspaces: view.count('workspaces'),
    users: view.count('users'),
    agents: view.count('agents'),
    campaigns: view.count('campaigns'),
    phone_numbers: view.count('phone_numbers'),
  };
}
