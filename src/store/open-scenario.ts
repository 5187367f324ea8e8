import type { LeadRecord } from '../domain/records.ts';
import type { Scenario } from '../domain/coherence.ts';
import { scenarioFolder } from '../files/scenario-folder.ts';
import { openEphemeral } from './open-ephemeral.ts';
import { openRecords, type UncheckedRecords } from './open-records.ts';
import { refuseUnknown } from '../text/nearest.ts';
import { mapCollections, type StoredRecord } from './state/root.ts';
import type { WorldStore } from './world-store.ts';

/**
 * Opens a store in memory that begins as a scenario made in code.
 * @throws RecordsError at the first record that does not fit
 * @throws Error if there is no such base
 */
export async function openScenario(scenario: Scenario): Promise<WorldStore> {
  return openRecords(await scenarioRecords(scenario));
}

/** A scenario's records together with those of its base. @throws Error if there is no such base, TypeError for a collection that there is not */
export async function scenarioRecords({ base = 'empty', leads = {}, ...own }: Scenario): Promise<UncheckedRecords> {
  const collections = Object.keys(mapCollections(() => []));
  refuseUnknown(own, ['base', 'leads', ...collections], 'A scenario');
  const beneath = base === null ? nothing : await recordsOfFolder(scenarioFolder(base));
  const lists: readonly (readonly [unknown, readonly LeadRecord[]])[] =
    leads instanceof Map ? [...leads] : Object.entries(leads);
  return {
    records: mapCollections((name) => {
      const given: readonly StoredRecord[] = own[name] ?? [];
      const ids = new Set(given.map(({ id }) => id));
      const kept = (beneath.records[name] ?? []).filter(
        (record) => !(record instanceof Object && 'id' in record && ids.has(record.id as never)),
      );
      return [...(kept as readonly StoredRecord[]), ...given];
    }),
    leads: { ...beneath.leads, ...Object.fromEntries(lists.map(([id, list]) => [String(id), list])) },
    ids: beneath.ids,
  };
}

const nothing: UncheckedRecords = { records: {}, leads: {}, ids: {} };

async function recordsOfFolder(dir: string): Promise<UncheckedRecords> {
  const store = await openEphemeral({ scenarioDir: dir });
  const { records, leads, ids } = await store.records();
  await store.close();
  return { records, leads, ids: { ...ids } };
}
