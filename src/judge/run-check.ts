import type { Api, HeldAnswer } from './api.ts';
import type { CheckedAnswer, ViolationFacts } from './report/violation.ts';
import { titleOfCheck, type Check } from './check.ts';
import type { CleaningReport } from '../deployment/agents/clean-agents.ts';
import { NoAnswerError, NotSentError } from '../deployment/transport.ts';
import { excerptOf } from './report/excerpt.ts';
import type { CheckOutcome, ViolationReport } from './report/outcome.ts';
import { whyNotRun, type RunPlan } from './run-plan.ts';
import { NotVerified, Violation, whyUnread } from './report/violation.ts';
import { isError } from '../files/file-system.ts';

export interface CheckSurroundings {
  readonly plan: RunPlan;
  /** A text from the deployment as it may be shown: one line, without secrets. */
  readonly show: (text: string) => string;
  /** A JSON value without secrets. */
  readonly maskJson: (value: unknown) => unknown;
  /** Deletes what was created since it was last called. */
  readonly clean: () => Promise<CleaningReport>;
}

/** Runs a check to its outcome; whatever it throws is a part of that. What it made is cleaned in any case. */
export async function runCheck(check: Check, api: Api, around: CheckSurroundings): Promise<CheckOutcome> {
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
  const found = firstOfEach(violationsIn(api, ending.violation));
  const violations = reports(check, api, around, found.slice(0, mostTold));
  return {
    title: titleOfCheck(check, api.document.clauses),
    clauses: check.clauses,
    effect: check.effect,
    ...endOf(check, violations, ending, around.show),
    violations,
    ...seenIn(api.answers),
    requests: api.answers.length,
    created: cleaned + left.length,
    isUnreachable: ending.isUnreachable === true,
    cleaning: {
      cleaned,
      left: left.map((agent) => ({ ...agent, name: around.show(agent.name), reason: around.show(agent.reason) })),
    },
    drift: [...moreThan(mostTold, found.length, 'kinds of violations'), ...driftIn(api.answers)].map(around.show),
    milliseconds: Math.round(performance.now() - start),
  };
}

/** What a check says of its own rules, where it does not say what is violated on its way to them. */
function endOf(
  { clauses: own }: Check,
  violations: readonly ViolationReport[],
  { violation, reason, setting, isCause = true }: Ending,
  show: CheckSurroundings['show'],
): Pick<CheckOutcome, 'result' | 'reason' | 'setting'> {
  const blocked = violations.find(({ clauses }) => !clauses.some((clause) => own.includes(clause)));
  if (violations.some(({ clauses }) => clauses.some((clause) => own.includes(clause)))) {
    return { result: 'failed' };
  }
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
  const message = isError(error) ? error.message : String(error);
  return { reason: unread ?? `the answers have another shape than documented: ${message}`, isCause: false };
}

/** Why the answer that a violation is about says nothing: its body cannot be read. Null if it can, or is not asked. */
function unreadAnswer({ answer, cause }: ViolationFacts, { answers }: Api): string | null {
  const shown = answer ?? answers.at(-1)?.answer;
  if (typeof shown?.unread !== 'string') return null;
  // A page of a proxy says by its status what is wrong.
  if (cause !== undefined && shown.status >= 400) return null;
  return whyUnread(shown);
}

function violationsIn({ answers, noted }: Api, violation: ViolationFacts | undefined): readonly ViolationFacts[] {
  const found = [...(violation === undefined ? [] : [violation]), ...noted];
  // A page of a proxy has another status and is no JSON: its status says what is wrong.
  const misanswered = new Set(found.flatMap(({ answer, cause }) => (cause === undefined ? [] : [answer])));
  const faults = answers.flatMap(({ answer, findings }) =>
    findings.faults
      .filter(({ cause }) => cause === undefined || !misanswered.has(answer))
      .map((fault) => ({ ...fault, answer })),
  );
  return [...found, ...faults];
}

function reports(
  check: Check,
  api: Api,
  around: CheckSurroundings,
  told: readonly ViolationFacts[],
): readonly ViolationReport[] {
  const masked = new Map<unknown, unknown>();
  const maskJson = (body: unknown): unknown => {
    if (!masked.has(body)) masked.set(body, around.maskJson(body));
    return masked.get(body);
  };
  return told.map((facts): ViolationReport => {
    const answer = facts.answer ?? api.answers.at(-1)?.answer;
    const shown = shownViolation(facts, answer, titleOfCheck(check, api.document.clauses), api, {
      ...around,
      maskJson,
    });
    return { ...shown, steps: steps(upTo(answer, api), api, check.mostSteps ?? usualSteps) };
  });
}

/** So many violations and undocumented fields of a check are told, the others counted. */
const mostTold = 100;

/**
 * One violation for each place and rule: a list of a thousand wrong items is one. Those that are told already are
 * dropped before anything of an answer is masked or cut.
 */
function firstOfEach(violations: readonly ViolationFacts[]): readonly ViolationFacts[] {
  const first = new Map<string, ViolationFacts>();
  for (const violation of violations) {
    const key = `${violation.clauses.join()} ${(violation.path ?? '').replaceAll(/\/\d+/g, '/[]')}`;
    if (!first.has(key)) first.set(key, violation);
  }
  return [...first.values()];
}

/** What a report shows of a violation, and of the answer that is wrong. @param check the title of that which found it */
export function shownViolation(
  facts: ViolationFacts,
  answer: CheckedAnswer | undefined,
  check: string,
  { curl }: Pick<Api, 'curl'>,
  { show, maskJson }: Pick<CheckSurroundings, 'show' | 'maskJson'>,
): Omit<ViolationReport, 'steps'> {
  const { clauses, path = '' } = facts;
  // A token may be a part of a rule's name, which is no secret.
  const [words = '', rule = ''] = causeTold(facts, answer?.status).split(/(?= \([a-z\d-]+\.[a-z\d.-]+\)$)/);
  const [expected, came, at] = [facts.expected, facts.came, path].map(show) as [string, string, string];
  const told = { clauses, expected, came, path: at, check, cause: `${show(words)}${rule}` };
  if (answer === undefined) return { ...told, operation: null, curl: '' };
  const sent = { operation: answer.request.operation, curl: curl(answer.request) };
  // Of a longer answer the place is told, and nothing around it: all of it would be masked first.
  if (path === '' || answer.body === undefined || answer.text.length > 2 ** 20) return { ...told, ...sent };
  const { lines, marked } = excerptOf(maskJson(answer.body), path);
  return { ...told, ...sent, excerpt: { lines: lines.map(show), marked } };
}

/** The answers that a check had up to this one and those of requests that were sent at the same time, or all. */
function upTo(answer: CheckedAnswer | undefined, { answers, together }: Api): readonly HeldAnswer[] {
  const index = answers.findIndex((held) => held.answer === answer);
  const isRaced = answer !== undefined && together.has(answer);
  const isBehind = (held: HeldAnswer, at: number): boolean => at > index && !(isRaced && together.has(held.answer));
  const end = answers.findIndex(isBehind);
  return index < 0 || end < 0 ? answers : answers.slice(0, end);
}

function causeTold({ cause, path = '', expected }: ViolationFacts, status = 0): string {
  if (status >= 500) return `answers ${status}`;
  if (cause !== undefined) return cause;
  // Items of a list are wrong alike.
  return path === '' ? `does not give ${expected}` : `is wrong at ${path.replaceAll(/\/\d+(?=\/|$)/g, '/[]')}`;
}

const usualSteps = 6;

const longestRequest = 600;

function steps(answers: readonly HeldAnswer[], api: Api, most: number): string[] {
  const lines = answers.slice(0, most).map(({ answer }) => {
    const sent = api.curl(answer.request);
    const shown = sent.length > longestRequest ? `${sent.slice(0, longestRequest)}…` : sent;
    return `${shown}  # ${answer.status}${api.together.has(answer) ? ', sent at once' : ''}`;
  });
  const more = answers.length - most;
  return more > 0 ? [...lines, `… and ${more} more`] : lines;
}

/** How often operations were answered with which status, and which of them with successes that could be read or not. */
function seenIn(answers: readonly HeldAnswer[]): Required<Pick<CheckOutcome, 'seen' | 'successes'>> {
  const seen: Record<string, number> = {};
  const successes = { read: new Set<string>(), unread: new Set<string>() };
  for (const { answer, findings } of answers) {
    const { operation } = answer.request;
    if (operation === null) continue;
    const key = `${operation} ${answer.status}`;
    seen[key] = (seen[key] ?? 0) + 1;
    const isSuccess = answer.status >= 200 && answer.status < 300;
    if (isSuccess) successes[findings.unread === null ? 'read' : 'unread'].add(operation);
  }
  return { seen, successes: { read: [...successes.read], unread: [...successes.unread] } };
}

function driftIn(answers: readonly HeldAnswer[]): readonly string[] {
  const drift = [...new Set(answers.flatMap(({ findings }) => findings.drift))];
  return [...drift.slice(0, mostTold), ...moreThan(mostTold, drift.length, 'kinds of undocumented answers')];
}

function moreThan(most: number, count: number, what: string): readonly string[] {
  return count > most ? [`${count - most} ${what} more`] : [];
}
