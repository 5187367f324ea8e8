import { openEphemeral } from '../store/open-ephemeral.ts';
import { openRecords } from '../store/open-records.ts';
import { type KindOfChange, scenarioChanges, takenOver } from '../store/scenario-changes.ts';
import type { StoredRecords, WorldStore } from '../store/world-store.ts';
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

export interface FollowOptions {
  readonly dir: string;
  readonly worlds: Worlds;
  /** Puts a store in the place of the one that resets and new worlds begin as. */
  readonly replacePristine: (store: WorldStore) => void;
  /** Told when the default world has taken a change over. */
  readonly onTaken?: () => Promise<void>;
}

/** Reads a scenario as it is now, to find out later what has changed. @throws DataFileError if it is broken */
export async function followScenario(options: FollowOptions): Promise<FollowedScenario> {
  const { dir, worlds, replacePristine, onTaken } = options;
  let known = await (await openEphemeral({ scenarioDir: dir })).records();
  let last: Promise<unknown> = Promise.resolve();
  const takeOver = async () => {
    const store = await openEphemeral({ scenarioDir: dir });
    const found = await store.records();
    const changes = scenarioChanges(known, found);
    if (changes.length === 0) return changes;
    const before = known;
    known = found;
    replacePristine(store);
    worlds.forgetScenarios();
    await intoStore(worlds.default.store, before, found);
    await onTaken?.();
    return changes;
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

/** Once more if a request commits meanwhile: what it made must not be lost. */
async function intoStore(store: WorldStore, before: StoredRecords, found: StoredRecords): Promise<void> {
  for (;;) {
    // What is under way settles first.
    await store.commit([]);
    const { root } = store.snapshot();
    const next = openRecords(takenOver(await store.records(), before, found));
    if (store.snapshot().root !== root) continue;
    await store.restore(next.snapshot());
    return;
  }
}
