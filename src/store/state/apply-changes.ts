import { isDeepStrictEqual } from 'node:util';
import { type Lookup, collectionsReferringTo, findReferenceFaults, refersTo } from '../../domain/coherence.ts';
import type { CollectionName, RecordId } from '../../domain/records.ts';
import { fieldOf } from '../../json/json-value.ts';
import { nearest } from '../../text/nearest.ts';
import { type SchemaFault, faultsBySchema } from './record-schema.ts';
import { changedKeys } from './persistent-table.ts';
import {
  type Root,
  type StoredCollection,
  type StoredRecord,
  campaignOfPlace,
  collectionNames,
  isCollection,
  kindOfPlace,
  shownValue,
} from './root.ts';
import { type AnyRecord, type Change, ConflictError, type LoggedChange, type Place } from './store.ts';

/** A record that breaks its schema, or does not fit to the others: the next start could not read it. */
export class InvalidRecordError extends Error {
  override readonly name = 'InvalidRecordError';
  /** Of a value in records that came together: `records/agents/3/agent_name`. */
  readonly place: string | undefined;

  /** @param record where the record stands among those that came with it; undefined: the message names it by its id */
  constructor(
    readonly change: Change,
    readonly fault: SchemaFault,
    record?: string,
  ) {
    const { pointer, value, reason } = fault;
    const place = record === undefined ? undefined : record + pointer;
    const what = `${kindOfPlace(change.in)} ${change.id} cannot be ${change.after === undefined ? 'removed' : 'stored'}: `;
    const where = place ?? pointer;
    super(`${place === undefined ? what : ''}${where === '' ? '' : `${where} is ${shownValue(value)}: `}${reason}.`);
    this.place = place;
  }
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
  /** By what was given. */
  const made = new Map<Change, Change>();
  for (const change of changes) {
    const { in: place, id, before, after } = change;
    if (before === after) continue;
    const [fault] = after === undefined ? [] : faultsBySchema(kindOfPlace(place), after);
    if (fault !== undefined) throw new InvalidRecordError(change, fault);
    const target = `${place} ${id}`;
    if (seen.has(target)) {
      throw new InvalidRecordError(change, { pointer: '/id', value: id, reason: 'another record has this id' });
    }
    seen.add(target);
    // An object of its own, which no other state has had.
    made.set(change, after === undefined ? change : { ...change, after: { ...after } });
  }
  const next = doAll(root, made.values());
  for (const change of made.keys()) checkReferences(next, change);
  return { root: next, changes: [...made.values()] };
}

/** Refuses a changed record that names one that does not exist, and a removal of one that another names. */
function checkReferences(root: Root, change: Change): void {
  const { in: place, id, before, after } = change;
  if (!isCollection(place)) {
    const campaignId = campaignOfPlace(place);
    if (after === undefined || root.get('campaigns', campaignId) !== undefined) return;
    throw new InvalidRecordError(change, { pointer: '', value: id, reason: `there is no campaign ${campaignId}` });
  }
  if (after !== undefined) checkOwnReferences(root, place, change);
  const isMoved = before !== undefined && fieldOf(before, 'workspace_id') !== fieldOf(after, 'workspace_id');
  if (after !== undefined && !isMoved) return;
  for (const name of collectionsReferringTo(place)) {
    for (const record of root.all(name)) {
      if (!refersTo(name, record, place, id)) continue;
      const reason = `${name} ${record.id} refers to it`;
      if (after === undefined) throw new InvalidRecordError(change, { pointer: '', value: id, reason });
      // A record that refers to one that has moved to another workspace may have to stay in its own.
      checkOwnReferences(root, name, { in: name, id: record.id, after: record });
    }
  }
}

function checkOwnReferences(root: Root, collection: CollectionName, change: Change): void {
  const [fault] = referenceFaults(root, collection, change.after as StoredRecord);
  if (fault !== undefined) throw new InvalidRecordError(change, fault);
}

/**
 * What is wrong between a record of a state and the others: it names one that does not exist or belongs elsewhere, or
 * shares its UUID.
 * @param find finds those that are named; in the state if absent
 */
export function* referenceFaults(
  root: Root,
  collection: CollectionName,
  record: StoredRecord,
  find: Lookup = (name, id) => root.get(name, id),
): Generator<SchemaFault, undefined> {
  for (const { missing, pointer, value, reason } of findReferenceFaults(collection, record, find)) {
    const note = missing === undefined ? '' : nearestNote(value, root.collections[missing]);
    yield { pointer, value, reason: reason + note };
  }
  if (!('uuid' in record) || root.indexes.agents.get(record.uuid)?.length === 1) return;
  yield { pointer: '/uuid', value: record.uuid, reason: 'another agent has this uuid' };
}

/** Names the nearest of the first thousand records; none for a number of one digit, to which each other is near. */
export function nearestNote(value: unknown, records: StoredCollection): string {
  const word = String(value);
  const known = records
    .valuesArray()
    .slice(0, 1000)
    .map(({ id }) => String(id));
  const near = word.length < 2 ? undefined : nearest(word, known);
  return near === undefined ? '' : `: did you mean ${near}?`;
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
