import { expect, it, vi } from 'vitest';
import type { CommandContext } from './command.ts';
import { commands, runCommandLine } from './run-command-line.ts';

function contextInto(printed: string[], endListeners: (() => void)[]): CommandContext {
  return {
    env: {},
    version: '1.2.3',
    print: (...lines) => printed.push(lines.join('\n')),
    printError: (...lines) => printed.push(lines.join('\n')),
    isTerminal: false,
    now: () => 0,
    onEndSignal: (listener) => endListeners.push(listener),
    exit: () => undefined,
  };
}

it.each(Object.keys(commands))('%s explains its flags', async (name) => {
  const printed: string[] = [];
  expect(await runCommandLine(commands, [name, '--help'], contextInto(printed, []))).toBe(0);
  expect(printed.join()).toContain(`Usage: voice-agent-mock ${name}`);
});

it('contract lists what else it does', async () => {
  const printed: string[] = [];
  await runCommandLine(commands, ['contract', '--help'], contextInto(printed, []));
  expect(printed.join()).toMatch(/contract merge 1\.json.*\n +contract sweep/);
});

it('serve answers browsers and people until it is told to end', async () => {
  const printed: string[] = [];
  const endListeners: (() => void)[] = [];
  const context = contextInto(printed, endListeners);
  const ended = runCommandLine(commands, ['serve', '--port=0', '--ephemeral', '--log-level=silent'], context);
  await vi.waitFor(() => expect(printed).not.toEqual([]), 60_000);
  const url = /http:\/\/[\d.:]+/.exec(printed.join())?.[0] ?? '';

  const health = await fetch(`${url}/__mock/health`);
  expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }]);
  const preflight = await fetch(`${url}/api/v1/global/voice-list`, {
    method: 'OPTIONS',
    headers: { origin: 'http://localhost:5173', 'access-control-request-method': 'GET' },
  });
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([
    204,
    'http://localhost:5173',
  ]);
  expect((await fetch(`${url}/__mock/docs`)).headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect((await fetch(`${url}/nowhere`)).status).toBe(404);

  for (const end of endListeners) end();
  expect(await ended).toBe(0);
  await expect(fetch(`${url}/__mock/health`)).rejects.toThrow();
});
