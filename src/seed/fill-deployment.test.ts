import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createMock, type Mock } from '../app.ts';
import { readDeploymentConfig, type DeploymentConfig } from './deployment-config.ts';
import { emptyDeployment, fillDeployment } from './fill-deployment.ts';
import { createPoliteHttp, NoAnswerError, type SendRequest } from './polite-http.ts';
import { resolvePlan } from './resolve-plan.ts';
import { SeedLedger } from './seed-ledger.ts';

const token = 'ac3d'.repeat(16);
const plan = resolvePlan({
  workspaces: [{ key: 'north', users: 2 }, { key: 'south' }],
  numbers: [{ count: 5 }],
  agents: [
    { count: 3, status: 'published', type: 2 },
    { count: 2 },
    { status: 'deleted' },
    { count: 4, workspace: 'south' },
  ],
  campaigns: [{ count: 2, audience: { size: 10 } }],
});

let mock: Mock;
let config: DeploymentConfig;
let file: string;

beforeEach(async () => {
  mock = await createMock();
  const { url } = await mock.listen(0);
  config = readDeploymentConfig(
    `base_url: ${url}/api/v1/global/\napi_url: ${url}\nalt_url: ${url}\ntoken: \${TOKEN}\nnumbers: { owned: ['+15550009001', '+15550009004'] }`,
    { TOKEN: token },
  );
  file = join(await mkdtemp(join(tmpdir(), 'ledger-')), 'ledger.ndjson');
});

afterEach(() => mock.close());

it('creates agents through the public API, and lists what it has no operation for', async () => {
  const { outcome, left, inDoubt } = await fillDeployment(plan, config, { send: send(), ledger: new SeedLedger(file) });
  expect([outcome, inDoubt]).toEqual(['made', []]);
  expect(left).toEqual([
    'workspaces[0]: a workspace, its users and tokens',
    'workspaces[1]: a workspace, its users and tokens',
    'numbers[0]: 5 numbers; attach those of numbers.owned instead',
    "agents[3]: 4 agents of another workspace than the token's",
    'campaigns[0]: 2 campaigns with 20 audience records',
    'agents[0]#2: wants 1 numbers and numbers.owned has 0 left for it, and it stays a draft',
  ]);
  expect(newAgents().map(({ status, agent_type }) => [status, agent_type])).toEqual([
    [1, 2],
    [1, 2],
    [3, 2],
    [3, 3],
    [3, 3],
    [2, 3],
  ]);
  const [first] = newAgents();
  expect(first?.voice_id).toMatch(/^(aurora|birch)-/);
  expect(first?.unread.greeting).not.toBe('');
  expect(
    mock.worlds.default.store
      .view()
      .find('phone_numbers', 'agent_id', first?.id ?? 0)
      .map(({ id }) => id),
  ).toEqual(['+15550009001']);
});

it('makes nothing the second time', async () => {
  await fillDeployment(plan, config, { send: send(), ledger: new SeedLedger(file) });
  const again = await fillDeployment(plan, config, { send: send(), ledger: new SeedLedger(file) });
  expect([again.outcome, newAgents().length]).toEqual(['there already', 6]);
});

it.each([5, 6, 9])('goes on after a run that was cut off before its request %i', async (nth) => {
  const cut = fillDeployment(plan, config, { send: losing(nth, 'unsent'), ledger: new SeedLedger(file) });
  await expect(cut).rejects.toThrow('lost');
  const { outcome, inDoubt } = await fillDeployment(plan, config, { send: send(), ledger: new SeedLedger(file) });
  expect([outcome, inDoubt, newAgents().map(({ status }) => status)]).toEqual(['made', [], [1, 1, 3, 3, 3, 2]]);
});

it('never sends a creation twice whose answer was lost, and says where to look for it', async () => {
  const cut = fillDeployment(plan, config, { send: losing(8, 'unanswered'), ledger: new SeedLedger(file) });
  await expect(cut).rejects.toThrow('lost');
  expect(newAgents()).toHaveLength(2);
  const { inDoubt } = await fillDeployment(plan, config, { send: send(), ledger: new SeedLedger(file) });
  expect(inDoubt).toEqual(['agents[0]#1: look for an agent with "seeded agents[0]#1" in its description']);
  expect(newAgents()).toHaveLength(6);
  expect(newAgents()[1]?.description).toContain('(seeded agents[0]#1)');
});

it('deletes the agents that it made, and no others', async () => {
  await fillDeployment(plan, config, { send: send(), ledger: new SeedLedger(file) });
  expect(await emptyDeployment(config, { send: send(), ledger: new SeedLedger(file) })).toEqual({
    deleted: 6,
    inDoubt: [],
  });
  expect(newAgents().map(({ status }) => status)).toEqual([2, 2, 2, 2, 2, 2]);
  expect(mock.worlds.default.store.view().get('agents', 1004)?.status).toBe(1);
  expect(await emptyDeployment(config, { send: send(), ledger: new SeedLedger(file) })).toEqual({
    deleted: 0,
    inDoubt: [],
  });
});

it('creates again what was taken back', async () => {
  await fillDeployment(plan, config, { send: send(), ledger: new SeedLedger(file) });
  await emptyDeployment(config, { send: send(), ledger: new SeedLedger(file) });
  expect((await fillDeployment(plan, config, { send: send(), ledger: new SeedLedger(file) })).outcome).toBe('made');
  expect(newAgents().map(({ status }) => status)).toEqual([2, 2, 2, 2, 2, 2, 1, 1, 3, 3, 3, 2]);
});

it('keeps the token out of the ledger and out of what it says', async () => {
  const wrong = { ...config, token: 'f00d'.repeat(16) };
  const refused = fillDeployment(plan, wrong, { send: send(), ledger: new SeedLedger(file) });
  await expect(refused).rejects.toThrow(/^voice-list: the deployment answers 401 Invalid Auth Key or Session Expired$/);
  await fillDeployment(plan, config, { send: send(), ledger: new SeedLedger(file) });
  expect(await readFile(file, 'utf8')).not.toContain(token);
});

it('stops at a refusal with the path of the plan, and tries the agent again in the next run', async () => {
  let isFirst = true;
  const refusing: SendRequest = (request) => {
    if (!request.url.endsWith('/create-agent') || !isFirst) return send()(request);
    isFirst = false;
    return Promise.resolve({ status: 422, body: { message: 'voice is unknown' } });
  };
  const run = fillDeployment(plan, config, { send: refusing, ledger: new SeedLedger(file) });
  await expect(run).rejects.toThrow('agents[0]: the deployment answers 422 voice is unknown');
  await fillDeployment(plan, config, { send: send(), ledger: new SeedLedger(file) });
  expect(newAgents()).toHaveLength(6);
});

function newAgents() {
  return [...mock.worlds.default.store.view().all('agents')].filter(({ id }) => id > 1010).sort((a, b) => a.id - b.id);
}

function send(): SendRequest {
  return createPoliteHttp({
    rate: null,
    timeout: 10_000,
    fetch: globalThis.fetch,
    now: () => 0,
    sleep: () => Promise.resolve(),
  });
}

function losing(nth: number, how: 'unsent' | 'unanswered'): SendRequest {
  let requests = 0;
  return async (request) => {
    if (++requests !== nth) return send()(request);
    if (how === 'unanswered') await send()(request);
    throw new NoAnswerError('lost', how === 'unanswered');
  };
}
