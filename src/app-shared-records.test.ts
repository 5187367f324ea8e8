import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import postgres from 'postgres';
import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Mock } from './app.ts';
import { InvalidRecordError } from './store/state/apply-changes.ts';
import type { AgentRecord } from './domain/records.ts';
import { ConflictError } from './store/state/store.ts';
import type { RecordStore } from './store/state/record-store.ts';
import { postgresPrograms, startPostgres, type PostgresServer } from './testing/store/postgres-server.ts';
import { prepareSharedMocks } from './testing/api-harness.ts';
import { tokens } from './testing/well-known.ts';

// Without PostgreSQL `npm test` says that this is left out.
describe.runIf(postgresPrograms() !== undefined)('the records of mocks that share a PostgreSQL', () => {
  let server: PostgresServer;
  let open: Awaited<ReturnType<typeof prepareSharedMocks>>;
  let log: string;
  const mocks: Mock[] = [];

  beforeAll(async () => {
    [server, open] = await Promise.all([startPostgres(), prepareSharedMocks()]);
  });
  afterAll(() => server.remove());
  beforeEach(() => {
    log = randomUUID();
  });
  afterEach(async () => {
    await Promise.all(mocks.splice(0).map((mock) => mock.close()));
  });

  const replica = async (): Promise<Mock> => {
    const mock = await open(`${server.url}?log=${log}`);
    mocks.push(mock);
    return mock;
  };
  const at = ({ app }: Mock) => supertest(app);
  const save = (mock: Mock, fields: object) =>
    at(mock).post('/api/v1/global/create-agent').set('token', tokens.acme).send(fields);

  describe('decide beside each other', () => {
    let mine: RecordStore;
    let theirs: RecordStore;
    let catchUp: () => Promise<void>;

    beforeEach(async () => {
      const [one, other] = [await replica(), await replica()];
      [mine, theirs] = [one.worlds.default.store, other.worlds.default.store];
      catchUp = async () => other.worlds.shared?.current();
    });

    /** An agent that both know and nothing names, and a campaign that would name it. */
    const agentAndCampaign = async () => {
      const view = mine.view();
      const [[agent], [campaign]] = [[...view.all('agents')], [...view.all('campaigns')]];
      if (agent === undefined || campaign === undefined) throw new Error('The scenario has neither.');
      const record = { ...agent, id: mine.nextId('agents'), uuid: randomUUID() };
      await mine.commit([mine.view().put('agents', record)]);
      await catchUp();
      const naming = {
        ...campaign,
        id: mine.nextId('campaigns'),
        workspace_id: agent.workspace_id,
        agent_id: record.id,
      };
      return {
        remove: () => theirs.commit([theirs.view().remove('agents', record.id)]),
        name: () => mine.commit([mine.view().put('campaigns', naming)]),
      };
    };

    it('and name nothing that another has removed meanwhile', async () => {
      const { remove, name } = await agentAndCampaign();
      await remove();
      await expect(name()).rejects.toThrow(ConflictError);
      await expect(name()).rejects.toThrow(InvalidRecordError);
    });

    it('and remove nothing that another has named meanwhile', async () => {
      const { remove, name } = await agentAndCampaign();
      await name();
      await expect(remove()).rejects.toThrow(ConflictError);
      await expect(remove()).rejects.toThrow(InvalidRecordError);
    });

    it('and tell what PostgreSQL refuses as it is, and once', async () => {
      const sql = postgres(server.url);
      await sql`alter table voice_agent_mock_records add constraint no_such_name check (body::text not like '%Refused%')`;
      const [agent] = [...mine.view().all('agents')];
      if (agent === undefined) throw new Error('The scenario has no agent.');
      const record = { ...agent, agent_name: 'Refused' };
      const commit = mine.commit([mine.view().put('agents', record)]);
      await expect(commit).rejects.toThrow('violates check constraint "no_such_name"');
      await expect(commit).rejects.not.toThrow('has not answered');
      await sql`alter table voice_agent_mock_records drop constraint no_such_name`;
      await sql.end();
      await mine.commit([mine.view().put('agents', record)]);
    });

    it('and give no lead the id of another, though it is in another campaign', async () => {
      const put = async (store: RecordStore, campaignId: number, id: number) => {
        const lead = store.view().leads(campaignId).at(0);
        return store.commit([...store.view().putLeads(campaignId, [{ ...lead, id }])]);
      };
      const [one = 0, other = 0] = [...mine.view().all('audiences')].map(({ id }) => id);
      const [mineFirst, theirsFirst] = [mine.nextId('leads'), theirs.nextId('leads')];
      expect(theirsFirst).toBe(mineFirst);
      await put(mine, one, mineFirst);
      await expect(put(theirs, other, theirsFirst)).rejects.toThrow(ConflictError);
      expect(theirs.nextId('leads')).toBeGreaterThan(mineFirst);
    });
  });

  it('lose the leads of a removed campaign, which do not come back with another campaign of its id', async () => {
    const { store } = (await replica()).worlds.default;
    const view = store.view();
    const [campaign, audience] = [view.get('campaigns', 5001), view.get('audiences', 5001)];
    if (campaign === undefined || audience === undefined) throw new Error('The scenario has this campaign.');
    const [lead] = [store.view().leads(5001).at(0)];
    await store.commit(store.view().putLeads(5001, [{ ...lead, updated_by: 'a test' }]));
    const removed = (['audiences', 'campaigns'] as const).map((collection) => {
      return view.remove(collection, 5001);
    });
    await store.commit(removed);
    await store.commit([store.view().put('campaigns', campaign), store.view().put('audiences', audience)]);
    const again = await replica();
    expect(again.worlds.default.store.view().get('campaigns', 5001)).toEqual(campaign);
    expect(again.worlds.default.store.view().leads(5001).size).toBe(0);
  });

  it('are copied into a snapshot and a world by PostgreSQL itself, and read there by all', async () => {
    const [one, other] = [await replica(), await replica()];
    const copied = [
      [1001, 'Written first'],
      [1004, 'Written last'],
    ] as const;
    for (const [agent_id, agent_name] of copied) await save(one, { agent_id, agent_name });
    const sql = postgres(server.url);
    // Known by what no replica has read: the rows themselves are copied, not what a replica knows of them.
    await sql`
      update voice_agent_mock_records set body = replace(body::text, '"Written', '"Copied')::json where log = ${log}`;
    await at(one).post('/__mock/snapshots').send({ name: 'rows' }).expect(201);
    await at(one)
      .post('/__mock/worlds')
      .send({ name: 'rows', from: { snapshot: 'rows' } })
      .expect(201);
    const found = await sql<{ world: string }[]>`
      select world from voice_agent_mock_records where log = ${log} and body::text like '%"Copied%' order by world`;
    await sql.end();
    expect(found.map(({ world }) => world)).toEqual(
      ['default', 'rows', 'snapshot:rows'].flatMap((each) => [each, each]),
    );
    for (const [id, name] of copied) {
      const agent = await at(other).get(`/__mock/agents/${id}`).set('x-mock-world', 'rows');
      expect(agent.body).toMatchObject({ agent: { agent_name: name.replace('Written', 'Copied') } });
    }
  });

  it('are rows that others read as commits go on, and with which a replica that comes later begins', async () => {
    const [one, other] = [await replica(), await replica()];
    const [mine, theirs] = [one.worlds.default.store, other.worlds.default.store];
    const rename = async (agent_name: string) => {
      const record = { ...mine.view().get('agents', 1001), agent_name } as AgentRecord;
      await mine.commit([mine.view().put('agents', record)]);
      await other.worlds.shared?.current();
    };
    const view = mine.view();
    const [campaign, audience] = [view.get('campaigns', 5001), view.get('audiences', 5001)];
    const lead = mine.view().leads(5001).at(0);
    if (campaign === undefined || audience === undefined) throw new Error('The scenario has this campaign.');
    for (let i = 0; i < 10; i += 1) await rename(`Name ${i}`);
    const removed = (['audiences', 'campaigns'] as const).map((collection) => {
      return view.remove(collection, 5001);
    });
    await mine.commit(removed);
    await mine.commit([
      mine.view().put('campaigns', campaign),
      mine.view().put('audiences', audience),
      ...mine.view().putLeads(5001, [{ ...lead, id: mine.nextId('leads') }]),
    ]);
    for (let i = 10; i < 20; i += 1) await rename(`Name ${i}`);
    const { store } = (await replica()).worlds.default;
    expect(store.records()).toEqual(mine.records());
    expect(store.view().leads(5001).size).toBe(1);
    expect(theirs.records()).toEqual(mine.records());
  });

  it('are backed up by pg_dump, worlds, clocks and journals too, and restored by psql', async () => {
    const mock = await replica();
    await save(mock, { agent_name: 'Kept in the backup' });
    await at(mock).post('/__mock/clock').send({ freeze: '2031-02-03T04:05:06.000Z' });
    await at(mock).post('/__mock/worlds').send({ name: 'backed-up' });
    await at(mock).post('/__mock/snapshots').send({ name: 'backed-up' });
    const contentOf = async (of: Mock) => {
      const paths = ['agents', 'clock', 'snapshots', 'journal'];
      const answers = await Promise.all(paths.map((path) => at(of).get(`/__mock/${path}`)));
      const names = of.worlds.list().map(({ name }) => name);
      return [names, ...answers.map(({ body }: { readonly body: unknown }) => body)];
    };
    const before = await contentOf(mock);
    const program = (name: string) => join(postgresPrograms() ?? '', name);
    const input = execFileSync(program('pg_dump'), ['--table', 'voice_agent_mock_*', server.url], {
      maxBuffer: 2 ** 28,
    });
    const restored = `restored_${log.replaceAll('-', '')}`;
    execFileSync(program('psql'), ['--quiet', '--command', `create database ${restored}`, server.url]);
    const url = server.url.replace(/postgres$/, restored);
    execFileSync(program('psql'), ['--quiet', '--set', 'ON_ERROR_STOP=1', url], { input, stdio: 'pipe' });
    const again = await open(`${url}?log=${log}`);
    mocks.push(again);
    expect(await contentOf(again)).toEqual(before);
    expect((await save(again, { agent_name: 'Written after the backup' })).status).toBe(200);
  });
});
