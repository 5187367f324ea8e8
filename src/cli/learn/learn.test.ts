import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readProfile } from '../../clauses/profile.ts';
import { loadContractDocument } from '../../document/read/load.ts';
import { startInProcessTarget } from '../../judge/as-mock/mock-worlds.ts';
import { type CommandRun, runCommand } from '../../testing/serve-process.ts';
import { learnCommand } from './learn.ts';

const { choices } = loadContractDocument();
const folder = mkdtempSync(join(tmpdir(), 'learn-'));
const today = await startInProcessTarget();
const other = await startInProcessTarget({
  overlay: '1.1.0',
  info: { title: 'other', version: '1' },
  actions: [
    { target: "$['x-behaviours']", update: { 'auth.valid-tokens': 'newest' } },
    {
      target:
        "$.paths['/agents/get-by-id'].get.responses['400'].content['application/json'].examples['get-by-id.agent-id.invalid'].value",
      update: { message: 'No such agent.' },
    },
  ],
});
const again = join(folder, 'again.overlay.yaml');
let asJson: CommandRun;

beforeAll(async () => {
  asJson = await run(today, '--out', again, '--json', '--read-only');
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

it('writes a profile with the exchange that decided each choice, and no secret', async () => {
  const out = join(folder, 'staging.overlay.yaml');
  const { code, text } = await run(other, '--out', out, '--read-only');
  expect([code, text]).toEqual([0, expect.stringContaining('decided')]);
  const profile = readProfile(out, choices);
  expect(profile.name).toBe('staging');
  expect(profile.behaviours.get('auth.valid-tokens')).toBe('newest');
  const learned = profile.overlay.actions.map(({ 'x-learned': evidence, ...action }) => ({ ...action, evidence }));
  expect(learned).toContainEqual({
    target: expect.stringContaining("['/agents/get-by-id']"),
    description: expect.stringContaining('getAgent get-by-id.agent-id.invalid: 400'),
    update: {
      'get-by-id.agent-id.invalid': {
        value: { error: true, code: 400, message: 'No such agent.', data: {} },
        'x-worded': '',
      },
    },
    evidence: {
      what: 'getAgent get-by-id.agent-id.invalid',
      on: expect.any(String),
      request: expect.stringMatching(/^curl .*agent_id=.*"token: \$TOKEN"/),
      answer: expect.stringMatching(/^400 /),
    },
  });
  expect(profile.overlay['x-not-observed']).toMatchObject({
    'agent.deleted': 'the run only reads (without --read-only)',
  });
  const written = readFileSync(out, 'utf8');
  for (const secret of ['ac3e', 'ac3d', '910b', 'login-acme', 'eyJ']) expect(written).not.toContain(secret);
});

it('says what changed when it runs again, and keeps what was written by hand', async () => {
  expect(asJson.code).toBe(0);
  const first = readFileSync(again, 'utf8');
  expect((await run(today, '--out', again, '--check', '--read-only')).code).toBe(0);
  expect((await run(today, '--out', again, '--read-only')).code).toBe(0);
  expect(readFileSync(again, 'utf8')).toBe(first);

  const drift = await run(other, '--out', again, '--check', '--read-only');
  expect(drift.code).toBe(1);
  expect(drift.text).toContain('changed: auth.valid-tokens: newest');
  expect(readFileSync(again, 'utf8')).toBe(first);

  const hand = "actions:\n  - target: $['x-behaviours']\n    update: { auth.valid-tokens: newest }\n";
  writeFileSync(again, first.replace(/actions: \[\]\n|actions:\n/, hand));
  const contradicted = await run(today, '--out', again, '--read-only');
  expect(contradicted.code).toBe(1);
  expect(contradicted.text).toContain('contradicted: auth.valid-tokens: by hand newest, the deployment: every');
  expect(readProfile(again, choices).behaviours.get('auth.valid-tokens')).toBe('newest');
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

it('prints what was learned as JSON', () => {
  const told = JSON.parse(asJson.text) as {
    decided: number;
    requests: number;
    lessons: Record<string, { kind: string }>;
  };
  expect(told.decided / Object.keys(told.lessons).length).toBeGreaterThan(0.4);
  expect(told.lessons['agent.deleted']).toMatchObject({ kind: 'unseen', setting: 'without --read-only' });
});
