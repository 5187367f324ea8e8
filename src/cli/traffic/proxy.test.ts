import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { createMock } from '../../app.ts';
import { runCommand } from '../../testing/serve-process.ts';
import { createProxyCommand } from './proxy.ts';

const proxy = createProxyCommand((options) => createMock(options));

it.each([
  ['itself', ['--target', 'http://127.0.0.1:4811/api/v1/global', '--port', '4811'], 'is this proxy itself'],
  ['itself by name', ['--target', 'http://localhost:4811', '--port', '4811'], 'is this proxy itself'],
  ['itself for the last address', ['--target', 'http://x.example,http://[::1]:4811', '--port', '4811'], 'itself'],
  ['nothing', [], 'Name what to forward to'],
  ['what is not an address', ['--target', 'ftp://x.example'], 'is not an http or https address'],
])('refuses to forward to %s, before it listens', async (_, args, why) => {
  expect(await runCommand(proxy, args)).toEqual({ code: 2, text: expect.stringContaining(why) as string });
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(4811, '127.0.0.1', resolve));
  server.close();
});
