import { isDeepStrictEqual } from 'node:util';
import type { ChoiceId } from '../../clauses/choices.gen.ts';
import type { Choice } from '../../clauses/choices.ts';
import type { Decision, Evidence } from '../../clauses/profile/profile.ts';
import { createSchemaCompiler } from '../../document/validate/schema-compiler.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import type { CheckOutcome } from '../report/outcome.ts';
import type { Session } from '../session.ts';
import { asCheck, choicesOf, type Experiment } from './experiment.ts';
import { Findings, type Sight } from './findings.ts';
import { concludeMembers } from './members-seen.ts';
import { concludeRefusals } from './refusals-seen.ts';
import { observe } from './traffic.ts';

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
  readonly experiments: readonly Experiment[];
  /** The choices that show in the answers of all experiments, and the setting that lets there be such answers. */
  readonly shownByAnswers: ReadonlyMap<ChoiceId, string>;
  readonly now: () => Date;
  readonly onOutcome?: (done: number, outcome: CheckOutcome) => void;
  /** Whether to stop before the next experiment. */
  readonly isEnded?: () => boolean;
}

/** Tries every experiment on a deployment, and concludes which alternatives it follows. It never guesses. */
export async function learn(learning: Learning): Promise<Learned> {
  const { document, session, experiments } = learning;
  const findings = new Findings();
  const outcomes: CheckOutcome[] = [];
  const failures = new Map<ChoiceId, Failure>();
  for (const each of experiments) {
    if (outcomes.at(-1)?.isUnreachable === true || learning.isEnded?.() === true) break;
    const outcome = await session.run(asCheck(each, document, findings));
    outcomes.push(outcome);
    const reason = outcome.reason ?? 'what was asked did not show it';
    for (const choice of choicesOf(each, document)) {
      failures.set(choice, { reason, setting: outcome.setting });
    }
    learning.onOutcome?.(outcomes.length, outcome);
  }
  const all = new Map([...unasked(learning), ...failures]);
  return { lessons: concludeLessons(findings, all, { ...learning, evidence: session.evidence }), outcomes };
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
  // A campaign that is completed may answer every other status with what it answered to its completion.
  const completed = findings.sightsOf('campaign-force-completed.completed.message');
  findings.forget('campaign-force-completed.status-set.message', completed);
  return { lessons: concludeLessons(findings, new Map(), learning), outcomes: [] };
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
