import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createMock } from '../../app.ts';
import { runCommand } from '../../testing/serve-process.ts';
import { readHar } from '../../traffic/read-har.ts';
import { openHarFile } from './har-file.ts';
import { proxyCommand as proxy } from './proxy.ts';

/** A port that nobody listens to. */
async function freePort(wanted = 0): Promise<number> {
  const server = createServer().listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

it.each([
  ['itself', ['--target', 'http://127.0.0.1:PORT/api/v1/global'], 'is this proxy itself'],
  ['itself by name', ['--target', 'http://localhost:PORT'], 'is this proxy itself'],
  ['itself for the last address', ['--target', 'http://x.example,http://[::1]:PORT'], 'itself'],
  ['nothing', [], 'Name what to forward to'],
  ['what is not an address', ['--target', 'ftp://x.example'], 'is not an http or https address'],
])('refuses to forward to %s, before it listens', async (_, args, why) => {
  const port = await freePort();
  const given = args.map((each) => each.replace('PORT', String(port)));
  const refused = { code: 2, text: expect.stringContaining(why) as string };
  expect(await runCommand(proxy, [...given, '--port', String(port)])).toEqual(refused);
  expect(await freePort(port)).toBe(port);
});

it('writes a HAR that is whole after each exchange, shows no token, and tells one from another', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'proxy-'));
  const file = join(folder, 'traffic.har');
  const mock = await createMock({ dataDir: null, scenario: 'empty' });
  const har = openHarFile(file, mock.worlds.default);
  const body = { kind: 'none' } as const;
  const response = { status: 200, headers: {}, text: '{"token":"sekret-sekret","note":"of alpha-token"}' };
  for (const [at, token] of ['alpha-token', 'beta-token', 'alpha-token'].entries()) {
    const times = { start: at, end: at + 0.5 };
    har.add({ method: 'GET', url: 'http://x/api/v1/global/verify', headers: { token }, body, response, ...times });
    expect(() => JSON.parse(readFileSync(file, 'utf8')) as unknown).not.toThrow();
  }
  expect(readFileSync(file, 'utf8')).not.toMatch(/alpha|beta|sekret/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const tokens: (string | undefined)[] = [];
  for await (const { exchange } of readHar(file)) tokens.push(exchange?.headers['token']);
  expect(tokens[0]).toMatch(/^\[masked [\da-f]{8}\]$/);
  expect([tokens[2], new Set(tokens).size]).toEqual([tokens[0], 2]);
  har.close();
  await mock.close();
  rmSync(folder, { recursive: true });
});
