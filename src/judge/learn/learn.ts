import { isDeepStrictEqual } from 'node:util';
import type { ChoiceId } from '../../clauses/choices.gen.ts';
import type { Choice } from '../../clauses/choices.ts';
import type { Decision, Evidence } from '../../clauses/profile/profile.ts';
import { createSchemaCompiler } from '../../document/validate/schema-compiler.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import type { CheckOutcome } from '../report/outcome.ts';
import type { Session } from '../session.ts';
import { hasSameData } from '../as-mock/open-twin.ts';
import { openMockWorlds, type Decisions } from '../as-mock/mock-worlds.ts';
import { answersTo } from '../as-mock/side.ts';
import type { StepAnswers } from '../as-mock/twin.ts';
import type { Check } from '../check.ts';
import type { RunPlan } from '../run-plan.ts';
import { checkOf, type Script } from '../script.ts';
import { choicesOfScript, ScriptReader, type AskedScript } from './learn-scripts.ts';
import { asCheck, type Experiment } from './experiment.ts';
import { Findings, type Sight } from './findings.ts';
import { concludeMembers } from './members-seen.ts';
import { concludeRefusals } from './refusals-seen.ts';
import { observe, observeSuccess } from './traffic.ts';

/** What was learned of a choice. */
export type Lesson =
  | { readonly kind: 'decided'; readonly decision: Exclude<Decision, { not_observed: string }> & { learned: Evidence } }
  /** The deployment does something else than any alternative. */
  | { readonly kind: 'unfit'; readonly came: string; readonly evidence: Evidence }
  | { readonly kind: 'unseen'; readonly reason: string; readonly setting?: string | undefined }
  /** Something else that the deployment does leaves nothing to be seen of it, and nothing that depends on it. */
  | { readonly kind: 'hidden'; readonly reason: string };

type OpenValue = Extract<Decision, { readonly value: unknown }>['value'];

export interface Learned {
  /** Every choice of the catalogue. */
  readonly lessons: ReadonlyMap<ChoiceId, Lesson>;
  readonly outcomes: readonly CheckOutcome[];
}

export interface Learning {
  readonly document: ContractDocument;
  readonly session: Session;
  /** Of the deployment. */
  readonly plan: RunPlan;
  readonly scripts: readonly Script[];
  readonly experiments: readonly Experiment[];
  /** The choices that show in the answers of all experiments, and the setting that lets there be such answers. */
  readonly shownByAnswers: ReadonlyMap<ChoiceId, string>;
  readonly now: () => Date;
  readonly onOutcome?: (done: number, outcome: CheckOutcome) => void;
  /** Whether to stop before the next experiment. */
  readonly isEnded?: () => boolean;
}

/** Sends scripts to a deployment, and concludes which alternatives it follows. It never guesses. */
export async function learn(learning: Learning): Promise<Learned> {
  const { document, plan, session } = learning;
  const { asked, findings, outcomes, failures } = await ask(learning);
  const worlds = await openMockWorlds(plan, document);
  const reader = new ScriptReader(asked, worlds, { document, hasSameData: hasSameData(plan.settings) });
  try {
    let known: Decisions = {};
    let lessons: ReadonlyMap<ChoiceId, Lesson> = new Map();
    // What is known of one choice lets more be seen of others.
    let isThorough = true;
    for (let round = 0; round < mostRounds; round += 1) {
      const seen = findings.copy();
      await reader.read(known, seen, isThorough);
      lessons = concludeLessons(seen, failures, { ...learning, evidence: session.evidence });
      const next = decisionsOf(lessons);
      const isSettled = isDeepStrictEqual(next, known);
      if (isSettled && !reader.hasReused) break;
      // What quick rounds have settled is tried once more as a whole.
      isThorough = isSettled;
      known = next;
    }
    return { lessons, outcomes };
  } finally {
    await reader.close();
    await worlds.close();
  }
}

const mostRounds = 8;

interface AskedAll {
  readonly asked: readonly AskedScript[];
  readonly findings: Findings;
  readonly outcomes: readonly CheckOutcome[];
  readonly failures: Failures;
}

/** Sends everything, once. */
async function ask(learning: Learning): Promise<AskedAll> {
  const { document, session, scripts, experiments } = learning;
  const findings = new Findings();
  const outcomes: CheckOutcome[] = [];
  const failures = new Map<ChoiceId, Failure>(unasked(learning));
  const asked: AskedScript[] = [];
  const run = async (check: Check, choices: readonly ChoiceId[]): Promise<CheckOutcome | null> => {
    if (outcomes.at(-1)?.isUnreachable === true || learning.isEnded?.() === true) return null;
    const outcome = await session.run(check);
    outcomes.push(outcome);
    const reason = outcome.reason ?? 'what was asked did not show it';
    for (const choice of choices) {
      // What one script could not ask another one may have asked.
      if (outcome.result === 'not verified' || failures.get(choice)?.setting === undefined) {
        failures.set(choice, { reason, setting: outcome.setting });
      }
    }
    learning.onOutcome?.(outcomes.length, outcome);
    return outcome;
  };
  for (const each of experiments) await run(asCheck(each, document, findings), each.decides);
  const before: Script[] = [];
  for (const whole of scripts) {
    // Which of two requests at once comes first is no choice of a deployment, and nothing is done by waiting.
    const steps = whole.steps.filter((step) => step.do !== 'race' && step.do !== 'wait');
    const script = { ...whole, steps };
    let answers: StepAnswers = { steps: [], agents: [] };
    const check = checkOf(script, async (api) => {
      answers = await answersTo(script.steps, api, { shelf: new Map(), isOver: () => learning.isEnded?.() === true });
    });
    const choices = choicesOfScript(script, document).map(({ id }) => id);
    const outcome = await run(check, choices);
    if (outcome === null || answers.steps.length === 0) continue;
    asked.push({ script, answers, ...(check.effect === 'irreversible' && { before: [...before] }) });
    if (check.effect === 'irreversible') before.push(script);
    const right = answers.steps.flat().filter(({ isInvalid }) => !isInvalid);
    findings.answered(right.map(({ answer }) => answer));
    for (const { answer } of right) if (answer.status >= 200 && answer.status < 300) observeSuccess(answer, findings);
  }
  forgetCompleted(findings);
  return { asked, findings, outcomes, failures };
}

/** What is decided, as the file of a profile has it. */
function decisionsOf(lessons: ReadonlyMap<ChoiceId, Lesson>): Decisions {
  const decided = [...lessons].flatMap(([id, lesson]) => {
    if (lesson.kind !== 'decided') return [];
    const { learned: _, ...decision } = lesson.decision;
    return [[id, { ...decision, by: 'hand' }] as const];
  });
  return Object.fromEntries(decided);
}

/** Why a choice was not seen that no experiment asks about. */
function unasked({ document, shownByAnswers }: Learning): Failures {
  const reasons = [...document.choices.keys()].map((choice) => {
    const setting = shownByAnswers.get(choice);
    const reason = setting === undefined ? 'nothing was asked' : 'no answer of success was seen';
    return [choice, { reason, setting }] as const;
  });
  return new Map(reasons);
}

/** What exchanges that are there already show: nothing is sent. */
export function learnFromAnswers(answers: Iterable<CheckedAnswer>, learning: Concluding): Learned {
  const findings = new Findings();
  for (const answer of answers) observe(answer, findings, learning.document);
  forgetCompleted(findings);
  return { lessons: concludeLessons(findings, new Map(), learning), outcomes: [] };
}

/** A campaign that is completed may answer every other status with what it answered to its completion. */
function forgetCompleted(findings: Findings): void {
  const completed = findings.sightsOf('campaign-force-completed.completed.message');
  findings.forget('campaign-force-completed.status-set.message', completed);
}

interface Concluding extends Pick<Learning, 'document' | 'now'> {
  /** An exchange as it may be shown, without secrets. */
  readonly evidence: (answer: CheckedAnswer) => { readonly request: string; readonly answer: string };
}
interface Failure {
  readonly reason: string;
  readonly setting?: string | undefined;
}
type Failures = ReadonlyMap<ChoiceId, Failure>;

function concludeLessons(
  findings: Findings,
  failures: Failures,
  { document, evidence, now }: Concluding,
): ReadonlyMap<ChoiceId, Lesson> {
  concludeRefusals(findings, document);
  concludeMembers(findings, document);
  const on = now().toISOString();
  const evidenceOf = (answer: CheckedAnswer): Evidence => ({ on, ...evidence(answer) });
  const lessons = [...document.choices.values()].map((choice): [ChoiceId, Lesson] => {
    const sights = findings.sightsOf(choice.id);
    const failure = failures.get(choice.id) ?? { reason: 'no transport shows it by itself' };
    return [choice.id, conclude(choice, sights.length > 0 ? sights : [{ kind: 'unseen', ...failure }], evidenceOf)];
  });
  return new Map(lessons);
}

/** One lesson from all that was seen: what contradicts itself decides nothing. */
function conclude(choice: Choice, sights: readonly Sight[], evidenceOf: (answer: CheckedAnswer) => Evidence): Lesson {
  const unfit = sights.find((sight) => sight.kind === 'unfit');
  if (unfit !== undefined) return { kind: 'unfit', came: unfit.came, evidence: evidenceOf(unfit.answer) };
  const shown = sights.filter((sight) => sight.kind === 'alternative' || sight.kind === 'value');
  const [first, ...others] = shown;
  if (first === undefined) return concludeUnseen(sights);
  const other = others.find((sight) => !isDeepStrictEqual(decided(sight), decided(first)));
  if (other !== undefined) {
    const came = `it differs: ${JSON.stringify(decided(first))} here, ${JSON.stringify(decided(other))} there`;
    return { kind: 'unfit', came, evidence: evidenceOf(other.answer) };
  }
  const learned = evidenceOf(first.answer);
  if (first.kind === 'alternative') return { kind: 'decided', decision: { alternative: first.alternative, learned } };
  // What an alternative was expected of has no value.
  const check = choice.check ?? createSchemaCompiler().check(() => ({ not: {} }), choice.id);
  const [error] = check.errors(first.value);
  return error === undefined
    ? { kind: 'decided', decision: { value: first.value as OpenValue, learned } }
    : { kind: 'unfit', came: `${JSON.stringify(first.value)} ${error.message ?? 'is not allowed'}`, evidence: learned };
}

function concludeUnseen(sights: readonly Sight[]): Lesson {
  const hidden = sights.find((sight) => sight.kind === 'hidden');
  if (hidden !== undefined) return { kind: 'hidden', reason: hidden.reason };
  const unseen = sights.find((sight) => sight.kind === 'unseen');
  return { kind: 'unseen', reason: unseen?.reason ?? 'nothing was asked', setting: unseen?.setting };
}

function decided(sight: Extract<Sight, { kind: 'alternative' | 'value' }>): unknown {
  return sight.kind === 'alternative' ? sight.alternative : sight.value;
}
