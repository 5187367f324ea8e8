import { isDeepStrictEqual } from 'node:util';
import type { LoggedChange, LoggedLeads, LoggedRecord, Change, PutLeads, RecordChange, Version } from './store.ts';
import { collectionsReferringTo, findReferenceFaults, refersTo } from '../../domain/coherence.ts';
import type { CollectionName, LeadRecord, RecordId } from '../../domain/records.ts';
import { fieldOf } from '../../json/json-value.ts';
import { faultsBySchema } from './record-schema.ts';
import {
  type Root,
  type StoredRecord,
  collectionNames,
  growth,
  leadsIn,
  recordIn,
  shownValue,
  withRecord,
} from './root.ts';
import { ConflictError } from './store.ts';

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
 * @throws ConflictError if a record is not at the version given
 * @throws InvalidRecordError if a record breaks its schema, or names one that does not exist
 */
export function applyChanges(root: Root, changes: readonly Change[]): Applied {
  refuseRepeats(changes);
  for (const change of changes) verifyVersion(root, change);
  const differences: RecordChange[] = [];
  const logged: LoggedChange[] = [];
  for (const change of changes) {
    if (change.kind === 'expect') continue;
    if (change.kind === 'put-leads') {
      differences.push(...leadDifferences(root, change));
      logged.push({ leads: change.campaignId, put: change.leads });
      continue;
    }
    const { collection } = change;
    const id = changedId(change);
    const before = root.collections[collection].get(id)?.record;
    const after = change.kind === 'remove' ? undefined : change.record;
    if (after !== undefined) checkRecord(collection, after);
    differences.push({ collection, id, before, after });
    logged.push(loggedRecord(collection, id, before, after));
  }
  // As the log would do it: what it leaves out is not there now either.
  const next = redoAll(root, logged, root.version + 1);
  for (const difference of differences) checkReferences(next, difference);
  return { root: next, differences, changes: logged };
}

function refuseRepeats(changes: readonly Change[]): void {
  const seen = new Set<string>();
  for (const change of changes) {
    if (change.kind === 'expect') continue;
    const key = targetOf(change);
    if (seen.has(key)) throw new TypeError(`One commit changes ${key} twice: put the final record once.`);
    seen.add(key);
  }
}

function targetOf(change: Change): string {
  if (change.kind === 'put-leads') return `leads of campaign ${change.campaignId}`;
  return `${change.collection} ${changedId(change)}`;
}

function changedId(change: Exclude<Change, PutLeads>): RecordId {
  return change.kind === 'put' ? change.record.id : change.id;
}

function verifyVersion(root: Root, change: Change): void {
  const found =
    change.kind === 'put-leads'
      ? leadsIn(root, change.campaignId)
      : root.collections[change.collection].get(changedId(change));
  const actual = found?.version ?? 0;
  if (actual === change.version) return;
  throw new ConflictError(`${targetOf(change)} is at version ${actual}, not ${change.version}: it changed meanwhile.`);
}

function leadDifferences(root: Root, change: PutLeads): readonly RecordChange[] {
  const list = leadsIn(root, change.campaignId);
  const ids = new Set<number>();
  return change.leads.map((lead) => {
    checkRecord('leads', lead);
    if (ids.has(lead.id)) throw new TypeError(`One commit puts lead ${lead.id} twice: put the final record once.`);
    ids.add(lead.id);
    return { collection: 'leads', id: lead.id, before: list.get(lead.id), after: lead };
  });
}

function checkRecord(collection: CollectionName | 'leads', record: { readonly id: RecordId }): void {
  const [fault] = faultsBySchema(collection, record);
  if (fault !== undefined) refuse(collection, record.id, fault.pointer, fault.value, fault.reason);
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
  const [fault] = findReferenceFaults(collection, record, recordIn(root));
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
    for (const { record } of root.collections[name].values()) {
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
export function loggedRecord(
  collection: CollectionName,
  id: RecordId,
  before: StoredRecord | undefined,
  after: StoredRecord | undefined,
): LoggedRecord {
  if (after === undefined) return { remove: collection, id };
  if (before === undefined) return { put: collection, record: after };
  const old: Members = { ...before };
  const given = Object.entries(after).filter(([, value]) => value !== undefined);
  const set = Object.fromEntries(given.filter(([name, value]) => value !== old[name]));
  const unset = Object.keys(old).filter((name) => Reflect.get(after, name) === undefined);
  return { patch: collection, id, set, ...(unset.length > 0 && { unset }) };
}

/** A change that needs no record before it. @param from what the record is in that it changes */
export function changeInFull(change: LoggedChange, from: Pick<Root, 'collections'>): LoggedChange {
  if (!('patch' in change)) return change;
  const { patch: name, id } = change;
  return loggedRecord(name, id, undefined, redone(recordIn(from)(name, id), change));
}

type Members = Readonly<Record<string, unknown>>;

/** The root with logged changes done: what they change again and again is put once, as it is in the end. */
export function redoAll(root: Root, changes: readonly LoggedChange[], version: Version): Root {
  const records = new Map<string, readonly [CollectionName, RecordId, StoredRecord | undefined]>();
  const lists = new Map<number, ChangedLeads>();
  let next = root;
  for (const change of changes) {
    if ('leads' in change) {
      lists.set(change.leads, noteLeads(lists.get(change.leads) ?? new Map<number, LeadRecord>(), change));
      continue;
    }
    const [name, id] = recordNamed(change);
    const [, , before] = records.get(`${name} ${id}`) ?? [name, id, root.collections[name].get(id)?.record];
    records.set(`${name} ${id}`, [name, id, redone(before, change)]);
    if ('remove' in change && name === 'campaigns' && typeof id === 'number') {
      // A campaign takes its leads along.
      lists.delete(id);
      next = { ...next, leads: next.leads.delete(id) };
    }
  }
  for (const [name, id, record] of records.values()) next = withRecord(next, name, id, record, version);
  for (const [campaignId, leads] of lists) next = withLeads(next, campaignId, leads, version);
  return next;
}

/** The record that a change is of. */
export function recordNamed(change: LoggedRecord): readonly [CollectionName, RecordId] {
  if ('put' in change) return [change.put, change.record.id];
  return ['patch' in change ? change.patch : change.remove, change.id];
}

/** Safe because everything in the log was made by `loggedRecord` from two records. */
function redone(before: StoredRecord | undefined, change: LoggedRecord): StoredRecord | undefined {
  if ('put' in change) return change.record;
  // Where the record files are newer than the log, they may be without it already: then the log removes it later.
  if ('remove' in change || before === undefined) return undefined;
  const record = { ...before, ...change.set };
  for (const name of change.unset ?? []) Reflect.deleteProperty(record, name);
  return record;
}

/** By their id; undefined is removed. */
type ChangedLeads = Map<number, LeadRecord | undefined>;

function noteLeads(noted: ChangedLeads, { put, remove = [] }: LoggedLeads): ChangedLeads {
  for (const lead of put) noted.set(lead.id, lead);
  for (const id of remove) noted.set(id, undefined);
  return noted;
}

function withLeads(root: Root, campaignId: number, leads: ChangedLeads, version: Version): Root {
  const [list, first] = [leadsIn(root, campaignId), leadsIn(root.beginning, campaignId)];
  let { own } = root;
  for (const [id, lead] of leads) own += growth(first.get(id), list.get(id), lead);
  return { ...root, version, own, leads: root.leads.set(campaignId, list.change([...leads], version)) };
}

/** What turns one root into another; costs as much as there are differences. */
export function differenceOf(from: Root, to: Root): readonly LoggedChange[] {
  const records = collectionNames.flatMap((name) => {
    const target = to.collections[name];
    const ids = target.changedKeys(from.collections[name]).filter((id) => id !== null);
    return ids.flatMap((id): LoggedRecord[] => {
      const before = from.collections[name].get(id)?.record;
      const after = target.get(id)?.record;
      return isDeepStrictEqual(before, after) ? [] : [loggedRecord(name, id, before, after)];
    });
  });
  // Leads of a campaign that goes, go with it.
  const changed = to.leads.changedKeys(from.leads).filter((id) => typeof id === 'number');
  const kept = changed.filter((id) => to.collections.campaigns.get(id) !== undefined);
  const leads = kept.flatMap((id): LoggedLeads[] => {
    const { put, remove } = leadsIn(to, id).differenceFrom(leadsIn(from, id));
    return put.length + remove.length === 0 ? [] : [{ leads: id, put, remove }];
  });
  return [...records, ...leads];
}
