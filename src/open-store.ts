import { randomUUID } from 'node:crypto';
import type { ContractDocument } from './document/read/load.ts';
import { recordsOfScenario } from './store/open-ephemeral.ts';
import { Database } from './store/postgres/database.ts';
import { parseStoreAddress, shownAddress, storeAddressRule } from './store/postgres/store-address.ts';
import { isEmptyLog } from './store/postgres/world-rows.ts';
import type { StoredRecords } from './store/state/persistence.ts';
import { type Clock, systemClock } from './worlds/time-and-chance.ts';
import { createFollower } from './worlds/world.ts';
import { SharedWorlds } from './worlds/shared/shared-worlds.ts';

export interface StoreOptions {
  readonly document: ContractDocument;
  /** The scenario that it begins as where nothing is kept yet. */
  readonly scenario?: string | undefined;
  readonly clock?: Clock;
  readonly reads?: 'linearizable' | 'local';
  readonly pollTime?: number;
  readonly onNotice?: (sentence: string) => void;
  /** Reads a scenario; one of `fixtures/` or a folder if absent. */
  readonly readScenario?: (name: string) => Promise<StoredRecords>;
}

/**
 * The worlds that are kept in a store which any number of mocks share. Nothing is asked of the store before they are used.
 * @throws RangeError for what is not the address of a store; the message does not repeat it, for it may hold a password
 */
export function openStore(address: string, options: StoreOptions): SharedWorlds {
  return shareWorlds(openDatabase(address, options.onNotice), options);
}

/** Whether nothing is kept at an address yet. @throws RangeError, and StorageError if the store does not answer */
export async function isEmptyStore(address: string): Promise<boolean> {
  const database = openDatabase(address);
  try {
    return await isEmptyLog(database);
  } finally {
    await database.close();
  }
}

/** The worlds that are kept in a database. */
export function shareWorlds(database: Database, options: StoreOptions): SharedWorlds {
  const {
    document,
    clock = systemClock(),
    reads = 'linearizable',
    readScenario = recordsOfScenario,
    ...others
  } = options;
  const follow = createFollower(document);
  return new SharedWorlds({ ...others, database, clock, reads, readScenario, follow, name: randomUUID() });
}

/** The database of an address. @throws RangeError */
export function openDatabase(address: string, onNotice?: (sentence: string) => void): Database {
  const parsed = parseStoreAddress(address);
  if (parsed === undefined) {
    throw new RangeError(`The store given, ${shownAddress(address)}, is not ${storeAddressRule}.`);
  }
  return new Database(parsed, onNotice);
}
