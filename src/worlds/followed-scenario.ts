import pLimit from 'p-limit';
import type { RecordId } from '../domain/records.ts';
import { readScenario } from '../store/disk/read-folder.ts';
import { applyChanges, differenceOf } from '../store/state/apply-changes.ts';
import type { HighestIds } from '../store/state/id-counters.ts';
import { campaignOfPlace, isCollection } from '../store/state/root.ts';
import type { Change } from '../store/state/store.ts';
import type { Snapshot } from '../store/state/persistence.ts';
import type { RecordStore } from '../store/state/record-store.ts';
import type { Worlds } from './worlds.ts';

/** A scenario's folder that is edited while a mock runs. */
export interface FollowedScenario {
  readonly dir: string;
  /**
   * Takes over what has changed in the folder since the last time: the default world gets the records that were added,
   * changed or removed there, and keeps what requests have made; resets and new worlds begin as the folder is now.
   * @returns what has changed
   * @throws DataFileError if the folder is broken; then nothing changes
   * @throws InvalidRecordError if the change does not fit to what requests have made; then the default world stays as it is
   */
  takeOver(): Promise<readonly KindOfChange[]>;
}

interface FollowOptions {
  readonly dir: string;
  readonly worlds: Worlds;
  /** Puts a state in the place of the one that resets and new worlds begin as. */
  readonly replacePristine: (state: Snapshot) => void;
}

/** Reads a scenario as it is now, to find out later what has changed. @throws DataFileError if it is broken */
export async function followScenario({ dir, worlds, replacePristine }: FollowOptions): Promise<FollowedScenario> {
  let { root: known } = await readScenario(dir);
  // Each compares with what the one before it has read.
  const queue = pLimit(1);
  const takeOver = async () => {
    const state = await readScenario(dir);
    const { root: found, ids } = state;
    const changes = differenceOf(known, found);
    if (changes.length === 0) return [];
    known = found;
    replacePristine(state);
    await intoStore(worlds.default.store, changes, ids);
    await worlds.default.store.persistence?.beginAs?.(dir);
    return changesByKind(changes);
  };
  return { dir, takeOver: () => queue(takeOver) };
}

/** What requests have made must not be lost. */
async function intoStore(store: RecordStore, changes: readonly Change[], ids: HighestIds): Promise<void> {
  // What is under way settles first.
  await store.commit([]);
  const { root } = store.snapshot();
  const rebased = changes.map((change) => ({ ...change, before: root.at(change.in, change.id) }));
  const put = new Set(rebased.filter(({ in: place }) => place === 'campaigns').map(({ id }) => id));
  const isThere = (campaign: number) => put.has(campaign) || root.get('campaigns', campaign) !== undefined;
  // The campaign of leads may have been removed by a request.
  const left = rebased.filter(({ in: place }) => isCollection(place) || isThere(campaignOfPlace(place)));
  await store.restore({ root: applyChanges(root, left).root, ids });
}

/** What was done to the records of one kind. */
export interface KindOfChange {
  /** `agents`, or `records of audience 5001`. */
  readonly of: string;
  readonly added: RecordId[];
  readonly changed: RecordId[];
  readonly removed: RecordId[];
}

function changesByKind(changes: readonly Change[]): readonly KindOfChange[] {
  const kinds = new Map<string, KindOfChange>();
  for (const { in: place, id, before, after } of changes) {
    const of = place.replace('leads/', 'records of audience ').replaceAll('_', ' ');
    const kind = kinds.get(of) ?? { of, added: [], changed: [], removed: [] };
    kinds.set(of, kind);
    kind[before === undefined ? 'added' : after === undefined ? 'removed' : 'changed'].push(id);
  }
  return [...kinds.values()];
}
