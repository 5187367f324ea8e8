import type { ChoiceId } from '../../clauses/choices.gen.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import type { RefusalId } from '../../document/names.gen.ts';
import { isOfOthers, pairsOf, mockRule } from '../as-mock/compare.ts';
import type { Decisions, MockSide, MockWorlds } from '../as-mock/mock-worlds.ts';
import type { SeenAnswer, StepAnswers } from '../as-mock/twin.ts';
import type { Script } from '../script.ts';
import { type Json, memberOf } from '../../json/json-value.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import type { Findings } from './findings.ts';
import { operationTarget, type SeenRefusal } from './refusals-seen.ts';
import type { SeenSuccess } from './shapes-seen.ts';
import { SavedFields, sourcesFor } from './sources.ts';
import { agreed, isStillTold, toldApart, type ToldApart } from './told-apart.ts';
import { isValueClass, targetByName, type OpenChoice, valueChoicesIn } from './value-classes.ts';

/** What a deployment answered to a script. */
export interface AskedScript {
  readonly script: Script;
  readonly answers: StepAnswers;
  /** What was sent before and stays done, of a script that does such things itself. */
  readonly before?: readonly Script[];
  /** Whether somebody else sent it: its answers are looked at one by one. */
  readonly isRecorded?: boolean;
}

/** The choices that a script can show: those of its rules, and those that it names. */
export function choicesOfScript({ clauses, choices = [] }: Script, document: ContractDocument): readonly OpenChoice[] {
  const own = [...document.choices.values()].filter(
    ({ id, clause }) => clauses.includes(clause) || choices.includes(id),
  );
  return own.map(({ id, alternatives }) => ({ id, alternatives: [...alternatives.keys()] }));
}

/** What one script showed, of the mock that decided as was known then. */
interface Shown {
  readonly told: ReadonlyMap<ChoiceId, ToldApart>;
  readonly refused: readonly SeenRefusal[];
  readonly granted: readonly SeenSuccess[];
  /** Both sides' answers to the first request that only one of them carried out: the rest may follow from it. */
  readonly parting: readonly [mock: SeenAnswer, seen: SeenAnswer] | undefined;
  /** What the mock answered that decides as is known. */
  readonly own: string;
  /** The operations that it was asked for; undefined: any. */
  readonly operations: ReadonlySet<unknown> | undefined;
  /** What it decided of them. */
  readonly key: string;
}

/** What the mock answers that decides as is known. */
interface OwnMock extends Pick<Shown, 'operations'> {
  readonly decisions: Decisions;
  readonly own: StepAnswers;
}

/** A script with what it has told so far. */
interface ReadScript extends ReadPart {
  shown?: Shown;
  /** What needs no other part of the script; the script itself if it has none. */
  readonly parts: readonly ReadPart[];
}

/** What is sent to mocks to tell alternatives apart. */
interface ReadPart {
  readonly asked: AskedScript;
  /** Of the steps of its script that it has: where those before all parts end, where its own begin and end. */
  readonly range: readonly [setting: number, begin: number, end: number];
  /** The kinds of values that have shown to be read otherwise. */
  readonly values: Map<string, OpenChoice>;
  /** What was told of choices last: see `#settle`. */
  readonly told: Map<ChoiceId, Told>;
}

interface Told {
  readonly found: ToldApart | undefined;
  /** By which the mock went that decided as was known. */
  readonly rules: string;
  /** Whether the alternatives that are left do the same. */
  readonly isSettled: boolean;
}

/** So many worlds are kept for the next script. */
const mostWorlds = 40;

/** Compares what a deployment answered to scripts with what mocks answer that decide otherwise. */
export class ScriptReader {
  readonly #scripts: readonly ReadScript[];
  readonly #worlds: MockWorlds;
  readonly #document: ContractDocument;
  readonly #hasSameData: boolean;
  readonly #onScript: (title: string) => void;
  /** Worlds by what they decide. */
  readonly #sides = new Map<string, MockSide>();

  constructor(
    asked: readonly AskedScript[],
    worlds: MockWorlds,
    about: {
      readonly document: ContractDocument;
      readonly hasSameData: boolean;
      readonly onScript?: ((title: string) => void) | undefined;
    },
  ) {
    // What answers mean that the document does not allow cannot be told.
    const telling = asked.filter(({ answers }) => answers.steps.flat().some(({ isInvalid }) => !isInvalid));
    this.#scripts = telling.map((each) => {
      const whole = partOf(each, [0, 0, each.script.steps.length]);
      const { parts = [] } = each.script;
      const [setting = 0] = parts;
      const apart = parts.map((begin, at) => partOf(each, [setting, begin, parts[at + 1] ?? each.script.steps.length]));
      return { ...whole, parts: apart.length === 0 ? [whole] : apart };
    });
    this.#worlds = worlds;
    this.#document = about.document;
    this.#hasSameData = about.hasSameData;
    this.#onScript = about.onScript ?? (() => undefined);
  }

  /** Adds to the findings what the scripts show beside what is known already. */
  async read(known: Decisions, findings: Findings): Promise<void> {
    let decisions = known;
    const told = new Map<ChoiceId, ToldApart[]>();
    for (const script of this.#scripts) {
      this.#onScript(script.asked.script.title ?? '');
      const isTold = (id: ChoiceId): boolean => told.get(id)?.some(({ fitting }) => fitting.length === 1) === true;
      const shown = await this.#readScript(script, decisions, isTold);
      if (shown === null) continue;
      script.shown = shown;
      for (const { clause, answer, mock } of shown.refused) findings.refused(clause, answer, mock);
      findings.granted.push(...shown.granted);
      if (shown.parting !== undefined) noteParting(shown.parting, findings);
      for (const [id, each] of shown.told) {
        told.set(id, [...(told.get(id) ?? []), each]);
        const only = alternativeLeft(id, each.fitting);
        if (only !== undefined) decisions = { ...decisions, behaviours: { ...decisions.behaviours, [id]: only } };
      }
    }
    for (const [id, each] of told) this.#note(id, each, findings);
    this.#noteHidden(told, known, findings);
  }

  async #readScript(
    script: ReadScript,
    decisions: Decisions,
    isTold: (id: ChoiceId) => boolean,
  ): Promise<Shown | null> {
    const { asked, shown: before } = script;
    if (before?.key === this.#keyOf(decisions, before?.operations)) return before;
    const own = await this.#answersTo(asked, decisions);
    if (own === null) return null;
    const operations = asked.before === undefined ? operationsAsked(own) : undefined;
    const about = { own: textOf(own), operations, key: this.#keyOf(decisions, operations) };
    if (before?.own === about.own) return { ...before, ...about };
    const pairs = pairsOf(own, asked.answers);
    const told = await this.#toldBy(script, { decisions, own, operations }, isTold);
    const at = pairs.findIndex(([mock, seen]) => mock.answer.status < 300 !== seen.answer.status < 300);
    const granted = this.#grantedIn(at < 0 || asked.isRecorded ? pairs : pairs.slice(0, at), asked);
    return { told, refused: refusalsIn(pairs), granted, parting: pairs[at], ...about };
  }

  /** What the alternatives of what is open answer. */
  async #toldBy(
    script: ReadScript,
    mock: OwnMock,
    isTold: (id: ChoiceId) => boolean,
  ): Promise<Map<ChoiceId, ToldApart>> {
    const { asked, shown } = script;
    // A recording is long: what else is known then shows by shapes alone.
    const before = asked.isRecorded === true ? shown?.told : undefined;
    const told = new Map(before);
    const settle = async (part: ReadPart, choices: Iterable<OpenChoice>, own: OwnMock): Promise<void> => {
      for (const choice of choices) {
        const found = await this.#settle(part, choice, own);
        if (found !== undefined) told.set(choice.id, found);
      }
    };
    const open = before ? [] : choicesOfScript(asked.script, this.#document).filter(({ id }) => !isTold(id));
    await settle(script, open, mock);
    for (const part of script.parts) {
      for (const choice of valueChoicesIn(stepsIn(part, mock.own), part.asked.answers, this.#document)) {
        if (!part.values.has(choice.id)) part.values.set(choice.id, choice);
      }
      if (part.values.size === 0) continue;
      const own = script.parts.length === 1 ? mock.own : await this.#answersTo(part.asked, mock.decisions);
      if (own !== null) await settle(part, part.values.values(), { ...mock, own });
    }
    return told;
  }

  /**
   * What a script tells of a choice. That one alternative is left holds as long as the mock still answers as the deployment
   * where that told of it, and that several do the same as long as the mock goes by the same rules.
   */
  async #settle({ asked, told }: ReadPart, choice: OpenChoice, mock: OwnMock): Promise<ToldApart | undefined> {
    const { answers: deployment, script } = asked;
    const rules = rulesOf(mock.own);
    const known = told.get(choice.id);
    const { found: before, isSettled = false } = known ?? {};
    const [current = ''] = [mock.decisions.behaviours[choice.id], ...choice.alternatives].filter(Boolean);
    const isStill =
      before === undefined ||
      (before.fitting.includes(current) && isStillTold(before, mock.own, deployment, this.#hasSameData));
    if (isSettled && isStill && (before?.fitting.length === 1 || known?.rules === rules)) return before;
    const mocks = await this.#mocksOf(asked, choice, mock);
    const found = toldApart({ deployment, mocks, hasSameData: this.#hasSameData, shows: script.shows });
    const left = new Set(
      [...mocks].filter(([name]) => found?.fitting.includes(name) !== false).map(([, each]) => textOf(each)),
    );
    told.set(choice.id, { found, rules, isSettled: found === undefined || left.size === 1 });
    return found;
  }

  /** What mocks of each alternative answer to a script. */
  async #mocksOf(
    asked: AskedScript,
    choice: OpenChoice,
    { decisions, own }: OwnMock,
  ): Promise<ReadonlyMap<string, StepAnswers>> {
    const mocks = new Map<string, StepAnswers>();
    for (const alternative of choice.alternatives) {
      const tried = { ...decisions, behaviours: { ...decisions.behaviours, [choice.id]: alternative } };
      const isOwn = alternative === (decisions.behaviours[choice.id] ?? choice.alternatives[0]);
      const answers = isOwn ? own : await this.#answersTo(asked, tried);
      if (answers !== null) mocks.set(alternative, answers);
    }
    return mocks;
  }

  async #answersTo({ script, before = [], answers }: AskedScript, decisions: Decisions): Promise<StepAnswers | null> {
    const asked = before.length === 0 ? operationsAsked(answers) : undefined;
    const side = await this.#sideDeciding(this.#relevant(decisions, asked));
    if (side === null) return null;
    await side.reset();
    for (const { steps } of before) await side.send(steps, new Set());
    // Where the deployment's agents were not read, the mock's need not be.
    return side.send(script.steps, new Set(script.steps.filter((_, step) => (answers.steps[step]?.length ?? 0) > 1)));
  }

  /** One world for all scripts. */
  async #sideDeciding(decisions: Decisions): Promise<MockSide | null> {
    const key = JSON.stringify(decisions);
    const known = this.#sides.get(key);
    const side = known ?? (await this.#worlds.deciding(decisions));
    // The latest stand last.
    this.#sides.delete(key);
    const [oldest] = this.#sides;
    if (this.#sides.size >= mostWorlds && oldest !== undefined) {
      this.#sides.delete(oldest[0]);
      await oldest[1].close();
    }
    if (side !== null) this.#sides.set(key, side);
    return side;
  }

  #keyOf(decisions: Decisions, operations?: ReadonlySet<unknown>): string {
    return JSON.stringify(this.#relevant(decisions, operations));
  }

  /** What decides how these operations are answered, in one order; absent: all of them. */
  #relevant({ behaviours, actions }: Decisions, operations?: ReadonlySet<unknown>): Decisions {
    const { choices, clauses } = this.#document;
    const isHere = ([id, name]: readonly [string, string]): boolean => {
      const { clause, alternatives } = choices.get(id as ChoiceId) ?? {};
      const governed = clause === undefined ? [id.split(' ', 1)[0]] : (clauses.get(clause)?.operations ?? 'all');
      const isAsked = operations === undefined || governed === 'all' || governed.some((each) => operations.has(each));
      return isAsked && name !== [...(alternatives?.keys() ?? [])][0];
    };
    const others = [...this.#document.operations.keys()].filter((id) => operations?.has(id) === false);
    const beside = others.flatMap((id) => [operationTarget(this.#document, id), targetByName(id)]);
    const own = actions.filter(({ target }) => !beside.some((each) => target.startsWith(each)));
    return { behaviours: Object.fromEntries(Object.entries(behaviours).filter(isHere).sort()), actions: own };
  }

  async close(): Promise<void> {
    for (const side of this.#sides.values()) await side.close();
    this.#sides.clear();
  }

  /** What both sides carried out. */
  #grantedIn(pairs: ReturnType<typeof pairsOf>, { script, isRecorded = false }: AskedScript): readonly SeenSuccess[] {
    let made: unknown;
    const saved = new SavedFields();
    return pairs.flatMap(([mock, seen], place) => {
      const { answer, isInvalid } = seen;
      if (answer.request.operation !== 'getAgent') made = idOfNewAgent(answer);
      if (answer.status >= 300) return [];
      const { plain } = seen;
      const known = saved.after(answer, plain);
      if (isInvalid || mock.answer.status >= 300) return [];
      const [shown, body] = [plain.body, mock.body] as [Json, Json];
      const isOtherData = !this.#hasSameData && isOfOthers(mock);
      const title = script.title ?? script.clauses.join(' ');
      return [
        {
          script: isRecorded ? `${title} ${place}` : title,
          answer,
          ...{ shown, mock: body, isOtherData, isRecorded },
          rule: mockRule(mock.answer),
          isNew: made !== undefined && memberOf(answer.body, 'data.basic_details.id') === made,
          // Where the records are others, what a text repeats of them is the answer's own.
          sources: sourcesFor(plain, isOtherData ? shown : body, known),
        },
      ];
    });
  }

  #note(id: ChoiceId, told: readonly ToldApart[], findings: Findings): void {
    const [first] = told;
    if (first === undefined) return;
    const telling = told.find(({ fitting }) => fitting.length <= 1) ?? first;
    const { answer } = telling.answer;
    const left = agreed(told);
    const only = alternativeLeft(id, left);
    if (only !== undefined) findings.decide(id, only, answer);
    else if (isValueClass(id)) return;
    else if (left.length > 0) findings.note(id, { kind: 'unseen', reason: `${left.join(', ')} are answered alike` });
    else if (told.every(({ fitting, rule, at }) => fitting.length > 0 || (rule !== undefined && at !== 'status'))) {
      findings.note(id, { kind: 'hidden', reason: 'what a refusal says is learned by example' });
    } else if (findings.sightsOf(id).length === 0) {
      findings.decide(id, undefined, answer, `it answers as no alternative does at ${telling.at}`);
    }
  }

  /** What no mock tells apart that decides as the deployment does. */
  #noteHidden(told: ReadonlyMap<ChoiceId, unknown>, known: Decisions, findings: Findings): void {
    const isOtherwise = Object.keys(known.behaviours).length > 0;
    const reason = 'nothing that was asked depends on it here';
    for (const { asked } of this.#scripts) {
      for (const { id } of choicesOfScript(asked.script, this.#document)) {
        if (!told.has(id) && isOtherwise) findings.note(id, { kind: 'hidden', reason });
      }
    }
  }
}

/** The steps of a script in this range, and those before all its parts, with what the deployment answered. */
function partOf(asked: AskedScript, range: ReadPart['range']): ReadPart {
  const about = { range, values: new Map(), told: new Map() };
  const part = { ...about, asked };
  const steps = stepsOf(part, asked.script.steps);
  return { ...about, asked: { ...asked, script: { ...asked.script, steps }, answers: stepsIn(part, asked.answers) } };
}

function stepsIn(part: ReadPart, { steps }: StepAnswers): StepAnswers {
  return { steps: stepsOf(part, steps) };
}

function stepsOf<T>({ range: [setting, begin, end] }: ReadPart, steps: readonly T[]): readonly T[] {
  return [...steps.slice(0, setting), ...steps.slice(begin, end)];
}

/** The agent that a request has made of which it says nothing but its name and description. */
function idOfNewAgent({ request: { operation, body }, ...answer }: CheckedAnswer): unknown {
  const sent = operation === 'createAgent' && body.kind === 'json' ? Object.keys(body.value ?? {}) : [''];
  const isNew = sent.every((name) => name === 'agent_name' || name === 'description');
  return isNew ? memberOf(answer.body, 'data.agent_id') : undefined;
}

function operationsAsked({ steps }: StepAnswers): ReadonlySet<unknown> {
  return new Set(steps.flat().map(({ answer }) => answer.request.operation));
}

function textOf({ steps }: StepAnswers): string {
  return JSON.stringify(steps.flat().map(({ answer, body }) => [answer.status, body, mockRule(answer)]));
}

/** How a mock went through a script, whatever it said. */
function rulesOf({ steps }: StepAnswers): string {
  return JSON.stringify(steps.flat().map(({ answer }) => [answer.request.operation, answer.status, mockRule(answer)]));
}

/** The one alternative that is left; of what becomes of a value the first that is not the default. */
function alternativeLeft(id: string, [only, ...others]: readonly string[]): string | undefined {
  const isUsual = only === 'ignored' || only === 'taken' || only === 'refused';
  return others.length === 0 || (isValueClass(id) && !isUsual) ? only : undefined;
}

/** The deployment's answers where the mock refuses, by the rules that it refuses by. */
function refusalsIn(pairs: ReturnType<typeof pairsOf>): Shown['refused'] {
  return pairs.flatMap(([{ answer: mock }, { answer, isInvalid }]) => {
    const rule = mock.status < 400 || isInvalid ? undefined : mockRule(mock);
    return rule === undefined ? [] : [{ clause: rule as RefusalId, answer, mock }];
  });
}

/** What no alternative explains is named. */
function noteParting([mock, { answer, isInvalid }]: NonNullable<Shown['parting']>, findings: Findings): void {
  const { status, headers, request } = mock.answer;
  const about = /^[^;]*; kind=[\w-]+/.exec(headers['x-mock-case'] ?? '')?.[0] ?? '';
  const subject = [mockRule(mock.answer), about].filter(Boolean).join('; ');
  const id = `${request.operation ?? 'addresses'} ${subject} ${status < 300 ? 'refused' : 'carried out'}`;
  const came = `${answer.status} ${answer.text.slice(0, 200)}`;
  if (!isInvalid) findings.note(id, { kind: 'unfit', came, answer });
}
