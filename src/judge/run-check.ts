import type { Api } from './api.ts';
import type { CheckedAnswer, ViolationFacts } from './report/violation.ts';
import { titleOfCheck, type Check, whyNotRun, type RunPlan } from './run-plan.ts';
import type { CleaningReport } from '../deployment/agents/clean-agents.ts';
import { NoAnswerError, NotSentError } from '../deployment/transport.ts';
import { type CheckOutcome, Sightings, type ViolationReport, mostTold } from './report/outcome.ts';
import { type Showing, placeOf, shownViolation, stepLine } from './report/showing.ts';
import { NotVerified, Violation, whyUnread } from './report/violation.ts';
import { isError } from '../files/file-system.ts';

interface CheckSurroundings extends Showing {
  readonly plan: RunPlan;
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
  const sightings = new Sightings();
  for (const answer of api.answers) sightings.add(answer);
  const violations = reports(check, api, around, found.slice(0, mostTold));
  return {
    title: titleOfCheck(check, api.document.clauses),
    clauses: check.clauses,
    effect: check.effect,
    ...endOf(check, violations, ending, around.show),
    violations,
    ...{ seen: sightings.seen, successes: sightings.successes },
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
  show: Showing['show'],
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
  const [most, title] = [check.mostSteps ?? usualSteps, titleOfCheck(check, api.document.clauses)];
  return told.map((facts): ViolationReport => {
    const answer = facts.answer ?? api.answers.at(-1);
    const shown = shownViolation(facts, answer, title, { ...around, maskJson });
    return { ...shown, steps: stepsUpTo(answer, api, around, most) };
  });
}

/** One violation for each place and rule: the others are dropped before anything of an answer is masked or cut. */
function firstOfEach(violations: readonly ViolationFacts[]): readonly ViolationFacts[] {
  const first = new Map<string, ViolationFacts>();
  for (const violation of violations) if (!first.has(placeOf(violation))) first.set(placeOf(violation), violation);
  return [...first.values()];
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
  return [...drift.slice(0, mostTold), ...moreThan(mostTold, drift.length, 'kinds of undocumented answers')];
}

function moreThan(most: number, count: number, what: string): readonly string[] {
  return count > most ? [`${count - most} ${what} more`] : [];
}
