import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { expect, it } from 'vitest';
import { createMock } from '../app.ts';
import type { RequestLog } from '../http/answer/request-log.ts';
import { tokens } from '../testing/well-known.ts';

it('tells damage that was found when the data was needed, in health, in the log and in the answer', async () => {
  const root = await mkdtemp(join(tmpdir(), 'health-'));
  const dataDir = join(root, 'data');
  const logged: Parameters<RequestLog['write']>[0][] = [];
  const log: RequestLog = { write: (entry) => logged.push(entry), close: () => Promise.resolve() };
  await (await createMock({ dataDir })).close();
  const file = join(dataDir, 'leads', '5001.json');
  // Too large to be read at the start, and not known to the mock as it was written.
  const lead = { id: 1, mobile_no: '+15550001', input_data: {}, status: 0, calls: [], updated_by: '' };
  await writeFile(file, JSON.stringify([lead]).padEnd(5 * 2 ** 20));
  const mock = await createMock({ dataDir, log, onNotice: () => undefined });
  await mock.close();
  const again = await createMock({ dataDir, log });
  await writeFile(file, '[{]');
  const health = () => request(again.app).get('/__mock/health');
  expect([(await health()).status, (await health()).body]).toEqual([200, { status: 'ok' }]);

  const list = await request(again.app)
    .get('/api/v1/global/audience-list')
    .query({ campaign_id: 5001 })
    .set('token', tokens.acme);
  expect([list.status, list.body]).toMatchObject([500, { error: true, message: 'Internal server error' }]);
  const sentence: unknown = expect.stringContaining(`${file}:1:3: this is not JSON`);
  expect(logged.at(-1)).toMatchObject({ status: 500, error: { message: sentence } });
  expect([(await health()).status, (await health()).body]).toEqual([503, { status: 'damaged', problems: [sentence] }]);
  const control = await request(again.app).get('/__mock/import/audiences/5001');
  expect([control.status, control.body]).toMatchObject([500, { message: sentence }]);
  expect(logged.at(-1)).toMatchObject({
    status: 500,
    url: '/__mock/import/audiences/5001',
    error: { message: sentence },
  });

  await writeFile(file, JSON.stringify([lead]));
  await request(again.app).get('/__mock/import/audiences/5001').expect(200);
  expect((await health()).status).toBe(200);
  await again.close();
  await rm(root, { recursive: true });
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
