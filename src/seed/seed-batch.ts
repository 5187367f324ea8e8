import type { CollectionName, Collections, LeadRecord } from '../domain/records.ts';
import type { RecordsToLeanOn } from '../store/state/records-to-lean-on.ts';

/** What is there already, and what the plan's records may lean on. */
export type SeedBase = RecordsToLeanOn;

/** One record that a batch puts. */
export type SeedRecord = {
  [C in CollectionName]: { readonly collection: C; readonly record: Collections[C] };
}[CollectionName];

/** Records that are written together or not at all. */
export interface SeedBatch {
  /** The plan's path and which of its records: `agents[0]#0-99`; no two batches of a plan share one. */
  readonly key: string;
  readonly path: string;
  readonly records: readonly SeedRecord[];
  readonly leads: { readonly campaignId: number; readonly records: readonly LeadRecord[] } | null;
}

/** A batch of records, without leads. */
export function batch(path: string, which: string, records: readonly SeedRecord[]): SeedBatch {
  return { key: `${path}${which}`, path, records, leads: null };
}

/** `count` in steps of `size`. */
export function* ranges(count: number, size: number): Generator<readonly [from: number, to: number]> {
  for (let from = 0; from < count; from += size) yield [from, Math.min(count, from + size)];
}
