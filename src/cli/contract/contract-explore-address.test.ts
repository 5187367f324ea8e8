import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultScenario } from '../../deployment/configuration/settings.ts';
import { type InProcessTarget, startInProcessTarget } from '../../judge/as-mock/mock-worlds.ts';
import { contractCommand } from './contract.ts';

const home = process.cwd();
const folder = mkdtempSync(join(tmpdir(), 'contract-explore-'));
let right: InProcessTarget;
let wrong: { readonly url: string; readonly server: Server };

beforeAll(async () => {
  right = await startInProcessTarget();
  wrong = await brokenBehind(right.addresses.api_url);
  // Walks and ledgers are kept where the command runs.
  process.chdir(folder);
});

afterAll(async () => {
  process.chdir(home);
  wrong.server.closeAllConnections();
  await new Promise((done) => wrong.server.close(done));
  await right.close();
});

describe('contract --explore by address', () => {
  it('walks a deployment that is right, and violates nothing', async () => {
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
    expect(text).toMatch(/Stated rules reached: \d+ of \d{3}/);
    expect(text).toContain('0 violated');
    expect(text).not.toContain(defaultScenario.token);
    expect(code).toBe(0);
  });

  it('only reads with --read-only', async () => {
    const { code, text } = await run(
      ...[right.addresses.base_url, '--explore', '--read-only'],
      ...['--walks', '2', '--steps', '15', '--seed', '5'],
    );
    expect(text).toContain('2 walks, 30 steps.');
    expect(text).toContain('0 agents made');
    expect(text).not.toMatch(/(?:createAgent\w*|updateAgent|forceComplete\w+) \d{3} \d/);
    expect(code).toBe(0);
  });

  it('keeps a walk that breaks a rule, and runs it again against this deployment and another one', async () => {
    const { code, text } = await run(wrong.url, '--explore', '--shard', '1/20', '--walks', '3', '--seed', '5');
    const [, kept = ''] = /the walk is kept in (\.contract\/[\da-z]+-1\.json)/.exec(text) ?? [];
    const file = join(folder, kept);
    expect(readFileSync(join(folder, '.contract', '.gitignore'), 'utf8')).toBe('*\n');
    expect(text).toContain('"z"');
    expect(code).toBe(1);
    const again = await run(wrong.url, '--replay', file);
    expect(again.code).toBe(1);
    expect(again.text).toContain('"z"');
    const other = await run(right.addresses.base_url, '--replay', file);
    expect(other.text).toContain('no rule is violated by its');
    expect(other.code).toBe(0);
  });
});

async function run(address: string, ...args: string[]): Promise<{ code: number; text: string }> {
  const lines: string[] = [];
  const print = (...printed: readonly string[]): number => lines.push(...printed);
  const ledger = join(mkdtempSync(join(folder, 'ledger-')), 'ledger.jsonl');
  const code = await contractCommand(
    ['--base-url', address, '--token', defaultScenario.token, '--ledger', ledger, ...args],
    {
      ...{ env: {}, version: '0', print, printError: print, isTerminal: false, now: Date.now },
      ...{ onEndSignal: () => undefined, exit: () => undefined },
    },
  );
  return { code, text: lines.join('\n') };
}

/** A deployment that shows every description as z. */
async function brokenBehind(url: string): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      void forwarded(url, request.method ?? 'GET', request.url ?? '/', request.headers, Buffer.concat(chunks)).then(
        ({ status, type, text }) => {
          response.writeHead(status, { 'content-type': type });
          response.end(text.replace(/"description":"[^"\\]+"/, '"description":"z"'));
        },
        () => response.destroy(),
      );
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/api/v1/global`, server };
}

async function forwarded(
  url: string,
  method: string,
  path: string,
  headers: NodeJS.Dict<string | string[]>,
  body: Buffer,
): Promise<{ readonly status: number; readonly type: string; readonly text: string }> {
  const kept = ['token', 'api_access_token', 'authorization', 'content-type'];
  const sent = kept.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]] as const] : []));
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: Object.fromEntries(sent),
    ...(body.length > 0 && { body }),
  });
  return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text() };
}
