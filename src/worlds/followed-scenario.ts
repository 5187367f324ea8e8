import type { LeadRecord, RecordId } from '../domain/records.ts';
import { type UncheckedRecords, openEphemeral, openRecords } from '../store/open-ephemeral.ts';
import { collectionNames, compareIds } from '../store/state/root.ts';
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

interface FollowOptions {
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
function scenarioChanges(before: StoredRecords, after: StoredRecords): readonly KindOfChange[] {
  return listsOf(before, after)
    .map(({ of, one, other }) => ({ of, ...difference(one, other) }))
    .filter(({ added, changed, removed }) => added.length + changed.length + removed.length > 0);
}

/**
 * A state into which the change of a scenario has been taken over: what was added, changed or removed in the scenario is
 * so in the state too, and all else is as the state has it.
 */
function takenOver(state: StoredRecords, before: StoredRecords, after: StoredRecords): UncheckedRecords {
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
    return [kind, Math.max(id, Number(later))] as const;
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
