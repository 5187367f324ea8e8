import { findReferenceFaults } from '../../domain/coherence.ts';
import type { CollectionName, RecordId } from '../../domain/records.ts';
import { collectionNames, recordIn, type Root, type StoredRecord } from '../state/root.ts';
import { collectionFile, leadsFile, recordFault, type RecordFolder, voicesFile } from './record-folder.ts';

/** What is wrong between the records of a state. */
export interface Incoherence {
  readonly collection: CollectionName | 'leads';
  /** Of leads, their campaign's. */
  readonly id: RecordId;
  /** JSON pointer into the record; empty for leads. */
  readonly pointer: string;
  readonly value: unknown;
  readonly reason: string;
}

/** The first record that names one that does not exist or belongs elsewhere, or shares its UUID. */
export function findIncoherence(root: Root): Incoherence | undefined {
  for (const collection of collectionNames) {
    for (const { record } of root.collections[collection].values()) {
      const [fault] = findReferenceFaults(collection, record, recordIn(root));
      if (fault !== undefined) return { collection, id: record.id, ...fault };
    }
  }
  for (const [uuid, ids] of root.indexes.agents['uuid']?.entries() ?? []) {
    const id = ids.ids().at(-1) ?? 0;
    const shared = { collection: 'agents', id, pointer: '/uuid', value: uuid } as const;
    if (ids.size > 1) return { ...shared, reason: 'another agent has this uuid' };
  }
  const lost = root.leadSource.campaignIds().find((id) => root.collections.campaigns.get(id) === undefined);
  if (lost === undefined) return undefined;
  return { collection: 'leads', id: lost, pointer: '', value: lost, reason: 'there is no such campaign' };
}

/** @throws DataFileError if a record of a folder names one that does not exist or belongs elsewhere */
export function checkCoherence(root: Root, folder: RecordFolder): void {
  const found = findIncoherence(root);
  if (found === undefined) return;
  const { collection, id, pointer, value, reason } = found;
  if (collection === 'leads') throw recordFault(folder, leadsFile(folder.dir, Number(id)), '/', value, reason);
  const file = fileOf(folder.dir, collection, recordIn(root)(collection, id));
  throw recordFault(folder, file, `${pointer} of record ${JSON.stringify(id)}`, value, reason);
}

function fileOf(dir: string, name: CollectionName, record: StoredRecord | undefined): string {
  if (name !== 'voices') return collectionFile(dir, name);
  return voicesFile(dir, record !== undefined && 'provider_id' in record ? record.provider_id : '');
}
