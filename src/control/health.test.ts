import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { expect, it, vi } from 'vitest';
import { createMock, type Mock } from '../app.ts';
import type { RequestLog } from '../http/answer/request-log.ts';
import { tokens } from '../testing/well-known.ts';

const create = ({ app }: Mock) =>
  request(app).post('/api/v1/global/create-agent').set('token', tokens.acme).send({ agent_name: 'Desk' });

it('tells in its health what cannot be written to the folder, as long as that is so', async () => {
  const root = await mkdtemp(join(tmpdir(), 'health-'));
  const dataDir = join(root, 'data');
  const mock = await createMock({ dataDir });
  const health = async () => {
    const { status, body } = await request(mock.app).get('/__mock/health');
    return [status, body as unknown];
  };
  expect(await health()).toEqual([200, { status: 'ok' }]);
  const file = join(dataDir, 'agents.json');
  await rm(file);
  await mkdir(join(file, 'in-the-way'), { recursive: true });
  await create(mock).expect(200);
  const problem: unknown = expect.stringContaining(file);
  await vi.waitFor(
    async () => expect(await health()).toEqual([503, { status: 'damaged', problems: [problem] }]),
    60_000,
  );

  await rm(file, { recursive: true });
  await create(mock).expect(200);
  await vi.waitFor(async () => expect(await health()).toEqual([200, { status: 'ok' }]), 60_000);
  await mock.close();
  await rm(root, { recursive: true });
});

it('tells in the log why a request failed, and under /__mock in the answer too', async () => {
  const logged: Parameters<RequestLog['write']>[0][] = [];
  const mock = await createMock({ log: { write: (entry) => logged.push(entry), close: () => Promise.resolve() } });
  const message = 'The disk is full.';
  const { store } = mock.worlds.default;
  const deciding = store.deciding();
  vi.spyOn(store, 'deciding').mockReturnValue(deciding);
  for (const each of [store, deciding]) vi.spyOn(each, 'commit').mockRejectedValue(new Error(message));
  const { status, body } = await create(mock);
  expect([status, body]).toMatchObject([500, { error: true, message: 'Internal server error' }]);
  expect(logged.at(-1)).toMatchObject({ status: 500, error: { message } });
  const control = await request(mock.app).post('/__mock/tokens').send({ user_id: 1 });
  expect([control.status, control.body]).toMatchObject([500, { message: `The mock failed: ${message}` }]);
  expect(logged.at(-1)).toMatchObject({ status: 500, url: '/__mock/tokens', error: { message } });
  await mock.close();
});

it('ready says no once the mock is about to end, and requests are served as before', async () => {
  const mock = await createMock();
  const status = async (path: string) => (await mock.fetch(path)).status;
  expect(await status('/__mock/ready')).toBe(200);
  mock.drain();
  expect([await status('/__mock/ready'), await status('/__mock/live'), await status('/__mock/health')]).toEqual([
    503, 200, 200,
  ]);
  expect(await (await mock.fetch('/__mock/ready')).json()).toEqual({
    status: 'damaged',
    problems: ['The mock is about to end.'],
  });
  await mock.close();
});

it('keeps connections open longer than proxies do, or as long as it is told', async () => {
  const mock = await createMock();
  const timeouts = await Promise.all(
    [undefined, 90_000].map(async (keepAlive) => {
      const { url } = await mock.listen({ port: 0, host: '127.0.0.1', ...(keepAlive !== undefined && { keepAlive }) });
      return (await fetch(`${url}/__mock/live`)).headers.get('keep-alive');
    }),
  );
  expect(timeouts).toEqual(['timeout=75', 'timeout=90']);
  await mock.close();
});
