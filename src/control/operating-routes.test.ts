import { createRequire } from 'node:module';
import request from 'supertest';
import { afterEach, describe, expect, it } from 'vitest';
import { createMock, type Mock, type MockOptions } from '../app.ts';
import { tokens } from '../testing/well-known.ts';
import type { Change } from '../store/state/store.ts';

const mocks: Mock[] = [];

afterEach(async () => {
  await Promise.all(mocks.splice(0).map((mock) => mock.close()));
});

async function open(options: MockOptions = {}): Promise<Mock> {
  const mock = await createMock(options);
  mocks.push(mock);
  return mock;
}

const metricsOf = async ({ app }: Mock, headers: Record<string, string> = {}) =>
  (await request(app).get('/__mock/metrics').set(headers).expect(200)).text;

/** The value of a metric, named with its labels. */
const valueIn = (text: string, metric: string): number | undefined => {
  const line = text.split('\n').find((each) => each.startsWith(`${metric} `));
  return line === undefined ? undefined : Number(line.slice(metric.length + 1));
};

const getAgent = ({ app }: Mock, id: number, world = 'default') =>
  request(app)
    .get('/api/v1/global/agents/get-by-id')
    .query({ agent_id: id })
    .set({ token: tokens.acme, 'x-mock-world': world });
const rename = ({ app }: Mock, name: string) =>
  request(app).post('/api/v1/global/create-agent').set('token', tokens.acme).send({ agent_id: 1001, agent_name: name });

describe('/__mock/metrics', () => {
  it('counts requests by operation and status, latencies, commits, worlds, journals and memory', async () => {
    const mock = await open();
    await getAgent(mock, 1001);
    await getAgent(mock, 1001, 'other');
    const refused = await getAgent(mock, 999);
    await rename(mock, 'Renamed');
    await request(mock.app).get('/nowhere');
    const answer = await request(mock.app).get('/__mock/metrics').expect(200);
    expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    const { text } = answer;
    const requests = 'voice_agent_mock_requests_total';
    expect(valueIn(text, `${requests}{operation="getAgent",status="200"}`)).toBe(2);
    expect(valueIn(text, `${requests}{operation="getAgent",status="${refused.status}"}`)).toBe(1);
    expect(valueIn(text, `${requests}{operation="createAgent",status="200"}`)).toBe(1);
    expect(valueIn(text, `${requests}{operation="none",status="404"}`)).toBe(1);
    const latency = 'voice_agent_mock_request_duration_seconds';
    expect(valueIn(text, `${latency}_count{operation="getAgent"}`)).toBe(3);
    expect(valueIn(text, `${latency}_bucket{le="+Inf",operation="getAgent"}`)).toBe(3);
    expect(valueIn(text, `${latency}_sum{operation="getAgent"}`)).toBeGreaterThan(0);
    const buckets = [...text.matchAll(/_bucket\{le="[^"]+",operation="getAgent"\} (\d+)/g)].map(([, count]) =>
      Number(count),
    );
    expect(buckets).toEqual(buckets.toSorted((one, other) => one - other));
    expect(valueIn(text, 'voice_agent_mock_commits_total')).toBe(1);
    expect(valueIn(text, 'voice_agent_mock_conflicts_total')).toBe(0);
    expect(valueIn(text, 'voice_agent_mock_worlds')).toBe(2);
    expect(valueIn(text, 'voice_agent_mock_journal_entries')).toBe(5);
    expect(valueIn(text, 'voice_agent_mock_journal_bytes')).toBeGreaterThan(1000);
    expect(valueIn(text, 'process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
    expect(text).not.toContain('voice_agent_mock_log_');
  });

  it('counts what met a conflict, and was decided again', async () => {
    const mock = await open();
    const { store } = mock.worlds.default;
    const deciding = store.deciding.bind(store);
    store.deciding = () => {
      const own = deciding();
      store.deciding = deciding;
      const moved = (change: Change) => ({ ...change, before: {} });
      return { ...own, commit: (changes) => own.commit(changes.map(moved)) };
    };
    await rename(mock, 'Renamed').expect(200);
    const text = await metricsOf(mock);
    expect(valueIn(text, 'voice_agent_mock_conflicts_total')).toBe(1);
    expect(valueIn(text, 'voice_agent_mock_commits_total')).toBe(1);
  });

  it('keeps two mocks of a process apart', async () => {
    const [one, other] = [await open(), await open()];
    await getAgent(one, 1001);
    const metric = 'voice_agent_mock_requests_total{operation="getAgent",status="200"}';
    expect([valueIn(await metricsOf(one), metric), valueIn(await metricsOf(other), metric)]).toEqual([1, undefined]);
  });

  it('is behind the control token', async () => {
    const controlToken = 'a-secret-for-control';
    const mock = await open({ controlToken });
    await request(mock.app).get('/__mock/metrics').expect(401);
    expect(await metricsOf(mock, { 'x-mock-control-token': controlToken })).toContain('voice_agent_mock_worlds');
  });

  it('loads the library when it is first asked', async () => {
    const { cache } = createRequire(import.meta.url);
    const loaded = () => Object.keys(cache).filter((file) => file.includes('/node_modules/prom-client/'));
    for (const file of loaded()) Reflect.deleteProperty(cache, file);
    const mock = await open();
    await getAgent(mock, 1001);
    await request(mock.app).get('/__mock/health').expect(200);
    expect(loaded()).toEqual([]);
    await metricsOf(mock);
    expect(loaded()).not.toEqual([]);
  });
});
