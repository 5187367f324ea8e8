import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultScenario } from '../../deployment/configuration/default-scenario.ts';
import { startInProcessTarget, type InProcessTarget } from '../../suite/in-process-target.ts';
import { contractCommand } from './contract.ts';

const patience = { timeout: 300_000 };
const home = process.cwd();
const folder = mkdtempSync(join(tmpdir(), 'contract-explore-'));
let right: InProcessTarget;

beforeAll(async () => {
  right = await startInProcessTarget();
  // Walks and ledgers are kept where the command runs.
  process.chdir(folder);
}, 60_000);

afterAll(async () => {
  process.chdir(home);
  await right.close();
}, 60_000);

describe('contract --explore by address', () => {
  it('walks a deployment that is right, and violates nothing', patience, async () => {
    const { code, text } = await run(
      right.addresses.base_url,
      '--explore',
      '--shard',
      '1/20',
      '--walks',
      '2',
      '--seed',
      '5',
    );
    expect(text).toContain('2 walks, 80 steps.');
    expect(text).toMatch(/Stated rules reached: \d{3} of \d{3}/);
    expect(text).toContain('0 violated');
    expect(text).not.toContain(defaultScenario.token);
    expect(code).toBe(0);
  });
});

async function run(address: string, ...args: string[]): Promise<{ code: number; text: string }> {
  const lines: string[] = [];
  const print = (...printed: readonly string[]): number => lines.push(...printed);
  const ledger = join(mkdtempSync(join(folder, 'ledger-')), 'ledger.jsonl');
  const code = await contractCommand.run(
    ['--base-url', address, '--token', defaultScenario.token, '--ledger', ledger, ...args],
    {
      ...{ env: {}, version: '0', print, printError: print, isTerminal: false, now: Date.now },
      ...{ onEndSignal: () => undefined, exit: () => undefined },
    },
  );
  return { code, text: lines.join('\n') };
}
