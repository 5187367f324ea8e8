import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import supertest from 'supertest';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { assembleMock, createMock, type Mock, type MockOptions } from './app.ts';
import { loadContractDocument } from './document/read/load.ts';
import type { Handler } from './operations/handler.ts';
import { handlers } from './operations/handlers.ts';
import { scenarioFolder } from './files/scenario-folder.ts';
import { openEphemeral } from './store/open-ephemeral.ts';
import type { OperationId } from './document/names.gen.ts';
import { prepareMocks } from './testing/api-harness.ts';
import { openConnection, readAnswers } from './testing/test-server.ts';
import { tokens } from './testing/well-known.ts';

// Each of these starts whole mocks, which takes a busy machine a while.
vi.setConfig({ testTimeout: 30_000 });

const mocks: Mock[] = [];
const folders: string[] = [];

async function create(options: MockOptions = {}): Promise<Mock> {
  const mock = await createMock(options);
  mocks.push(mock);
  return mock;
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'voice-agent-mock-'));
  folders.push(folder);
  return folder;
}

afterEach(async () => {
  await Promise.all(mocks.splice(0).map((mock) => mock.close()));
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })));
});

const base = '/api/v1/global';

/** The files of a folder that this process holds open; none where the system does not say. */
function openFilesIn(folder: string): string[] {
  const own = '/proc/self/fd';
  if (!existsSync(own)) return [];
  const targets = readdirSync(own).map((name) => {
    const path = join(own, name);
    return existsSync(path) ? readlinkSync(path) : '';
  });
  return targets.filter((target) => target.startsWith(folder));
}

function rename(app: Mock['app'] | string, id: number, name: string) {
  return supertest(app).post(`${base}/create-agent`).set('token', tokens.acme).send({ agent_id: id, agent_name: name });
}

describe('ten mocks in one process', () => {
  it('share nothing', async () => {
    const [document, scenario] = [loadContractDocument(), scenarioFolder('default')];
    const ten = await Promise.all(
      Array.from({ length: 10 }, async () => assembleMock(document, await openEphemeral({ scenarioDir: scenario }))),
    );
    const urls = await Promise.all(ten.map(async (mock) => (await mock.listen(0)).url));
    expect(new Set(urls).size).toBe(10);
    await Promise.all(urls.map((url, index) => rename(url, 1001, `Mock ${index}`)));
    for (const [index, mock] of ten.entries()) {
      expect(mock.worlds.default.store.view().get('agents', 1001)?.agent_name).toBe(`Mock ${index}`);
      expect(mock.worlds.default.store.view().count('agents')).toBe(10);
    }
    await ten[0]?.close();
    expect((await rename(urls[1] ?? '', 1001, 'Still there')).status).toBe(200);
    await Promise.all(ten.slice(1).map((mock) => mock.close()));
  });

  it('share nothing where they began as one scenario', async () => {
    const freshMock = await prepareMocks();
    const [one, other] = [freshMock(), freshMock()];
    const before = await other.records();
    await one.newAgent();
    await one.succeed('createAgent', { body: { agent_id: 1004, status: 2 } });
    expect(await other.records()).toEqual(before);
    expect((await other.newAgent()) > 1010).toBe(true);
  });
});

describe('a mock', () => {
  it('serves where it listens, on as many places as one likes, until it is closed', async () => {
    const mock = await createMock();
    const one = await mock.listen(0);
    const other = await mock.listen({ port: 0, host: '127.0.0.1' });
    expect(one.url).toBe(`http://127.0.0.1:${one.port}`);
    for (const { url } of [one, other]) expect((await fetch(`${url}/__mock/health`)).status).toBe(200);
    await mock.close();
    for (const { url } of [one, other]) await expect(fetch(`${url}/__mock/health`)).rejects.toThrow();
  });

  it('says that a port is taken', async () => {
    const mock = await create();
    const { port } = await mock.listen(0);
    await expect((await create()).listen(port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('leaves nothing open that keeps the process alive', async () => {
    const servers = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;
    await expect.poll(servers).toBe(0);
    const dataDir = await temporaryFolder();
    const mock = await createMock({ dataDir });
    const { url } = await mock.listen(0);
    await rename(url, 1001, 'New');
    await mock.close();
    await expect.poll(servers).toBe(0);
    expect(openFilesIn(dataDir)).toEqual([]);
  });

  it('answers what is under way before it closes', async () => {
    const mock = await createMock();
    const { url } = await mock.listen(0);
    const { port } = new URL(url);
    const socket = await openConnection(Number(port));
    const body = JSON.stringify({ agent_id: 1001, agent_name: 'Under way' });
    const head = [`POST ${base}/create-agent HTTP/1.1`, 'host: a', `token: ${tokens.acme}`];
    socket.write([...head, `content-length: ${body.length}`, '', body.slice(0, 5)].join('\r\n'));
    await fetch(`${url}/__mock/health`);
    const closed = mock.close();
    socket.write(body.slice(5));
    expect((await readAnswers(socket))[0]?.status).toBe(200);
    await closed;
    socket.destroy();
    expect(mock.worlds.default.store.view().get('agents', 1001)?.agent_name).toBe('Under way');
  });

  it('closes though clients have connected and sent nothing, or not all', async () => {
    const mock = await createMock();
    const { port } = await mock.listen(0);
    const silent = await openConnection(port);
    const stuck = await openConnection(port);
    stuck.write(`POST ${base}/create-agent HTTP/1.1\r\nhost: a\r\ncontent-length: 99\r\n\r\n{`);
    await fetch(`http://127.0.0.1:${port}/__mock/health`);
    await mock.close();
    for (const socket of [silent, stuck]) socket.destroy();
    await expect(fetch(`http://127.0.0.1:${port}/__mock/health`)).rejects.toThrow();
  });

  it('names the accounts of its scenario and their tokens', async () => {
    expect((await create()).accounts).toEqual([
      { workspace_id: 101, workspace_name: 'Acme Outreach', login_token: tokens.loginAcme, api_token: tokens.acme },
      {
        workspace_id: 102,
        workspace_name: 'Globex Support',
        login_token: tokens.loginGlobex,
        api_token: tokens.globex,
      },
      { workspace_id: 103, workspace_name: 'Initech Trial', login_token: tokens.loginInitech, api_token: null },
    ]);
  });

  it('serves another scenario by its name', async () => {
    const mock = await create({ scenario: 'empty' });
    expect(mock.worlds.default.store.view().count('agents')).toBe(0);
    expect(mock.accounts[0]?.api_token).toBe(tokens.acme);
    const answer = await supertest(mock.app)
      .post(`${base}/create-agent`)
      .set('token', tokens.acme)
      .send({ agent_name: 'The first' });
    expect(answer.status).toBe(200);
  });

  it('does not start with a scenario that is not there', async () => {
    await expect(createMock({ scenario: 'nowhere' })).rejects.toThrow('there is no scenario nowhere');
  });

  it('allows a page of any origin to read its answers', async () => {
    const { app } = await create();
    const answer = await supertest(app).get(`${base}/agents/get-by-id`).set('origin', 'http://localhost:5173');
    expect(answer.status).toBe(401);
    expect(answer.headers['access-control-allow-origin']).toBe('http://localhost:5173');
    const preflight = await supertest(app).options(`${base}/create-agent`).set({
      origin: 'http://localhost:5173',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'token,content-type',
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers['access-control-allow-headers']).toBe('token,content-type');
  });
});

describe('a data folder', () => {
  it('gives a mock that starts again everything as it was', async () => {
    const dataDir = await temporaryFolder();
    const first = await createMock({ dataDir });
    await rename(first.app, 1001, 'Renamed');
    await supertest(first.app).post(`${base}/create-agent`).set('token', tokens.acme).send({ agent_name: 'New' });
    await supertest(first.app)
      .post(`${base}/create-agent`)
      .set('token', tokens.acme)
      .send({ agent_id: 1008, status: 2 });
    await supertest(first.app)
      .post(`${base}/campaign-force-completed`)
      .set('token', tokens.acme)
      .send({ campaign_id: 5001, campaign_status: 'force_completed' });
    const before = first.worlds.default.store.records();
    await first.close();
    const second = await create({ dataDir });
    expect(second.worlds.default.store.records()).toEqual(before);
    expect(before.records.agents).toHaveLength(11);
    const { body } = await supertest(second.app)
      .post(`${base}/create-agent`)
      .set('token', tokens.acme)
      .send({ agent_name: 'Newer' });
    expect(body).toMatchObject({ data: { agent_id: 1012 } });
  });

  it('loses nothing of fifty updates of one agent at once', async () => {
    const dataDir = await temporaryFolder();
    const first = await createMock({ dataDir });
    const { url } = await first.listen(0);
    const settings = Array.from({ length: 50 }, (_, index) => `setting_${index}`);
    const answers = await Promise.all(
      settings.map((name, index) =>
        fetch(`${url}${base}/create-agent`, {
          method: 'POST',
          headers: { token: tokens.acme, 'content-type': 'application/json' },
          body: JSON.stringify({ agent_id: 1002, configurations: { [name]: index } }),
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(settings.map(() => 200));
    await first.close();
    const second = await create({ dataDir });
    const kept = second.worlds.default.store.view().get('agents', 1002)?.unread.configurations;
    expect(kept).toMatchObject(Object.fromEntries(settings.map((name, index) => [name, index])));
  });

  it('gives fifty agents that are created at once an id each', async () => {
    const mock = await create({ dataDir: await temporaryFolder() });
    const { url } = await mock.listen(0);
    const ids = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const answer = await fetch(`${url}${base}/create-agent`, {
          method: 'POST',
          headers: { token: tokens.acme, 'content-type': 'application/json' },
          body: JSON.stringify({ agent_name: `Agent ${index}` }),
        });
        return ((await answer.json()) as { data: { agent_id: number } }).data.agent_id;
      }),
    );
    expect(new Set(ids).size).toBe(50);
    for (const [index, id] of ids.entries()) {
      expect(mock.worlds.default.store.view().get('agents', id)?.agent_name).toBe(`Agent ${index}`);
    }
  });
});

it('does not compile where a handler is missing or of another operation', () => {
  const { getAgent, verifyToken, ...others } = handlers;
  type Handlers = { readonly [Id in OperationId]: Handler<Id> };
  const complete: Handlers = { getAgent, verifyToken, ...others };
  // @ts-expect-error -- an operation without a handler
  const incomplete: Handlers = { verifyToken, ...others };
  // @ts-expect-error -- the handler of another operation
  const mistyped: Handlers = { getAgent: verifyToken, verifyToken, ...others };
  expect([complete, incomplete, mistyped].map((table) => Object.keys(table).length)).toEqual([9, 8, 9]);
});
