import { randomUUID } from 'node:crypto';
import type { ContractDocument } from './document/read/load.ts';
import { recordsOfScenario } from './store/open-ephemeral.ts';
import { Database } from './store/postgres/database.ts';
import { parseStoreAddress, shownAddress, storeAddressRule } from './store/postgres/store-address.ts';
import { isEmptyLog } from './store/postgres/world-rows.ts';
import { systemClock } from './worlds/time-and-chance.ts';
import { createFollower } from './worlds/world.ts';
import { SharedWorlds, type SharedWorldsOptions } from './worlds/shared/shared-worlds.ts';

/** How worlds are shared; if absent, reads are linearizable, and scenarios are those of `fixtures/` or of a folder. */
export interface StoreOptions extends Partial<Omit<SharedWorldsOptions, 'database' | 'name' | 'follow'>> {
  readonly document: ContractDocument;
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
