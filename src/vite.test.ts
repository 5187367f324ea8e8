import { createServer } from 'vite';
import { expect, it, vi } from 'vitest';
import { tokens } from './testing/well-known.ts';
import { voiceAgentMock } from './vite.ts';

it('serves the API beside the application, and prints where the console is', async () => {
  const info = vi.fn<(text: string) => void>();
  const logger = { info, warn: info, warnOnce: info, error: info, clearScreen: () => undefined };
  const server = await createServer({
    configFile: false,
    appType: 'custom',
    customLogger: { ...logger, hasErrorLogged: () => false, hasWarned: false },
    server: { port: 0, host: '127.0.0.1' },
    plugins: [voiceAgentMock({ scenario: 'default' })],
  });
  try {
    await server.listen();
    server.printUrls();
    const lines = info.mock.calls.map(([text]) => text);
    const address = lines.flatMap((line) => /Mock: +(\S+)/.exec(line)?.[1] ?? []).at(-1) ?? '';
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/platform\/$/);
    const headers = { token: tokens.acme };
    const agent = await fetch(`${address}api/v1/global/agents/get-by-id?agent_id=1004`, { headers });
    expect(agent.status).toBe(200);
    expect(await (await fetch(address)).text()).toMatch(/href="\/platform\/__mock\//);
    const origin = new URL(address).origin;
    const reset = (from: string) => fetch(`${address}__mock/reset`, { method: 'POST', headers: { origin: from } });
    expect((await reset(origin)).status).toBe(200);
    expect((await reset('http://elsewhere.example')).status).toBe(403);
    expect((await fetch(`${origin}/api/v1/global/get-token`)).status).toBe(404);
  } finally {
    await server.close();
  }
});

it('refuses a prefix that is not a path', () => {
  for (const prefix of ['platform', '/', '/a/', '/a b'])
    expect(() => voiceAgentMock({ prefix })).toThrow(/is not a path/);
});
