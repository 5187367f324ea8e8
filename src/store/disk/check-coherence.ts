import { findReferenceFaults, type Lookup } from '../../domain/coherence.ts';
import type { CollectionName, RecordId } from '../../domain/records.ts';
import { nearest } from '../../text/nearest.ts';
import { fieldOf } from '../../json/json-value.ts';
import { DataFileError, mostShown } from './record-file.ts';
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

/** Records to be compared with one another. */
export interface ComparedRecords {
  of(collection: CollectionName): Iterable<StoredRecord>;
  find: Lookup;
  /** The campaigns that have a list of leads, an empty one too. */
  readonly campaignIds: readonly number[];
}

/** What a state holds. */
export function comparedRecords(root: Root): ComparedRecords {
  return {
    *of(collection) {
      for (const { record } of root.collections[collection].values()) yield record;
    },
    find: recordIn(root),
    campaignIds: [...root.leads.entries()].map(([id]) => Number(id)).sort((one, other) => one - other),
  };
}

/** The records that name one that does not exist or belongs elsewhere, or share their UUID. */
export function* incoherences(records: ComparedRecords): Generator<Incoherence, undefined> {
  const uuids = new Map<unknown, RecordId>();
  for (const collection of collectionNames) {
    for (const record of records.of(collection)) {
      for (const { missing, ...fault } of findReferenceFaults(collection, record, records.find)) {
        const known = missing === undefined ? [] : [...records.of(missing)].slice(0, 1000).map(({ id }) => String(id));
        yield { collection, id: record.id, ...fault, reason: fault.reason + nearestNote(fault.value, known) };
      }
      if (!('uuid' in record)) continue;
      const { id, uuid } = record;
      if (uuids.has(uuid)) {
        yield { collection, id, pointer: '/uuid', value: uuid, reason: 'another agent has this uuid' };
      }
      uuids.set(uuid, id);
    }
  }
  for (const id of records.campaignIds) {
    if (records.find('campaigns', id) === undefined) {
      const known = [...records.of('campaigns')].slice(0, 1000).map((campaign) => String(campaign.id));
      const reason = `there is no such campaign${nearestNote(id, known)}`;
      yield { collection: 'leads', id, pointer: '', value: id, reason };
    }
  }
}

/** The nearest of the known ones; nothing for a number of one digit, to which each other is near. */
function nearestNote(value: unknown, known: readonly string[]): string {
  const word = String(value);
  const near = word.length < 2 ? undefined : nearest(word, known);
  return near === undefined ? '' : `: did you mean ${near}?`;
}

/** @throws DataFileError that tells of all records of a folder that name one that does not exist or belongs elsewhere */
export function checkCoherence(root: Root, folder: RecordFolder): void {
  const faults = findIncoherences(comparedRecords(root), folder);
  if (faults.length > 0) throw DataFileError.of(faults);
}

/** The same as one fault each; one more than are shown, at most. */
export function findIncoherences(records: ComparedRecords, folder: RecordFolder): readonly DataFileError[] {
  const faults: DataFileError[] = [];
  for (const { collection, id, pointer, value, reason } of incoherences(records)) {
    if (faults.length > mostShown) break;
    const isLeads = collection === 'leads';
    const file = isLeads
      ? leadsFile(folder.dir, Number(id))
      : fileOf(folder.dir, collection, records.find(collection, id));
    faults.push(recordFault(folder, file, isLeads ? '/' : pointer, value, reason, isLeads ? undefined : id));
  }
  return faults;
}

function fileOf(dir: string, name: CollectionName, record: object | undefined): string {
  if (name !== 'voices') return collectionFile(dir, name);
  const provider = fieldOf(record, 'provider_id');
  return voicesFile(dir, typeof provider === 'string' ? provider : '');
}
