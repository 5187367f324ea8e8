import { randomUUID } from 'node:crypto';
import { loadContractDocument } from '../../document/read/load.ts';
import { assembleMock } from '../../app.ts';
import { openStore } from '../../open-store.ts';
import { openEphemeral } from '../../store/open-ephemeral.ts';
import { describeStore } from '../../testing/store/store-conformance.ts';

const document = loadContractDocument();

describeStore('a store in PostgreSQL', async (scenarioDir) => {
  const readScenario = () => openEphemeral({ scenarioDir }).then((store) => store.records());
  const shared = openStore(`${process.env['TEST_STORE'] ?? ''}?log=${randomUUID()}`, { document, readScenario });
  const mock = assembleMock(document, shared.defaultStore, {}, false, shared);
  await shared.current();
  const store = shared.defaultStore;
  const close = store.close.bind(store);
  store.close = () => close().then(() => mock.close());
  return store;
});
