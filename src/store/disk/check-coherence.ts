import { findReferenceFaults } from '../../domain/coherence.ts';
import type { CollectionName, RecordId } from '../../domain/records.ts';
import { collectionFile, leadsFile, recordFault, type RecordFolder, voicesFile } from './record-folder.ts';
import { collectionNames, type Root, type StoredRecord } from '../state/root.ts';

/** @throws DataFileError if a record of a folder names one that is not there or belongs elsewhere */
export function checkCoherence(root: Root, folder: RecordFolder): void {
  const lookup = (name: CollectionName, id: RecordId) => root.collections[name].get(id)?.record;
  for (const name of collectionNames) {
    for (const { record } of root.collections[name].values()) {
      const [fault] = findReferenceFaults(name, record, lookup);
      if (fault === undefined) continue;
      throw recordFault(
        folder,
        fileOf(folder.dir, name, record),
        `${fault.pointer} of record ${JSON.stringify(record.id)}`,
        fault.value,
        fault.reason,
      );
    }
  }
  refuseSharedUuids(root, folder);
  for (const campaignId of root.leadSource.campaignIds()) {
    if (lookup('campaigns', campaignId) !== undefined) continue;
    throw recordFault(folder, leadsFile(folder.dir, campaignId), '/', campaignId, 'there is no such campaign');
  }
}

function refuseSharedUuids(root: Root, folder: RecordFolder): void {
  const shared = [...(root.indexes.agents['uuid']?.entries() ?? [])].find(([, ids]) => ids.size > 1);
  if (shared === undefined) return;
  const [uuid, ids] = shared;
  const place = `/uuid of record ${ids.ids().at(-1)}`;
  throw recordFault(folder, collectionFile(folder.dir, 'agents'), place, uuid, 'another agent has this uuid');
}

function fileOf(dir: string, name: CollectionName, record: StoredRecord): string {
  if (name !== 'voices') return collectionFile(dir, name);
  return voicesFile(dir, 'provider_id' in record ? record.provider_id : '');
}
