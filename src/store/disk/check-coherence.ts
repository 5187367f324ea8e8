import { findReferenceFaults } from '../../domain/coherence.ts';
import type { CollectionName, RecordId } from '../../domain/records.ts';
import { DataFileError, MOST_SHOWN } from './data-file-error.ts';
import {
  collectionFile,
  leadsFile,
  recordFault,
  type RecordFolder,
  voicesFile,
} from './collections/read-collections.ts';
import { COLLECTION_NAMES, type Root, type StoredRecord } from '../state/root.ts';

/** Throws a `DataFileError` that tells of all records of a folder that name one that is not there or belongs elsewhere. */
export function checkCoherence(root: Root, folder: RecordFolder): void {
  const lookup = (name: CollectionName, id: RecordId) => root.collections[name].get(id)?.record;
  const faults: DataFileError[] = [];
  for (const name of COLLECTION_NAMES) {
    for (const { record } of root.collections[name].values()) {
      if (faults.length > MOST_SHOWN) break;
      for (const { pointer, value, reason } of findReferenceFaults(name, record, lookup))
        faults.push(recordFault(folder, fileOf(folder.dir, name, record), pointer, value, reason, record.id));
    }
  }
  for (const [uuid, ids] of root.indexes.agents['uuid']?.entries() ?? []) {
    if (ids.size < 2) continue;
    const file = collectionFile(folder.dir, 'agents');
    faults.push(recordFault(folder, file, '/uuid', uuid, 'another agent has this uuid', ids.ids().at(-1)));
  }
  for (const campaignId of root.leadSource.campaignIds()) {
    if (lookup('campaigns', campaignId) !== undefined) continue;
    faults.push(recordFault(folder, leadsFile(folder.dir, campaignId), '/', campaignId, 'there is no such campaign'));
  }
  if (faults.length > 0) throw DataFileError.of(faults);
}

function fileOf(dir: string, name: CollectionName, record: StoredRecord): string {
  if (name !== 'voices') return collectionFile(dir, name);
  return voicesFile(dir, 'provider_id' in record ? record.provider_id : '');
}
