import type { AddressInfo } from 'node:net';
import { createServer } from 'vite';
import { expect, it, vi } from 'vitest';
import { tokens } from './testing/well-known.ts';
import { voiceAgentMock } from './vite.ts';

type Line = (text: string) => void;

async function startVite(options: Parameters<typeof voiceAgentMock>[0]) {
  const lines = { info: vi.fn<Line>(), warn: vi.fn<Line>(), error: vi.fn<Line>() };
  const server = await createServer({
    configFile: false,
    appType: 'custom',
    customLogger: {
      ...lines,
      warnOnce: lines.warn,
      clearScreen: () => undefined,
      hasErrorLogged: () => false,
      hasWarned: false,
    },
    server: { port: 0, host: '127.0.0.1' },
    plugins: [voiceAgentMock(options)],
  });
  return { server, lines };
}

it('serves the API beside the application, and prints where the console is', async () => {
  const { server, lines: logged } = await startVite({ scenario: 'default' });
  try {
    await server.listen();
    server.printUrls();
    const lines = logged.info.mock.calls.map(([text]) => text);
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

it('fails the start of Vite for a scenario that is not there, and refuses an option that there is not', async () => {
  await expect(startVite({ scenario: 'no-such-scenario' })).rejects.toThrow(/no-such-scenario/);
  const prefx: object = { prefx: '/mock' };
  expect(() => voiceAgentMock(prefx)).toThrow(
    /voiceAgentMock has no prefx: there are prefix, scenario.*Did you mean prefix\?/,
  );
});

it("tells of requests, contract warnings and failures in Vite's own log", async () => {
  const { server, lines } = await startVite({});
  try {
    await server.listen();
    const { port } = (server.httpServer?.address() ?? {}) as AddressInfo;
    const create = (body: object) =>
      fetch(`http://127.0.0.1:${port}/platform/api/v1/global/create-agent`, {
        method: 'POST',
        headers: { token: tokens.acme, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    await create({ agent_name: 'Ada' });
    await create({ agent_name: 'Ada', colour: 'red' });
    await vi.waitFor(() => expect(lines.warn).toHaveBeenCalled(), 60_000);
    const told = ({ mock }: typeof lines.info) =>
      mock.calls.map(([text]) => text).filter((text) => text.startsWith('[mock]'));
    expect(told(lines.info)).toEqual([
      expect.stringMatching(/^\[mock\] 200 POST \/api\/v1\/global\/create-agent .* createAgent$/),
    ]);
    expect(told(lines.warn)).toEqual([expect.stringContaining('unknown-body-member: colour')]);
    expect(JSON.stringify(lines.info.mock.calls)).not.toContain(tokens.acme);
  } finally {
    await server.close();
  }
});
