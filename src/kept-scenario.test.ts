import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createMock, type MockOptions } from './app.ts';
import { packageRoot } from './package-root.ts';

let folder: string;
let [dataDir, scenario] = ['', ''];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kept-scenario-'));
  [dataDir, scenario] = [join(folder, 'data'), join(folder, 'mine')];
  await cp(join(packageRoot(), 'fixtures', 'default'), scenario, { recursive: true });
  await rename('Mine');
});
afterEach(() => rm(folder, { recursive: true }));

async function rename(name: string): Promise<void> {
  const file = join(scenario, 'workspaces.json');
  const workspaces = JSON.parse(await readFile(file, 'utf8')) as { name: string }[];
  await writeFile(file, JSON.stringify(workspaces.map((workspace) => ({ ...workspace, name }))));
}

/** Starts on the folder and ends again: the scenario, the name of a workspace, and that name after a reset of the world. */
async function start(options: MockOptions = {}): Promise<readonly [string, string | undefined, string | undefined]> {
  const mock = await createMock({ dataDir, ...options, onNotice: () => undefined });
  const name = (): string | undefined => mock.worlds.default.store.view().get('workspaces', 101)?.name;
  const before = name();
  await mock.worlds.reset(mock.worlds.default);
  const facts = [mock.scenario, before, name()] as const;
  await mock.close();
  return facts;
}

it('goes on with the scenario that the folder began as, where none is asked for', async () => {
  expect(await start({ scenario })).toEqual([scenario, 'Mine', 'Mine']);
  expect(await start()).toEqual([scenario, 'Mine', 'Mine']);
});

it('refuses another scenario with both ways out, changes nothing, and begins anew where that is asked for', async () => {
  await start();
  await expect(start({ scenario })).rejects.toThrow(
    `${dataDir} began as scenario default, not ${scenario}: name another folder with --data-dir, or begin anew from ${scenario} with --reset.`,
  );
  expect(await start()).toEqual(['default', 'Acme Outreach', 'Acme Outreach']);
  expect(await start({ scenario, reset: true })).toEqual([scenario, 'Mine', 'Mine']);
});

it('refuses a scenario that was edited since, so that no edit is passed over', async () => {
  await start({ scenario });
  await rename('Edited');
  await expect(start({ scenario })).rejects.toThrow(`${scenario} has changed since ${dataDir} began as it: leave out`);
  expect((await start())[1]).toBe('Mine');
  expect((await start({ scenario, reset: true }))[1]).toBe('Edited');
});

it('gives up nothing of a folder that is no data folder', async () => {
  await writeFile(join(folder, 'letter.txt'), 'Dear');
  await expect(start({ dataDir: folder, reset: true })).rejects.toThrow('it is not a data folder');
  expect((await start({ dataDir: scenario, scenario, reset: true }))[1]).toBe('Mine');
  expect(existsSync(join(folder, 'letter.txt'))).toBe(true);
  expect(existsSync(join(scenario, 'agents.json'))).toBe(true);
});
