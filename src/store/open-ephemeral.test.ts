import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openEphemeral } from './open-ephemeral.ts';
import { createSampleScenario } from '../testing/store/sample-scenario.ts';

test.each([
  ['its first record', '[\n{"id":1,', true],
  ['its end', '[\n]\n', false],
])('whether a campaign has leads is told by the beginning of their file, here %s', async (_, text, hasLeads) => {
  const scenarioDir = await createSampleScenario();
  // A small file is read at once.
  await writeFile(join(scenarioDir, 'leads', '5001.json'), text.padEnd(5 * 2 ** 20));
  const store = await openEphemeral({ scenarioDir });
  expect(await store.hasLeads(5001)).toBe(hasLeads);
  await store.close();
  await rm(scenarioDir, { recursive: true });
});
