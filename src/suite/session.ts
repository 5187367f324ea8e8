import { setTimeout as sleep } from 'node:timers/promises';
import type { ContractDocument } from '../document/read/load.ts';
import { createMasker } from '../text/masker.ts';
import { terminalLine } from '../text/terminal-text.ts';
import { BASE_PREFIX, operationPlaces, placeOf, urlOf } from '../deployment/addresses.ts';
import { createDeploymentClient } from '../deployment/client.ts';
import { openCreationLedger } from '../deployment/agents/creation-ledger.ts';
import { curlLine } from '../deployment/curl.ts';
import type { ApiRequest, Exchange } from '../deployment/exchange.ts';
import type { LedgerFile } from '../deployment/agents/ledger-file.ts';
import { createPoliteness } from '../deployment/politeness.ts';
import { secretsOf, tokenVariables } from '../deployment/configuration/secrets.ts';
import { Api, type Answer, type ApiParts } from './api.ts';
import type { Check } from './check.ts';
import { holdToDocument } from './validate-answer.ts';
import type { CheckOutcome } from './report/outcome.ts';
import { createReadOnlyExchange, isReadOnly } from './read-only-exchange.ts';
import { runCheck } from './run-check.ts';
import { markOf, type RunPlan } from './run-plan.ts';

export interface SessionOptions {
  readonly document: ContractDocument;
  readonly plan: RunPlan;
  /** Sends a request once; the session adds patience. */
  readonly exchange: Exchange;
  /** Absent: the target is thrown away, so that nothing is kept. */
  readonly ledger?: LedgerFile;
  /** Begins the keys of the ledger, and no other session's; the run's id where absent. */
  readonly label?: string;
  /** Whether answers are validated against what the document assumes too; absent: as the plan says. */
  readonly validatesAssumed?: boolean;
}

/** A series of checks against one target. */
export interface Session {
  run(check: Check): Promise<CheckOutcome>;
  /** An exchange as it may be shown, without secrets: the request as a line for a shell, the answer shortened. */
  evidence(answer: Answer): { readonly request: string; readonly answer: string };
}

export function openSession(options: SessionOptions): Session {
  const { document, plan, label = plan.run } = options;
  const { settings, run, effects, until } = plan;
  const { validatesAssumed = plan.withAssumptions } = options;
  const masker = createMasker(secretsOf(settings));
  const variables = tokenVariables(settings);
  const places = operationPlaces(document);
  const addresses = settings.addresses ?? { base_url: `$URL${BASE_PREFIX}`, api_url: '$URL', alt_url: '$URL' };
  const isReading = isReadOnly(plan);
  const exchange = isReading ? createReadOnlyExchange(options.exchange, places) : options.exchange;
  // What only reads makes nothing, so that nothing is to be entered.
  const ledger = isReading ? null : (options.ledger ?? null);
  const now = Date.now;
  const wait = async (milliseconds: number): Promise<void> => {
    await sleep(milliseconds);
  };
  const rateLimit = settings.rate_limit === null ? null : settings.rate_limit / settings.concurrency;
  const politeness = createPoliteness({ places, rateLimit, sleep: wait, now });
  const client = createDeploymentClient({
    exchange: politeness(exchange, until?.checks),
    cleaning: politeness(exchange, until?.cleaning),
    settings,
    ledger: openCreationLedger(ledger),
    run: label,
    mark: markOf(run),
    mayComplete: effects.includes('irreversible'),
    sleep: wait,
    now,
  });
  let names = 0;
  const parts: ApiParts = {
    settings,
    addresses: plan.addresses,
    places,
    client,
    hold: (request, response) => holdToDocument(document, request, response, validatesAssumed),
    shared: new Map(),
    newName: (name) => `contract-${label}-${(names += 1)}-${name}`,
    learnSecrets: masker.learnFrom,
  };
  const curl = (request: ApiRequest): string =>
    terminalLine(
      masker.line(curlLine(request, placeOf(places, request).method, urlOf(addresses, places, request), variables)),
    );
  // Reporters print what is told of a deployment as it is.
  const show = (text: string): string => terminalLine(masker.text(text));
  return {
    evidence: (answer) => ({
      request: shortened(curl(answer.request), 600),
      answer: show(`${answer.status} ${shortened(masker.body(answer.text), 300)}`.trim()),
    }),
    run: (check) =>
      runCheck(check, new Api(parts), {
        document,
        plan,
        show,
        curl,
        clean: () => client.clean(),
      }),
  };
}

function shortened(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
