import { isDeepStrictEqual } from 'node:util';
import { amendDocument } from '../../clauses/amend-document.ts';
import type { ChoiceId } from '../../clauses/choices.gen.ts';
import { checkProfile, whatOf } from '../../clauses/profile.ts';
import { type OverlayAction, ProfileError } from '../../document/overlay.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import { memberOf } from '../../json/json-value.ts';
import { type Decisions, comparedSettings, openMockWorlds, overlayOf } from '../as-mock/mock-worlds.ts';
import { hasSameData } from '../as-mock/twin.ts';
import type { CheckOutcome } from '../report/outcome.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { openSession } from '../session.ts';
import { answerLessons, noteLargestPage, notePageSize } from './answers-seen.ts';
import { ask, type Learning } from './experiment.ts';
import { Findings, type Sight } from './findings.ts';
import { ScriptReader, type AskedScript, type Comparing } from './learn-scripts.ts';
import { refusalLessons, type ExampleLesson } from './refusals-seen.ts';
import { itemLessons, settingLessons } from './settings-seen.ts';
import { shapeLessons } from './shapes-seen.ts';
import { takenLessons } from './taken-values.ts';
import { isValueClass } from './value-classes.ts';
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

/** Sends scripts to a deployment, and concludes which alternatives it follows. It never guesses. */
export async function learn(learning: Learning): Promise<Learned & { readonly requests: number }> {
  const { document, now, ledger, transport: send } = learning;
  const plan = { ...learning.plan, settings: comparedSettings(learning.plan.settings) };
  let requests = 0;
  const transport: typeof send = send && ((request) => send(request).finally(() => (requests += 1)));
  const where = { document, plan, transport, ledger, label: `${plan.run}-learn` };
  const session = openSession({ ...where, validatesAssumed: false });
  const worlds = await openMockWorlds(plan, document);
  const about = {
    document,
    now,
    evidence: session.evidence,
    worlds,
    hasSameData: hasSameData(plan.settings),
    newAgent: plan.settings.new_agent,
  };
  try {
    const { asked, findings, outcomes } = await ask({ ...learning, plan }, session);
    const told = toldBySettings(learning);
    const lessons = await concludeAll(asked, findings, { ...about, base: withLessons(nothing, told) });
    return { lessons: new Map([...lessons, ...told]), outcomes, requests };
  } finally {
    session.close();
    await worlds.close();
  }
}

/** The records that the configuration names and the mock does not have: tools, sub-agents, and voices. */
function toldBySettings({ plan: { settings }, now }: Learning): Lessons {
  const { tools = [], sub_agents = [], voice } = settings.values ?? {};
  const ids = [memberOf(voice, 'voice_id'), memberOf(settings.new_agent, 'voice.voice_id')];
  const known = { tools, sub_agents, voices: ids.filter((id) => typeof id === 'string') };
  const said = Object.entries(known).flatMap(([kind, all]) => (all.length > 0 ? [`${kind} ${all.join(', ')}`] : []));
  if (hasSameData(settings) || said.length === 0) return new Map();
  const actions = [{ target: "$.paths[*][?@['x-reading'].references]", update: { 'x-reading': { known } } }];
  const learned = { on: now().toISOString(), request: 'the configuration', answer: said.join('; ') };
  return new Map([['references', { kind: 'decided', said: learned.answer, actions, learned }]]);
}

/**
 * What walks show of a deployment beside what is known of it: nothing is sent.
 * @param base what is known, behaviours apart from all other changes
 */
export async function learnFromWalks(
  asked: readonly AskedScript[],
  base: Decisions,
  about: Compared,
): Promise<Lessons> {
  const lessons = await concludeAll(asked, new Findings(), { ...about, base });
  const isNew = (id: string, lesson: Lesson): boolean => {
    if (lesson.kind !== 'decided') return false;
    const [usual] = about.document.choices.get(id as ChoiceId)?.alternatives.keys() ?? [];
    return lesson.actions.length > 0 || lesson.alternative !== (base.behaviours[id] ?? usual);
  };
  return new Map([...lessons].filter(([id, lesson]) => isNew(id, lesson)));
}

/** What a recording shows, by what worlds answer that are sent it again. */
export async function learnFromRecording(asked: AskedScript, about: Compared): Promise<Learned> {
  return { lessons: await concludeAll([asked], new Findings(), { ...about, base: nothing }), outcomes: [] };
}

const nothing: Decisions = { behaviours: {}, actions: [] };

/** Decisions with lessons, which stand in place of what was learned of the same before. */
export function withLessons({ behaviours, actions }: Decisions, lessons: Lessons): Decisions {
  const learned = decisionsOf(lessons);
  const kept = actions.filter((action) => lessons.get(whatOf(action) ?? '')?.kind !== 'decided');
  return { behaviours: { ...behaviours, ...learned.behaviours }, actions: [...kept, ...learned.actions] };
}

/** Conclusions from what worlds of the mock answer to the same. */
type Compared = Concluding & Comparing;

async function concludeAll(asked: readonly AskedScript[], findings: Findings, about: Compared): Promise<Lessons> {
  const { base = nothing, document } = about;
  const steps = asked.flatMap(({ answers }) => answers.steps.flat());
  const answers = steps.flatMap(({ isInvalid, answer }) => (isInvalid ? [] : answer));
  const isRecorded = asked.some((each) => each.isRecorded === true);
  for (const answer of answers) notePageSize(answer, findings);
  if (isRecorded) noteLargestPage(answers, findings);
  const reader = new ScriptReader(asked, about);
  const tried: Decisions[] = [];
  const told = new Set(base.actions.map(whatOf));
  const limits = isRecorded ? [] : takenLessons(answers, document).filter(({ what }) => !told.has(what));
  let settings: Lessons = concludeEach(limits, about);
  let known = withLessons(base, settings);
  let [examples, shapes]: (Lessons | undefined)[] = [];
  // What is known of one choice lets more be seen of others, and what new agents have of how it is shown.
  for (let round = 0; round < mostRounds; round += 1) {
    const seen = new Findings(findings);
    await reader.read(known, seen);
    const isLast = round === mostRounds - 1;
    tried.push(known);
    const choices = concludeChoices(seen, about);
    const beside = [settingLessons, itemLessons].flatMap((each) => each(seen.granted, document));
    settings = new Map([...settings, ...concludeEach(beside, about)]);
    const decided = withLessons(base, new Map([...choices, ...settings]));
    const isSettled = followsAlready(known, decided);
    // What refusals say shows by a mock that refuses by the same rules, and how values are shown by one that has them.
    if (isSettled || isLast) {
      examples = concludeExamples(seen, about);
      shapes ??= shapesSeen(seen, about);
    }
    const lessons = new Map([choices, settings, examples, shapes].flatMap((each) => [...(each ?? [])]));
    const next = withLessons(base, lessons);
    // What was tried before would be concluded from again.
    const isOver = isLast || (shapes !== undefined && tried.some((each) => isDeepStrictEqual(each, next)));
    if (isOver) return settledOf(lessons, known);
    known = next;
  }
  throw new Error('Learning ends with its last round.');
}

/** Whether decisions say nothing more of behaviours and settings. */
function followsAlready(known: Decisions, { behaviours, actions }: Decisions): boolean {
  const isKnown = (action: OverlayAction): boolean => known.actions.some((each) => isDeepStrictEqual(each, action));
  return isDeepStrictEqual(behaviours, known.behaviours) && actions.every(isKnown);
}

const mostRounds = 9;

/** Without what the last round has changed: what else is known may change it again. */
function settledOf(lessons: Lessons, { behaviours }: Decisions): Lessons {
  return new Map(
    [...lessons].map(([id, lesson]): [string, Lesson] => {
      const isMoved = lesson.kind === 'decided' && lesson.alternative !== behaviours[id];
      const reason = 'what shows of it changes with what else is known';
      return [id, isMoved ? { kind: 'unseen', reason } : lesson];
    }),
  );
}

/** What is decided, as mocks follow it. */
function decisionsOf(lessons: Lessons): Decisions {
  const decided = [...lessons].flatMap(([id, lesson]) => (lesson.kind === 'decided' ? [{ id, ...lesson }] : []));
  const named = decided.flatMap(({ id, alternative }) =>
    alternative === undefined ? [] : [[id, alternative] as const],
  );
  return { behaviours: Object.fromEntries(named), actions: decided.flatMap(({ actions }) => actions) };
}

interface Concluding extends Pick<Learning, 'document' | 'now'> {
  /** What is known beforehand; absent: nothing. */
  readonly base?: Decisions;
  /** An exchange as it may be shown, without secrets. */
  readonly evidence: (answer: CheckedAnswer) => { readonly request: string; readonly answer: string };
}

function evidenceOf(answer: CheckedAnswer, { evidence, now }: Concluding): Evidence {
  return { on: now().toISOString(), ...evidence(answer) };
}

/** What is decided of behaviours and values. */
function concludeChoices(findings: Findings, concluding: Concluding): Lessons {
  const { document } = concluding;
  const examples: ExampleLesson[] = [];
  const lessons = new Map<string, Lesson>();
  for (const id of new Set([...document.choices.keys(), ...valueIds, ...findings.ids])) {
    const shown = toldBy(findings.sightsOf(id), concluding);
    const failure = findings.failures.get(id) ?? { reason: 'nothing was asked' };
    lessons.set(id, shown === undefined || shown.kind === 'shown' ? { kind: 'unseen', ...failure } : shown);
    if (shown?.kind !== 'shown') continue;
    const { answer, value } = shown;
    if (document.choices.has(id as ChoiceId) || isValueClass(id)) {
      const alternative = String(value);
      const learned = evidenceOf(answer, concluding);
      lessons.set(id, { kind: 'decided', alternative, said: alternative, actions: [], learned });
    } else {
      const actions = valueActions(id as ValueId, value, document);
      examples.push({ what: id, said: JSON.stringify(value), actions, answer });
    }
  }
  return new Map([...lessons, ...concludeEach(examples, concluding)]);
}

/** What all sights show of one thing: what contradicts itself decides nothing. Undefined if there are none. */
function toldBy(
  sights: readonly Sight[],
  concluding: Concluding,
): Extract<Sight, { kind: 'shown' }> | Exclude<Lesson, { kind: 'decided' }> | undefined {
  const unfit = sights.find((sight) => sight.kind === 'unfit');
  if (unfit !== undefined) return { kind: 'unfit', came: unfit.came, evidence: evidenceOf(unfit.answer, concluding) };
  const [first, ...others] = sights.filter((sight) => sight.kind === 'shown');
  if (first === undefined) {
    return sights.find((sight) => sight.kind === 'hidden') ?? sights.find((sight) => sight.kind === 'unseen');
  }
  const other = others.find(({ value }) => !isDeepStrictEqual(value, first.value));
  if (other === undefined) return first;
  const came = `it differs: ${JSON.stringify(first.value)} here, ${JSON.stringify(other.value)} there`;
  return { kind: 'unfit', came, evidence: evidenceOf(other.answer, concluding) };
}

/** What refusals and answers of success look like. */
function concludeExamples({ refusals, granted }: Findings, concluding: Concluding): Lessons {
  const { document } = concluding;
  const lessons = [...refusalLessons(refusals, document), ...answerLessons(granted, document)];
  return concludeEach(lessons, concluding);
}

/** How values are shown, but for those of which it is known: in answers of the statuses that were seen. */
function shapesSeen({ granted }: Findings, concluding: Concluding): Lessons {
  const { document, base = nothing } = concluding;
  const known = new Set(base.actions.map(whatOf));
  const shapes = shapeLessons(granted, document).filter(({ what }) => !known.has(what));
  const statuses = answerLessons(granted, document).flatMap(({ actions = [] }) => actions);
  return concludeEach(shapes, concluding, statuses);
}

/** What examples show, if the mock could follow them without breaking a stated rule. @param before what is done first */
function concludeEach(
  examples: readonly ExampleLesson[],
  concluding: Concluding,
  before: readonly OverlayAction[] = [],
): Lessons {
  const faults = faultsIn(examples, before, concluding.document);
  return new Map(
    examples.map((example): [string, Lesson] => {
      const { what, said, actions, answer } = example;
      const evidence = evidenceOf(answer, concluding);
      const fault = faults.get(example);
      const came = fault === undefined ? said : `${said}: ${fault}`;
      const isFollowed = actions !== undefined && fault === undefined;
      return [
        what,
        isFollowed ? { kind: 'decided', said, actions, learned: evidence } : { kind: 'unfit', came, evidence },
      ];
    }),
  );
}

/** Why the mock could not follow examples; those that it can follow together are tried once. */
function faultsIn(
  examples: readonly ExampleLesson[],
  before: readonly OverlayAction[],
  document: ContractDocument,
): ReadonlyMap<ExampleLesson, string> {
  const acting = examples.filter(({ actions = [] }) => actions.length > 0);
  const [first] = acting;
  if (first === undefined) return new Map();
  const fault = faultInActions([...before, ...acting.flatMap(({ actions = [] }) => actions)], document);
  if (fault === undefined) return new Map();
  const middle = acting.length / 2;
  if (middle < 1) return new Map([[first, fault]]);
  const halves = [acting.slice(0, middle), acting.slice(middle)];
  return new Map(halves.flatMap((half) => [...faultsIn(half, before, document)]));
}

/** Why the mock could not follow these actions. */
function faultInActions(actions: readonly OverlayAction[], document: ContractDocument): string | undefined {
  try {
    const overlay = overlayOf('lesson', { behaviours: {}, actions });
    amendDocument(document, checkProfile(JSON.parse(JSON.stringify(overlay)), document.choices));
    return undefined;
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    return error.lines.join(' ');
  }
}
