import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createMock } from '../app.ts';
import { openLedgerFile } from '../deployment/ledger-file.ts';
import { leftIn } from '../deployment/sweep.ts';
import { lies } from '../testing/lies.ts';
import { startLyingDeployment } from '../testing/lying-deployment.ts';
import { contractCommand } from './contract.ts';
import type { Command, CommandContext } from './command.ts';
import { seedCommand } from './seed.ts';
import { UsageError } from './usage-error.ts';

const mock = await createMock({ dataDir: null });
const { url } = await mock.listen(0);
const deployment = await startLyingDeployment(url);
const dir = await mkdtemp(join(tmpdir(), 'lies-'));
const ledger = join(dir, 'ledger.ndjson');
const config = join(dir, 'contract.config.yaml');
writeFileSync(
  config,
  `base_url: ${deployment.url}/api/v1/global\ntoken: ${'ac3d'.repeat(16)}\ntimeout: 250\nnumbers: { owned: ['+15550009001'] }\nagents: { read: [{ id: 1010 }] }\n`,
);
afterAll(async () => {
  deployment.close();
  await mock.close();
});

async function run(command: Command, ...args: string[]): Promise<{ code: number; text: string }> {
  const lines: string[] = [];
  const print = (text: string): void => void lines.push(text);
  const context: CommandContext = {
    ...{ env: {}, version: '0', print, printError: print, isTerminal: false, now: () => 0 },
    ...{ onEndSignal: () => undefined, exit: () => undefined },
  };
  try {
    return { code: await command.run(args, context), text: lines.join('\n') };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { code: 2, text: [...lines, error.message].join('\n') };
  }
}

/** Everything that was there before, as the mock keeps it. */
function others(): string {
  const view = mock.worlds.default.store.view();
  const agents = [...view.all('agents')].filter(({ id }) => id <= 1010);
  const numbers = [...view.all('phone_numbers')].filter(({ agent_id }) => agent_id !== null && agent_id <= 1010);
  return JSON.stringify([agents, numbers, [...view.all('campaigns')]]);
}

const seed = (): Promise<{ code: number; text: string }> =>
  run(seedCommand, '--agents=2', '--deployment', config, '--ledger', ledger);
const undo = (): Promise<{ code: number; text: string }> => run(seedCommand, '--undo', ledger, '--deployment', config);

/** These are met by waiting, for minutes. */
const patient = ['asks to wait for days'];

it.each(Object.entries(lies).filter(([name]) => !patient.includes(name)))(
  'a deployment that %s loses no agent to seeding and to --undo, and what is left is named',
  async (_name, lie) => {
    await fetch(`${url}/__mock/reset`, { method: 'POST' });
    rmSync(ledger, { force: true });
    const before = others();
    deployment.lie(lie);
    for (const command of [seed, seed, undo]) {
      await command();
      expect(others()).toBe(before);
      expectListed();
    }
    deployment.lie(null);
    if (!existsSync(ledger)) return;
    const { code, text } = await undo();
    expect(others()).toBe(before);
    expectListed();
    const left = leftIn(openLedgerFile(ledger));
    expect(code, text).toBe(left.length > 0 ? 1 : code);
    for (const { names } of left) expect(text).toContain(names.at(-1));
  },
);

/** Whatever of ours is still there stands in the ledger, by its id, its name or its description. */
function expectListed(): void {
  const left = existsSync(ledger) ? leftIn(openLedgerFile(ledger)) : [];
  for (const { id, agent_name, status } of mock.worlds.default.store.view().all('agents')) {
    if (id <= 1010 || status === 2) continue;
    const isListed = left.some(
      (each) => each.id === id || each.names.includes(agent_name) || each.reason.includes(`${id}`),
    );
    expect([agent_name, isListed]).toEqual([agent_name, true]);
  }
}

it('sweeps and takes back nothing with the ledger of another deployment or workspace, nor beside another run', async () => {
  await fetch(`${url}/__mock/reset`, { method: 'POST' });
  deployment.lie(null);
  rmSync(ledger, { force: true });
  expect((await seed()).code).toBe(0);
  const base = `${url}/api/v1/global`;
  const other = join(dir, 'other.yaml');
  for (const text of [
    `base_url: ${base}\ntoken: ${'ac3d'.repeat(16)}\n`,
    `base_url: ${deployment.url}/api/v1/global\ntoken: ${'910b'.repeat(16)}\n`,
  ]) {
    writeFileSync(other, text);
    for (const refused of [
      await run(seedCommand, '--undo', ledger, '--deployment', other),
      await run(contractCommand, 'sweep', '--config', other, '--ledger', ledger),
    ]) {
      expect(refused.code).toBe(2);
      expect(refused.text).toContain('nothing is touched');
    }
  }
  writeFileSync(`${ledger}.lock`, String(process.pid));
  for (const refused of [await undo(), await run(contractCommand, 'sweep', '--config', config, '--ledger', ledger)]) {
    expect([refused.code, refused.text]).toEqual([2, expect.stringContaining('in use by another run')]);
  }
  rmSync(`${ledger}.lock`);
  const made = [...mock.worlds.default.store.view().all('agents')].filter(
    ({ id, status }) => id > 1010 && status !== 2,
  );
  expect(made).toHaveLength(2);
  expect((await run(contractCommand, 'sweep', '--config', config, '--ledger', ledger)).text).toBe(
    '2 agents cleaned, 0 left.',
  );
});

it('ends a sweep with 2 and keeps the ledger where the deployment goes away, and one without a prefix sends nothing', async () => {
  await fetch(`${url}/__mock/reset`, { method: 'POST' });
  deployment.lie(null);
  rmSync(ledger, { force: true });
  expect((await seed()).code).toBe(0);
  deployment.lie((call) => call.cut());
  const swept = await run(contractCommand, 'sweep', '--config', config, '--ledger', ledger);
  expect([swept.code, leftIn(openLedgerFile(ledger)).length]).toEqual([2, 2]);
  let requests = 0;
  deployment.lie(() => void (requests += 1));
  const flags = ['--base-url', deployment.url, '--token', 'a-token', '--ledger', ledger];
  for (const { code, text } of [await run(contractCommand, ...flags), await run(contractCommand, 'sweep', ...flags)]) {
    expect([code, text]).toEqual([2, expect.stringContaining(`Write ${deployment.url}/api/v1/global`)]);
  }
  expect(requests).toBe(0);
});
