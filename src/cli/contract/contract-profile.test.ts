import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startInProcessTarget } from '../../judge/as-mock/mock-worlds.ts';
import { type CommandRun, runCommand } from '../../testing/serve-process.ts';
import { contractCommand } from './contract.ts';

const folder = mkdtempSync(join(tmpdir(), 'contract-profile-'));
const profileOf = (...actions: readonly object[]): object => ({
  overlay: '1.1.0',
  info: { title: 'staging', version: '1' },
  actions,
});
const created = {
  target: "$.paths['/create-agent'].post.responses['200'].content['application/json'].examples.created",
  remove: true,
};
const detail = "$.paths['/agents/get-by-id'].get.responses";
const invalid = (message: string): object => ({
  target: `${detail}['400'].content['application/json'].examples['get-by-id.agent-id.invalid'].value`,
  update: { message },
});
const order = { target: "$['x-behaviours']", update: { 'errors.order': 'body-first' } };
const fields = { target: `${detail}['200']`, update: { 'x-shown': { '/request_id': { constant: 'r-1' } } } };
const staging = [created, order, fields];
const target = await startInProcessTarget(profileOf(...staging, invalid('No such agent.')));
afterAll(async () => {
  await target.close();
  rmSync(folder, { recursive: true });
});

function fileOf(name: string, ...actions: readonly object[]): string {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(profileOf(...actions)));
  return file;
}

/** The profile speaks of these; tokens are what must not be written. */
const all = ['--only', 'getAgent,createAgent,getToken,errors.order'];
const some = ['--only', 'get-by-id.envelope,get-by-id.agent-id.invalid,getToken,errors.order'];

function run(...args: readonly string[]): Promise<CommandRun> {
  const common = ['--base-url', target.addresses.base_url];
  const secret = ['--token', 'ac3e'.repeat(16), '--ledger', join(folder, 'ledger.jsonl')];
  return runCommand(contractCommand, [...common, ...secret, ...args]);
}

it('finds nothing wrong with a deployment that does as its profile says', async () => {
  const verdict = join(folder, 'verdict.json');
  const profile = fileOf('staging.overlay.yaml', ...staging, invalid('No such agent.'));
  const { code, text } = await run(...all, '--assumptions', '--profile', profile, '--verdict', verdict);
  expect([code, text]).toEqual([0, expect.stringContaining('0 violated')]);
  const { clauses } = JSON.parse(readFileSync(verdict, 'utf8')) as { clauses: { id: string; verdict: string }[] };
  const verdicts = Object.fromEntries(clauses.map(({ id, verdict: said }) => [id, said]));
  expect(verdicts).toMatchObject({ 'errors.order': 'kept' });
});

it('tells each choice that a deployment makes otherwise, with its rule and the line for a shell', async () => {
  const evidence = { on: '2026-11-20', request: 'curl', answer: '400' };
  const learned = { what: 'getAgent get-by-id.agent-id.invalid', ...evidence };
  const other = { target: "$['x-behaviours']", update: { 'errors.order': 'token-first' } };
  const profile = fileOf('other.overlay.yaml', created, fields, other, {
    ...invalid('Nobody.'),
    'x-learned': learned,
  });
  const { code, text } = await run(...some, '--assumptions', '--profile', profile);
  expect(code).toBe(1);
  expect(text).toContain('does not do as the profile says: errors.order');
  expect(text).toMatch(/came +body-first; /);
  expect(text).toMatch(/request +curl /);
  expect(text).toContain('does not do as the profile says: getAgent get-by-id.agent-id.invalid');
});

it('violates today’s assumptions without the profile', async () => {
  const { code, text } = await run(...some, '--assumptions', '--read-only');
  expect(code).not.toBe(0);
  expect(text).toMatch(/get-by-id\.agent-id\.invalid \(section 4\.1, assumed\)/);
});

it.each([
  ['--profile without --assumptions', ['--profile', fileOf('a.yaml')], '--profile needs --assumptions'],
  ['a profile that is none', ['--assumptions', '--profile', join(folder, 'none.yaml')], 'none.yaml'],
  [
    'a choice that is none',
    [
      '--assumptions',
      '--profile',
      fileOf('b.yaml', { target: "$['x-behaviours']", update: { 'agent.deletd': 'missing' } }),
    ],
    'Did you mean agent.deleted?',
  ],
])('refuses %s before anything is sent', async (_, args, reason) => {
  expect(await run(...some, ...args)).toEqual({ code: 2, text: expect.stringContaining(reason) });
});
