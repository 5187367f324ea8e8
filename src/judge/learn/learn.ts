import { isDeepStrictEqual } from 'node:util';
import { amendDocument } from '../../clauses/amend-document.ts';
import type { ChoiceId } from '../../clauses/choices.gen.ts';
import { checkProfile, ProfileError } from '../../clauses/profile.ts';
import type { OverlayAction } from '../../document/overlay.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import { type Decisions, hasSameData, openMockWorlds, overlayOf } from '../as-mock/mock-worlds.ts';
import { normalisedValue } from '../as-mock/normalise.ts';
import { answersTo } from '../as-mock/side.ts';
import type { StepAnswers } from '../as-mock/twin.ts';
import type { Check } from '../check.ts';
import type { CheckOutcome } from '../report/outcome.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import type { RunPlan } from '../run-plan.ts';
import { checkOf, type Script } from '../script.ts';
import type { Session } from '../session.ts';
import { answerLessons } from './answers-seen.ts';
import { asCheck, type Experiment } from './experiment.ts';
import { Findings, type Sight } from './findings.ts';
import { choicesOfScript, ScriptReader, type AskedScript } from './learn-scripts.ts';
import { refusalLessons, type KnownRefusal, type RefusalLesson, type SeenRefusal } from './refusals-seen.ts';
import { shapeLessons } from './shapes-seen.ts';
import { observe, observeSuccess } from './traffic.ts';
import { valueActions, valueIds, type ValueId } from './values.ts';

/** How something was found out: the exchange with a deployment that showed it, secrets masked. */
export interface Evidence {
  /** The moment, in ISO 8601. */
  readonly on: string;
  readonly request: string;
  readonly answer: string;
}

/** What was learned of a behaviour, a value, a refusal or an answer of success. */
export type Lesson =
  | {
      readonly kind: 'decided';
      /** The alternative of a behaviour. */
      readonly alternative?: string;
      /** In a few words. */
      readonly said: string;
      /** What makes the document say so; nothing if it does by default. */
      readonly actions: readonly OverlayAction[];
      readonly learned: Evidence;
    }
  /** The deployment does something that cannot be told so. */
  | { readonly kind: 'unfit'; readonly came: string; readonly evidence: Evidence }
  | { readonly kind: 'unseen'; readonly reason: string; readonly setting?: string | undefined }
  /** Something else that the deployment does leaves nothing to be seen of it, and nothing that depends on it. */
  | { readonly kind: 'hidden'; readonly reason: string };

export type Lessons = ReadonlyMap<string, Lesson>;

export interface Learned {
  /** Every behaviour and value by its id, every refusal by `OPERATION RULE`, every answer by `OPERATION EXAMPLE`. */
  readonly lessons: Lessons;
  readonly outcomes: readonly CheckOutcome[];
}

export interface Learning {
  readonly document: ContractDocument;
  readonly session: Session;
  /** Of the deployment. */
  readonly plan: RunPlan;
  readonly scripts: readonly Script[];
  readonly experiments: readonly Experiment[];
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
    const about = { ...learning, evidence: session.evidence, faults: new Map<string, string | undefined>() };
    let known: Decisions = { behaviours: {}, actions: [] };
    let before: Lessons | undefined;
    // What is known of one choice lets more be seen of others.
    for (let round = 0; round < mostRounds; round += 1) {
      const seen = findings.copy();
      await reader.read(known, seen);
      const isLast = round === mostRounds - 1;
      let lessons = concludeChoices(seen, failures, about);
      const isSettled = isDeepStrictEqual(decisionsOf(lessons).behaviours, known.behaviours);
      const isAgain: boolean = reader.isTriedAgain(isSettled);
      // What refusals say shows by a mock that refuses by the same rules.
      if ((isSettled && !isAgain) || before !== undefined || isLast) {
        lessons = new Map([...lessons, ...concludeExamples(seen, about, before)]);
        const isDone = isDeepStrictEqual(decisionsOf(lessons), known) && !isAgain;
        if (isLast || isDone) return { lessons: settledOf(lessons, known), outcomes };
        before = lessons;
      }
      known = decisionsOf(lessons);
    }
    throw new Error('Learning ends with its last round.');
  } finally {
    await reader.close();
    await worlds.close();
  }
}

const mostRounds = 9;

/** Without what the last round has changed: what else is known may change it again. */
function settledOf(lessons: Lessons, { behaviours }: Decisions): Lessons {
  return new Map(
    [...lessons].map(([id, lesson]): [string, Lesson] => {
      const isMoved = lesson.kind === 'decided' && lesson.alternative !== behaviours[id];
      const reason = 'what shows of it changes with what else is known';
      return [id, lesson.kind === 'decided' && isMoved ? { kind: 'unseen', reason } : lesson];
    }),
  );
}

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
  const failures = new Map<string, Failure>();
  const asked: AskedScript[] = [];
  const run = async (check: Check, choices: readonly string[]): Promise<CheckOutcome | null> => {
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
  return { asked, findings, outcomes, failures };
}

/** What is decided, as mocks follow it. */
export function decisionsOf(lessons: Lessons): Decisions {
  const decided = [...lessons].flatMap(([id, lesson]) => (lesson.kind === 'decided' ? [{ id, ...lesson }] : []));
  const named = decided.flatMap(({ id, alternative }) =>
    alternative === undefined ? [] : [[id, alternative] as const],
  );
  return { behaviours: Object.fromEntries(named), actions: decided.flatMap(({ actions }) => actions) };
}

/** What exchanges that are there already show: nothing is sent. */
export function learnFromAnswers(answers: Iterable<CheckedAnswer>, learning: Concluding): Learned {
  const findings = new Findings();
  for (const answer of answers) observe(answer, findings, learning.document);
  const lessons = [...concludeChoices(findings, new Map(), learning), ...concludeExamples(findings, learning)];
  return { lessons: new Map(lessons), outcomes: [] };
}

interface Concluding extends Pick<Learning, 'document' | 'now'> {
  /** What is wrong with the actions that were tried before, by their JSON. */
  readonly faults?: Map<string, string | undefined>;
  /** An exchange as it may be shown, without secrets. */
  readonly evidence: (answer: CheckedAnswer) => { readonly request: string; readonly answer: string };
}
interface Failure {
  readonly reason: string;
  readonly setting?: string | undefined;
}
type Failures = ReadonlyMap<string, Failure>;

function evidenceOf(answer: CheckedAnswer, { evidence, now }: Concluding): Evidence {
  return { on: now().toISOString(), ...evidence(answer) };
}

/** What is decided of behaviours and values. */
function concludeChoices(findings: Findings, failures: Failures, concluding: Concluding): Lessons {
  const { document } = concluding;
  const sightsOf = (id: ChoiceId | ValueId): readonly Sight[] => {
    const sights = findings.sightsOf(id);
    const failure = failures.get(id) ?? { reason: 'nothing was asked' };
    return sights.length > 0 ? sights : [{ kind: 'unseen', ...failure }];
  };
  const lessons = new Map<string, Lesson>();
  for (const id of document.choices.keys()) lessons.set(id, concludeBehaviour(sightsOf(id), concluding));
  for (const id of valueIds) lessons.set(id, concludeValue(id, sightsOf(id), concluding));
  return lessons;
}

/**
 * What refusals and answers of success look like.
 * @param before the lessons that the mock follows whose refusals are compared; absent: it refuses as by default
 */
function concludeExamples(findings: Findings, concluding: Concluding, before?: Lessons): Lessons {
  const { document } = concluding;
  const lessons = new Map<string, Lesson>();
  for (const lesson of refusalLessons(findings.refusals, document, isAsMock, before === undefined)) {
    if (!('known' in lesson)) lessons.set(lesson.what, concludeExample(lesson, concluding));
    else for (const [what, known] of knownOf(lesson, before ?? new Map(), concluding)) lessons.set(what, known);
  }
  const done = findings.granted.filter(({ rule }) => rule !== 'campaign.completed').map(({ answer }) => answer);
  for (const lesson of answerLessons(findings.successes, document, new Set(done))) {
    lessons.set(lesson.what, concludeExample(lesson, concluding));
  }
  // What the mock shows by what was learned says nothing more of how it is shown.
  const shapes = [...(before ?? [])].filter(([what]) => /^\w+ \//.test(what));
  if (before !== undefined) return new Map([...lessons, ...shapes]);
  for (const lesson of shapeLessons(findings.granted, document)) {
    lessons.set(lesson.what, concludeExample(lesson, concluding));
  }
  return lessons;
}

/** What made the mock answer as the deployment: the lessons of before, or the default. */
function knownOf(
  { what, known }: KnownRefusal,
  before: Lessons,
  concluding: Concluding,
): readonly (readonly [string, Lesson])[] {
  const isOwn = (each: string): boolean => each === what || each.startsWith(`${what}; `);
  const own = [...before].filter(([each, { kind }]) => kind === 'decided' && isOwn(each));
  const said = `${known.status} as by default`;
  return own.length > 0
    ? own
    : [[what, { kind: 'decided', said, actions: [], learned: evidenceOf(known, concluding) }]];
}

/** Whether the mock refuses as the deployment did, word by word. */
function isAsMock({ answer, mock }: SeenRefusal): boolean {
  return mock?.status === answer.status && isDeepStrictEqual(normalisedValue(mock.body), normalisedValue(answer.body));
}

/** What an example shows, if the mock could follow it without breaking a stated rule. */
function concludeExample(
  { said, actions, answer }: Pick<RefusalLesson, 'said' | 'actions' | 'answer'>,
  concluding: Concluding,
): Lesson {
  const { document, faults = new Map<string, string | undefined>() } = concluding;
  const evidence = evidenceOf(answer, concluding);
  if (actions === undefined) return { kind: 'unfit', came: said, evidence };
  const key = JSON.stringify(actions);
  const fault = faults.has(key) ? faults.get(key) : faultInActions(actions, document);
  faults.set(key, fault);
  return fault === undefined
    ? { kind: 'decided', said, actions, learned: evidence }
    : { kind: 'unfit', came: `${said}: ${fault}`, evidence };
}

/** Why the mock could not follow these actions. */
function faultInActions(actions: readonly OverlayAction[], document: ContractDocument): string | undefined {
  if (actions.length === 0) return undefined;
  try {
    const overlay = overlayOf('lesson', { behaviours: {}, actions });
    amendDocument(document, checkProfile(JSON.parse(JSON.stringify(overlay)), document.choices));
    return undefined;
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    return error.lines.join(' ');
  }
}

function concludeValue(id: ValueId, sights: readonly Sight[], concluding: Concluding): Lesson {
  const shown = evidentIn(sights, concluding);
  if (!('sight' in shown)) return shown;
  const { answer, value } = shown.sight as Extract<Sight, { kind: 'value' }>;
  const said = value === undefined ? '' : JSON.stringify(value);
  const actions = valueActions(id, value, concluding.document);
  return concludeExample({ said, actions, answer }, concluding);
}

/** One lesson from all that was seen: what contradicts itself decides nothing. */
function concludeBehaviour(sights: readonly Sight[], concluding: Concluding): Lesson {
  const shown = evidentIn(sights, concluding);
  if (!('sight' in shown)) return shown;
  const { alternative, answer } = shown.sight as Extract<Sight, { kind: 'alternative' }>;
  return { kind: 'decided', alternative, said: alternative, actions: [], learned: evidenceOf(answer, concluding) };
}

function evidentIn(
  sights: readonly Sight[],
  concluding: Concluding,
): { readonly sight: Extract<Sight, { kind: 'alternative' | 'value' }> } | Lesson {
  const unfit = sights.find((sight) => sight.kind === 'unfit');
  if (unfit !== undefined) return { kind: 'unfit', came: unfit.came, evidence: evidenceOf(unfit.answer, concluding) };
  const shown = sights.filter((sight) => sight.kind === 'alternative' || sight.kind === 'value');
  const [first, ...others] = shown;
  if (first === undefined) return concludeUnseen(sights);
  const other = others.find((sight) => !isDeepStrictEqual(decided(sight), decided(first)));
  if (other === undefined) return { sight: first };
  const came = `it differs: ${JSON.stringify(decided(first))} here, ${JSON.stringify(decided(other))} there`;
  return { kind: 'unfit', came, evidence: evidenceOf(other.answer, concluding) };
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
