import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packageRoot } from './package-root.ts';

interface Report {
  readonly suites: readonly { readonly specs: readonly Spec[] }[];
}

interface Spec {
  readonly title: string;
  readonly ok: boolean;
  readonly tests: readonly { readonly results: readonly Result[] }[];
}

interface Result {
  readonly status: string;
  readonly attachments: readonly { readonly name: string; readonly body?: string }[];
  readonly errors: readonly { readonly message?: string }[];
}

let output: string;
beforeAll(async () => {
  output = await mkdtemp(join(tmpdir(), 'playwright-'));
});
afterAll(() => rm(output, { recursive: true }));

it('gives each test of Playwright a world, and attaches what a failed one requested', async () => {
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const config = join(packageRoot(), 'src/examples/playwright/playwright.config.ts');
  const args = [cli, 'test', '--config', config, '--reporter', 'json', '--output', output];
  const env = { ...process.env, WITH_FAILURE: '1', FORCE_COLOR: '0' };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const report = JSON.parse(await text(child.stdout)) as Report;
  const specs = report.suites.flatMap((suite) => suite.specs);
  const failed = specs.filter(({ ok }) => !ok);
  const told = failed.flatMap(({ title, tests }) => [
    title,
    ...tests.flatMap(({ results }) => results).map(messagesOf),
  ]);
  expect(
    failed.map(({ title }) => title),
    told.join('\n'),
  ).toEqual(['a test that fails has its requests in the report']);
  expect(specs).toHaveLength(5);
  const attachments = failed[0]?.tests[0]?.results[0]?.attachments ?? [];
  expect(attachments.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['voice-agent-mock-journal.json', 'voice-agent-mock-repro.json']),
  );
  const journal = Buffer.from(
    attachments.find(({ name }) => name.includes('journal'))?.body ?? '',
    'base64',
  ).toString();
  expect(JSON.parse(journal)).toMatchObject([{ operation: 'getAgent', status: 200 }]);
  expect(journal).not.toContain('ac3e'.repeat(16));
});

function messagesOf({ errors }: Result): string {
  return errors.map(({ message }) => message).join('\n');
}
