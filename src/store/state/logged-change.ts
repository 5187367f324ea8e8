import { isDeepStrictEqual } from 'node:util';
import type { CollectionName, LeadRecord, RecordId } from '../../domain/records.ts';
import { LeadVector } from './lead-vector.ts';
import { collectionNames, compareIds, type Root, type StoredRecord, withRecord } from './root.ts';
import type { Version } from '../store.ts';

/** A change as the commit log keeps it: without versions, so that doing it is idempotent. */
export type LoggedChange = LoggedRecord | LoggedLeads;

export type LoggedRecord = LoggedPut | LoggedPatch | { readonly remove: CollectionName; readonly id: RecordId };

export interface LoggedPut {
  readonly put: CollectionName;
  readonly record: StoredRecord;
}

/** Of a record that was there before, the members that are new or other, and the names of those that are gone. */
export interface LoggedPatch {
  readonly patch: CollectionName;
  readonly id: RecordId;
  readonly set: Readonly<Record<string, unknown>>;
  readonly unset?: readonly string[];
}

export interface LoggedLeads {
  readonly leads: number;
  readonly put: readonly LeadRecord[];
  readonly remove?: readonly number[];
}

/** The root with a logged change of a record done. */
export function redo(root: Root, change: LoggedRecord, version: Version): Root {
  if ('put' in change) return withRecord(root, change.put, change.record.id, change.record, version);
  if ('remove' in change) return withoutRecord(root, change.remove, change.id, version);
  const before = root.collections[change.patch].get(change.id)?.record;
  // Where the record files are newer than the log, they may be without it already: then the log removes it later.
  return before === undefined ? root : withRecord(root, change.patch, change.id, patched(before, change), version);
}

/** The change that logs what became of a record: of one that was there before, only what differs. */
export function loggedPut(
  collection: CollectionName,
  before: StoredRecord | undefined,
  after: StoredRecord,
): LoggedPut | LoggedPatch {
  if (before === undefined) return { put: collection, record: after };
  const old: Members = { ...before };
  const set: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(after)) {
    if (value !== undefined && value !== old[name]) set[name] = value;
  }
  const unset = Object.keys(old).filter((name) => Reflect.get(after, name) === undefined);
  return { patch: collection, id: after.id, set, ...(unset.length > 0 && { unset }) };
}

type Members = Readonly<Record<string, unknown>>;

/** Safe because everything in the log was made by `loggedPut` from two records. */
function patched(before: StoredRecord, { set, unset = [] }: LoggedPatch): StoredRecord {
  const members: Members = { ...before, ...set };
  return Object.fromEntries(
    Object.entries(members).filter(([name]) => !unset.includes(name)),
  ) as unknown as StoredRecord;
}

/** The root without a record; a campaign takes its leads along. */
export function withoutRecord(root: Root, collection: CollectionName, id: RecordId, version: Version): Root {
  const next = withRecord(root, collection, id, undefined, version);
  if (collection !== 'campaigns' || typeof id !== 'number') return next;
  return { ...next, leads: next.leads.set(id, LeadVector.empty) };
}

/** The list with a logged change of leads done. */
export function redoLeads(list: LeadVector, change: LoggedLeads, version: Version): LeadVector {
  const put = list.put(change.put, version);
  return change.remove === undefined || change.remove.length === 0 ? put : put.remove(change.remove, version);
}

/** What turns the records of one root into those of another; costs as much as there are differences. */
export function differenceOfRecords(from: Root, to: Root): readonly LoggedRecord[] {
  return collectionNames.flatMap((name) => {
    const target = to.collections[name];
    const ids = [...target.changedKeys(from.collections[name])].filter((id) => id !== null).sort(compareIds);
    return ids.flatMap((id): LoggedRecord[] => {
      const before = from.collections[name].get(id)?.record;
      const after = target.get(id)?.record;
      if (isDeepStrictEqual(before, after)) return [];
      return [after === undefined ? { remove: name, id } : loggedPut(name, before, after)];
    });
  });
}

/** What turns one campaign's leads into another list, undefined if nothing does. */
export function differenceOfLeads(campaignId: number, from: LeadVector, to: LeadVector): LoggedLeads | undefined {
  if (from === to) return undefined;
  const { put, remove } = to.differenceFrom(from);
  return put.length + remove.length === 0 ? undefined : { leads: campaignId, put, remove };
}
