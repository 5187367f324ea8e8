import { collectionsReferringTo, findReferenceFaults, refersTo } from '../../domain/coherence.ts';
import type { CollectionName, RecordId } from '../../domain/records.ts';
import type { RecordCheck } from '../record-schema.ts';
import { type Change, ConflictError, type PutLeads, type RecordChange, type Version } from '../store.ts';
import { type LoggedChange, loggedPut, putLeadsIn, withoutRecord } from './logged-change.ts';
import type { LeadVector } from './lead-vector.ts';
import { type GivenId, isCounted } from './id-counters.ts';
import type { Commit, Expected } from './persistence.ts';
import { leadsIn, recordIn, shownValue, type Root, type StoredRecord, withRecord } from './root.ts';

/** A commit would store what the next start could not read: a mistake of the code that made the record. */
export class InvalidRecordError extends Error {
  override readonly name = 'InvalidRecordError';
}

export interface Applied extends Commit {
  readonly root: Root;
  readonly differences: readonly RecordChange[];
}

/**
 * Computes the state that a commit makes of a root. The leads that it names must have been loaded.
 * @throws ConflictError if a record is not at the version given
 * @throws InvalidRecordError if a record breaks its schema, or names one that does not exist
 */
export function applyChanges(root: Root, changes: readonly Change[], schemaCheck: RecordCheck): Applied {
  refuseRepeats(changes);
  for (const change of changes) verifyVersion(root, change);
  const differences: RecordChange[] = [];
  const logged: LoggedChange[] = [];
  const version = root.version + 1;
  let next = root;
  for (const change of changes) {
    if (change.kind === 'expect') continue;
    if (change.kind === 'put-leads') {
      next = putLeads(next, change, version, schemaCheck, differences);
      logged.push({ leads: change.campaignId, put: change.leads });
      continue;
    }
    const { collection } = change;
    const id = changedId(change);
    const before = root.collections[collection].get(id)?.record;
    if (change.kind === 'remove') {
      differences.push({ collection, id, before, after: undefined });
      logged.push({ remove: collection, id });
      next = withoutRecord(next, collection, id, version);
    } else {
      checkRecord(schemaCheck, collection, change.record);
      differences.push({ collection, id, before, after: change.record });
      logged.push(loggedPut(collection, before, change.record));
      next = withRecord(next, collection, id, change.record, version);
    }
  }
  const expected = changes.map(expectedBy);
  for (const difference of differences) expected.push(...checkReferences(next, difference));
  return { root: next, differences, changes: logged, expected, given: givenIn(differences) };
}

/** The ids that were not there before; of leads the lowest, for there may be thousands. */
function givenIn(differences: readonly RecordChange[]): readonly GivenId[] {
  const given: GivenId[] = [];
  let lowest = Infinity;
  for (const { collection, id, before } of differences) {
    if (before !== undefined || typeof id !== 'number') continue;
    if (collection === 'leads') lowest = Math.min(lowest, id);
    else if (isCounted(collection)) given.push({ kind: collection, id });
  }
  return lowest === Infinity ? given : [...given, { kind: 'leads', id: lowest }];
}

function expectedBy(change: Change): Expected {
  if (change.kind === 'put-leads') return { collection: 'leads', id: change.campaignId };
  return { collection: change.collection, id: changedId(change) };
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
  const actual =
    change.kind === 'put-leads'
      ? loadedLeads(root, change.campaignId).version
      : (root.collections[change.collection].get(changedId(change))?.version ?? 0);
  if (actual === change.version) return;
  throw new ConflictError(`${targetOf(change)} is at version ${actual}, not ${change.version}: it changed meanwhile.`);
}

function putLeads(
  root: Root,
  change: PutLeads,
  version: Version,
  schemaCheck: RecordCheck,
  differences: RecordChange[],
): Root {
  const list = loadedLeads(root, change.campaignId);
  const ids = new Set<number>();
  for (const lead of change.leads) {
    checkRecord(schemaCheck, 'leads', lead);
    if (ids.has(lead.id)) throw new TypeError(`One commit puts lead ${lead.id} twice: put the final record once.`);
    ids.add(lead.id);
    differences.push({ collection: 'leads', id: lead.id, before: list.get(lead.id), after: lead });
  }
  return putLeadsIn(root, change.campaignId, { put: change.leads }, version);
}

function loadedLeads(root: Root, campaignId: number): LeadVector {
  const list = leadsIn(root, campaignId);
  if (list === undefined) throw new Error(`The leads of campaign ${campaignId} were not loaded before the commit.`);
  return list;
}

function checkRecord(
  schemaCheck: RecordCheck,
  collection: CollectionName | 'leads',
  record: { readonly id: RecordId },
): void {
  const fault = schemaCheck(collection, record);
  if (fault !== undefined) refuse(collection, record.id, fault.pointer, fault.value, fault.reason);
}

/**
 * Refuses a changed record that names one that does not exist, and a removal of one that another names.
 * @returns the records that this was decided by
 */
function checkReferences(root: Root, { collection, id, before, after }: RecordChange): readonly Expected[] {
  if (collection === 'leads') return [];
  const referring = collectionsReferringTo(collection).map((name) => ({ collection: name, id: null }));
  if (after === undefined) {
    const [referrer] = referrersOf(root, collection, id);
    if (referrer === undefined) return referring;
    const [name, record] = referrer;
    throw new InvalidRecordError(`${collection} ${id} cannot be removed: ${name} ${record.id} refers to it.`);
  }
  const record = after as StoredRecord;
  const named = checkOwnReferences(root, collection, record);
  if (collection === 'agents') refuseSharedUuid(root, record);
  if (before === undefined || workspaceIdOf(before) === workspaceIdOf(after)) return named;
  // A record that refers to one that has moved to another workspace may have to stay in its own.
  for (const [name, referrer] of referrersOf(root, collection, id)) checkOwnReferences(root, name, referrer);
  return [...named, ...referring];
}

/** @returns the records that it names */
function checkOwnReferences(root: Root, collection: CollectionName, record: StoredRecord): readonly Expected[] {
  const named: Expected[] = [];
  const [fault] = findReferenceFaults(collection, record, (name, id) => {
    named.push({ collection: name, id });
    return recordIn(root)(name, id);
  });
  if (fault !== undefined) refuse(collection, record.id, fault.pointer, fault.value, fault.reason);
  return named;
}

function refuseSharedUuid(root: Root, record: StoredRecord): void {
  if (!('uuid' in record) || (root.indexes.agents['uuid']?.get(record.uuid)?.size ?? 0) < 2) return;
  refuse('agents', record.id, '/uuid', record.uuid, 'another agent has this uuid');
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

function workspaceIdOf(record: unknown): unknown {
  return record instanceof Object && 'workspace_id' in record ? record.workspace_id : undefined;
}

function refuse(collection: string, id: RecordId, pointer: string, value: unknown, reason: string): never {
  throw new InvalidRecordError(
    `${collection} ${id} cannot be stored: ${pointer || 'it'} is ${shownValue(value)}: ${reason}.`,
  );
}
