import { cp, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDataFolder } from '../disk/data-folder.ts';
import { openEphemeral } from '../open-ephemeral.ts';
import { createSampleScenario, sampleLead } from '../../testing/store/sample-scenario.ts';
import type { Change } from './store.ts';
import type { RecordStore } from './record-store.ts';

it('leaves no leads of a removed campaign behind, in memory', async () => {
  const store = await openEphemeral({ scenarioDir: await createSampleScenario() });
  const id = campaignWithLeads(store);
  await store.commit(removal(store, id));
  expect(store.view().leads(id).size).toBe(0);
});

it('keeps the leads of a removed campaign for a snapshot from before', async () => {
  const scenarioDir = await createSampleScenario();
  const dir = join(await mkdtemp(join(tmpdir(), 'removed-')), 'data');
  const store = await openDataFolder({ dir, scenarioDir });
  const before = store.fork();
  await store.commit(removal(store, 5001));
  await store.close();
  expect(await readdir(join(dir, 'leads'))).not.toContain('5001.json');
  expect(before.view().leads(5001).get(4)).toEqual(sampleLead(4));
});

it.each([
  ['written into the files', true],
  ['in the log alone', false],
])('opens again after a campaign with leads was removed, the removal %s', async (_, isClosed) => {
  const scenarioDir = await createSampleScenario();
  const dir = join(await mkdtemp(join(tmpdir(), 'removed-')), 'data');
  const store = await openDataFolder({ dir, scenarioDir });
  const id = campaignWithLeads(store);
  await store.commit(removal(store, id));
  const copy = isClosed ? dir : `${dir}-as-killed`;
  if (!isClosed) await copyWithoutLock(dir, copy);
  await store.close();
  const reopened = await openDataFolder({ dir: copy, scenarioDir });
  expect(reopened.view().get('campaigns', id)).toBeUndefined();
  expect(reopened.view().leads(id).size).toBe(0);
  await reopened.close();
  expect(await readdir(join(copy, 'leads'))).not.toContain(`${id}.json`);
});

it('opens again after a state without the campaign was restored', async () => {
  const scenarioDir = await createSampleScenario();
  const dir = join(await mkdtemp(join(tmpdir(), 'removed-')), 'data');
  const store: RecordStore = await openDataFolder({ dir, scenarioDir });
  const without = store.fork();
  const id = campaignWithLeads(without);
  await without.commit(removal(without, id));
  await store.restore(without.snapshot());
  await store.close();
  const reopened = await openDataFolder({ dir, scenarioDir });
  expect(reopened.view().get('campaigns', id)).toBeUndefined();
  await reopened.close();
});

function campaignWithLeads(store: RecordStore): number {
  for (const { id } of store.view().all('campaigns')) if (store.view().leads(id).size > 0) return id;
  throw new Error('the sample has a campaign with leads');
}

function removal(store: RecordStore, id: number): Change[] {
  const view = store.view();
  return (['audiences', 'campaigns'] as const)
    .filter((collection) => view.get(collection, id) !== undefined)
    .map((collection) => view.remove(collection, id));
}

async function copyWithoutLock(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true, filter: (file) => !file.endsWith('.lock') });
}
