import { isDeepStrictEqual } from 'node:util';
import { collectionsReferringTo, findReferenceFaults, refersTo } from '../../domain/coherence.ts';
import type { CollectionName, RecordId } from '../../domain/records.ts';
import { fieldOf } from '../../json/json-value.ts';
import { faultsBySchema } from './record-schema.ts';
import { CampaignLeads } from './campaign-leads.ts';
import { changedKeys } from './persistent-table.ts';
import { type Root, type StoredRecord, collectionNames, isCollection, shownValue } from './root.ts';
import {
  type AnyRecord,
  type Change,
  ConflictError,
  type LoggedChange,
  type Place,
  type RecordChange,
} from './store.ts';

/** A commit would store what the next start could not read: a mistake of the code that made the record. */
export class InvalidRecordError extends Error {
  override readonly name = 'InvalidRecordError';
}

export interface Applied {
  readonly changes: readonly LoggedChange[];
  readonly root: Root;
  readonly differences: readonly RecordChange[];
}

/**
 * Computes the state that a commit makes of a root.
 * @throws ConflictError if a record is not the one that its change was computed from
 * @throws InvalidRecordError if a record breaks its schema, names one that does not exist, or is changed twice
 */
export function applyChanges(root: Root, changes: readonly Change[]): Applied {
  for (const change of changes) verifyBefore(root, change);
  const differences: RecordChange[] = [];
  const logged: LoggedChange[] = [];
  const seen = new Set<string>();
  for (const [place, id, after] of changes.flatMap(changedRecords)) {
    const target = `${place} ${id}`;
    if (seen.has(target)) throw new InvalidRecordError(`One commit changes ${target} twice: put its last state.`);
    seen.add(target);
    const collection = isCollection(place) ? place : 'leads';
    const [fault] = after === undefined ? [] : faultsBySchema(collection, after);
    if (fault !== undefined) refuse(collection, id, fault.pointer, fault.value, fault.reason);
    const before = root.at(place, id);
    differences.push({ collection, id, before, after });
    logged.push(loggedChange(place, id, before, after));
  }
  // As the log would do it: what it leaves out is not there now either.
  const next = redoAll(root, logged);
  for (const difference of differences) checkReferences(next, difference);
  return { root: next, differences, changes: logged };
}

type Target = readonly [place: Place, id: RecordId, after: AnyRecord | undefined];

/** What a change makes of which records. */
function changedRecords(change: Change): readonly Target[] {
  switch (change.kind) {
    case 'put':
      // An object of its own, which no other state has had.
      return [[change.collection, change.record.id, { ...change.record }]];
    case 'remove':
      return [[change.collection, change.id, undefined]];
    case 'put-leads':
      return change.leads.map((lead) => [`leads/${change.campaignId}`, lead.id, lead]);
    case 'expect':
      return [];
  }
}

function verifyBefore(root: Root, change: Change): void {
  if (change.kind === 'put-leads') {
    if (root.leads(change.campaignId) === (change.before ?? CampaignLeads.empty)) return;
    throw new ConflictError(`The leads of campaign ${change.campaignId} have changed meanwhile.`);
  }
  const id = change.kind === 'put' ? change.record.id : change.id;
  if (root.get(change.collection, id) === change.before) return;
  throw new ConflictError(`${change.collection} ${id} has changed meanwhile.`);
}

/** Refuses a changed record that names one that does not exist, and a removal of one that another names. */
function checkReferences(root: Root, { collection, id, before, after }: RecordChange): void {
  if (collection === 'leads') return;
  if (after === undefined) {
    const [referrer] = referrersOf(root, collection, id);
    if (referrer === undefined) return;
    const [name, record] = referrer;
    throw new InvalidRecordError(`${collection} ${id} cannot be removed: ${name} ${record.id} refers to it.`);
  }
  const record = after as StoredRecord;
  checkOwnReferences(root, collection, record);
  if (before === undefined || fieldOf(before, 'workspace_id') === fieldOf(after, 'workspace_id')) return;
  // A record that refers to one that has moved to another workspace may have to stay in its own.
  for (const [name, referrer] of referrersOf(root, collection, id)) checkOwnReferences(root, name, referrer);
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

/** The change that says what became of a record: of one that was there before, only what differs. */
export function loggedChange(
  place: Place,
  id: RecordId,
  before: AnyRecord | undefined,
  after: AnyRecord | undefined,
): LoggedChange {
  if (after === undefined) return { in: place, id };
  if (before === undefined) return { in: place, id, put: after };
  const old: Readonly<Record<string, unknown>> = { ...before };
  const given = Object.entries(after).filter(([, value]) => value !== undefined);
  const set = Object.fromEntries(given.filter(([name, value]) => value !== old[name]));
  const unset = Object.keys(old).filter((name) => Reflect.get(after, name) === undefined);
  return { in: place, id, set, ...(unset.length > 0 && { unset }) };
}

/** Whether it says that the record is gone. */
export function isRemoval({ put, set }: LoggedChange): boolean {
  return put === undefined && set === undefined;
}

/** A change that needs no record before it. @param from what the record is in that it changes */
export function changeInFull(change: LoggedChange, from: Root): LoggedChange {
  const { in: place, id } = change;
  return loggedChange(place, id, undefined, redone(from.at(place, id), change));
}

/** The root with logged changes done: what they change again and again is put once, as it is in the end. */
export function redoAll(root: Root, changes: readonly LoggedChange[]): Root {
  const changed = new Map<Place, Map<RecordId, AnyRecord | undefined>>();
  let next = root;
  for (const change of changes) {
    const { in: place, id } = change;
    const records = changed.get(place) ?? new Map<RecordId, AnyRecord | undefined>();
    changed.set(place, records);
    records.set(id, redone(records.has(id) ? records.get(id) : next.at(place, id), change));
    if (place === 'campaigns' && typeof id === 'number' && isRemoval(change)) {
      // A campaign takes its leads along.
      changed.delete(`leads/${id}`);
      next = next.withoutLeads(id);
    }
  }
  for (const [place, records] of changed) next = next.with(place, records);
  return next;
}

/** Safe because everything in the log was made by `loggedChange` from two records. */
function redone(before: AnyRecord | undefined, { put, set, unset = [] }: LoggedChange): AnyRecord | undefined {
  // Where the record files are newer than the log, they may be without it already: then the log removes it later.
  if (set === undefined || before === undefined) return put;
  const record = { ...before, ...set };
  for (const name of unset) Reflect.deleteProperty(record, name);
  return record;
}

/** What turns one root into another; costs as much as there are differences. */
export function differenceOf(from: Root, to: Root): readonly LoggedChange[] {
  const differencesIn = (place: Place, ids: readonly RecordId[]) =>
    ids.flatMap((id): readonly LoggedChange[] => {
      const [before, after] = [from.at(place, id), to.at(place, id)];
      return isDeepStrictEqual(before, after) ? [] : [loggedChange(place, id, before, after)];
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
