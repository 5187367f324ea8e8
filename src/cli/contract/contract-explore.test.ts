import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../../testing/serve-process.ts';
import { contractCommand } from './contract.ts';

const folder = mkdtempSync(join(tmpdir(), 'contract-walk-'));

const run = (...args: string[]) => runCommand(contractCommand, args);

function kept(name: string, walk: unknown): string {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(walk));
  return file;
}

describe('contract --explore and --replay', () => {
  it.each([
    ['--walks', '0'],
    ['--steps', 'many'],
    ['--minutes', '-1'],
    ['--seed', '1.5'],
  ])('refuses %s %s', async (flag, value) => {
    const { code, text } = await run('--explore', flag, value);
    expect(code).toBe(2);
    expect(text).toContain(`${flag} ${value}`);
  });

  it('runs a kept walk again, and says that no rule is violated', async () => {
    const create = {
      do: 'send',
      request: { operation: 'createAgent', as: 'own', json: { agent_name: { $name: 'kept' } } },
    };
    const walk = { format: 'voice-agent-mock/walk/1', clauses: ['create-agent.create'], expected: 'a', came: 'b' };
    const { code, text } = await run('--replay', kept('walk.json', { ...walk, steps: [create, { do: 'look' }] }));
    expect(text).toContain('no rule is violated by its 2 steps');
    expect(code).toBe(0);
  });

  it('names a file that is not a kept walk', async () => {
    const { code, text } = await run('--replay', kept('other.json', { format: 'voice-agent-mock/repro/1' }));
    expect(code).toBe(2);
    expect(text).toContain('other.json is not a kept walk');
  });
});
