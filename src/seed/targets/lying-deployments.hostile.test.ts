import { existsSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createMock } from '../../app.ts';
import { loadContractDocument } from '../../document/read/load.ts';
import { operationPlaces } from '../../deployment/addresses.ts';
import { openLedgerFile } from '../../deployment/agents/ledger.ts';
import { openTransport } from '../../deployment/http-transport.ts';
import type { DeploymentSettings } from '../../deployment/configuration/read-settings.ts';
import { leftIn } from '../../deployment/agents/clean-agents.ts';
import { lies, startLyingDeployment } from '../../testing/lies.ts';
import { emptyDeployment, fillDeployment } from './fill-deployment.ts';
import { resolvePlan } from '../plan/resolve-plan.ts';

const mock = await createMock({ dataDir: null });
const { url } = await mock.listen(0);
const deployment = await startLyingDeployment(url);
const file = join(await mkdtemp(join(tmpdir(), 'lies-')), 'ledger.ndjson');
const settings: DeploymentSettings = {
  addresses: { base_url: `${deployment.url}/api/v1/global`, api_url: deployment.url, alt_url: deployment.url },
  token: 'ac3d'.repeat(16),
  numbers: { owned: ['+15550009001'] },
  agents: { read: [{ id: 1010 }] },
  headers: {},
  timeout: 250,
  rate_limit: null,
  concurrency: 1,
  ledger: file,
};
const places = operationPlaces(loadContractDocument());
const plan = resolvePlan({ agents: [{ count: 2, status: 'published' }] });
afterAll(async () => {
  await deployment.close();
  await mock.close();
});

/** Everything that was there before, as the mock keeps it. */
function others(): string {
  const view = mock.worlds.default.store.view();
  const agents = [...view.all('agents')].filter(({ id }) => id <= 1010);
  const numbers = [...view.all('phone_numbers')].filter(({ agent_id }) => agent_id !== null && agent_id <= 1010);
  return JSON.stringify([agents, numbers, [...view.all('campaigns')]]);
}

type Run = (options: Parameters<typeof fillDeployment>[2]) => Promise<unknown>;

const seed: Run = (options) => fillDeployment(plan, settings, options);
const undo: Run = (options) => emptyDeployment(settings, options);

/** Gives what a run came to, or what it threw. */
async function attempt(run: Run, timeout = 250): Promise<unknown> {
  const { transport, close } = openTransport({ ...settings, places, timeout, until: Date.now() + 8 * timeout });
  const sleep = (): Promise<void> => Promise.resolve();
  try {
    return await run({ transport, ledger: openLedgerFile(file), run: 'lies', sleep });
  } catch (error) {
    return error;
  } finally {
    close();
  }
}

// The contract suite meets them all; every third one here.
it.each(Object.entries(lies).filter((_, index) => index % 3 === 0))(
  'a deployment that %s loses no agent to seeding and to --undo, and what is left is named',
  async (_name, lie) => {
    await fetch(`${url}/__mock/reset`, { method: 'POST' });
    rmSync(file, { force: true });
    const before = others();
    deployment.lie(lie);
    for (const run of [seed, seed, undo]) {
      await attempt(run);
      expect(others()).toBe(before);
      expectListed();
    }
    deployment.lie(null);
    if (!existsSync(file)) return;
    const told = await attempt(undo, 10_000);
    expect(others()).toBe(before);
    expectListed();
    const { left } = told as Awaited<ReturnType<typeof emptyDeployment>>;
    expect(left).toHaveLength(leftIn(openLedgerFile(file)).length);
  },
);

/** Whatever of ours is still there stands in the ledger, by its id or its name. */
function expectListed(): void {
  const left = existsSync(file) ? leftIn(openLedgerFile(file)) : [];
  for (const { id, agent_name, status } of mock.worlds.default.store.view().all('agents')) {
    if (id <= 1010 || status === 2) continue;
    const isListed = left.some(
      (each) => each.id === id || each.names.includes(agent_name) || each.reason.includes(`${id}`),
    );
    expect([agent_name, isListed]).toEqual([agent_name, true]);
  }
}
