import type { ContractDocument } from '../../src/document/read/load.ts';
import { explore, histogramOf, type Exploration, type ExploreOptions } from '../../src/judge/walk/explore.ts';
import type { Fault } from './fault.ts';
import { openProviders, type Providers } from './providers.ts';

type Walks = Pick<ExploreOptions, 'walks' | 'steps' | 'seed' | 'until' | 'shrinks' | 'histogram'> & {
  readonly withAssumptions?: boolean;
};

/** Runs walks against the provider, each time a new one and with another seed, until they find something or time is up. */
export async function searchProvider(
  wrap: Fault['wrap'],
  document: ContractDocument,
  providers: Providers,
  walks: Walks,
): Promise<Exploration> {
  const histogram = histogramOf(document, walks.seed);
  // The walks of a round have seeds of their own.
  for (let seed = walks.seed; ; seed += walks.walks) {
    const exploration = await walkIn(wrap, document, providers, { ...walks, seed, histogram });
    if (exploration.found.length > 0 || Date.now() > walks.until) return exploration;
  }
}

/** Walks against a mock of their own behind a wrapped transport: a broken provider, or a correct one. */
export async function exploreProvider(
  wrap: Fault['wrap'],
  document: ContractDocument,
  walks: Walks,
  profile?: object,
): Promise<Exploration> {
  const providers = await openProviders(document, profile);
  try {
    return await walkIn(wrap, document, providers, walks);
  } finally {
    await providers.close();
  }
}

async function walkIn(
  wrap: Fault['wrap'],
  document: ContractDocument,
  providers: Providers,
  { withAssumptions = false, ...walks }: Walks,
): Promise<Exploration> {
  return providers.use(wrap, withAssumptions, ({ plan, transport }) =>
    explore({ ...walks, document, plan, transport, isInterrupted: () => false, onProgress: () => undefined }),
  );
}
