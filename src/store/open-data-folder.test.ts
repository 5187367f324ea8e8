import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDataFolder } from './open-data-folder.ts';
import { describeStore } from './store-conformance.ts';

describeStore('the store in a data folder', async (scenarioDir) => {
  const dir = await mkdtemp(join(tmpdir(), 'data-folder-'));
  return openDataFolder({ dir, scenarioDir });
});
