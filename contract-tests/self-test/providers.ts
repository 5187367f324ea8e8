import { operationPlaces } from '../../src/deployment/addresses.ts';
import { throwAwaySettings } from '../../src/deployment/configuration/settings.ts';
import { createHttpTransport } from '../../src/deployment/http-transport.ts';
import type { Transport } from '../../src/deployment/transport.ts';
import type { ContractDocument } from '../../src/document/read/load.ts';
import type { Check } from '../../src/judge/run-plan.ts';
import { makeFollowingWorld, openTwin, startInProcessTarget } from '../../src/judge/as-mock/mock-worlds.ts';
import type { CheckOutcome } from '../../src/judge/report/outcome.ts';
import { openSession, type SessionOptions } from '../../src/judge/session.ts';
import { explore, type Exploration, type ExploreOptions } from '../../src/judge/walk/explore.ts';
import { Histogram } from '../../src/judge/walk/histogram.ts';
import type { Fault } from './fault.ts';

/** Where a run is sent: a world of its own, as new as if a mock had just been started. */
export interface Provider extends Required<Pick<SessionOptions, 'plan' | 'twin' | 'beginAnew'>> {
  readonly transport: Transport;
}

/** A deployment: the mock, with a profile that it follows and whatever wraps it. */
export interface Deployment {
  readonly profile?: object | undefined;
  readonly wrap?: Fault['wrap'];
  /** Over a network: within the process what is sent first is answered first, and walks look for races. */
  readonly isWalked?: boolean;
  readonly withAssumptions?: boolean;
}

export interface Providers {
  /** Gives a run a new provider, in a world of its own. */
  use<Result>(deployment: Deployment, run: (provider: Provider) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** One mock in this process for many providers. */
export async function openProviders(document: ContractDocument): Promise<Providers> {
  const target = await startInProcessTarget();
  const { addresses } = target;
  const settings = throwAwaySettings(addresses);
  const places = operationPlaces(document);
  const effects = ['none', 'reversible', 'irreversible'] as const;
  let count = 0;
  return {
    close: () => target.close(),
    async use({ wrap = (mock) => mock, withAssumptions = false, profile, isWalked = false }, run) {
      const world = target.mock.world(`self-test-${(count += 1)}`);
      if (profile !== undefined && !(await makeFollowingWorld(target.mock, world.name, profile))) {
        throw new Error('The mock cannot follow the profile.');
      }
      const agent = isWalked ? undefined : target.mock.agent();
      const http = createHttpTransport({ addresses, places, headers: world.headers, timeout: 10_000, agent });
      const plan = { settings, addresses, effects, withAssumptions, run: `self${count}` };
      const twin = openTwin(plan, document);
      try {
        // To begin anew takes a request where cleaning takes three for each agent.
        return await run({ plan, twin, transport: wrap(http), beginAnew: () => world.reset() });
      } finally {
        http.close();
        await twin.close();
        // One that is left is dropped when there are too many.
        await world.delete().catch(() => undefined);
      }
    },
  };
}

/** Gives a run a provider in a mock of its own. */
export async function useAlone<Result>(
  document: ContractDocument,
  deployment: Deployment,
  run: (provider: Provider) => Promise<Result>,
): Promise<Result> {
  const providers = await openProviders(document);
  try {
    return await providers.use(deployment, run);
  } finally {
    await providers.close();
  }
}

/** Runs every check against a provider, and gives what came of them; of a correct one there must be no violations. */
export function runChecksOn(
  deployment: Deployment,
  checks: readonly Check[],
  document: ContractDocument,
): Promise<readonly CheckOutcome[]> {
  return useAlone(document, deployment, async (provider) => {
    const session = openSession({ document, ...provider });
    const outcomes: CheckOutcome[] = [];
    for (const check of checks) outcomes.push(await session.run(check));
    return outcomes;
  });
}

type Walks = Pick<ExploreOptions, 'walks' | 'steps' | 'seed' | 'until' | 'shrinks' | 'histogram'>;

/** Runs walks, each time of another seed against a new provider, until they find something, time is up or enough steps were taken. */
export async function searchProvider(
  wrap: Fault['wrap'],
  document: ContractDocument,
  providers: Providers,
  walks: Walks,
  most = Infinity,
): Promise<Exploration> {
  const histogram = new Histogram(document, walks.seed);
  // The walks of a round have seeds of their own.
  for (let seed = walks.seed; ; seed += walks.walks) {
    const walk = walking(document, { ...walks, seed, histogram });
    const exploration = await providers.use({ wrap, isWalked: true }, walk);
    if (exploration.found.length > 0 || Date.now() > walks.until || histogram.steps >= most) return exploration;
  }
}

/** Walks against a mock of their own: a broken provider, or a correct one. */
export function exploreProvider(
  deployment: Deployment,
  document: ContractDocument,
  walks: Walks,
): Promise<Exploration> {
  return useAlone(document, { ...deployment, isWalked: true }, walking(document, walks));
}

function walking(document: ContractDocument, walks: Walks): (provider: Provider) => Promise<Exploration> {
  return ({ plan, transport }) =>
    explore({ ...walks, document, plan, transport, isInterrupted: () => false, onProgress: () => undefined });
}
