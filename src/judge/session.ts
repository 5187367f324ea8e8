import { setTimeout as sleep } from 'node:timers/promises';
import { type OperationPlaces, operationPlaces, placeOf } from '../deployment/addresses.ts';
import type { CleaningReport } from '../deployment/agents/clean-agents.ts';
import { openCreationLedger } from '../deployment/agents/creation-ledger.ts';
import { type LedgerFile, joinLedger } from '../deployment/agents/ledger.ts';
import { DeploymentClient } from '../deployment/client.ts';
import { secretsOf, tokenVariables } from '../deployment/configuration/settings.ts';
import { curlTo } from '../deployment/curl.ts';
import { createHttpTransport, createPoliteness } from '../deployment/http-transport.ts';
import { jsonOf, type Transport } from '../deployment/transport.ts';
import type { ContractDocument } from '../document/read/load.ts';
import { type ApiParts, type ReadAnswer, openApi } from './api.ts';
import type { Twin } from './as-mock/twin.ts';
import { runCheck } from './run-check.ts';
import { type Check, type RunPlan, markOf } from './run-plan.ts';
import type { CheckOutcome } from './report/outcome.ts';
import { type Showing, showingBy } from './report/showing.ts';
import { NotVerified } from './report/violation.ts';
import { validateAnswer } from './validate-answer.ts';
import { type Masker, createMasker } from '../text/masker.ts';

interface SessionOptions {
  readonly document: ContractDocument;
  readonly plan: RunPlan;
  /** Sends a request once; the session adds patience. Absent: over HTTP, to the addresses of the plan. */
  readonly transport?: Transport | undefined;
  /** Absent: that of the run, which its frame has opened; a target that is thrown away needs none. */
  readonly ledger?: LedgerFile | undefined;
  /** Begins the keys of the ledger, and no other session's; the run's id if absent. */
  readonly label?: string;
  /** Whether answers are validated against what the document assumes too; absent: as the plan says. */
  readonly validatesAssumed?: boolean;
  /** A world of the mock, for scripts of what is assumed; absent: these are not verified. */
  readonly twin?: Twin;
  /** Whether it is a world of the mock that begins anew before each check, so that nothing is cleaned. */
  readonly isThrownAway?: boolean | undefined;
}

/** A series of checks against one target. */
export interface Session {
  run(check: Check): Promise<CheckOutcome>;
  readonly evidence: Showing['evidence'];
  /** Ends the connections of its own. */
  readonly close: () => void;
}

/** A deployment may allow names no longer than this; the number that makes them unique stands before it. In characters. */
const longestName = 50;

export function openSession(options: SessionOptions): Session {
  const { document, plan, label = plan.run } = options;
  const { settings, run, effects, until } = plan;
  const masker = createMasker(secretsOf(settings));
  const variables = tokenVariables(settings);
  const places = operationPlaces(document);
  const http = createHttpTransport({ ...settings, addresses: plan.addresses, places });
  const { transport, ledger } = whereSent(options, options.transport ?? http, places);
  const rateLimit = settings.rate_limit === null ? null : settings.rate_limit / settings.concurrency;
  const politeness = createPoliteness(places, rateLimit);
  const client = new DeploymentClient({
    transport: politeness(transport, until?.checks),
    cleaning: politeness(transport, until?.cleaning),
    settings,
    ledger: openCreationLedger(ledger),
    run: label,
    mark: markOf(run),
    mayComplete: effects.includes('irreversible'),
    sleep,
    now: Date.now,
  });
  let names = 0;
  const showing = showingBy(masker, (request) =>
    curlTo(client.asSent(request), places, settings.addresses, variables),
  );
  const parts: ApiParts = {
    settings,
    document,
    twin: options.twin,
    curl: showing.curl,
    addresses: plan.addresses,
    places,
    client,
    read: readerOf(document, options.validatesAssumed ?? plan.withAssumptions, masker),
    shared: new Map(),
    newName: (name) => `contract-${label}-${(names += 1)}-${name}`.slice(0, longestName),
  };
  const clean = async (): Promise<CleaningReport> =>
    options.isThrownAway === true ? { cleaned: 0, left: [] } : client.clean();
  return {
    evidence: showing.evidence,
    close: () => http.close(),
    run: (check) => runCheck(check, openApi(parts), { ...showing, plan, clean }),
  };
}

/** So many answers are recognised, and no longer ones; in characters. */
const mostKnown = 200;
const longestKnown = 2 ** 16;

/** Most answers have been given before: what the document says of them is the same. */
function readerOf(document: ContractDocument, withAssumptions: boolean, masker: Masker): ApiParts['read'] {
  const known = new Map<string, ReadAnswer>();
  return (request, response) => {
    const key = [
      request.operation,
      request.query.join('&'),
      response.status,
      response.headers['content-type'],
      response.text,
    ].join(' ');
    const same = known.get(key);
    if (same !== undefined) return same;
    const body = jsonOf(response);
    masker.learnFrom(body);
    const read = { body, ...validateAnswer(document, request, response, body, withAssumptions) };
    if (known.size >= mostKnown) known.clear();
    if (key.length <= longestKnown) known.set(key, read);
    return read;
  };
}

/** Where a session's requests go, and where its creations are entered. A run that only reads has nothing to enter. */
function whereSent(
  { plan, transport, ledger }: SessionOptions,
  given: Transport,
  places: OperationPlaces,
): { readonly transport: Transport; readonly ledger: LedgerFile | null } {
  const { settings, effects } = plan;
  const isReading = effects.every((effect) => effect === 'none');
  if (isReading) return { transport: createReadOnlyTransport(given, places), ledger: null };
  const isThrownAway = transport !== undefined || settings.addresses === null || settings.ledger === '';
  return { transport: given, ledger: ledger ?? (isThrownAway ? null : joinLedger(settings)) };
}

/**
 * Sends GETs and verify alone, as the document has them.
 * @throws NotVerified for any other request, unsent
 */
function createReadOnlyTransport(transport: Transport, places: OperationPlaces): Transport {
  return async (request) => {
    const isVerification = request.operation === 'verifyToken' && request.place === undefined;
    if (isVerification || placeOf(places, request).method === 'GET') return transport(request);
    throw new NotVerified('the run only reads, and this needs a request that could write', 'without --read-only');
  };
}
