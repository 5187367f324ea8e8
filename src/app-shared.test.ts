import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createMock, type Mock } from './app.ts';
import { postgresPrograms, startPostgres, type PostgresServer } from './testing/store/postgres-server.ts';
import { prepareSharedMocks } from './testing/api-harness.ts';
import { failureLog } from './testing/test-server.ts';
import { tokens } from './testing/well-known.ts';

const isInstalled = postgresPrograms() !== undefined;

const staging = {
  overlay: '1.1.0',
  info: { title: 'staging', version: '1' },
  actions: [
    {
      target: "$.paths['/create-agent'].post.responses['200'].content['application/json'].examples.created",
      remove: true,
    },
  ],
};

// Without PostgreSQL `npm test` says that this is left out.
describe.runIf(isInstalled)('mocks that share a PostgreSQL', () => {
  let server: PostgresServer;
  let open: Awaited<ReturnType<typeof prepareSharedMocks>>;
  let log = '';
  const mocks: Mock[] = [];

  beforeAll(async () => {
    [server, open] = await Promise.all([startPostgres(), prepareSharedMocks()]);
  });
  afterAll(() => server.remove());
  afterEach(async () => {
    await Promise.all(mocks.splice(0).map((mock) => mock.close()));
    log = '';
  });

  const replica = async (options: Parameters<typeof open>[1] = {}): Promise<Mock> => {
    if (log === '') log = randomUUID();
    const mock = await open(`${server.url}?log=${log}`, options);
    mocks.push(mock);
    return mock;
  };
  const oneOf = (all: readonly Mock[], i: number): Mock => {
    const mock = all[i % all.length];
    if (mock === undefined) throw new Error('There are no mocks.');
    return mock;
  };
  const at = ({ app }: Mock) => supertest(app);
  const rename = (mock: Mock, name: string) =>
    at(mock).post('/api/v1/global/create-agent').set('token', tokens.acme).send({ agent_id: 1001, agent_name: name });
  const nameOf = async (mock: Mock): Promise<unknown> => {
    const { body } = await at(mock).get('/api/v1/global/agents/get-by-id?agent_id=1001').set('token', tokens.acme);
    return (body as { data: { basic_details: { agent_name: unknown } } }).data.basic_details.agent_name;
  };
  const create = async (mock: Mock, name: string): Promise<number> => {
    const answer = await at(mock)
      .post('/api/v1/global/create-agent')
      .set('token', tokens.acme)
      .send({ agent_name: name });
    return (answer.body as { data: { agent_id: number } }).data.agent_id;
  };

  const metricOf = async (mock: Mock, name: string): Promise<number | undefined> => {
    const { text } = await at(mock).get('/__mock/metrics').expect(200);
    const value = new RegExp(`^voice_agent_mock_${name} (.+)$`, 'm').exec(text)?.[1];
    return value === undefined ? undefined : Number(value);
  };

  it('show each what the other has written, at once', async () => {
    const [one, other] = [await replica(), await replica()];
    for (let i = 0; i < 10; i += 1) {
      expect((await rename(one, `One ${i}`)).status).toBe(200);
      expect(await nameOf(other)).toBe(`One ${i}`);
      expect((await rename(other, `Other ${i}`)).status).toBe(200);
      expect(await nameOf(one)).toBe(`Other ${i}`);
    }
  });

  it('show what another has made the clock, though they have written since without reading', async () => {
    const [one, other] = [await replica(), await replica({ reads: 'local' })];
    await at(one).post('/__mock/clock').send({ freeze: '2031-02-03T04:05:06.000Z' });
    await rename(other, 'Written without reading');
    expect((await at(other).get('/__mock/clock')).body).toMatchObject({ now: '2031-02-03T04:05:06.000Z' });
  });

  it('give no id twice, though all of them create at once', async () => {
    const all = [await replica(), await replica(), await replica()];
    const ids = await Promise.all(Array.from({ length: 30 }, (_, i) => create(oneOf(all, i), `Agent ${i}`)));
    expect(new Set(ids).size).toBe(30);
  });

  it('keep everything over a restart of all', async () => {
    const first = await replica({ profile: staging });
    await rename(first, 'Kept');
    await at(first).post('/__mock/clock').send({ freeze: '2030-01-01T00:00:00.000Z' });
    await at(first)
      .post('/__mock/faults')
      .send({ when: { times: 2 }, effect: { type: 'error', status: 500 } });
    expect((await at(first).post('/api/v1/global/verify').set('token', tokens.acme)).status).toBe(500);
    await at(first).post('/__mock/worlds').send({ name: 'other' });
    await at(first).post('/__mock/snapshots').send({ name: 'before' });
    const { body: coverage } = await at(first).get('/__mock/coverage');
    await first.close();
    const again = await createMock({ store: `${server.url}?log=${log}` });
    mocks.push(again);
    // It is read when somebody asks for it: a start does not wait for it.
    const { text: metrics } = await at(again).get('/__mock/metrics');
    expect(metrics).toMatch(/^\w*journal_entries 0$/m);
    expect((await at(again).get('/__mock/coverage')).body).toEqual(coverage);
    expect((await at(again).get('/__mock/profile')).body).toMatchObject({ profile: 'staging' });
    expect((await at(again).get('/__mock/clock')).body).toMatchObject({
      is_frozen: true,
      now: '2030-01-01T00:00:00.000Z',
    });
    expect((await at(again).post('/api/v1/global/verify').set('token', tokens.acme)).status).toBe(500);
    expect((await at(again).post('/api/v1/global/verify').set('token', tokens.acme)).status).not.toBe(500);
    expect((await at(again).get('/__mock/worlds')).body).toMatchObject({
      worlds: [{ name: 'default' }, { name: 'other' }],
    });
    expect((await at(again).get('/__mock/snapshots')).body).toMatchObject({ snapshots: [{ name: 'before' }] });
    await at(again).post('/__mock/clock').send({ free: true });
    expect(await nameOf(again)).toBe('Kept');
    expect((await at(again).get('/__mock/journal')).body).toMatchObject({ total: 5, entries: { length: 5 } });
  });

  describe('hold for all of them', () => {
    const verify = (mock: Mock, world = 'default') =>
      at(mock).post('/api/v1/global/verify').set('token', tokens.acme).set('x-mock-world', world);

    it('faults, which fire as often as they say', async () => {
      const all = [await replica(), await replica()];
      const [one, other] = all as [Mock, Mock];
      await at(one)
        .post('/__mock/faults')
        .send({ when: { times: 3 }, effect: { type: 'error', status: 500 } });
      const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => verify(i % 2 === 0 ? one : other)));
      expect(answers.filter(({ status }) => status === 500)).toHaveLength(3);
      expect((await at(other).get('/__mock/faults')).body).toMatchObject({ faults: [{ matched: 20, fired: 3 }] });
      await at(other).delete('/__mock/faults');
      expect((await at(one).get('/__mock/faults')).body).toEqual({ faults: [] });
    });

    it('the clock', async () => {
      const [one, other] = [await replica(), await replica()];
      await at(one).post('/__mock/clock').send({ freeze: '2031-02-03T04:05:06.000Z' });
      expect((await verify(other)).headers['date']).toBe('Mon, 03 Feb 2031 04:05:06 GMT');
      await at(other).post('/__mock/clock').send({ advance: 'PT1H' });
      expect((await at(one).get('/__mock/clock')).body).toMatchObject({ now: '2031-02-03T05:05:06.000Z' });
    });

    it('worlds and snapshots, however they come to be', async () => {
      const [one, other] = [await replica(), await replica()];
      await rename(one, 'First');
      await at(one).post('/__mock/snapshots').send({ name: 'first' });
      await rename(other, 'Second');
      expect(
        (
          await at(other)
            .post('/__mock/worlds')
            .send({ name: 'copy', from: { snapshot: 'first' } })
        ).status,
      ).toBe(201);
      expect((await at(one).post('/__mock/worlds').send({ name: 'copy' })).status).toBe(409);
      expect((await verify(one, 'made-by-use')).status).toBe(200);
      const names = ((await at(other).get('/__mock/worlds')).body as { worlds: { name: string }[] }).worlds;
      expect(names.map(({ name }) => name)).toEqual(['default', 'copy', 'made-by-use']);
      const copied = await at(one).get('/__mock/agents').set('x-mock-world', 'copy');
      expect(JSON.stringify(copied.body)).toContain('"First"');
      expect((await at(one).delete('/__mock/worlds/copy')).status).toBe(204);
      expect((await at(other).get('/__mock/worlds/copy')).status).toBe(404);
      expect((await at(other).post('/__mock/snapshots/first/restore')).status).toBe(200);
      expect(await nameOf(one)).toBe('First');
      expect((await at(one).post('/__mock/reset')).status).toBe(200);
      expect(await nameOf(other)).not.toBe('First');
      expect((await at(other).get('/__mock/journal')).body).toMatchObject({ total: 1 });
    });

    it('200 worlds that are driven at once, kept apart', async () => {
      const all = [await replica(), await replica()];
      const names = Array.from({ length: 200 }, (_, i) => `parallel-${i}`);
      const renameIn = (world: string, i: number) =>
        at(oneOf(all, i))
          .post('/api/v1/global/create-agent')
          .set({ token: tokens.acme, 'x-mock-world': world })
          .send({ agent_id: 1001, agent_name: `Agent of ${world}` });
      const answers = await Promise.all(names.map(renameIn));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      const agents = await Promise.all(
        names.map((world, i) =>
          at(oneOf(all, i + 1))
            .get('/__mock/agents/1001')
            .set('x-mock-world', world),
        ),
      );
      agents.forEach(({ body }, i) => expect(body).toMatchObject({ agent: { agent_name: `Agent of parallel-${i}` } }));
    });

    it('the journal: what all have served is counted, as soon as it is answered', async () => {
      const all = [await replica(), await replica(), await replica()] as const;
      for (let round = 1; round <= 3; round += 1) {
        await Promise.all(all.map((mock) => verify(mock)));
        for (const mock of all) {
          const count = { request: { operation: 'verifyToken' }, exactly: 3 * round };
          expect((await at(mock).post('/__mock/journal/verify').send(count)).body).toEqual({
            satisfied: true,
            count: 3 * round,
          });
        }
      }
      const entries = await Promise.all(all.map((mock) => at(mock).get('/__mock/journal')));
      const ids = entries.map(({ body }) => (body as { entries: { id: number }[] }).entries.map(({ id }) => id));
      expect(new Set(ids.map((list) => list.join())).size).toBe(1);
      const coverage = await Promise.all(all.map((mock) => at(mock).get('/__mock/coverage')));
      expect(new Set(coverage.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    });

    it('dialling', async () => {
      const [one, other] = [await replica(), await replica()];
      await at(one).post('/__mock/clock').send({ freeze: '2031-02-03T04:05:06.000Z' });
      const dialled = await at(one).post('/__mock/campaigns/5001/dial').send({ attempts: 5 });
      expect(dialled.body).toMatchObject({ attempts_made: 5 });
      const campaigns = await Promise.all([one, other].map((mock) => at(mock).get('/__mock/campaigns')));
      expect(campaigns[0]?.body).toEqual(campaigns[1]?.body);
    });
  });

  it('say 503 while PostgreSQL is away, live and not ready, and go on by themselves', async () => {
    const own = await startPostgres();
    try {
      const [failures, notices]: [unknown[], string[]] = [[], []];
      const log = failureLog((failure) => failures.push(failure));
      const mock = await open(own.url, { log, onNotice: (sentence) => notices.push(sentence) });
      mocks.push(mock);
      await rename(mock, 'Before');
      expect((await at(mock).get('/__mock/ready')).body).toEqual({ status: 'ready' });
      expect(await metricOf(mock, 'store_up')).toBe(1);
      await own.kill();
      expect(await metricOf(mock, 'store_up')).toBe(0);
      const refused = await rename(mock, 'While');
      expect(refused.status).toBe(503);
      expect(refused.headers['retry-after']).toBe('1');
      expect(refused.body).toEqual({ error: true, code: 503, message: expect.any(String), data: {} });
      expect((await at(mock).get('/__mock/journal')).status).toBe(503);
      expect((await at(mock).get('/__mock/live')).status).toBe(200);
      expect((await at(mock).get('/__mock/ready')).status).toBe(503);
      expect((await at(mock).get('/__mock/health')).status).toBe(503);
      await own.start();
      for (let tries = 0; (await at(mock).get('/__mock/ready')).status !== 200; tries += 1)
        expect(tries).toBeLessThan(500);
      expect(await nameOf(mock)).toBe('Before');
      expect((await rename(mock, 'After')).status).toBe(200);
      // Of all the requests in between nothing more is told.
      expect(notices).toEqual([expect.stringContaining('does not answer'), expect.stringContaining('answers again')]);
      expect(failures).toEqual([]);
    } finally {
      await Promise.all(mocks.splice(0).map((mock) => mock.close()));
      await own.remove();
    }
  });

  it('tell Prometheus what each has done to the log', async () => {
    const [one, other] = [await replica(), await replica()];
    await rename(one, 'By one');
    expect(await nameOf(other)).toBe('By one');
    expect(await metricOf(one, 'log_appended_total')).toBeGreaterThan(0);
    expect(await metricOf(other, 'log_followed_total')).toBeGreaterThan(0);
    expect(await metricOf(other, 'log_position')).toBeGreaterThan(1);
    expect(await metricOf(other, 'replicas')).toBe(2);
  });

  it('follow one profile, and refuse to be started with another', async () => {
    const one = await replica({ profile: staging });
    const other = await replica();
    const made = (mock: Mock) =>
      at(mock).post('/api/v1/global/create-agent').set('token', tokens.acme).send({ agent_name: 'New' });
    expect((await made(other)).status).toBe(201);
    const store = `${server.url}?log=${log}`;
    const production = { ...staging, info: { title: 'production', version: '1' }, actions: [] };
    await expect(createMock({ store, profile: production })).rejects.toThrow(
      'The store follows a profile staging, not the profile production as it is given: leave --profile out',
    );
    expect((await at(other).put('/__mock/profile').send(production)).status).toBe(200);
    expect((await made(one)).status).toBe(200);
    mocks.push(await createMock({ store, profile: staging, reset: true }));
    expect((await made(one)).status).toBe(201);
  });

  it.each([
    [
      'mysql://mock:s3cr3t@db:3306/mock',
      'The store given, mysql://…, is not the address of a store: give one as postgres://',
    ],
    [
      'postgres://mock:100%@db/mock',
      'The store given, postgres://… with a lone %, is not the address of a store: give one as postgres://',
    ],
    ['postgres://mock@db/mock?log=a b', 'The store given, postgres://…, is not the address'],
  ])('say of %s what was given and what is expected, and no secret', async (store, message) => {
    const failed = await createMock({ store }).then(() => '', String);
    expect(failed).toContain(message);
    expect(failed).toContain('%25 for one itself');
    expect(failed).not.toMatch(/s3cr3t|100%@/);
  });

  it('never tell the password', async () => {
    const secret = 's3cr3t-of-the-store';
    const store = `postgres://mock:${secret}@127.0.0.1:1/postgres`;
    const failed = await createMock({ store }).then(() => '', String);
    expect(failed).toContain('postgres://mock@127.0.0.1:1/postgres');
    expect(failed).not.toContain(secret);
    await expect(createMock({ store: `postgres://mock:${secret}@/ /` })).rejects.toThrow(
      /^The store given, postgres:\/\/…, is not the address/,
    );
  });

  it('say so where reads may be of a moment ago, and catch up with them', async () => {
    const [one, other] = [await replica(), await replica({ reads: 'local' })];
    expect((await at(other).get('/__mock/health')).body).toEqual({ status: 'ok', reads: 'local', replicas: 2 });
    expect((await at(one).get('/__mock/health')).body).toMatchObject({ reads: 'linearizable' });
    await rename(one, 'Later');
    for (let tries = 0; (await nameOf(other)) !== 'Later'; tries += 1) expect(tries).toBeLessThan(500);
  });
});
