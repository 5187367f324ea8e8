import type { LeadRecord, RecordId } from '../domain/records.ts';
import type { UncheckedRecords } from './open-records.ts';
import { collectionNames, compareIds } from './state/root.ts';
import type { StoredRecords } from './world-store.ts';

/** What was done to the records of one kind. */
export interface KindOfChange {
  /** `agents`, or `leads of campaign 5001`. */
  readonly of: string;
  readonly added: readonly RecordId[];
  readonly changed: readonly RecordId[];
  readonly removed: readonly RecordId[];
}

type Records = ReadonlyMap<RecordId, { readonly id: RecordId }>;

/** What has changed between two states of a scenario; only kinds with a change. */
export function scenarioChanges(before: StoredRecords, after: StoredRecords): readonly KindOfChange[] {
  return listsOf(before, after)
    .map(({ of, one, other }) => ({ of, ...difference(one, other) }))
    .filter(({ added, changed, removed }) => added.length + changed.length + removed.length > 0);
}

/**
 * A state into which the change of a scenario has been taken over: what was added, changed or removed in the scenario is
 * so in the state too, and all else is as the state has it.
 */
export function takenOver(state: StoredRecords, before: StoredRecords, after: StoredRecords): UncheckedRecords {
  const records = collectionNames.map((name) => {
    return [name, merged(state.records[name], before.records[name], after.records[name])] as const;
  });
  const campaigns = new Set(
    merged(state.records.campaigns, before.records.campaigns, after.records.campaigns).map(({ id }) => String(id)),
  );
  const ids = [...new Set([state, after].flatMap(({ leads }) => Object.keys(leads)))].filter((id) => campaigns.has(id));
  const leads = ids.map((id) => [id, merged(leadsOf(state, id), leadsOf(before, id), leadsOf(after, id))] as const);
  const highest = Object.entries(state.ids).map(([kind, id]) => {
    const later: unknown = Reflect.get(after.ids, kind);
    return [kind, Math.max(Number(id), Number(later ?? 0))] as const;
  });
  return { records: Object.fromEntries(records), leads: Object.fromEntries(leads), ids: Object.fromEntries(highest) };
}

function merged<T extends { readonly id: RecordId }>(
  state: readonly T[],
  before: readonly T[],
  after: readonly T[],
): readonly T[] {
  const found = byRecordId(after);
  const { added, changed, removed } = difference(byRecordId(before), found);
  if (added.length + changed.length + removed.length === 0) return state;
  const next = byRecordId(state);
  for (const id of [...added, ...changed]) {
    const record = found.get(id);
    if (record !== undefined) next.set(id, record);
  }
  for (const id of removed) next.delete(id);
  return [...next.values()].sort((one, other) => compareIds(one.id, other.id));
}

function difference(before: Records, after: Records): Omit<KindOfChange, 'of'> {
  const both = [...after.keys()].filter((id) => before.has(id));
  return {
    added: [...after.keys()].filter((id) => !before.has(id)),
    changed: both.filter((id) => JSON.stringify(before.get(id)) !== JSON.stringify(after.get(id))),
    removed: [...before.keys()].filter((id) => !after.has(id)),
  };
}

function listsOf(before: StoredRecords, after: StoredRecords): readonly { of: string; one: Records; other: Records }[] {
  const campaigns = [...new Set([...Object.keys(before.leads), ...Object.keys(after.leads)])];
  return [
    ...collectionNames.map((name) => ({
      of: name.replaceAll('_', ' '),
      one: byRecordId(before.records[name]),
      other: byRecordId(after.records[name]),
    })),
    ...campaigns.map((id) => ({
      of: `records of audience ${id}`,
      one: byRecordId(leadsOf(before, id)),
      other: byRecordId(leadsOf(after, id)),
    })),
  ];
}

function leadsOf({ leads }: StoredRecords, campaignId: string): readonly LeadRecord[] {
  return leads[campaignId] ?? [];
}

function byRecordId<T extends { readonly id: RecordId }>(records: readonly T[]): Map<RecordId, T> {
  return new Map(records.map((record) => [record.id, record]));
}
