import type { Scenario } from '../domain/coherence.ts';
import type { CollectionName, LeadRecord, RecordId } from '../domain/records.ts';
import { fieldOf } from '../json/json-value.ts';
import { scenarioFolder } from '../files/scenario-folder.ts';
import { readScenario } from './disk/read-folder.ts';
import { faultsOfRecord } from './state/record-schema.ts';
import { highestImportedId, highestIdsOf } from './state/id-counters.ts';
import { incoherences } from './state/incoherences.ts';
import { type Snapshot, type StoredRecords, recordsOf } from './state/persistence.ts';
import { RecordStore } from './state/record-store.ts';
import { Root, type StoredRecord, mapCollections, recordOverhead, shownValue, weightOf } from './state/root.ts';
import { refuseUnknown } from '../text/nearest.ts';

/**
 * Opens a store in memory that begins as a scenario.
 * @throws DataFileError if the scenario is broken or does not exist
 */
export async function openEphemeral({ scenarioDir }: { readonly scenarioDir: string }): Promise<RecordStore> {
  return new RecordStore(await readScenario(scenarioDir));
}

export interface Beginnings {
  /** @throws Error if there is no such scenario */
  readonly stateOf: (scenario: string) => Promise<Snapshot>;
  /** From now on the scenario begins as this state. */
  readonly replace: (scenario: string, state: Snapshot) => void;
}

/**
 * Gives scenarios as they begin; each is read when it is first asked for.
 * @param read throws if there is no such scenario
 */
export function createBeginnings(read: (scenario: string) => Promise<Snapshot>): Beginnings {
  const states = new Map<string, Promise<Snapshot>>();
  const stateOf = (scenario: string) => {
    const found = states.get(scenario) ?? read(scenario);
    states.set(scenario, found);
    // What could not be read may be there the next time.
    found.catch(() => states.delete(scenario));
    return found;
  };
  return { stateOf, replace: (scenario, state) => void states.set(scenario, Promise.resolve(state)) };
}

/** A record of a set that is to be opened does not fit; `place` says which: `records/agents/3/agent_name`. */
export class RecordsError extends Error {
  override readonly name = 'RecordsError';

  constructor(
    readonly place: string,
    value: unknown,
    reason: string,
  ) {
    super(`${place} is ${shownValue(value)}: ${reason}.`);
  }
}

/** Records as a file has them, not validated yet. */
export interface UncheckedRecords {
  readonly records: Readonly<Record<string, readonly unknown[]>>;
  /** By the campaign's id. */
  readonly leads: Readonly<Record<string, readonly unknown[]>>;
  readonly ids: Readonly<Record<string, number>>;
}

const noRecords: UncheckedRecords = { records: {}, leads: {}, ids: {} };

/**
 * The state that records make.
 * @throws RecordsError at the first that breaks its schema, has an id twice, or names one that is not there
 */
export function stateOfRecords({ records, leads, ids }: UncheckedRecords): Snapshot {
  const collections = mapCollections((name) => {
    const list = records[name] ?? [];
    checkList(name, list, `records/${name}`);
    // Sound because each record has been validated against the schema made from its type.
    return list as readonly StoredRecord[];
  });
  const lists = Object.entries(leads).map(([campaignId, list]) => {
    checkList('leads', list, `leads/${campaignId}`);
    return [Number(campaignId), list as readonly LeadRecord[]] as const;
  });
  const all = [...Object.values(collections), ...lists.map(([, list]) => list)].flat();
  const own = all.reduce((sum, record) => sum + recordOverhead + weightOf(record), 0);
  const root = Root.of(collections, lists, own);
  requireCoherence(root, records);
  return { root, ids: highestIdsOf(root, ids) };
}

function checkList(name: CollectionName | 'leads', list: readonly unknown[], place: string): void {
  const seen = new Set<unknown>();
  for (const [i, record] of list.entries()) {
    const [fault] = faultsOfRecord(name, record, seen);
    if (fault !== undefined) throw new RecordsError(`${place}/${i}${fault.pointer}`, fault.value, fault.reason);
    const { id } = record as { readonly id: RecordId };
    if (typeof id === 'number' && id > highestImportedId) {
      throw new RecordsError(`${place}/${i}/id`, id, `must be at most ${highestImportedId}, so that others can follow`);
    }
  }
}

/** @throws RecordsError at the first record that names one that is not there; `records` tells its place */
export function requireCoherence(root: Root, records: UncheckedRecords['records']): void {
  const [found] = incoherences(root);
  if (found === undefined) return;
  const { collection, id, pointer, value, reason } = found;
  if (collection === 'leads') throw new RecordsError(`leads/${id}`, value, reason);
  const index = (records[collection] ?? []).findIndex((record) => (record as StoredRecord).id === id);
  throw new RecordsError(`records/${collection}/${index}${pointer}`, value, reason);
}

/**
 * Opens a store in memory that begins as a scenario made in code, its records together with those of its base.
 * @throws RecordsError at the first record that does not fit
 * @throws Error if there is no such base, TypeError for a collection that there is not
 */
export async function openScenario({ base = 'empty', leads = {}, ...own }: Scenario): Promise<RecordStore> {
  const collections = Object.keys(mapCollections(() => []));
  refuseUnknown(own, ['base', 'leads', ...collections], 'A scenario');
  const beneath: UncheckedRecords = base === null ? noRecords : await recordsOfScenario(base);
  const lists: readonly (readonly [unknown, readonly LeadRecord[]])[] =
    leads instanceof Map ? [...leads] : Object.entries(leads);
  const state = stateOfRecords({
    records: mapCollections((name) => {
      const given: readonly StoredRecord[] = own[name] ?? [];
      const ids = new Set<unknown>(given.map(({ id }) => id));
      const kept = (beneath.records[name] ?? []).filter((record) => !ids.has(fieldOf(record, 'id')));
      return [...kept, ...given];
    }),
    leads: { ...beneath.leads, ...Object.fromEntries(lists.map(([id, list]) => [String(id), list])) },
    ids: beneath.ids,
  });
  return new RecordStore(state);
}

/** The records that a scenario begins with, one of `fixtures/` or a folder. @throws Error if it does not exist or is broken */
export async function recordsOfScenario(scenario: string): Promise<StoredRecords> {
  return recordsOf(await readScenario(scenarioFolder(scenario)));
}
