import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMock, type Mock, type MockOptions } from '../app.ts';
import { scenarioFolder } from '../files/scenario-folder.ts';
import { openDataFolder } from '../store/disk/data-folder.ts';
import { readScenarioNote } from '../store/disk/seed-folder.ts';
import { postgresPrograms, startPostgres, type PostgresServer } from '../testing/store/postgres-server.ts';
import { tokens } from '../testing/well-known.ts';
import { commands, createTerminal, runCommandLine } from './run-command-line.ts';

let root: string;
let count = 0;
const newFolder = () => join(root, `folder-${(count += 1)}`);

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'copy-'));
});
afterAll(() => rm(root, { recursive: true }));

async function copy(...args: readonly string[]) {
  let [output, errors] = ['', ''];
  const code = await runCommandLine(commands, ['copy', ...args], {
    env: {},
    version: '0.0.0',
    ...createTerminal({ write: (text) => (output += text), writeError: (text) => (errors += text) }),
    isTerminal: false,
    now: () => 0,
    onEndSignal: () => undefined,
    exit: () => undefined,
  });
  return { code, output, errors };
}

/** What a place holds, ids that were given included. */
async function contentOf({ dataDir: dir = null, store = '' }: MockOptions) {
  if (dir === null) {
    const mock = await createMock({ store });
    const content = mock.worlds.default.store.records();
    const { scenario } = mock;
    await mock.close();
    return { ...content, scenario };
  }
  const opened = await openDataFolder({ dir, scenarioDir: scenarioFolder('default') });
  const content = opened.records();
  await opened.close();
  return { ...content, scenario: (await readScenarioNote(dir))?.scenario };
}

let filled: string | undefined;

/** A folder that is filled as `fill` does. */
async function filledFolder(): Promise<string> {
  if (filled === undefined) {
    filled = newFolder();
    await fill({ dataDir: filled });
  }
  const folder = newFolder();
  await cp(filled, folder, { recursive: true });
  return folder;
}

/** A place with what no scenario has: a changed record, a new one, and an id that was given and is gone. */
async function fill(place: MockOptions): Promise<void> {
  const mock = await createMock({ ...place, scenario: 'default' });
  for (const agent of [{ agent_id: 1001, agent_name: 'Renamed' }, { agent_name: 'Made' }]) {
    const answer = await mock.fetch('http://mock/api/v1/global/create-agent', {
      method: 'POST',
      headers: { token: tokens.acme, 'content-type': 'application/json' },
      body: JSON.stringify(agent),
    });
    expect(answer.status).toBe(200);
  }
  mock.worlds.default.store.nextId('agents');
  await mock.close();
}

describe('voice-agent-mock copy', () => {
  it('copies a folder into a new one: records, audiences, ids and the scenario that it began as', async () => {
    const [from, to] = [await filledFolder(), newFolder()];
    const copied = await copy(from, to);
    expect(copied).toEqual({ code: 0, errors: '', output: expect.stringMatching(/^Read \d+ records and \d+ people/) });
    expect(await contentOf({ dataDir: to })).toEqual(await contentOf({ dataDir: from }));
  });

  it('refuses a place that is not empty, unless what it holds is given up', async () => {
    const [from, to] = [await filledFolder(), newFolder()];
    await (await createMock({ dataDir: to })).close();
    const before = await contentOf({ dataDir: to });
    expect(await copy(from, to)).toMatchObject({
      code: 2,
      errors: expect.stringContaining('is not empty: name another'),
    });
    expect(await contentOf({ dataDir: to })).toEqual(before);
    expect(await copy(from, to, '--reset')).toMatchObject({ code: 0, errors: '' });
    expect(await contentOf({ dataDir: to })).toEqual(await contentOf({ dataDir: from }));
  });

  it('refuses what it cannot copy, and makes no folder for it', async () => {
    const [missing, foreign, from] = [newFolder(), newFolder(), await filledFolder()];
    await mkdir(foreign);
    await writeFile(join(foreign, 'holiday.jpg'), '');
    const cases: readonly (readonly [readonly string[], string])[] = [
      [[missing, newFolder()], 'there is nothing to copy'],
      [[from, from], 'name two places'],
      [[from], 'Name two places'],
      [[from, foreign], 'is not empty'],
      [[from, foreign, '--reset'], 'is not a data folder'],
    ];
    for (const [args, sentence] of cases) {
      const { code, errors } = await copy(...args);
      expect([code, errors], args.join(' ')).toEqual([2, expect.stringContaining(sentence)]);
    }
    expect((await copy(missing, newFolder())).errors).toContain(missing);
    const mock = await createMock({ dataDir: from });
    expect(await copy(from, newFolder())).toMatchObject({ code: 2, errors: expect.stringContaining('is in use') });
    await mock.close();
  });

  it('tells no password', async () => {
    const from = await filledFolder();
    const secret = 's3cr3t-of-the-store';
    for (const address of [`postgres://mock:${secret}@127.0.0.1:1/db`, `postgres://mock:${secret}@/ /`]) {
      const { code, output, errors } = await copy(from, address);
      expect(code).toBe(2);
      expect(output + errors).not.toContain(secret);
    }
  });

  // Without PostgreSQL `npm test` says that this is left out.
  describe.runIf(postgresPrograms() !== undefined)('with PostgreSQL', () => {
    let server: PostgresServer;
    beforeAll(async () => {
      server = await startPostgres();
    });
    afterAll(() => server.remove());

    it('copies all worlds, snapshots and faults of a log into another', async () => {
      const [from, to] = [randomUUID(), randomUUID()].map((log) => `${server.url}?log=${log}`) as [string, string];
      const ask = (mock: Mock, method: string, path: string, world: string, body?: object) =>
        mock.fetch(`http://127.0.0.1${path}`, {
          method,
          headers: { 'x-mock-world': world, token: tokens.acme, 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        });
      const source = await createMock({ store: from });
      const made: readonly (readonly [string, object])[] = [
        ['/__mock/worlds', { name: 'second', seed: 'of its own' }],
        ['/api/v1/global/create-agent', { agent_name: 'Made' }],
        ['/__mock/clock', { freeze: '2030-01-01T00:00:00.000Z' }],
        ['/__mock/faults', { match: { token: tokens.acme }, effect: { type: 'error', status: 500 } }],
        ['/__mock/snapshots', { name: 'kept' }],
      ];
      for (const [path, body] of made) {
        const answer = await ask(source, 'POST', path, path === '/__mock/worlds' ? 'default' : 'second', body);
        expect(await answer.text().then((text) => (answer.status < 300 ? '' : text))).toBe('');
      }
      const told = async (mock: Mock) => {
        const views: unknown[] = [...mock.worlds.list()].map(({ name, seed, scenario }) => [name, seed, scenario]);
        for (const world of ['default', 'second']) {
          for (const path of ['clock', 'faults', 'agents'].slice(world === 'default' ? 1 : 0)) {
            views.push(await (await ask(mock, 'GET', `/__mock/${path}`, world)).json());
          }
        }
        const kept = (await (await ask(mock, 'GET', '/__mock/snapshots/kept', 'default')).json()) as { ids: object };
        views.push({ ...kept, ids: { leads: 0, ...kept.ids } });
        views.push((await ask(mock, 'POST', '/api/v1/global/verify', 'second')).status);
        return views;
      };
      expect(await copy(from, to)).toMatchObject({ code: 0, errors: '' });
      expect(await copy(from, to, '--reset')).toMatchObject({ code: 0, errors: '' });
      const back = newFolder();
      expect(await copy(from, back)).toMatchObject({
        code: 0,
        errors: '2 other worlds and snapshots are left out: a folder keeps the default world alone.\n',
      });
      const target = await createMock({ store: to });
      expect(await told(target)).toEqual(await told(source));
      await Promise.all([source.close(), target.close()]);
    });

    it('copies a folder into a log and back, without a difference', async () => {
      const [from, back] = [await filledFolder(), newFolder()];
      const store = `${server.url}?log=${randomUUID()}`;
      expect(await copy(from, store)).toMatchObject({ code: 0, errors: '' });
      expect(await copy(from, store)).toMatchObject({ code: 2, errors: expect.stringContaining('is not empty') });
      expect(await copy(from, store, '--reset')).toMatchObject({ code: 0, errors: '' });
      expect(await copy(store, back)).toMatchObject({ code: 0, errors: '' });
      const content = await contentOf({ dataDir: from });
      expect(await contentOf({ store })).toEqual(content);
      expect(await contentOf({ dataDir: back })).toEqual(content);
      expect(await copy(`${server.url}?log=${randomUUID()}`, newFolder())).toMatchObject({ code: 2 });
    });
  });
});
