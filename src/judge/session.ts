import type { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type OperationPlaces, operationPlaces, placeOf } from '../deployment/addresses.ts';
import type { CleaningReport } from '../deployment/agents/clean-agents.ts';
import { openCreationLedger } from '../deployment/agents/creation-ledger.ts';
import { type LedgerFile, joinLedger } from '../deployment/agents/ledger.ts';
import { DeploymentClient } from '../deployment/client.ts';
import { secretsOf, tokenVariables } from '../deployment/configuration/settings.ts';
import { curlTo } from '../deployment/curl.ts';
import { createHttpTransport, createPoliteness } from '../deployment/http-transport.ts';
import { jsonOf, type Transport, NoAnswerError, NotSentError } from '../deployment/transport.ts';
import type { ContractDocument } from '../document/read/load.ts';
import { reasonOf } from '../files/file-system.ts';
import { type Masker, createMasker } from '../text/masker.ts';
import { type ApiParts, type ReadAnswer, openApi, type Api } from './api.ts';
import type { Twin } from './as-mock/twin.ts';
import { type CheckOutcome, Sightings, type ViolationReport, mostTold } from './report/outcome.ts';
import { type Showing, showingBy, violationKey, shownViolation, stepLine } from './report/showing.ts';
import { NotVerified, type CheckedAnswer, type ViolationFacts, Violation, whyUnread } from './report/violation.ts';
import { type Check, type RunPlan, markOf, titleOfCheck, whyNotRun } from './run-plan.ts';
import { validateAnswer } from './validate-answer.ts';
import { grouped } from '../json/json-value.ts';

export interface SessionOptions {
  readonly document: ContractDocument;
  readonly plan: RunPlan;
  /** Sends a request once; the session adds patience. Absent: over HTTP, to the addresses of the plan. */
  readonly transport?: Transport | undefined;
  /** Of a mock in this process, whose connections the session then uses in the place of the network. */
  readonly agent?: Agent;
  /** Gives a transport that adds to what is answered; absent: nothing. */
  readonly noting?: (send: Transport) => Transport;
  /** Absent: that of the run, which its frame has opened; a target that is thrown away needs none. */
  readonly ledger?: LedgerFile | undefined;
  /** Begins the keys of the ledger, and no other session's; the run's id if absent. */
  readonly label?: string;
  /** Whether answers are validated against what the document assumes too; absent: as the plan says. */
  readonly validatesAssumed?: boolean;
  /** A world of the mock, for scripts of what is assumed; absent: these are not verified. */
  readonly twin?: Twin;
  /** Takes a world of the mock back to its beginning after a check that has made agents; absent: these are cleaned. */
  readonly beginAnew?: (() => Promise<unknown>) | undefined;
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
  const { document, plan, label = plan.run, agent, noting = (send) => send } = options;
  const { settings, run, effects, until } = plan;
  const masker = createMasker(secretsOf(settings));
  const variables = tokenVariables(settings);
  const places = operationPlaces(document);
  const http = createHttpTransport({ ...settings, addresses: plan.addresses, places, agent });
  const { transport, ledger } = whereSent(options, noting(options.transport ?? http), places);
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
  const showing = showingBy(masker, (request) => curlTo(client.asSent(request), places, settings.addresses, variables));
  const parts: ApiParts = {
    settings,
    document,
    twin: options.twin,
    curl: showing.curl,
    addresses: plan.addresses,
    places,
    client,
    read: readerOf(document, options.validatesAssumed ?? plan.withAssumptions, masker),
    newName: (name) => `contract-${label}-${(names += 1)}-${name}`.slice(0, longestName),
  };
  const clean = async (): Promise<CleaningReport> => {
    if (options.beginAnew === undefined) return client.clean();
    if (client.leave().length > 0) await options.beginAnew();
    return { cleaned: 0, left: [] };
  };
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
    const { status, headers, text } = response;
    const asked = `${request.operation} ${request.query.join('&')}`;
    const key = [asked, status, headers['content-type'], text.slice(0, longestKnown)].join(' ');
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
function whereSent({ plan, transport, ledger }: SessionOptions, given: Transport, places: OperationPlaces) {
  const { settings, effects } = plan;
  const isReading = effects.every((effect) => effect === 'none');
  if (isReading) return { transport: createReadOnlyTransport(given, places), ledger: null };
  const isThrownAway = transport !== undefined || settings.addresses === null || settings.ledger === '';
  return { transport: given, ledger: ledger ?? (isThrownAway ? null : joinLedger(settings)) };
}

/** Sends GETs and verify alone, as the document has them. @throws NotVerified for any other request, unsent */
function createReadOnlyTransport(transport: Transport, places: OperationPlaces): Transport {
  return async (request) => {
    const isVerification = request.operation === 'verifyToken' && request.place === undefined;
    if (isVerification || placeOf(places, request).method === 'GET') return transport(request);
    throw new NotVerified('the run only reads, and this needs a request that could write', 'without --read-only');
  };
}

/** Runs a check to its outcome; whatever it throws is a part of that. What it made is cleaned in any case. */
async function runCheck(
  check: Check,
  api: Api,
  around: Showing & { readonly plan: RunPlan; readonly clean: () => Promise<CleaningReport> },
): Promise<CheckOutcome> {
  const start = performance.now();
  const kept = whyNotRun(check, around.plan, api.document);
  let ending: Ending = { ...kept };
  if (kept === null) {
    try {
      await check.run(api);
    } catch (error) {
      ending = endingOf(error, check, api);
    }
  }
  const { cleaned, left } = kept === null ? await around.clean() : { cleaned: 0, left: [] };
  // One violation for each place and rule: the others are dropped before anything of an answer is masked or cut.
  const found = [...grouped(violationsIn(api, ending.violation), violationKey).values()].flatMap(
    ([first]) => first ?? [],
  );
  const sightings = new Sightings();
  for (const answer of api.answers) sightings.add(answer);
  const violations = reports(check, api, around, found.slice(0, mostTold));
  return {
    title: titleOfCheck(check, api.document.clauses),
    clauses: check.clauses,
    effect: check.effect,
    ...endOf(check, violations, ending, around.show),
    violations,
    seen: sightings.seen,
    successes: sightings.successes,
    requests: api.answers.length,
    created: cleaned + left.length,
    isUnreachable: ending.isUnreachable === true,
    cleaning: {
      cleaned,
      left: left.map((agent) => ({ ...agent, name: around.show(agent.name), reason: around.show(agent.reason) })),
    },
    drift: [...moreThan(found.length, 'kinds of violations'), ...driftIn(api.answers)].map(around.show),
    milliseconds: Math.round(performance.now() - start),
  };
}

/** What a check says of its own rules, where it does not say what is violated on its way to them. */
function endOf(
  { clauses: own }: Check,
  violations: readonly ViolationReport[],
  { violation, reason, setting, isCause = true }: Ending,
  show: Showing['show'],
): Pick<CheckOutcome, 'result' | 'reason' | 'setting'> {
  if (violations.some(({ clauses }) => clauses.some((clause) => own.includes(clause)))) return { result: 'failed' };
  const [blocked] = violations;
  if (reason === undefined && violation === undefined) return { result: 'passed' };
  const isExplained = blocked === undefined || (reason !== undefined && isCause);
  const why = isExplained ? show(reason ?? '') : `another rule is violated on the way: ${blocked.clauses.join(', ')}`;
  return { result: 'not verified', reason: why, ...(setting !== undefined && { setting }) };
}

/** What ended a check before its end: a violation, or a reason why it says nothing; empty: nothing did. */
interface Ending {
  readonly violation?: ViolationFacts;
  readonly reason?: string;
  readonly setting?: string | undefined;
  readonly isUnreachable?: boolean;
  /** False: what is violated on the way explains it. */
  readonly isCause?: boolean;
}

function endingOf(error: unknown, check: Check, api: Api): Ending {
  if (error instanceof Violation) {
    const unread = unreadAnswer(error.facts, api);
    return unread === null ? { violation: error.facts } : { reason: unread, isCause: false };
  }
  if (error instanceof NotSentError || error instanceof NotVerified) {
    return { reason: error.message, setting: error.setting };
  }
  if (error instanceof NoAnswerError) {
    if (error.isUnreachable) return { reason: `target unreachable: ${error.message}`, isUnreachable: true };
    return { violation: { clauses: check.clauses, expected: 'an answer', came: error.message } };
  }
  // An answer of another shape than documented lets a check stumble: the document's findings say how.
  const unread = unreadAnswer({ clauses: check.clauses, expected: '', came: '' }, api);
  return { reason: unread ?? `the answers have another shape than documented: ${reasonOf(error)}`, isCause: false };
}

/** Why the answer that a violation is about says nothing: its body cannot be read. Null if it can, or is not asked. */
function unreadAnswer({ answer, cause }: ViolationFacts, { answers }: Api): string | null {
  const shown = answer ?? answers.at(-1);
  if (typeof shown?.unread !== 'string') return null;
  // A page of a proxy says by its status what is wrong.
  if (cause !== undefined && shown.status >= 400) return null;
  return whyUnread(shown);
}

function violationsIn({ answers, noted }: Api, violation: ViolationFacts | undefined): readonly ViolationFacts[] {
  const found = [...(violation === undefined ? [] : [violation]), ...noted];
  // A page of a proxy has another status and is no JSON: its status says what is wrong.
  const misanswered = new Set(found.flatMap(({ answer, cause }) => (cause === undefined ? [] : [answer])));
  const faults = answers.flatMap((answer) =>
    (answer.faults ?? [])
      .filter(({ cause }) => cause === undefined || !misanswered.has(answer))
      .map((fault) => ({ ...fault, answer })),
  );
  return [...found, ...faults];
}

function reports(check: Check, api: Api, around: Showing, told: readonly ViolationFacts[]): readonly ViolationReport[] {
  const masked = new Map<unknown, unknown>();
  const maskJson = (body: unknown): unknown => {
    if (!masked.has(body)) masked.set(body, around.maskJson(body));
    return masked.get(body);
  };
  const [most, title] = [check.mostSteps ?? usualSteps, titleOfCheck(check, api.document.clauses)];
  return told.map((facts): ViolationReport => {
    const answer = facts.answer ?? api.answers.at(-1);
    const shown = shownViolation(facts, answer, title, { ...around, maskJson });
    return { ...shown, steps: stepsUpTo(answer, api, around, most) };
  });
}

/** The answers that a check had up to this one and those of requests that were sent at the same time, or all. */
function upTo(answer: CheckedAnswer | undefined, { answers, together }: Api): readonly CheckedAnswer[] {
  const index = answer === undefined ? -1 : answers.indexOf(answer);
  const isRaced = answer !== undefined && together.has(answer);
  const end = answers.findIndex((each, at) => at > index && !(isRaced && together.has(each)));
  return index < 0 || end < 0 ? answers : answers.slice(0, end);
}

const usualSteps = 6;

function stepsUpTo(answer: CheckedAnswer | undefined, api: Api, around: Showing, most: number): string[] {
  const answers = upTo(answer, api);
  const lines = answers
    .slice(0, most)
    .map((each) => `${stepLine(each, around)}${api.together.has(each) ? ', sent at once' : ''}`);
  const more = answers.length - most;
  return more > 0 ? [...lines, `… and ${more} more`] : lines;
}

function driftIn(answers: readonly CheckedAnswer[]): readonly string[] {
  const drift = [...new Set(answers.flatMap((answer) => answer.drift ?? []))];
  return [...drift.slice(0, mostTold), ...moreThan(drift.length, 'kinds of undocumented answers')];
}

function moreThan(count: number, what: string): readonly string[] {
  return count > mostTold ? [`${count - mostTold} ${what} more`] : [];
}
