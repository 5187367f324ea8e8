import { rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createMock } from '../../app.ts';
import { openLedgerFile } from '../../deployment/agents/ledger.ts';
import { leftIn } from '../../deployment/agents/clean-agents.ts';
import { cut, startLyingDeployment } from '../../testing/lies.ts';
import { contractCommand } from './contract.ts';
import { runCommand } from '../../testing/serve-process.ts';
import type { Command } from '../command.ts';
import { seedCommand } from '../seed/seed.ts';

const mock = await createMock({ dataDir: null });
const { url } = await mock.listen(0);
const deployment = await startLyingDeployment(url);
const dir = await mkdtemp(join(tmpdir(), 'lies-'));
const ledger = join(dir, 'ledger.ndjson');
const config = join(dir, 'contract.config.yaml');
writeFileSync(
  config,
  `base_url: ${deployment.url}/api/v1/global\ntoken: ${'ac3d'.repeat(16)}\ntimeout: 10000\nnumbers: { owned: ['+15550009001', '+15550009004'] }\nagents: { read: [{ id: 1010 }] }\n`,
);
afterAll(async () => {
  await deployment.close();
  await mock.close();
});

const run = (command: Command, ...args: string[]) => runCommand(command, args);

const seed = (): Promise<{ code: number; text: string }> =>
  run(seedCommand, '--agents=2', '--deployment', config, '--ledger', ledger);
const undo = (): Promise<{ code: number; text: string }> => run(seedCommand, '--undo', ledger, '--deployment', config);

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
  deployment.lie({ before: () => cut });
  const swept = await run(contractCommand, 'sweep', '--config', config, '--ledger', ledger);
  expect([swept.code, leftIn(openLedgerFile(ledger)).length]).toEqual([2, 2]);
  let requests = 0;
  deployment.lie({ before: () => void (requests += 1) });
  const flags = ['--base-url', deployment.url, '--token', 'a-token', '--ledger', ledger];
  for (const { code, text } of [await run(contractCommand, ...flags), await run(contractCommand, 'sweep', ...flags)]) {
    expect([code, text]).toEqual([2, expect.stringContaining(`Write ${deployment.url}/api/v1/global`)]);
  }
  expect(requests).toBe(0);
});
