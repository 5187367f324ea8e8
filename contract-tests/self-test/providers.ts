import { operationPlaces } from '../../src/deployment/addresses.ts';
import { throwAwaySettings } from '../../src/deployment/configuration/default-scenario.ts';
import { createHttpTransport } from '../../src/deployment/http-transport.ts';
import type { Transport } from '../../src/deployment/transport.ts';
import type { ContractDocument } from '../../src/document/read/load.ts';
import { startInProcessTarget } from '../../src/judge/in-process-target.ts';
import type { RunPlan } from '../../src/judge/run-plan.ts';

/** Where a run is sent: a world of its own, as new as if a mock had just been started. */
export interface Provider {
  readonly plan: RunPlan;
  readonly transport: Transport;
}

export interface Providers {
  /** Gives a run a new provider, behind what `wrap` makes of it. */
  use<Result>(
    wrap: (transport: Transport) => Transport,
    withAssumptions: boolean,
    run: (provider: Provider) => Promise<Result>,
  ): Promise<Result>;
  close(): Promise<void>;
}

/** One mock in this process for many providers. */
export async function openProviders(document: ContractDocument, profile?: object): Promise<Providers> {
  const target = await startInProcessTarget(profile);
  const { addresses } = target;
  const settings = throwAwaySettings(addresses);
  const places = operationPlaces(document);
  const effects = ['none', 'reversible', 'irreversible'] as const;
  let count = 0;
  return {
    close: () => target.close(),
    async use(wrap, withAssumptions, run) {
      const world = `self-test-${(count += 1)}`;
      const http = createHttpTransport({ addresses, places, headers: { 'x-mock-world': world }, timeout: 10_000 });
      try {
        const plan = { settings, addresses, effects, withAssumptions, run: `self${count}` };
        return await run({ plan, transport: wrap(http) });
      } finally {
        http.close();
        // One that is left is dropped when there are too many.
        await fetch(`${addresses.api_url}/__mock/worlds/${world}`, { method: 'DELETE' }).catch(() => undefined);
      }
    },
  };
}
