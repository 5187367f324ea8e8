import { isDeepStrictEqual } from 'node:util';
import { collectionsReferringTo, findReferenceFaults, refersTo } from '../../domain/coherence.ts';
import type { CollectionName, RecordId } from '../../domain/records.ts';
import { fieldOf } from '../../json/json-value.ts';
import { faultsBySchema } from './record-schema.ts';
import { changedKeys } from './persistent-table.ts';
import {
  type Root,
  type StoredRecord,
  campaignOfPlace,
  collectionNames,
  isCollection,
  kindOfPlace,
  shownValue,
} from './root.ts';
import { type AnyRecord, type Change, ConflictError, type LoggedChange, type Place } from './store.ts';

/** A commit would store what the next start could not read: a mistake of the code that made the record. */
export class InvalidRecordError extends Error {
  override readonly name = 'InvalidRecordError';
}

export interface Applied {
  /** Those that write something. */
  readonly changes: readonly Change[];
  readonly root: Root;
}

/**
 * Computes the state that a commit makes of a root.
 * @throws ConflictError if a record is not the one that its change was computed from
 * @throws InvalidRecordError if a record breaks its schema, names one that does not exist, or is changed twice
 */
export function applyChanges(root: Root, changes: readonly Change[]): Applied {
  const moved = changes.find(({ in: place, id, before }) => root.at(place, id) !== before);
  if (moved !== undefined) throw new ConflictError(`${moved.in} ${moved.id} has changed meanwhile.`);
  const seen = new Set<string>();
  const made = changes
    .filter(({ before, after }) => before !== after)
    .map((change) => {
      const { in: place, id, after } = change;
      const target = `${place} ${id}`;
      if (seen.has(target)) throw new InvalidRecordError(`One commit changes ${target} twice: put its last state.`);
      seen.add(target);
      if (after === undefined) return change;
      const [fault] = faultsBySchema(kindOfPlace(place), after);
      if (fault !== undefined) refuse(kindOfPlace(place), id, fault.pointer, fault.value, fault.reason);
      // An object of its own, which no other state has had.
      return { ...change, after: { ...after } };
    });
  const next = doAll(root, made);
  for (const change of made) checkReferences(next, change);
  return { root: next, changes: made };
}

/** Refuses a changed record that names one that does not exist, and a removal of one that another names. */
function checkReferences(root: Root, { in: place, id, before, after }: Change): void {
  if (!isCollection(place)) {
    const campaignId = campaignOfPlace(place);
    if (after === undefined || root.get('campaigns', campaignId) !== undefined) return;
    throw new InvalidRecordError(`leads ${id} cannot be stored: there is no campaign ${campaignId}.`);
  }
  if (after === undefined) {
    const [referrer] = referrersOf(root, place, id);
    if (referrer === undefined) return;
    const [name, record] = referrer;
    throw new InvalidRecordError(`${place} ${id} cannot be removed: ${name} ${record.id} refers to it.`);
  }
  checkOwnReferences(root, place, after as StoredRecord);
  if (before === undefined || fieldOf(before, 'workspace_id') === fieldOf(after, 'workspace_id')) return;
  // A record that refers to one that has moved to another workspace may have to stay in its own.
  for (const [name, referrer] of referrersOf(root, place, id)) checkOwnReferences(root, name, referrer);
}

function checkOwnReferences(root: Root, collection: CollectionName, record: StoredRecord): void {
  const [fault] = findReferenceFaults(collection, record, (name, id) => root.get(name, id));
  if (fault !== undefined) refuse(collection, record.id, fault.pointer, fault.value, fault.reason);
  if (!('uuid' in record) || root.indexes.agents.get(record.uuid)?.length === 1) return;
  refuse(collection, record.id, '/uuid', record.uuid, 'another agent has this uuid');
}

function* referrersOf(
  root: Root,
  collection: CollectionName,
  id: RecordId,
): Generator<readonly [CollectionName, StoredRecord]> {
  for (const name of collectionsReferringTo(collection)) {
    for (const record of root.all(name)) {
      if (refersTo(name, record, collection, id)) yield [name, record];
    }
  }
}

function refuse(collection: string, id: RecordId, pointer: string, value: unknown, reason: string): never {
  throw new InvalidRecordError(
    `${collection} ${id} cannot be stored: ${pointer || 'it'} is ${shownValue(value)}: ${reason}.`,
  );
}

/** What became of a record as the log has it: of one that was there before, only what differs. */
export function loggedChange({ in: place, id, before, after }: Change): LoggedChange {
  if (after === undefined) return { in: place, id };
  if (before === undefined) return { in: place, id, put: after };
  const old: Readonly<Record<string, unknown>> = { ...before };
  const given = Object.entries(after).filter(([, value]) => value !== undefined);
  const set = Object.fromEntries(given.filter(([name, value]) => value !== old[name]));
  const unset = Object.keys(old).filter((name) => Reflect.get(after, name) === undefined);
  return { in: place, id, set, ...(unset.length > 0 && { unset }) };
}

/** The root with changes done: what they change again and again is put once, as it is in the end. */
export function doAll(root: Root, changes: Iterable<Change>): Root {
  const changed = new Map<Place, Map<RecordId, AnyRecord | undefined>>();
  let next = root;
  for (const { in: place, id, after } of changes) {
    const records = changed.get(place) ?? new Map<RecordId, AnyRecord | undefined>();
    changed.set(place, records.set(id, after));
    if (place === 'campaigns' && typeof id === 'number' && after === undefined) {
      // A campaign takes its leads along.
      changed.delete(`leads/${id}`);
      next = next.withoutLeads(id);
    }
  }
  for (const [place, records] of changed) next = next.with(place, records);
  return next;
}

/** The root with logged changes done. */
export function redoAll(root: Root, changes: readonly LoggedChange[]): Root {
  const latest = new Map<string, AnyRecord | undefined>();
  const done = changes.map((change) => {
    const { in: place, id } = change;
    const key = `${place} ${id}`;
    const after = redone(latest.has(key) ? latest.get(key) : root.at(place, id), change);
    latest.set(key, after);
    return { in: place, id, after };
  });
  return doAll(root, done);
}

/** Safe because everything in the log was made by `loggedChange` from two records. */
export function redone(before: AnyRecord | undefined, { put, set, unset = [] }: LoggedChange): AnyRecord | undefined {
  // Where the record files are newer than the log, they may be without it already: then the log removes it later.
  if (set === undefined || before === undefined) return put;
  const record = { ...before, ...set };
  for (const name of unset) Reflect.deleteProperty(record, name);
  return record;
}

/** What turns one root into another; costs as much as there are differences. */
export function differenceOf(from: Root, to: Root): readonly Change[] {
  const differencesIn = (place: Place, ids: readonly RecordId[]) =>
    ids.flatMap((id): readonly Change[] => {
      const [before, after] = [from.at(place, id), to.at(place, id)];
      return isDeepStrictEqual(before, after) ? [] : [{ in: place, id, before, after }];
    });
  const records = collectionNames.flatMap((name) =>
    differencesIn(
      name,
      changedKeys(from.collections[name], to.collections[name]).filter((id) => id !== null),
    ),
  );
  // Leads of a campaign that goes, go with it.
  const campaigns = changedKeys(from.lists, to.lists).map(Number);
  const kept = campaigns.filter((id) => to.get('campaigns', id) !== undefined);
  const leads = kept.flatMap((id) => differencesIn(`leads/${id}`, to.leads(id).changedIds(from.leads(id))));
  return [...records, ...leads];
}
