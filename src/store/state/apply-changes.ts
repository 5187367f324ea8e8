import type { CollectionName, RecordId } from '../../domain/records.ts';
import type { RecordRules } from './record-rules.ts';
import type { LeadVector } from './lead-vector.ts';
import { type LoggedChange, loggedPut, withoutRecord } from './logged-change.ts';
import { type Root, withRecord } from './root.ts';
import { type Change, ConflictError, type PutLeads, type RecordChange, type Version } from '../store.ts';

export interface Applied {
  readonly root: Root;
  readonly differences: readonly RecordChange[];
  readonly logged: readonly LoggedChange[];
}

/**
 * Computes the state that a commit makes of a root. The leads that it names must have been loaded.
 * Throws `ConflictError` where a record is not at the version given and `InvalidRecordError` where a record breaks
 * its schema or refers to one that is not there.
 */
export function applyChanges(root: Root, changes: readonly Change[], rules: RecordRules): Applied {
  refuseRepeats(changes);
  for (const change of changes) verifyVersion(root, change);
  const differences: RecordChange[] = [];
  const logged: LoggedChange[] = [];
  const version = root.version + 1;
  let next = root;
  for (const change of changes) {
    if (change.kind === 'expect') continue;
    if (change.kind === 'put-leads') {
      next = putLeads(next, change, version, rules, differences);
      logged.push({ leads: change.campaignId, put: change.leads });
      continue;
    }
    const id = change.kind === 'put' ? change.record.id : change.id;
    const after = change.kind === 'put' ? change.record : undefined;
    if (after !== undefined) rules.checkRecord(change.collection, after);
    const before = root.collections[change.collection].get(id)?.record;
    differences.push({ collection: change.collection, id, before, after });
    logged.push(after === undefined ? { remove: change.collection, id } : loggedPut(change.collection, before, after));
    next =
      after === undefined
        ? withoutRecord(next, change.collection, id, version)
        : withRecord(next, change.collection, id, after, version);
  }
  rules.checkReferences(next, differences);
  return { root: next, differences, logged };
}

/** The campaign's leads in a root, undefined where they are still to be loaded. */
export function leadsIn(root: Root, campaignId: number): LeadVector | undefined {
  return root.leads.get(campaignId) ?? root.leadSource.loaded(campaignId);
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

function targetOf(change: Exclude<Change, { kind: 'expect' }>): string {
  if (change.kind === 'put-leads') return `leads of campaign ${change.campaignId}`;
  return describe(change.collection, change.kind === 'put' ? change.record.id : change.id);
}

function verifyVersion(root: Root, change: Change): void {
  const actual = versionOf(root, change);
  if (actual === change.version) return;
  const target = change.kind === 'expect' ? describe(change.collection, change.id) : targetOf(change);
  throw new ConflictError(`${target} is at version ${actual}, not ${change.version}: it changed meanwhile.`);
}

function versionOf(root: Root, change: Change): Version {
  if (change.kind === 'put-leads') return loadedLeads(root, change.campaignId).version;
  const id = change.kind === 'put' ? change.record.id : change.id;
  return root.collections[change.collection].get(id)?.version ?? 0;
}

function putLeads(
  root: Root,
  change: PutLeads,
  version: Version,
  rules: RecordRules,
  differences: RecordChange[],
): Root {
  const list = loadedLeads(root, change.campaignId);
  const ids = new Set<number>();
  for (const lead of change.leads) {
    rules.checkRecord('leads', lead);
    if (ids.has(lead.id)) throw new TypeError(`One commit puts lead ${lead.id} twice: put the final record once.`);
    ids.add(lead.id);
    differences.push({ collection: 'leads', id: lead.id, before: list.get(lead.id), after: lead });
  }
  return { ...root, version, leads: root.leads.set(change.campaignId, list.put(change.leads, version)) };
}

function loadedLeads(root: Root, campaignId: number): LeadVector {
  const list = leadsIn(root, campaignId);
  if (list === undefined) throw new Error(`The leads of campaign ${campaignId} were not loaded before the commit.`);
  return list;
}

function describe(collection: CollectionName, id: RecordId): string {
  return `${collection} ${id}`;
}
