import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readProfile } from '../../clauses/profile/read-profile.ts';
import { loadContractDocument } from '../../document/read/load.ts';
import { startInProcessTarget } from '../../judge/in-process-target.ts';
import { type CommandRun, runCommand } from '../../testing/serve-process.ts';
import { learnCommand } from './learn.ts';

const { choices } = loadContractDocument();
const folder = mkdtempSync(join(tmpdir(), 'learn-'));
const today = await startInProcessTarget();
const other = await startInProcessTarget({
  profile: 'voice-agent-mock/profile/1',
  name: 'other',
  choices: {
    'verify.success.body': { alternative: 'empty', by: 'hand' },
    'get-by-id.agent-id.invalid.message': { value: 'No such agent.', by: 'hand' },
  },
});
afterAll(async () => {
  await today.close();
  await other.close();
  rmSync(folder, { recursive: true });
});

function run(target: typeof today | null, ...flags: string[]): Promise<CommandRun> {
  const base = target?.addresses.base_url ?? 'http://127.0.0.1:9/api/v1/global';
  const common = ['--base-url', base, '--token', 'ac3e'.repeat(16), '--ledger', join(folder, 'ledger.jsonl')];
  return runCommand(learnCommand, [...common, ...flags]);
}

it('writes a profile with the exchange that decided each choice, and no secret', { timeout: 300_000 }, async () => {
  const out = join(folder, 'staging.profile.yaml');
  const { code, text } = await run(other, '--out', out, '--read-only');
  expect([code, text]).toEqual([0, expect.stringContaining('decided')]);
  const profile = readProfile(out, choices);
  expect(profile.name).toBe('staging');
  expect(profile.choices.get('verify.success.body')).toMatchObject({
    alternative: 'empty',
    learned: { request: expect.stringMatching(/^curl .*\/verify'.*"token: \$(?:OLDER_API_)?TOKEN"/), answer: '200' },
  });
  expect(profile.choices.get('get-by-id.agent-id.invalid.message')).toMatchObject({ value: 'No such agent.' });
  expect(profile.choices.get('agent.deleted')).toEqual({
    not_observed: 'the run only reads (without --read-only)',
  });
  const written = readFileSync(out, 'utf8');
  for (const secret of ['ac3e', 'ac3d', '910b', 'login-acme', 'eyJ']) expect(written).not.toContain(secret);
  expect(written).toContain('# How does verify answer a valid token?');
});

it('says what changed when it runs again, and keeps what was written by hand', { timeout: 600_000 }, async () => {
  const out = join(folder, 'again.profile.yaml');
  expect((await run(today, '--out', out, '--read-only')).code).toBe(0);
  const first = readFileSync(out, 'utf8');
  expect((await run(today, '--out', out, '--check', '--read-only')).code).toBe(0);
  expect((await run(today, '--out', out, '--read-only')).code).toBe(0);
  expect(readFileSync(out, 'utf8')).toBe(first);

  const drift = await run(other, '--out', out, '--check', '--read-only');
  expect(drift.code).toBe(1);
  expect(drift.text).toContain('changed: verify.success.body: envelope -> empty');
  expect(readFileSync(out, 'utf8')).toBe(first);

  const hand = first.replace(/(verify\.success\.body:\n)(?: {4}.*\n)+/, '$1    alternative: message\n    by: hand\n');
  writeFileSync(out, hand);
  const contradicted = await run(today, '--out', out, '--read-only');
  expect(contradicted.code).toBe(1);
  expect(contradicted.text).toContain('contradicted: verify.success.body: by hand message, the deployment: envelope');
  expect(readProfile(out, choices).choices.get('verify.success.body')).toEqual({ alternative: 'message', by: 'hand' });
});

it('plans without a request', async () => {
  const { code, text } = await run(null, '--plan');
  expect(code).toBe(0);
  expect(text).toContain('--allow-irreversible:');
});

it.each([
  [[], 'needs --out FILE'],
  [['--out', join(folder, 'none.yaml'), '--check'], 'is not there: write it without --check first'],
  [['--out', join(folder, 'new.yaml')], 'target unreachable'],
])('cannot run with %j', async (flags, reason) => {
  const { code, text } = await run(null, ...flags);
  expect([code, text]).toEqual([2, expect.stringContaining(reason)]);
});

it('prints what was learned as JSON', { timeout: 300_000 }, async () => {
  const { text } = await run(today, '--out', join(folder, 'json.yaml'), '--json', '--read-only');
  const told = JSON.parse(text) as { decided: number; requests: number; lessons: Record<string, { kind: string }> };
  expect(told.decided).toBeGreaterThan(50);
  expect(told.lessons['agent.deleted']).toMatchObject({ kind: 'unseen', setting: 'without --read-only' });
});
