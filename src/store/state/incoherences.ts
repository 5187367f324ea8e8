import { findReferenceFaults, type Lookup } from '../../domain/coherence.ts';
import type { CollectionName, RecordId } from '../../domain/records.ts';
import { nearest } from '../../text/nearest.ts';
import { collectionNames, recordIn, type Root, type StoredRecord } from './root.ts';

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
  const near = (value: unknown, of: CollectionName) => nearestNote(value, records.of(of));
  const uuids = new Set<unknown>();
  for (const collection of collectionNames) {
    for (const record of records.of(collection)) {
      const { id } = record;
      for (const { missing, ...fault } of findReferenceFaults(collection, record, records.find)) {
        const note = missing === undefined ? '' : near(fault.value, missing);
        yield { collection, id, ...fault, reason: fault.reason + note };
      }
      if (!('uuid' in record)) continue;
      const { uuid } = record;
      if (uuids.has(uuid)) {
        yield { collection, id, pointer: '/uuid', value: uuid, reason: 'another agent has this uuid' };
      }
      uuids.add(uuid);
    }
  }
  for (const id of records.campaignIds) {
    if (records.find('campaigns', id) !== undefined) continue;
    const reason = `there is no such campaign${near(id, 'campaigns')}`;
    yield { collection: 'leads', id, pointer: '', value: id, reason };
  }
}

/** The nearest of the first thousand; nothing for a number of one digit, to which each other is near. */
function nearestNote(value: unknown, records: Iterable<StoredRecord>): string {
  const word = String(value);
  const known = [...records].slice(0, 1000).map(({ id }) => String(id));
  const near = word.length < 2 ? undefined : nearest(word, known);
  return near === undefined ? '' : `: did you mean ${near}?`;
}
