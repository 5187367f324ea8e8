import type { ChoiceId } from '../clauses/choices.gen.ts';
import type { ClauseId } from '../document/names.gen.ts';
import { asFindings, pairsOf } from './as-mock/compare.ts';
import { answersTo } from './as-mock/side.ts';
import { factNames, hasSameData } from './as-mock/twin.ts';
import type { Api } from './api.ts';
import type { Check } from './run-plan.ts';
import { type CheckedAnswer, type Finding, NotVerified, Violation, whyUnread } from './report/violation.ts';
import { runSteps } from './run-steps.ts';
import { type Step, effectOf, needsOf } from './steps.ts';

/** What to send, and the rules that it is sent for. What must come of it the judge says: by the specification, or of assumed rules by the mock. */
export interface Script {
  /** What it is about, where that is not the whole of its first rule. */
  readonly title?: string;
  /** All stated or all assumed. */
  readonly clauses: readonly [ClauseId, ...ClauseId[]];
  readonly steps: readonly Step[];
  /** The choices whose alternatives it tells apart beside those of its rules. */
  readonly choices?: readonly ChoiceId[];
  /** Of an assumed rule: JSON pointers in the answers of success, or headers, that tell of it; absent: everything but messages. */
  readonly shows?: readonly string[];
  /** Where each of its parts begins that needs no other one, but the steps before the first; absent: all belong together. */
  readonly parts?: readonly number[];
  /** Of each step the fields that it tries: where the first step of one is taken, the others need not be sent to learn. */
  readonly tries?: readonly (readonly string[])[];
}

/** A script as a check of the suite; what it needs and does follows from its steps. */
export function checkOf(script: Script, run: Check['run'] = (api) => runScript(script, api)): Check {
  const { title, clauses, steps } = script;
  return { ...(title !== undefined && { title }), clauses, needs: needsOf(steps), effect: effectOf(steps), run };
}

/**
 * Judges every answer of a script.
 * @throws Violation for the first finding of one of its rules
 * @throws NotVerified if no answer was compared with one of them
 */
async function runScript(script: Script, api: Api): Promise<void> {
  const { clauses, steps } = script;
  if (api.document.clauses.get(clauses[0])?.kind === 'assumed') return runAssumed(script, api);
  const reached = new Set<ClauseId>();
  await runSteps(steps, api, {
    isStrict: true,
    isReadAgain: true,
    watch: (seen) => {
      if ('rules' in seen) seen.rules.forEach((clause) => reached.add(clause));
    },
    onFinding: (finding, answer) => {
      violate(finding, answer, clauses);
      api.noted.push({ ...finding, answer });
    },
  });
  requireReached(clauses.filter((clause) => !reached.has(clause)));
}

/** Each answer must be that of a world of the mock, by the rule that decided it or by those that the script is for. */
async function runAssumed(script: Script, api: Api): Promise<void> {
  const { twin, settings } = api;
  if (twin === undefined) throw new NotVerified('this run compares with no world of the mock');
  const ours = await twin.send(script.steps);
  const seen = await answersTo(script.steps, api, { isStrict: true, facts: factNames(settings, settings) });
  const pairs = pairsOf(ours, seen);
  for (const pair of pairs) {
    const findings = asFindings(pair, hasSameData(settings), script);
    for (const finding of findings) violate(finding, pair[1].answer, script.clauses);
  }
  requireReached(pairs.length > 0 ? [] : script.clauses);
}

/** @throws Violation for a finding of one of the rules */
function violate(finding: Finding, answer: CheckedAnswer, clauses: readonly ClauseId[]): void {
  if (answer.unread !== null) throw new NotVerified(whyUnread(answer));
  if (finding.clauses.some((each) => clauses.includes(each))) throw new Violation({ ...finding, answer });
}

/** @throws NotVerified for rules that nothing was compared with */
function requireReached(missed: readonly ClauseId[]): void {
  if (missed.length > 0) throw new NotVerified(`no answer was compared with ${missed.join(', ')}`);
}
