import type { components } from '../../../document/control-types.gen.ts';
import { jsonDiff, type JsonDifference } from './json-diff.ts';

export type SnapshotFile = components['schemas']['SnapshotFile'];

export interface RecordDifference {
  readonly id: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly differences: readonly JsonDifference[];
}

export interface CollectionDifference {
  /** A collection's name, or `leads of` a campaign. */
  readonly collection: string;
  readonly records: readonly RecordDifference[];
}

type Records = readonly Readonly<Record<string, unknown>>[];

/** Which records one state has more, less or otherwise than another; collections without a difference are left out. */
export function compareSnapshots(before: SnapshotFile, after: SnapshotFile): readonly CollectionDifference[] {
  const one = collectionsOf(before);
  const other = collectionsOf(after);
  return [...new Set([...one.keys(), ...other.keys()])]
    .map((collection) => ({
      collection,
      records: compareRecords(one.get(collection) ?? [], other.get(collection) ?? []),
    }))
    .filter(({ records }) => records.length > 0);
}

function collectionsOf({ records, leads }: SnapshotFile): ReadonlyMap<string, Records> {
  const ofCampaigns = Object.entries(leads).map(([id, list]): [string, Records] => [`leads of ${id}`, list]);
  return new Map([...Object.entries(records), ...ofCampaigns]);
}

function compareRecords(before: Records, after: Records): readonly RecordDifference[] {
  const one = byId(before);
  const other = byId(after);
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((id): RecordDifference[] => {
    const [was, is] = [one.get(id), other.get(id)];
    if (was === undefined) return [{ id, kind: 'added', differences: [] }];
    if (is === undefined) return [{ id, kind: 'removed', differences: [] }];
    const differences = jsonDiff(was, is);
    return differences.length === 0 ? [] : [{ id, kind: 'changed', differences }];
  });
}

/** What has no id of its own goes by its place. */
function byId(records: Records): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
  return new Map(
    records.map((record, place) => {
      const { id } = record;
      return [typeof id === 'string' || typeof id === 'number' ? String(id) : `#${place + 1}`, record];
    }),
  );
}
