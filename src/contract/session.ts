import { setTimeout as sleep } from 'node:timers/promises';
import type { ContractDocument } from '../contract-document/load.ts';
import { BASE_PREFIX, operationPlaces, urlOf } from './addresses.ts';
import { Api, type ApiParts } from './api.ts';
import type { Check } from './check.ts';
import { cleanAgents, type CleaningReport } from './clean.ts';
import { createCreations } from './creations.ts';
import { curlLine } from './curl.ts';
import type { Exchange } from './exchange.ts';
import { holdToDocument } from './hold-to-document.ts';
import { noLedger, type Ledger } from './ledger.ts';
import { createMasking } from './masking.ts';
import type { CheckOutcome } from './outcome.ts';
import { createPoliteExchange } from './polite-exchange.ts';
import { createReadOnlyExchange, isReadOnly } from './read-only-exchange.ts';
import { runCheck } from './run-check.ts';
import type { RunPlan } from './run-plan.ts';
import { secretsOf, tokenVariables } from './secrets.ts';

export interface SessionOptions {
  readonly document: ContractDocument;
  readonly plan: RunPlan;
  /** Sends a request once; the session adds patience. */
  readonly exchange: Exchange;
  readonly ledger?: Ledger;
  /** Begins the keys of the ledger, and no other session's; the run's id where absent. */
  readonly label?: string;
}

/** A series of checks against one target. */
export interface Session {
  run(check: Check): Promise<CheckOutcome>;
}

export function openSession(options: SessionOptions): Session {
  const { document, plan } = options;
  const { settings, run, withAssumptions } = plan;
  const masking = createMasking(secretsOf(settings));
  const variables = tokenVariables(settings);
  const places = operationPlaces(document);
  const addresses = settings.addresses ?? { base_url: `$URL${BASE_PREFIX}`, api_url: '$URL', alt_url: '$URL' };
  const isReading = isReadOnly(plan);
  // What only reads makes nothing, so that nothing is to be entered.
  const ledger = isReading ? noLedger : (options.ledger ?? noLedger);
  const polite = createPoliteExchange(isReading ? createReadOnlyExchange(options.exchange, places) : options.exchange, {
    rateLimit: settings.rate_limit === null ? null : settings.rate_limit / settings.concurrency,
    sleep: (milliseconds) => sleep(Math.max(0, milliseconds)),
    now: Date.now,
  });
  const creations = createCreations(ledger, options.label ?? run);
  let names = 0;
  const parts: ApiParts = {
    settings,
    addresses: plan.addresses,
    places,
    exchange: polite,
    hold: (request, response) => holdToDocument(document, request, response, withAssumptions),
    creations,
    shared: new Map(),
    newName: (label) => `contract-${options.label ?? run}-${(names += 1)}-${label}`,
    learnSecrets: masking.learnFrom,
  };
  return {
    run: async (check) => {
      const api = new Api(parts);
      return runCheck(check, api, {
        document,
        plan,
        mask: masking.mask,
        curl: (request) => masking.mask(curlLine(request, urlOf(addresses, places, request), variables)),
        clean: (): Promise<CleaningReport> => cleanAgents(creations.take(), polite, settings, ledger),
      });
    },
  };
}
