import type { RecordId } from '../domain/records.ts';
import { readScenario } from '../store/disk/read-folder.ts';
import { requireCoherence } from '../store/open-ephemeral.ts';
import { changeInFull, differenceOf, redoAll } from '../store/state/apply-changes.ts';
import type { HighestIds } from '../store/state/id-counters.ts';
import { type Root, leadsIn } from '../store/state/root.ts';
import type { LoggedChange } from '../store/state/store.ts';
import { type Snapshot, recordsOf } from '../store/state/persistence.ts';
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
   * @throws RecordsError if the change does not fit to what requests have made; then the default world stays as it is
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
export async function followScenario(options: FollowOptions): Promise<FollowedScenario> {
  const { dir, worlds, replacePristine } = options;
  let { root: known } = await readScenario(dir);
  let last: Promise<unknown> = Promise.resolve();
  const takeOver = async () => {
    const state = await readScenario(dir);
    const { root: found, ids } = state;
    const changes = differenceOf(known, found);
    if (changes.length === 0) return [];
    const told = changesByKind(known, changes);
    const whole = changes.map((change) => changeInFull(change, known));
    known = found;
    replacePristine(state);
    worlds.forgetScenarios();
    await intoStore(worlds.default.store, whole, ids);
    await worlds.default.store.persistence?.beginAs?.(dir);
    return told;
  };
  return {
    dir,
    takeOver: () => {
      // One after the other: each compares with what the one before it has read.
      const taking = last.then(takeOver);
      last = taking.catch(() => undefined);
      return taking;
    },
  };
}

/** What requests have made must not be lost. */
async function intoStore(store: RecordStore, changes: readonly LoggedChange[], ids: HighestIds): Promise<void> {
  // What is under way settles first.
  await store.commit([]);
  const { root } = store.snapshot();
  let next = root;
  // Leads come last: their campaign may have been removed by a request.
  for (const change of changes) {
    const isGone = 'leads' in change && next.collections.campaigns.get(change.leads) === undefined;
    if (!isGone) next = redoAll(next, [change], root.version + 1);
  }
  requireCoherence(next, recordsOf({ root: next, ids }).records);
  await store.restore({ root: next, ids });
}

/** What was done to the records of one kind. */
export interface KindOfChange {
  /** `agents`, or `records of audience 5001`. */
  readonly of: string;
  readonly added: RecordId[];
  readonly changed: RecordId[];
  readonly removed: RecordId[];
}

function changesByKind(before: Root, changes: readonly LoggedChange[]): readonly KindOfChange[] {
  const kinds = new Map<string, KindOfChange>();
  const kindOf = (name: string) => {
    const of = name.replaceAll('_', ' ');
    const kind = kinds.get(of) ?? { of, added: [], changed: [], removed: [] };
    kinds.set(of, kind);
    return kind;
  };
  for (const change of changes) {
    if ('leads' in change) {
      const { added, changed, removed } = kindOf(`records of audience ${change.leads}`);
      const list = leadsIn(before, change.leads);
      for (const { id } of change.put) (list.get(id) === undefined ? added : changed).push(id);
      removed.push(...(change.remove ?? []));
    } else if ('put' in change) kindOf(change.put).added.push(change.record.id);
    else if ('patch' in change) kindOf(change.patch).changed.push(change.id);
    else kindOf(change.remove).removed.push(change.id);
  }
  return [...kinds.values()];
}
