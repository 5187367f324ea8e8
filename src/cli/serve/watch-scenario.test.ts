import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMock, type Mock } from '../../app.ts';
import type { AgentRecord } from '../../domain/records.ts';
import { scenarioFolder } from '../../files/scenario-folder.ts';
import type { FollowedScenario } from '../../worlds/followed-scenario.ts';
import type { CommandContext } from '../command.ts';
import { watchScenario } from './serve.ts';

vi.setConfig({ testTimeout: 30_000 });

let dir: string;
let mock: Mock;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'watch-scenario-'));
  await cp(scenarioFolder('default'), dir, { recursive: true });
});
afterEach(async () => {
  await mock.close();
  await rm(dir, { recursive: true });
});

async function edit(file: string, from: string | RegExp, to: string): Promise<void> {
  const text = await readFile(join(dir, file), 'utf8');
  const next = text.replace(from, to);
  expect(next).not.toBe(text);
  await writeFile(join(dir, file), next);
}

const agent = (id: number): AgentRecord | undefined => mock.worlds.default.store.view().get('agents', id);

/** What a request does to the state: an agent gets another name. */
async function rename(id: number, agent_name: string): Promise<void> {
  const { store } = mock.worlds.default;
  const record = agent(id);
  if (record === undefined) throw new Error(`there is no agent ${id}`);
  await store.commit([store.view().put('agents', { ...record, agent_name })]);
}

describe.each([
  ['in memory', (): string | null => null],
  ['in a data folder', (): string | null => join(dir, '.state')],
] as const)('a scenario that is followed by a mock whose state is %s', (_, dataDir) => {
  const start = async (): Promise<FollowedScenario> => {
    mock = await createMock({ scenario: dir, dataDir: dataDir() });
    return mock.followScenario();
  };

  it('is taken over record by record, beside what requests have made', async () => {
    const scenario = await start();
    await rename(1001, 'By a request');
    await rename(1002, 'By a request too');
    await edit('agents.json', /"agent_name": "Loan[^"]*"/, '"agent_name": "By hand"');
    await edit('leads/5002.json', /\n\{[^\n]*\},\n/, '\n');
    await edit('phone-numbers.json', /,\s*\{\s*"id": "\+15550009004"[^}]*\}/, '');
    const before = mock.worlds.default.store.view().leads(5002).size;
    const changes = await scenario.takeOver();
    expect(changes).toEqual([
      { of: 'agents', added: [], changed: [1002], removed: [] },
      { of: 'phone numbers', added: [], changed: [], removed: ['+15550009004'] },
      { of: 'records of audience 5002', added: [], changed: [], removed: [expect.any(Number)] },
    ]);
    expect([agent(1001)?.agent_name, agent(1002)?.agent_name]).toEqual(['By a request', 'By hand']);
    expect(mock.worlds.default.store.view().leads(5002).size).toBe(before - 1);
    expect(mock.worlds.default.store.view().get('phone_numbers', '+15550009004')).toBeUndefined();
    expect(await scenario.takeOver()).toEqual([]);
  });

  it('is what resets and new worlds begin as from then on; worlds that are there stay as they are', async () => {
    const scenario = await start();
    const old = await mock.worlds.named('old');
    await mock.worlds.reset(mock.worlds.default);
    await rename(1001, 'By a request');
    await edit('agents.json', /"agent_name": "Loan[^"]*"/, '"agent_name": "By hand"');
    await scenario.takeOver();
    expect(old.store.view().get('agents', 1002)?.agent_name).toMatch(/^Loan/);
    const young = await mock.worlds.named('young');
    expect(young.store.view().get('agents', 1002)?.agent_name).toBe('By hand');
    await mock.worlds.reset(mock.worlds.default);
    expect([agent(1001)?.agent_name, agent(1002)?.agent_name]).toEqual([
      expect.stringMatching(/^Terminerinnerung/),
      'By hand',
    ]);
    await mock.worlds.reset(old);
    expect(old.store.view().get('agents', 1002)?.agent_name).toBe('By hand');
  });

  it('changes nothing while it is broken, and is taken over once it is mended', async () => {
    const scenario = await start();
    await rename(1001, 'By a request');
    await edit('agents.json', '"status": 1', '"status": 9');
    await expect(scenario.takeOver()).rejects.toThrow(/agents\.json:\d+:\d+ at \/3\/status: the value is 9/);
    expect([agent(1001)?.agent_name, agent(1004)?.status]).toEqual(['By a request', 1]);
    await edit('agents.json', '"status": 9', '"status": 3');
    expect(await scenario.takeOver()).toHaveLength(1);
    expect([agent(1001)?.agent_name, agent(1004)?.status]).toEqual(['By a request', 3]);
  });

  it('leaves the state as it is where a change does not fit to what requests have made', async () => {
    const scenario = await start();
    const { store } = mock.worlds.default;
    const number = store.view().get('phone_numbers', '+15550009001');
    if (number === undefined) throw new Error('the number is well-known');
    const record = { ...number, agent_id: 1009 };
    await store.commit([store.view().put('phone_numbers', record)]);
    const agents = JSON.parse(await readFile(join(dir, 'agents.json'), 'utf8')) as readonly { readonly id: number }[];
    await writeFile(join(dir, 'agents.json'), JSON.stringify(agents.filter(({ id }) => id !== 1009)));
    await expect(scenario.takeOver()).rejects.toThrow(
      'agents 1009 cannot be removed: phone_numbers +15550009001 refers to it',
    );
    expect(agent(1009)).toBeDefined();
    await mock.worlds.reset(mock.worlds.default);
    expect(agent(1009)).toBeUndefined();
  });
});

it('goes on after a restart with a data folder that has taken a change over', async () => {
  const dataDir = join(dir, '.state');
  mock = await createMock({ scenario: dir, dataDir });
  const scenario = await mock.followScenario();
  await edit('agents.json', /"agent_name": "Loan[^"]*"/, '"agent_name": "By hand"');
  await scenario.takeOver();
  await mock.close();
  mock = await createMock({ scenario: dir, dataDir });
  expect(agent(1002)?.agent_name).toBe('By hand');
});

it('is noticed as it is saved, and told with what changed or what is wrong', async () => {
  mock = await createMock({ scenario: dir });
  const told: string[] = [];
  const context = {
    print: (...lines: string[]) => told.push(...lines),
    printError: (...lines: string[]) => told.push(...lines),
  } as unknown as CommandContext;
  const end = watchScenario(await mock.followScenario(), context);
  try {
    await edit('agents.json', /"agent_name": "Loan[^"]*"/, '"agent_name": "By hand"');
    await vi.waitFor(() => expect(told).toEqual([`${dir} has changed: agents changed: 1002.`]), { timeout: 60_000 });
    expect(agent(1002)?.agent_name).toBe('By hand');
    await edit('leads/5002.json', '[', '');
    await vi.waitFor(() => expect(told).toHaveLength(2), { timeout: 60_000 });
    expect(told[1]).toMatch(/^The mock keeps its state, .* leads\/5002\.json:\d+:\d+: this is not JSON|leads\/5002/);
  } finally {
    await end();
  }
});
