import type { Scenario } from '../domain/coherence.ts';
import type { LeadRecord, RecordId } from '../domain/records.ts';
import { fieldOf } from '../json/json-value.ts';
import { scenarioFolder } from '../files/scenario-folder.ts';
import { readScenario } from './disk/read-folder.ts';
import { InvalidRecordError, applyChanges } from './state/apply-changes.ts';
import { highestImportedId, highestIdsOf } from './state/id-counters.ts';
import type { Snapshot } from './state/persistence.ts';
import { RecordStore } from './state/record-store.ts';
import { Root, collectionNames } from './state/root.ts';
import type { AnyRecord, Change } from './state/store.ts';
import { refuseUnknown } from '../text/nearest.ts';

/** Opens a store in memory that begins as a scenario. @throws DataFileError if that is broken or does not exist */
export async function openEphemeral({ scenarioDir }: { readonly scenarioDir: string }): Promise<RecordStore> {
  return new RecordStore(await readScenario(scenarioDir));
}

/** A scenario as it begins: one of `fixtures/` by its name, else a folder. @throws Error if it does not exist or is broken */
export async function namedScenario(name: string): Promise<Snapshot> {
  return readScenario(scenarioFolder(name));
}

export interface Beginnings {
  /** @throws Error if there is no such scenario */
  readonly stateOf: (scenario: string) => Promise<Snapshot>;
  /** From now on the scenario begins as this state. */
  readonly replace: (scenario: string, state: Snapshot) => void;
}

/** Gives scenarios as they begin, each read when first asked for. @param read throws if there is no such scenario */
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

/** Records as a file has them, not validated yet. */
export interface UncheckedRecords {
  readonly records: Readonly<Record<string, readonly unknown[]>>;
  /** By the campaign's id. */
  readonly leads: Readonly<Record<string, readonly unknown[]>>;
  readonly ids: Readonly<Record<string, number>>;
}

/**
 * The state that records make of another one, each in the place of one with its id, and each audience of its campaign's.
 * @throws InvalidRecordError at the first that breaks its schema, has an id twice, or names one that is not there
 */
export function stateOfRecords({ records, leads, ids }: UncheckedRecords, beneath = Root.empty): Snapshot {
  const base = Object.keys(leads).reduce((root, id) => root.withoutLeads(Number(id)), beneath);
  const lists = Object.entries(leads).map(([id, list]) => [`leads/${Number(id)}`, list, `leads/${id}`] as const);
  const collections = collectionNames.map((name) => [name, records[name] ?? [], `records/${name}`] as const);
  const puts = new Map<Change, string>();
  for (const [place, list, name] of [...collections, ...lists]) {
    // Sound because each record is validated before it is stored.
    for (const [i, after] of (list as readonly AnyRecord[]).entries()) {
      const id = fieldOf(after, 'id') as RecordId;
      puts.set({ in: place, id, before: base.at(place, id), after }, `${name}/${i}`);
    }
  }
  try {
    const reason = `must be at most ${highestImportedId}, so that others can follow`;
    const high = [...puts.keys()].find(({ id }) => typeof id === 'number' && id > highestImportedId);
    if (high !== undefined) throw new InvalidRecordError(high, { pointer: '/id', value: high.id, reason });
    const { root } = applyChanges(base, [...puts.keys()]);
    // One without leads too.
    const homeless = Object.keys(leads)
      .map(Number)
      .find((id) => root.get('campaigns', id) === undefined);
    if (homeless === undefined) return { root, ids: highestIdsOf(root, ids) };
    const fault = { pointer: '', value: homeless, reason: 'there is no such campaign' };
    throw new InvalidRecordError({ in: `leads/${homeless}`, id: homeless }, fault);
  } catch (error) {
    if (!(error instanceof InvalidRecordError)) throw error;
    throw new InvalidRecordError(error.change, error.fault, puts.get(error.change) ?? error.change.in);
  }
}

/**
 * Opens a store in memory that begins as a scenario made in code, its records together with those of its base.
 * @throws InvalidRecordError at the first record that does not fit
 * @throws Error if there is no such base, TypeError for a collection that there is not
 */
export async function openScenario({ base = 'empty', leads = {}, ...records }: Scenario): Promise<RecordStore> {
  refuseUnknown(records, ['base', 'leads', ...collectionNames], 'A scenario');
  const { root, ids } = base === null ? { root: Root.empty, ids: {} } : await namedScenario(base);
  const lists = Object.fromEntries<readonly LeadRecord[]>(leads instanceof Map ? [...leads] : Object.entries(leads));
  return new RecordStore(stateOfRecords({ records, leads: lists, ids }, root));
}
