import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { allChecks } from '../../../contract-tests/all-checks.ts';
import { createMock } from '../../app.ts';
import { loadContractDocument } from '../../document/read/load.ts';
import { operationPlaces } from '../addresses.ts';
import { type Settings, defaultScenario } from '../configuration/settings.ts';
import { createHttpTransport, openTransport } from '../http-transport.ts';
import { claimLedger, openLedgerFile } from './ledger.ts';
import { leftIn, sweep } from './clean-agents.ts';
import type { Break } from '../../../contract-tests/self-test/fault.ts';
import { lies, startLyingDeployment } from '../../testing/lies.ts';
import { openSession } from '../../judge/session.ts';

const document = loadContractDocument();
const places = operationPlaces(document);
const mock = await createMock({ dataDir: null });
const { url } = await mock.listen(0);
const deployment = await startLyingDeployment(url);
afterAll(async () => {
  await deployment.close();
  await mock.close();
});

const addresses = {
  base_url: `${deployment.url}/api/v1/global`,
  api_url: deployment.url,
  alt_url: deployment.url,
};
const settings: Settings = {
  ...defaultScenario,
  agents: { uuid: '00000000-0000-4000-8000-{id}', read: [{ id: 1010 }] },
  addresses,
  headers: {},
  timeout: 250,
  rate_limit: null,
  concurrency: 1,
  ledger: join(mkdtempSync(join(tmpdir(), 'lies-')), 'ledger.jsonl'),
};
/** Some that create, change, publish and delete, by JSON and by form. */
const rules = [
  'create-agent.create',
  'create-agent.update',
  'create-agent.delete',
  'agent-update.body',
  'create-agent.publish',
];
const checks = Object.values(allChecks)
  .flat()
  .filter(({ title, clauses: [rule] }) => title === undefined && rules.includes(rule));

/** Everything that was there before, as the mock keeps it. */
function others(): string {
  const view = mock.worlds.default.store.view();
  const agents = [...view.all('agents')].filter(({ id }) => id <= 1010);
  const numbers = [...view.all('phone_numbers')].filter(({ agent_id }) => agent_id !== null && agent_id <= 1010);
  return JSON.stringify([agents, numbers, [...view.all('campaigns')]]);
}

function ownLeft(): readonly { id: number; agent_name: string }[] {
  return [...mock.worlds.default.store.view().all('agents')].filter(({ id, status }) => id > 1010 && status !== 2);
}

async function runSuite(lie: Break): Promise<void> {
  deployment.lie(null);
  const http = createHttpTransport({ addresses, places, headers: {}, timeout: settings.timeout });
  const until = { checks: Date.now() + 1500, cleaning: Date.now() + 2500 };
  const effects = ['none', 'reversible'] as const;
  const plan = { settings, addresses, effects, withAssumptions: true, run: 'lies', until };
  const ledger = claimLedger(openLedgerFile(settings.ledger), settings);
  const session = openSession({ document, plan, transport: http, ledger });
  deployment.lie(lie);
  for (const check of checks) await session.run(check);
  http.close();
}

async function sweepOnce(timeout = 250): Promise<readonly { readonly id: number | null; readonly name: string }[]> {
  const { transport, close } = openTransport({
    ...settings,
    addresses,
    places,
    timeout,
    until: Date.now() + 8 * timeout,
  });
  try {
    return (await sweep(openLedgerFile(settings.ledger), transport, settings)).left;
  } catch {
    return leftIn(openLedgerFile(settings.ledger)).map(({ id, names }) => ({ id, name: names.at(-1) ?? '' }));
  } finally {
    close();
  }
}

it('runs the checks that it names', () => expect(checks).toHaveLength(rules.length));

it.each(Object.entries(lies))('a deployment that %s loses no agent, and what is left is named', async (_name, lie) => {
  await fetch(`${url}/__mock/reset`, { method: 'POST' });
  const before = others();
  await runSuite(lie);
  expect(others()).toBe(before);
  const told = await sweepOnce();
  expect(others()).toBe(before);
  expectNamed(told);
  deployment.lie(null);
  const still = await sweepOnce(10_000);
  expect(others()).toBe(before);
  expectNamed(still);
  expect(existsSync(settings.ledger)).toBe(still.length > 0);
  if (still.length > 0) rmSync(settings.ledger);
});

/** Whatever of ours is still there stands in the report and in the ledger, by its id or its name. */
function expectNamed(told: readonly { readonly id: number | null; readonly name: string }[]): void {
  const listed = existsSync(settings.ledger) ? leftIn(openLedgerFile(settings.ledger)) : [];
  for (const { id, agent_name } of ownLeft()) {
    const isTold = told.some((left) => left.id === id || left.name === agent_name);
    const isListed = listed.some(
      (left) => left.id === id || left.names.includes(agent_name) || left.reason.includes(`${id}`),
    );
    expect([agent_name, isTold || isListed, isListed]).toEqual([agent_name, true, true]);
  }
  expect(ownLeft().length).toBeLessThanOrEqual(10);
}
