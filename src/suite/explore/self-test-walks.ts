import type { ContractDocument } from '../../document/read/load.ts';
import { operationPlaces } from '../../deployment/addresses.ts';
import { defaultScenario, throwAwayCampaigns } from '../../deployment/configuration/default-scenario.ts';
import type { Settings } from '../../deployment/configuration/settings.ts';
import type { Exchange } from '../../deployment/exchange.ts';
import { createHttpExchange } from '../../deployment/http-exchange.ts';
import { startInProcessTarget } from '../in-process-target.ts';
import { explore, type Exploration, type ExploreOptions } from './explore.ts';

/** Walks against a mock of their own behind a wrapped exchange: a broken provider, or a correct one. */
export async function exploreProvider(
  wrap: (exchange: Exchange) => Exchange,
  document: ContractDocument,
  options: Pick<ExploreOptions, 'walks' | 'steps' | 'seed' | 'until' | 'shrinks'> & {
    readonly withAssumptions?: boolean;
  },
): Promise<Exploration> {
  const target = await startInProcessTarget();
  const { addresses } = target;
  const settings: Settings = {
    ...defaultScenario,
    campaigns: throwAwayCampaigns,
    addresses,
    headers: {},
    timeout: 10_000,
    rate_limit: null,
    concurrency: 1,
    ledger: '',
  };
  const http = createHttpExchange({ addresses, places: operationPlaces(document), headers: {}, timeout: 10_000 });
  const effects = ['none', 'reversible', 'irreversible'] as const;
  const { withAssumptions = false, ...others } = options;
  const plan = { settings, addresses, effects, withAssumptions, run: 'self' };
  try {
    return await explore({
      ...others,
      document,
      plan,
      exchange: wrap(http),
      isInterrupted: () => false,
      onProgress: () => undefined,
    });
  } finally {
    http.close();
    await target.close();
  }
}
