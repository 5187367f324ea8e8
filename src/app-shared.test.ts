import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createMock, type Mock, type MockOptions } from './app.ts';
import { postgresPrograms, startPostgres, type PostgresServer } from './testing/store/postgres-server.ts';
import { tokens } from './testing/well-known.ts';

const isInstalled = postgresPrograms() !== undefined;

// Without PostgreSQL `npm test` says that this is left out.
describe.runIf(isInstalled)('mocks that share a PostgreSQL', () => {
  let server: PostgresServer;
  let log = '';
  const mocks: Mock[] = [];

  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.remove());
  afterEach(async () => {
    await Promise.all(mocks.splice(0).map((mock) => mock.close()));
    log = '';
  });

  const replica = async (options: MockOptions = {}): Promise<Mock> => {
    if (log === '') log = randomUUID();
    const mock = await createMock({ store: `${server.url}?log=${log}`, ...options });
    mocks.push(mock);
    return mock;
  };
  const at = ({ app }: Mock) => supertest(app);
  const rename = (mock: Mock, name: string) =>
    at(mock)
      .post('/api/v1/global/create-agent')
      .set('token', tokens.acme)
      .send({ agent_id: 1001, agent_name: name });
  const nameOf = async (mock: Mock): Promise<unknown> => {
    const { body } = await at(mock).get('/api/v1/global/agents/get-by-id?agent_id=1001').set('token', tokens.acme);
    return (body as { data: { agent_name: unknown } }).data.agent_name;
  };
  const create = async (mock: Mock, name: string): Promise<number> => {
    const answer = await at(mock)
      .post('/api/v1/global/create-agent')
      .set('token', tokens.acme)
      .send({ agent_name: name });
    return (answer.body as { data: { agent_id: number } }).data.agent_id;
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

  it('give no id twice, though all of them create at once', async () => {
    const all = [await replica(), await replica(), await replica()];
    const ids = await Promise.all(Array.from({ length: 30 }, (_, i) => create(all[i % 3] ?? all[0]!, `Agent ${i}`)));
    expect(new Set(ids).size).toBe(30);
  });

  it('keep everything over a restart of all', async () => {
    const first = await replica();
    await rename(first, 'Kept');
    await at(first).put('/__mock/clock').send({ frozen_at: '2030-01-01T00:00:00.000Z' });
    await first.close();
    const again = await replica();
    expect(await nameOf(again)).toBe('Kept');
  });
});
