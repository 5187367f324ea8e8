import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createMock, type Mock } from '../../app.ts';
import { loadContractDocument } from '../../document/read/load.ts';
import { operationPlaces } from '../../deployment/addresses.ts';
import { NoAnswerError, type Transport } from '../../deployment/transport.ts';
import { openLedgerFile } from '../../deployment/agents/ledger.ts';
import { openTransport } from '../../deployment/http-transport.ts';
import { readDeploymentSettings, type DeploymentSettings } from '../../deployment/configuration/read-settings.ts';
import { emptyDeployment, fillDeployment, type DeploymentOutcome } from './fill-deployment.ts';
import { resolvePlan } from '../plan/resolve-plan.ts';

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
let settings: DeploymentSettings;
let transport: Transport;
let close: () => void;
let file: string;

beforeEach(async () => {
  mock = await createMock();
  const { url } = await mock.listen(0);
  const config = join(await mkdtemp(join(tmpdir(), 'config-')), 'contract.config.yaml');
  await writeFile(
    config,
    `base_url: ${url}/api/v1/global/\napi_url: ${url}\nalt_url: ${url}\ntoken: \${TOKEN}\nnumbers: { owned: ['+15550009001', '+15550009004'] }`,
  );
  settings = readDeploymentSettings(config, { TOKEN: token });
  const places = operationPlaces(loadContractDocument());
  ({ transport, close } = openTransport({ ...settings, places, rate_limit: null }));
  file = join(await mkdtemp(join(tmpdir(), 'ledger-')), 'ledger.ndjson');
});

afterEach(() => {
  close();
  return mock.close();
});

it('creates agents through the public API, and lists what it has no operation for', async () => {
  const { outcome, left, inDoubt } = await fill();
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
  await fill();
  const again = await fill();
  expect([again.outcome, newAgents().length]).toEqual(['there already', 6]);
});

it.each([1, 2, 5])('goes on after a run that was cut off before its write %i', async (nth) => {
  const cut = fill(losing(nth, 'unsent'));
  await expect(cut).rejects.toThrow('lost');
  const { outcome, inDoubt } = await fill();
  expect([outcome, inDoubt, newAgents().map(({ status }) => status)]).toEqual(['made', [], [1, 1, 3, 3, 3, 2]]);
});

it('never sends a creation twice whose answer was lost, and finds its agent by the note in its description', async () => {
  await expect(fill(losing(4, 'unanswered'))).rejects.toThrow('lost');
  expect(newAgents()).toHaveLength(2);
  const { inDoubt, outcome } = await fill();
  expect([outcome, inDoubt]).toEqual(['made', []]);
  expect(newAgents()).toHaveLength(6);
  expect(newAgents()[1]?.description).toContain('(seeded agents[0]#1 in run one)');
});

it('says where to look for an agent that may have been made and that nothing leads to', async () => {
  await expect(fill(losing(1, 'unanswered'))).rejects.toThrow('lost');
  const { inDoubt } = await fill();
  expect(inDoubt).toEqual(['agents[0]#0: look for an agent with "seeded agents[0]#0 in run one" in its description']);
  expect(newAgents()).toHaveLength(6);
});

it('deletes the agents that it made, and no others', async () => {
  await fill();
  expect(await emptyDeployment(settings, { transport, ledger: openLedgerFile(file) })).toEqual({
    deleted: 6,
    left: [],
  });
  expect(newAgents().map(({ status }) => status)).toEqual([2, 2, 2, 2, 2, 2]);
  expect(mock.worlds.default.store.view().get('agents', 1004)?.status).toBe(1);
  expect(await emptyDeployment(settings, { transport, ledger: openLedgerFile(file) })).toEqual({
    deleted: 0,
    left: [],
  });
});

it('creates again what was taken back', async () => {
  await fill();
  await emptyDeployment(settings, { transport, ledger: openLedgerFile(file) });
  expect((await fill()).outcome).toBe('made');
  expect(newAgents().map(({ status }) => status)).toEqual([2, 2, 2, 2, 2, 2, 1, 1, 3, 3, 3, 2]);
});

it('keeps the token out of the ledger and out of what it says', async () => {
  const wrong = { ...settings, token: 'f00d'.repeat(16) };
  const refused = fill(transport, wrong);
  await expect(refused).rejects.toThrow(/^voice-list: the deployment answers 401 Invalid Auth Key or Session Expired$/);
  await fill();
  expect(await readFile(file, 'utf8')).not.toContain(token);
});

it('stops at a refusal with the path of the plan, and tries the agent again in the next run', async () => {
  let isFirst = true;
  const refusing: Transport = (request) => {
    if (request.operation !== 'createAgent' || !isFirst) return transport(request);
    isFirst = false;
    return Promise.resolve({ status: 422, headers: {}, text: '{"message":"voice is unknown"}' });
  };
  const run = fill(refusing);
  await expect(run).rejects.toThrow('agents[0]: the deployment answers 422 voice is unknown');
  await fill();
  expect(newAgents()).toHaveLength(6);
});

function newAgents() {
  return [...mock.worlds.default.store.view().all('agents')].filter(({ id }) => id > 1010).sort((a, b) => a.id - b.id);
}

function fill(by = transport, to = settings): Promise<DeploymentOutcome> {
  const sleep = (): Promise<void> => Promise.resolve();
  return fillDeployment(plan, to, { transport: by, ledger: openLedgerFile(file), run: 'one', sleep });
}

/** Loses one of the writes: on its way there, or its answer on the way back. */
function losing(nth: number, how: 'unsent' | 'unanswered'): Transport {
  let writes = 0;
  return async (request) => {
    if (request.body.kind === 'none' || ++writes !== nth) return transport(request);
    if (how === 'unanswered') await transport(request);
    throw new NoAnswerError('lost', how === 'unsent');
  };
}
