import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AudienceRecord } from '../../domain/records.ts';
import { storeContent, putAgent, useDataFolders } from '../../testing/store/data-folder-harness.ts';
import { sampleAgent } from '../../testing/store/sample-scenario.ts';
import type { RecordStore } from './record-store.ts';

let dir: string;
const { openStore, openCopy, copyFolder } = useDataFolders((place) => ({ dir } = place));

test('of a record that was there before the log holds what differs, however large the rest is', async () => {
  const store = await openStore();
  const agent = sampleAgent(2001, { agent_prompt: 'x'.repeat(10_000) });
  await store.commit([putAgent(store, agent)]);
  await store.commit([putAgent(store, { ...agent, agent_name: 'Ada', status: 1 })]);
  const [, , second = ''] = (await readFile(join(dir, 'commits.log'), 'utf8')).split('\n');
  expect(second).toContain('"set":{"status":1,"agent_name":"Ada"}');
  expect(second.length).toBeLessThan(200);
  expect((await openCopy()).view().get('agents', 2001)).toEqual({ ...agent, agent_name: 'Ada', status: 1 });
});

test.each(['left out', 'undefined'])('a member that is %s is gone after a restart too', async (manner) => {
  const store = await openStore();
  const audience: AudienceRecord = { id: 5001, columns: [], attempts_allowed: 3, halted: null };
  const csv = { phone_column: 'Phone', phone_place: 0, delimiter: ',', newline: '\n', has_bom: false };
  await put(store, { ...audience, csv });
  expect((await openCopy()).view().get('audiences', 5001)).toEqual({ ...audience, csv });
  // A caller's mistake that the types would not let pass.
  await put(store, manner === 'undefined' ? ({ ...audience, csv: undefined } as never) : audience);
  expect((await openCopy()).view().get('audiences', 5001)).toStrictEqual(audience);
});

test('a log that the record files have already taken in comes to the same once more', async () => {
  const store = await openStore();
  await store.commit([putAgent(store, sampleAgent(2001))]);
  await store.commit([putAgent(store, sampleAgent(2002))]);
  await store.close();
  const again = await openStore();
  const snapshot = again.snapshot();
  await again.commit([putAgent(again, sampleAgent(2001, { agent_name: 'Ada' }))]);
  await again.commit([putAgent(again, sampleAgent(2002, { agent_name: 'Bea' }))]);
  await again.commit([again.view().remove('agents', 2001)]);
  await again.commit([putAgent(again, sampleAgent(2002, { agent_prompt: 'Be brief.' }))]);
  await again.restore(snapshot);
  await again.commit([putAgent(again, sampleAgent(2001, { description: 'Calls back.' }))]);
  const before = storeContent(again);
  const log = join(await copyFolder(), 'commits.log');
  await again.close();
  await copyFile(log, join(dir, 'commits.log'));
  expect(storeContent(await openStore())).toEqual(before);
});

async function put(store: RecordStore, record: AudienceRecord): Promise<void> {
  await store.commit([store.view().put('audiences', record)]);
}
