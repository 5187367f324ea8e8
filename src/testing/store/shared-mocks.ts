import { assembleMock, type Mock, type MockOptions } from '../../app.ts';
import { loadContractDocument } from '../../document/read/load.ts';
import { scenarioFolder } from '../../files/scenario-folder.ts';
import { openStore, type StoreOptions } from '../../open-store.ts';
import { openEphemeral } from '../../store/open-ephemeral.ts';

type SharedOptions = Pick<MockOptions, 'profile'> & Pick<StoreOptions, 'reads' | 'onNotice'>;

/** Gives a function that opens mocks on a store: they share one document, the reading of which takes most of a start. */
export async function prepareSharedMocks(): Promise<(address: string, options?: SharedOptions) => Promise<Mock>> {
  const document = loadContractDocument();
  const base = await openEphemeral({ scenarioDir: scenarioFolder('default') });
  return async (address, options = {}) => {
    const shared = openStore(address, { document, readScenario: () => base.records(), ...options });
    const mock = assembleMock(document, shared.mirror.defaultStore, options, false, shared);
    await shared.current();
    return mock;
  };
}
