import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readProfile } from '../../clauses/profile/read-profile.ts';
import { loadContractDocument } from '../../document/read/load.ts';
import { startInProcessTarget } from '../../judge/in-process-target.ts';
import { type CommandRun, runCommand } from '../../testing/serve-process.ts';
import { contractCommand } from './contract.ts';

const patience = { timeout: 300_000 };
const folder = mkdtempSync(join(tmpdir(), 'contract-profile-'));
const profileOf = (choices: object): object => ({ profile: 'voice-agent-mock/profile/1', name: 'staging', choices });
const staging = {
  'create-agent.success.status': { alternative: 'created', by: 'hand' },
  'verify.success.body': { alternative: 'empty', by: 'hand' },
  'errors.order': { alternative: 'body-first', by: 'hand' },
  'errors.shape.addresses': { alternative: 'bare', by: 'hand' },
  'get-by-id.agent-id.invalid.message': { value: 'No such agent.', by: 'hand' },
  'answers.getAgent.members': { value: { '/request_id': 'r-1' }, by: 'hand' },
};
const target = await startInProcessTarget(profileOf(staging));
afterAll(async () => {
  await target.close();
  rmSync(folder, { recursive: true });
});

function fileOf(name: string, choices: object): string {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(profileOf(choices)));
  return file;
}

function run(...args: readonly string[]): Promise<CommandRun> {
  const common = ['--base-url', target.addresses.base_url, '--token', 'ac3e'.repeat(16)];
  return runCommand(contractCommand, [...common, '--ledger', join(folder, 'ledger.jsonl'), ...args]);
}

it('finds nothing wrong with a deployment that does as its profile says', patience, async () => {
  const verdict = join(folder, 'verdict.json');
  const profile = fileOf('staging.profile.yaml', staging);
  const { code, text } = await run('--assumptions', '--profile', profile, '--verdict', verdict);
  expect([code, text]).toEqual([0, expect.stringContaining('0 violated')]);
  const { clauses } = JSON.parse(readFileSync(verdict, 'utf8')) as { clauses: { id: string; verdict: string }[] };
  const verdicts = Object.fromEntries(clauses.map(({ id, verdict: said }) => [id, said]));
  expect(verdicts).toMatchObject({ 'create-agent.success.status': 'kept', 'errors.order': 'kept' });
});

it(
  'tells each choice that a deployment makes otherwise, with its rule and the line for a shell',
  patience,
  async () => {
    const other = { ...staging, 'create-agent.success.status': { alternative: 'ok', by: 'hand' } };
    const profile = fileOf('other.profile.yaml', {
      ...other,
      'get-by-id.agent-id.invalid.message': { value: 'Nobody.', by: 'hand' },
    });
    const { code, text } = await run('--assumptions', '--profile', profile, '--shard', '1/14');
    expect(code).toBe(1);
    expect(text).toContain('does not do as the profile says: create-agent.success.status');
    expect(text).toMatch(/create-agent\.success\.status \(section [\d.]+, assumed\)/);
    expect(text).toMatch(/expected +create-agent\.success\.status as the profile has it: ok \(/);
    expect(text).toMatch(/came +created \(/);
    expect(text).toMatch(/request +curl .*\/create-agent'.*"token: \$TOKEN"/);
    expect(text).toMatch(/expected +get-by-id\.agent-id\.invalid\.message as the profile has it: "Nobody\."/);
  },
);

it('violates today’s assumptions without the profile', patience, async () => {
  const { code, text } = await run('--assumptions', '--read-only');
  expect(code).not.toBe(0);
  expect(text).toMatch(/get-by-id\.agent-id\.invalid \(section 4\.1, assumed\)/);
});

it('learns a profile from the exchanges of its checks, without secrets', patience, async () => {
  const file = join(folder, 'learned.profile.yaml');
  const { text } = await run('--learn', file);
  expect(text).toContain(`Wrote ${file}`);
  const { choices } = readProfile(file, loadContractDocument().choices);
  expect(choices.get('create-agent.success.status')).toMatchObject({
    alternative: 'created',
    learned: { request: expect.stringMatching(/^curl .*"token: \$TOKEN"/), answer: expect.stringMatching(/^201 /) },
  });
  expect(choices.get('answers.getAgent.members')).toMatchObject({ value: { '/request_id': 'r-1' } });
  // A token is masked: what it looks like is not known, and nothing is guessed.
  expect(choices.get('agent.token')).toEqual({ not_observed: expect.any(String) });
  const written = readFileSync(file, 'utf8');
  for (const secret of ['ac3e', 'ac3d', '910b', 'dead', 'login-acme', 'eyJ']) expect(written).not.toContain(secret);
  // Where the rule is assumed, it is only asked with --assumptions.
  const again = await run('--learn', file, '--read-only', '--assumptions');
  expect(again.text).toContain('new: get-by-id.agent-id.invalid.message: "No such agent."');
  expect(again.text).not.toMatch(/^(changed|contradicted):/m);
  expect(readProfile(file, loadContractDocument().choices).choices.get('create-agent.success.status')).toMatchObject({
    alternative: 'created',
  });
});

it.each([
  ['--profile without --assumptions', ['--profile', fileOf('a.yaml', {})], '--profile needs --assumptions'],
  ['a profile that is none', ['--assumptions', '--profile', join(folder, 'none.yaml')], 'none.yaml'],
  [
    'a choice that is none',
    ['--assumptions', '--profile', fileOf('b.yaml', { 'agent.deletd': { alternative: 'missing', by: 'hand' } })],
    'Did you mean agent.deleted?',
  ],
  [
    'one file for both',
    ['--assumptions', '--profile', join(folder, 'a.yaml'), '--learn', join(folder, 'a.yaml')],
    'name the same file',
  ],
])('refuses %s before anything is sent', async (_, args, reason) => {
  expect(await run(...args)).toEqual({ code: 2, text: expect.stringContaining(reason) });
});
