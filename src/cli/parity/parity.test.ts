import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startInProcessTarget } from '../../judge/as-mock/mock-worlds.ts';
import { type CommandRun, runCommand } from '../../testing/serve-process.ts';
import { parityCommand } from './parity.ts';

const folder = mkdtempSync(join(tmpdir(), 'parity-'));
const today = await startInProcessTarget();
const other = await startInProcessTarget({
  overlay: '1.1.0',
  info: { title: 'other', version: '1' },
  actions: [{ target: "$['x-behaviours']", update: { 'agent.last-modified.before': 'age' } }],
});
afterAll(async () => {
  await today.close();
  await other.close();
  rmSync(folder, { recursive: true });
});

function run(...flags: string[]): Promise<CommandRun> {
  const common = ['--walks', '1', '--steps', '8', '--seed', '2', '--ledger', join(folder, 'ledger.jsonl')];
  return runCommand(parityCommand, [...common, ...flags]);
}

const of = ({ addresses }: typeof today) => ['--base-url', addresses.base_url, '--token', 'ac3e'.repeat(16)];

it('ends with 0 where every answer is alike', async () => {
  const { code, text } = await run(...of(today));
  expect([code, text]).toEqual([0, expect.stringContaining('100.0 %')]);
});

it('ends with 1, names the line for the profile without a token, and adds it: the next walks find no difference', async () => {
  const [json, report] = [join(folder, 'parity.json'), join(folder, 'parity.html')];
  const profile = join(folder, 'staging.overlay.yaml');
  writeFileSync(profile, 'overlay: 1.1.0\ninfo: { title: staging, version: "1" }\nactions: []\n');
  const { code, text } = await run(...of(other), '--json', json, '--report', report, '--profile', profile, '--learn');
  expect([code, text]).toEqual([1, expect.stringContaining('Wrote 1 lessons')]);
  expect(text).toContain('NOT LEARNED  getAgent /data/last_modified');
  const line = 'agent.last-modified.before: age';
  const page = readFileSync(report, 'utf8');
  for (const told of [text, page, readFileSync(json, 'utf8')]) expect(told).toContain(line);
  for (const told of [text, page]) expect(told).not.toContain('ac3e'.repeat(16));
  expect(readFileSync(profile, 'utf8')).toMatch(/agent.last-modified.before: age[^]*x-learned/);
  const again = await run(...of(other), '--profile', profile);
  expect(again.code).toBe(0);
});

it.each([
  ['with nothing to add to', [...of(today), '--learn'], '--learn needs --profile'],
  ['without a deployment', [], 'parity needs a deployment'],
  ['where nobody answers', ['--base-url', 'http://127.0.0.1:9/api/v1/global', '--token', 'x'], '127.0.0.1:9'],
  ['with a profile that is none', [...of(today), '--profile', join(folder, 'none.yaml')], 'none.yaml'],
])('ends with 2 %s', async (_, flags, said) => {
  const { code, text } = await run(...flags);
  expect([code, text]).toEqual([2, expect.stringContaining(said)]);
});
