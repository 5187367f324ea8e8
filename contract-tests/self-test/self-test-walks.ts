import type { ContractDocument } from '../../src/document/read/load.ts';
import { operationPlaces } from '../../src/deployment/addresses.ts';
import { throwAwaySettings } from '../../src/deployment/configuration/default-scenario.ts';
import type { Transport } from '../../src/deployment/transport.ts';
import { createHttpTransport } from '../../src/deployment/http-transport.ts';
import { startInProcessTarget } from '../../src/judge/in-process-target.ts';
import { explore, histogramOf, type Exploration, type ExploreOptions } from '../../src/judge/walk/explore.ts';

type Run = Pick<ExploreOptions, 'walks' | 'steps' | 'seed' | 'shrinks'> & {
  readonly withAssumptions?: boolean;
  /** When no more walks are begun, in milliseconds since 1970. */
  readonly until: number;
};

/** Runs walks against the provider, each time a new one and with another seed, until they find something or time is up. */
export async function searchProvider(
  wrap: (transport: Transport) => Transport,
  document: ContractDocument,
  run: Run,
): Promise<Exploration> {
  const histogram = histogramOf(document, run.seed);
  // The walks of a round have seeds of their own.
  for (let seed = run.seed; ; seed += run.walks) {
    const exploration = await exploreProvider(wrap, document, { ...run, seed, histogram });
    if (exploration.found.length > 0 || Date.now() > run.until) return exploration;
  }
}

/** Walks against a mock of their own behind a wrapped transport: a broken provider, or a correct one. */
export async function exploreProvider(
  wrap: (transport: Transport) => Transport,
  document: ContractDocument,
  options: Pick<ExploreOptions, 'walks' | 'steps' | 'seed' | 'until' | 'shrinks' | 'histogram'> & {
    readonly withAssumptions?: boolean;
  },
): Promise<Exploration> {
  const target = await startInProcessTarget();
  const { addresses } = target;
  const settings = throwAwaySettings(addresses);
  const http = createHttpTransport({ addresses, places: operationPlaces(document), headers: {}, timeout: 10_000 });
  const effects = ['none', 'reversible', 'irreversible'] as const;
  const { withAssumptions = false, ...others } = options;
  const plan = { settings, addresses, effects, withAssumptions, run: 'self' };
  try {
    return await explore({
      ...others,
      document,
      plan,
      transport: wrap(http),
      isInterrupted: () => false,
      onProgress: () => undefined,
    });
  } finally {
    http.close();
    await target.close();
  }
}
