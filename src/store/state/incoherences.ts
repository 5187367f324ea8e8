import { findReferenceFaults, type Lookup } from '../../domain/coherence.ts';
import type { CollectionName, RecordId } from '../../domain/records.ts';
import { nearest } from '../../text/nearest.ts';
import { collectionNames, type Root, type StoredCollection } from './root.ts';

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

/**
 * The records of a state that name one that does not exist or belongs elsewhere, or share their UUID.
 * @param find finds those that are named; in the state if absent
 */
export function* incoherences(
  root: Root,
  find: Lookup = (name, id) => root.get(name, id),
): Generator<Incoherence, undefined> {
  const near = (value: unknown, of: CollectionName) => nearestNote(value, root.collections[of]);
  const uuids = new Set<unknown>();
  for (const collection of collectionNames) {
    for (const record of root.all(collection)) {
      const { id } = record;
      for (const { missing, ...fault } of findReferenceFaults(collection, record, find)) {
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
  for (const [id] of root.lists.entries()) {
    if (id === null || find('campaigns', id) !== undefined) continue;
    const reason = `there is no such campaign${near(id, 'campaigns')}`;
    yield { collection: 'leads', id, pointer: '', value: id, reason };
  }
}

/** The nearest of the first thousand; nothing for a number of one digit, to which each other is near. */
function nearestNote(value: unknown, records: StoredCollection): string {
  const word = String(value);
  const known = records
    .valuesArray()
    .slice(0, 1000)
    .map(({ id }) => String(id));
  const near = word.length < 2 ? undefined : nearest(word, known);
  return near === undefined ? '' : `: did you mean ${near}?`;
}
