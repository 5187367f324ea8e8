import type { CollectionName, LeadRecord } from '../domain/records.ts';
import { leadsIn, compareIds, mapCollections, type Root, type StoredRecord } from './state/root.ts';
import type { HighestIds } from './state/id-counters.ts';

/** Everything that a store holds, as plain JSON. */
export interface StoredRecords {
  readonly records: Readonly<Record<CollectionName, readonly StoredRecord[]>>;
  /** By the campaign's id. */
  readonly leads: Readonly<Record<string, readonly LeadRecord[]>>;
  readonly ids: HighestIds;
}

/** The campaigns that have leads in a state. */
export function campaignsWithLeads(root: Root): readonly number[] {
  const changed = [...root.leads.entries()].map(([id]) => id);
  return [...new Set([...root.leadSource.campaignIds(), ...changed])]
    .filter((id) => typeof id === 'number')
    .sort(compareIds);
}

/** The records of a state, ordered by id; its leads must have been loaded. */
export function recordsOf(root: Root, ids: HighestIds): StoredRecords {
  const records = mapCollections((name) => {
    const list = [...root.collections[name].values()].map(({ record }) => record);
    return list.sort((one, other) => compareIds(one.id, other.id));
  });
  const leads = campaignsWithLeads(root).map((id) => [id, leadsIn(root, id)?.records() ?? []] as const);
  return {
    records,
    leads: Object.fromEntries(leads.filter(([, list]) => list.length > 0)),
    ids,
  };
}
