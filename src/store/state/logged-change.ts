import { isDeepStrictEqual } from 'node:util';
import type { CollectionName, LeadRecord, RecordId } from '../../domain/records.ts';
import { LeadVector } from './lead-vector.ts';
import {
  type Root,
  type StoredRecord,
  collectionNames,
  compareIds,
  leadsIn,
  recordOverhead,
  weightOf,
  withRecord,
} from './root.ts';
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

/** The root with leads of a campaign put and removed. */
export function putLeadsIn(
  root: Root,
  campaignId: number,
  { put, remove = [] }: Omit<LoggedLeads, 'leads'>,
  version: Version,
): Root {
  const list = leadsIn(root, campaignId) ?? LeadVector.empty;
  const first = root.leadSource.loaded(campaignId);
  const weightAt = (id: number) => {
    const lead = list.get(id);
    return lead === undefined || lead === first?.get(id) ? 0 : recordOverhead + weightOf(lead);
  };
  let { own } = root;
  for (const lead of put) own += recordOverhead + weightOf(lead) - weightAt(lead.id);
  for (const id of remove) own -= weightAt(id);
  const next = redoLeads(list, { leads: campaignId, put, remove }, version);
  return { ...root, version, own, leads: root.leads.set(campaignId, next) };
}

/** The list with a logged change of leads done. */
export function redoLeads(list: LeadVector, { put, remove = [] }: LoggedLeads, version: Version): LeadVector {
  const next = list.put(put, version);
  return remove.length === 0 ? next : next.remove(remove, version);
}

/** The root with logged changes done. */
export function redoAll(root: Root, changes: readonly LoggedChange[], version: number): Root {
  return changes.reduce(
    (next, change) =>
      'leads' in change ? putLeadsIn(next, change.leads, change, version) : redo(next, change, version),
    root,
  );
}

/** The campaigns whose leads may differ between two roots. */
export function changedCampaigns(from: Root, to: Root): readonly number[] {
  const ids = new Set<unknown>(to.leads.changedKeys(from.leads));
  if (from.leadSource !== to.leadSource) {
    for (const id of [...from.leadSource.campaignIds(), ...to.leadSource.campaignIds()]) ids.add(id);
  }
  return [...ids].filter((id) => typeof id === 'number');
}

/** What turns one root into another; costs as much as there are differences. The leads must have been loaded. */
export function differenceOf(from: Root, to: Root): readonly LoggedChange[] {
  const records = collectionNames.flatMap((name) => {
    const target = to.collections[name];
    const ids = [...target.changedKeys(from.collections[name])].filter((id) => id !== null).sort(compareIds);
    return ids.flatMap((id): LoggedRecord[] => {
      const before = from.collections[name].get(id)?.record;
      const after = target.get(id)?.record;
      if (isDeepStrictEqual(before, after)) return [];
      return [after === undefined ? { remove: name, id } : loggedPut(name, before, after)];
    });
  });
  // Leads of a campaign that goes, go with it.
  const kept = changedCampaigns(from, to).filter((id) => to.collections.campaigns.get(id) !== undefined);
  const leads = kept.flatMap((id): LoggedLeads[] => {
    const [one, other] = [leadsIn(from, id) ?? LeadVector.empty, leadsIn(to, id) ?? LeadVector.empty];
    if (one === other) return [];
    const { put, remove } = other.differenceFrom(one);
    return put.length + remove.length === 0 ? [] : [{ leads: id, put, remove }];
  });
  return [...records, ...leads];
}
