import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createMock, type Mock } from './app.ts';
import { openDatabase } from './store/postgres/database.ts';
import { postgresPrograms, startPostgres, type PostgresServer } from './testing/store/postgres-server.ts';
import { prepareSharedMocks } from './testing/api-harness.ts';
import { tokens } from './testing/well-known.ts';

const isInstalled = postgresPrograms() !== undefined;

// Without PostgreSQL `npm test` says that this is left out.
describe.runIf(isInstalled)('mocks that share a PostgreSQL in which something is wrong', () => {
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
  const at = ({ app }: Mock) => supertest(app);
  const rename = (mock: Mock, agent_name: string, agent_id = 1001) =>
    at(mock).post('/api/v1/global/create-agent').set('token', tokens.acme).send({ agent_id, agent_name });
  const nameOf = async (mock: Mock, id = 1001): Promise<unknown> => {
    const { body } = await at(mock).get(`/api/v1/global/agents/get-by-id?agent_id=${id}`).set('token', tokens.acme);
    return (body as { data: { basic_details: { agent_name: unknown } } }).data.basic_details.agent_name;
  };

  /** Takes the tables back to what they were, as a standby does that takes over without the last commits. */
  const failOver = async (work: () => Promise<void>) => {
    const sql = postgres(server.url, { onnotice: () => undefined });
    const tables = ['worlds', 'records', 'commits'].map((table) => `voice_agent_mock_${table}`);
    for (const table of tables) {
      await sql`drop table if exists ${sql(`kept_${table}`)}`;
      await sql`create table ${sql(`kept_${table}`)} as select * from ${sql(table)} where log = ${log}`;
    }
    await work();
    for (const table of tables) {
      await sql`delete from ${sql(table)} where log = ${log}`;
      await sql`insert into ${sql(table)} select * from ${sql(`kept_${table}`)}`;
    }
    await sql.end();
  };

  it('drop what a failover has lost', async () => {
    const notices: string[] = [];
    const mock = await replica({ onNotice: (sentence) => notices.push(sentence) });
    await rename(mock, 'Kept');
    await failOver(async () => {
      await rename(mock, 'Lost');
      expect(await nameOf(mock)).toBe('Lost');
    });
    expect(await nameOf(mock)).toBe('Kept');
    expect(notices).toEqual([expect.stringContaining('as after a failover: the state was loaded again')]);
    expect((await rename(mock, 'New')).status).toBe(200);
    expect((await at(mock).get('/__mock/metrics')).text).toContain('voice_agent_mock_log_reloads_total 1\n');
  });

  it('drop what a failover has lost, though others have written as much since', async () => {
    const [mock, other] = [await replica(), await replica()];
    await rename(mock, 'Kept');
    await failOver(async () => {
      for (const name of ['Lost', 'Lost too']) await rename(mock, name);
    });
    for (const name of ['New', 'Newer', 'Newest']) expect((await rename(other, name)).status).toBe(200);
    expect(await nameOf(mock)).toBe('Newest');
  });

  it('write on nothing that a failover has lost, though others have written as much since', async () => {
    const [mock, other] = [await replica(), await replica()];
    const before = await nameOf(mock, 1002);
    await failOver(async () => {
      for (const name of ['Lost', 'Lost too']) await rename(mock, name, 1002);
    });
    for (const name of ['New', 'Newer', 'Newest']) await rename(other, name);
    expect((await rename(mock, 'Written', 1003)).status).toBe(200);
    expect(await nameOf(mock, 1002)).toBe(before);
  });

  it('write again soon, though one of them stands still in the middle of writing', async () => {
    const mock = await replica();
    const database = openDatabase(`${server.url}?log=${log}`);
    let goOn: (() => void) | undefined;
    let ended: Promise<void> | undefined;
    await new Promise<void>((locked) => {
      const standing = database.transaction(async (sql) => {
        await sql`select from voice_agent_mock_worlds where log = ${log} and name = 'default' for update`;
        locked();
        await new Promise<void>((resolve) => (goOn = resolve));
      });
      ended = expect(standing).rejects.toThrow();
    });
    expect((await rename(mock, 'Went on')).status).toBe(200);
    expect(await nameOf(mock)).toBe('Went on');
    goOn?.();
    await ended;
    await database.close();
  });

  it('refuse a log of another format, and say what to do', async () => {
    const mock = await replica();
    const sql = postgres(server.url);
    await sql`update voice_agent_mock_worlds set format = 4, version = version + 1 where log = ${log}`;
    await sql.end();
    const text = `The log ${log} in postgres://mock@127.0.0.1:${new URL(server.url).port}/postgres is in format 4, and this version reads and writes format 3: run the same version of voice-agent-mock on every replica, or name another log, ?log=NAME at the end of the address.`;
    await expect(createMock({ store: `${server.url}?log=${log}` })).rejects.toThrow(text);
    expect((await rename(mock, 'Other')).status).toBe(503);
  });

  it('refuse a table of that name that another program has made', async () => {
    const sql = postgres(server.url);
    await sql`create schema other`;
    await sql`create table other.voice_agent_mock_records (id text)`;
    await sql.end();
    await expect(createMock({ store: `${server.url}?search_path=other` })).rejects.toThrow(
      'The table voice_agent_mock_records in postgres://mock@127.0.0.1',
    );
  });

  it('all come up, though they are started at once on an empty database', async () => {
    const sql = postgres(server.url);
    await sql`create schema empty`;
    await sql.end();
    const store = `${server.url}?search_path=empty`;
    const all = await Promise.all([1, 2, 3].map(() => createMock({ store })));
    mocks.push(...all);
    for (const mock of all.slice(0, 1)) await rename(mock, 'Told');
    for (const mock of all) expect(await nameOf(mock)).toBe('Told');
  });

  it.each([
    [
      'records',
      `insert into voice_agent_mock_records values ($1, 'broken', 'agents', '1002', 2, '{"in":"agents","id":1002,"put":{"id":1002}}')`,
      'voice_agent_mock_records, world broken, agents 1002',
    ],
    [
      'records, of parts',
      `update voice_agent_mock_records set body = '{"in":"parts","id":"","put":{"clock":[]}}' where log = $1 and world = 'broken' and collection = 'parts'`,
      'voice_agent_mock_records, world broken, parts',
    ],
    [
      'worlds',
      `update voice_agent_mock_worlds set ids = '{"workspaces":9223372036854775807}' where log = $1 and name = 'broken'`,
      'voice_agent_mock_worlds, broken: ids/workspaces is',
    ],
    [
      'records, a field of one',
      `update voice_agent_mock_records set body = replace(body::text, '"There"', '5')::json where log = $1 and world = 'broken'`,
      'voice_agent_mock_records, world broken, agents 1001: /agent_name is 5',
    ],
    [
      'records, not a change',
      `update voice_agent_mock_records set body = '7' where log = $1 and world = 'broken'`,
      'voice_agent_mock_records, world broken: body is 7',
    ],
  ])('name a damaged row of %s, and go on with the other worlds', async (_, damage, told) => {
    const before = await replica();
    await at(before).post('/__mock/worlds').send({ name: 'broken' });
    await at(before)
      .post('/api/v1/global/create-agent')
      .set({ token: tokens.acme, 'x-mock-world': 'broken' })
      .send({ agent_id: 1001, agent_name: 'There' });
    const sql = postgres(server.url);
    await sql.unsafe(damage, [log]);
    const mock = await replica();
    const inBroken = (path: string) => at(mock).get(path).set({ token: tokens.acme, 'x-mock-world': 'broken' });
    expect((await inBroken('/api/v1/global/agents/get-by-id?agent_id=1001')).status).toBe(503);
    const ready = await at(mock).get('/__mock/ready');
    expect([ready.status, JSON.stringify(ready.body)]).toEqual([503, expect.stringContaining(told)]);
    expect(await nameOf(mock)).not.toBe('There');
    expect((await rename(mock, 'Other')).status).toBe(200);
    await at(before).delete('/__mock/worlds/broken').expect(204);
    await sql.end();
    expect((await at(mock).get('/__mock/ready')).status).toBe(200);
    expect((await inBroken('/api/v1/global/agents/get-by-id?agent_id=1001')).status).toBe(200);
  });
});
