import { randomUUID } from 'node:crypto';
import { checkProfile } from './clauses/profile/check-profile.ts';
import type { ContractDocument } from './document/read/load.ts';
import { scenarioFolder } from './files/scenario-folder.ts';
import { openEphemeral } from './store/open-ephemeral.ts';
import { PostgresLog } from './store/postgres/postgres-log.ts';
import { parseStoreAddress, storeAddressRule } from './store/postgres/store-address.ts';
import type { Log } from './store/shared/log.ts';
import type { Timer } from './store/shared/machine.ts';
import type { StoredRecords } from './store/stored-records.ts';
import { systemClock, type Clock } from './worlds/clock.ts';
import { followProfile } from './worlds/followed-profile.ts';
import { SharedWorlds } from './worlds/shared/shared-worlds.ts';

export interface StoreOptions {
  readonly document: ContractDocument;
  /** The scenario that it begins as where nothing is kept yet. */
  readonly scenario?: string | undefined;
  readonly clock?: Clock;
  readonly reads?: 'linearizable' | 'local';
  readonly pollTime?: number;
  readonly snapshotEvery?: number;
  readonly onNotice?: (sentence: string) => void;
  /** Reads a scenario; one of `fixtures/` or a folder if absent. */
  readonly readScenario?: (name: string) => Promise<StoredRecords>;
}

/**
 * The worlds that are kept in a store which any number of mocks share. Nothing is asked of the store before they are used.
 * @throws RangeError for what is not the address of a store; the message does not repeat it, for it may hold a password
 */
export function openStore(address: string, options: StoreOptions): SharedWorlds {
  return shareWorlds(openLog(address), options);
}

/** The log at an address. @throws RangeError */
export function openLog(address: string): Log {
  const parsed = parseStoreAddress(address);
  if (parsed === undefined) throw new RangeError(`The store given is not ${storeAddressRule}.`);
  return new PostgresLog(parsed);
}

/** The worlds that are kept in a log. */
export function shareWorlds(log: Log, options: StoreOptions): SharedWorlds {
  const { document, clock = systemClock(), reads = 'linearizable', readScenario = recordsOf, ...others } = options;
  const follow = (profile: unknown) => followProfile(document, checkProfile(profile, document.choices));
  const name = randomUUID();
  return new SharedWorlds({ ...others, log, clock, reads, readScenario, follow, name, timer: machineTimer });
}

const machineTimer: Timer = {
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  soon: setImmediate,
};

async function recordsOf(scenario: string): Promise<StoredRecords> {
  const store = await openEphemeral({ scenarioDir: scenarioFolder(scenario) });
  return store.records();
}
