import * as fileSystem from 'node:fs/promises';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FolderLeadSource } from './folder-lead-source.ts';
import { IdCounters } from '../state/id-counters.ts';
import { CommitLog, FolderPersistence } from './commit-log.ts';
import { RecordFiles } from './write-collections.ts';
import { createSchemaCheck } from '../record-schema.ts';
import { collectionNames, createRoot } from '../state/root.ts';
import { sampleAgent } from '../../testing/store/sample-scenario.ts';
import { StorageError } from '../store.ts';

test('a commit is refused before a file grows too large to be read back, and others are not', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'record-files-'));
  const folder = { dir, fileSystem, schemaCheck: createSchemaCheck(), wayOut: '' };
  const leadSource = new FolderLeadSource(folder);
  const none = Object.fromEntries(collectionNames.map((name) => [name, []])) as Record<
    (typeof collectionNames)[number],
    []
  >;
  const root = createRoot(none, leadSource);
  const ids = new IdCounters({ workspaces: 0, users: 0, agents: 0, campaigns: 0 }, leadSource);
  await writeFile(join(dir, 'agents.json'), '');
  await truncate(join(dir, 'agents.json'), 400 * 2 ** 20 - 5000);
  const files = new RecordFiles({ folder, scenario: '', ids, root, noted: undefined });
  expect(files.room).toBe(5000);

  const agent = { put: 'agents', record: sampleAgent(1) } as const;
  expect(() => files.refuseGrowth([agent], 6000)).toThrow(StorageError);
  expect(() => files.refuseGrowth([agent], 6000)).toThrow(/agents\.json would grow beyond 400 MB/);
  files.refuseGrowth([agent], 3000);
  files.refuseGrowth([{ leads: 5001, put: [] }], 6000);
  await rm(dir, { recursive: true });
});

test('what an earlier process has left in the log counts for no file, and what is logged since then does', () => {
  const folder = { dir: '/nowhere', fileSystem, schemaCheck: createSchemaCheck(), wayOut: '' };
  const files = Object.assign(Object.create(RecordFiles.prototype) as RecordFiles, {
    room: 5000,
    refuseGrowth: () => {
      throw new StorageError('Too large.');
    },
  });
  const log = new CommitLog(folder, { checksum: '00000000', size: 1e6 });
  const root = undefined as never;
  const persistence = new FolderPersistence({ log, files, lock: undefined as never, root, isLogAhead: false });
  const commit = () => ({ changes: [{ put: 'agents', record: sampleAgent(1) } as const], expected: [], given: [] });
  const size = JSON.stringify(commit().changes).length;
  for (let bytes = size; bytes <= 5000; bytes += size) persistence.admit(commit());
  expect(() => persistence.admit(commit())).toThrow('Too large.');
});
