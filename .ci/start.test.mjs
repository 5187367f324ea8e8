/** The two commands of the README in a clone: start, first answer, clean end. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, expect, it, vi } from 'vitest';
import { freePort, removeFolder, root, temporaryFolder } from './packed-package.mjs';

const data = temporaryFolder('start');
afterAll(() => removeFolder(data));

it('npm start serves in a clone, and ends at SIGTERM', async () => {
  const health = `http://127.0.0.1:${await freePort()}/__mock/health`;
  const args = ['start', '--', '--port', new URL(health).port, '--data-dir', data];
  const child = spawn('npm', args, { cwd: root, stdio: 'ignore', detached: true });
  try {
    const answer = await vi.waitUntil(() => fetch(health).catch(() => undefined), { timeout: 60_000, interval: 200 });
    expect(await answer.json()).toEqual({ status: 'ok' });
    child.kill('SIGTERM');
    const [code, signal] = await once(child, 'exit');
    // npm ends by the signal itself where its shell does.
    expect(code === 0 || code === 143 || signal === 'SIGTERM').toBe(true);
    await vi.waitUntil(
      () =>
        fetch(health).then(
          () => false,
          () => true,
        ),
      { timeout: 10_000, interval: 200 },
    );
  } finally {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL');
  }
});
