import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { packageRoot } from '../package-root.ts';

const root = packageRoot();
const flags = ['--port', '0', '--ephemeral', '--log-level', 'silent'];

it.each([
  ['npm start', ['start', '--', ...flags]],
  ['npx', ['exec', '--', 'voice-agent-mock', 'serve', ...flags]],
])('ends the server that %s has started when npm is told to end', async (_, args) => {
  const npm = spawn('npm', args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  const exited = once(npm, 'exit');
  npm.stdout.on('data', (chunk) => (output += String(chunk)));
  const address = () => /listens on (http:[^\s"]+)/.exec(output)?.[1];
  while (address() === undefined) {
    if (npm.exitCode !== null) throw new Error(`It did not start: ${output}`);
    await Promise.race([once(npm.stdout, 'data'), exited]);
  }
  expect((await fetch(`${address()}/__mock/health`)).status).toBe(200);
  npm.kill('SIGTERM');
  await exited;
  const answers = () => fetch(`${address()}/__mock/health`).then(Boolean, () => false);
  for (let tries = 0; tries < 40 && (await answers()); tries++) await sleep(100);
  expect(await answers()).toBe(false);
});

it('is started by a script that the shell of Windows takes too', async () => {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  expect(scripts['start']).toMatch(/^node [\w./]+ serve$/);
});
