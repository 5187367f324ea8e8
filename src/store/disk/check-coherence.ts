import { findReferenceFaults } from '../../domain/coherence.ts';
import type { CollectionName, RecordId } from '../../domain/records.ts';
import { DataFileError, mostShown } from './data-file-error.ts';
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

/** The records that name one that does not exist or belongs elsewhere, or share their UUID. */
export function* incoherences(root: Root): Generator<Incoherence, undefined> {
  for (const collection of collectionNames) {
    for (const { record } of root.collections[collection].values()) {
      for (const fault of findReferenceFaults(collection, record, recordIn(root))) {
        yield { collection, id: record.id, ...fault };
      }
    }
  }
  for (const [uuid, ids] of root.indexes.agents['uuid']?.entries() ?? []) {
    const id = ids.ids().at(-1) ?? 0;
    const shared = { collection: 'agents', id, pointer: '/uuid', value: uuid } as const;
    if (ids.size > 1) yield { ...shared, reason: 'another agent has this uuid' };
  }
  for (const id of root.leadSource.campaignIds()) {
    if (root.collections.campaigns.get(id) === undefined) {
      yield { collection: 'leads', id, pointer: '', value: id, reason: 'there is no such campaign' };
    }
  }
}

/** @throws DataFileError that tells of all records of a folder that name one that does not exist or belongs elsewhere */
export function checkCoherence(root: Root, folder: RecordFolder): void {
  const faults: DataFileError[] = [];
  for (const { collection, id, pointer, value, reason } of incoherences(root)) {
    if (faults.length > mostShown) break;
    const isLeads = collection === 'leads';
    const file = isLeads
      ? leadsFile(folder.dir, Number(id))
      : fileOf(folder.dir, collection, recordIn(root)(collection, id));
    faults.push(recordFault(folder, file, isLeads ? '/' : pointer, value, reason, isLeads ? undefined : id));
  }
  if (faults.length > 0) throw DataFileError.of(faults);
}

function fileOf(dir: string, name: CollectionName, record: StoredRecord | undefined): string {
  if (name !== 'voices') return collectionFile(dir, name);
  return voicesFile(dir, record !== undefined && 'provider_id' in record ? record.provider_id : '');
}
