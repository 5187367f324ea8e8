import type { ChoiceId } from '../clauses/choices.gen.ts';
import type { ClauseId } from '../document/names.gen.ts';
import { asMock } from './as-mock/compare.ts';
import { rootsOf } from './as-mock/side.ts';
import { factNames } from './as-mock/twin.ts';
import type { Api } from './api.ts';
import type { Check } from './check.ts';
import { NotVerified, Violation, whyUnread } from './report/violation.ts';
import { runSteps } from './run-steps.ts';
import { effectOf, needsOf } from './script-needs.ts';
import { stated } from './stated/judge.ts';
import type { Step } from './steps.ts';

/**
 * What to send, and the rules that it is sent for. What must come of it the judge says: of stated rules what the
 * specification states, of assumed ones what the mock answers.
 */
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
  const isStated = api.document.clauses.get(clauses[0])?.kind !== 'assumed';
  const reached = new Set<ClauseId>();
  await runSteps(steps, api, {
    judge: isStated
      ? stated
      : asMock(script, api.twin, { roots: rootsOf(api.addresses), names: factNames(api.settings, api.settings) }),
    isStrict: true,
    isReadAgain: isStated,
    watch: (seen) => {
      if ('rules' in seen) seen.rules.forEach((clause) => reached.add(clause));
    },
    onFinding: (finding, answer) => {
      if (answer.unread !== null) throw new NotVerified(whyUnread(answer));
      if (finding.clauses.some((each) => clauses.includes(each))) throw new Violation({ ...finding, answer });
      if (isStated) api.noted.push({ ...finding, answer });
    },
  });
  const missed = clauses.filter((clause) => !reached.has(clause));
  if (missed.length > 0) throw new NotVerified(`no answer was compared with ${missed.join(', ')}`);
}
