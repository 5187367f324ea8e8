import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { createMock } from '../../app.ts';
import { runCommand } from '../../testing/serve-process.ts';
import { createProxyCommand } from './proxy.ts';

const proxy = createProxyCommand((options) => createMock(options));

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
