import type { ChoiceId } from '../../clauses/choices.gen.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import type { ClauseId, RefusalId } from '../../document/names.gen.ts';
import { isOfOthers, pairsOf, mockRule } from '../as-mock/compare.ts';
import type { Decisions, MockWorlds } from '../as-mock/mock-worlds.ts';
import type { SeenAnswer, StepAnswers } from '../as-mock/twin.ts';
import type { Script } from '../script.ts';
import type { Json } from '../../json/json-value.ts';
import type { Findings } from './findings.ts';
import { operationTarget, type SeenRefusal } from './refusals-seen.ts';
import type { SeenSuccess } from './shapes-seen.ts';
import { Makers, sourcesFor } from './sources.ts';
import { agreed, isOfLists, isStillTold, toldApart, type ToldApart } from './told-apart.ts';
import { withAsked } from './recorded-rules.ts';
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
  /** What it decided of the operations that it was asked for. */
  readonly key: string;
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
  /** Takes of a script's steps those that it has. */
  readonly stepsOf: <T>(steps: readonly T[]) => readonly T[];
  /** The kinds of values that have shown to be read otherwise. */
  readonly values: Map<string, OpenChoice>;
  /** What was told last of choices, once something was known of all others. */
  readonly told: Map<ChoiceId, ToldApart>;
}

export interface Comparing {
  readonly document: ContractDocument;
  readonly worlds: MockWorlds;
  /** Whether they hold the same records as the deployment. */
  readonly hasSameData: boolean;
  /** What every new agent was sent. */
  readonly newAgent?: object | undefined;
  /** Is told which script is looked at. */
  readonly onScript?: (title: string) => void;
}

/** Compares what a deployment answered to scripts with what mocks answer that decide otherwise. */
export class ScriptReader {
  readonly #scripts: readonly ReadScript[];
  readonly #about: Comparing;
  #isBegun = false;

  constructor(asked: readonly AskedScript[], about: Comparing) {
    // What answers mean that the document does not allow cannot be told.
    const telling = asked.filter(({ answers }) => answers.steps.flat().some(({ isInvalid }) => !isInvalid));
    this.#scripts = telling.map((each) => {
      const { parts = [], steps } = each.script;
      const whole = asPart(each, (all) => all);
      const apart = parts.map((begin, at) =>
        asPart(each, (all) => [...all.slice(0, parts[0]), ...all.slice(begin, parts[at + 1] ?? steps.length)]),
      );
      return { ...whole, parts: apart.length === 0 ? [whole] : apart };
    });
    this.#about = about;
  }

  /** Adds to the findings what the scripts show beside what is known already. */
  async read(known: Decisions, findings: Findings): Promise<void> {
    let decisions = known;
    const told = new Map<ChoiceId, ToldApart[]>();
    for (const script of this.#scripts) {
      this.#about.onScript?.(script.asked.script.title ?? '');
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
    for (const [id, each] of told) this.#note(id, each, known, findings);
    this.#noteHidden(told, known, findings);
    this.#isBegun = true;
  }

  async #readScript(
    script: ReadScript,
    decisions: Decisions,
    isTold: (id: ChoiceId) => boolean,
  ): Promise<Shown | null> {
    const { asked, shown: before } = script;
    const key = JSON.stringify(this.#relevant(decisions, asked));
    if (before?.key === key) return before;
    const own = await this.#answersTo(asked, decisions);
    if (own === null) return null;
    const about = { own: textOf(own), key };
    if (before?.own === about.own) return { ...before, ...about };
    const pairs = pairsOf(own, asked.answers);
    const told = await this.#toldBy(script, own, decisions, isTold);
    const at = pairs.findIndex(([mock, seen]) => mock.answer.status < 300 !== seen.answer.status < 300);
    const granted = this.#grantedIn(at < 0 || asked.isRecorded ? pairs : pairs.slice(0, at), asked);
    return { told, refused: refusalsIn(pairs), granted, parting: pairs[at], ...about };
  }

  /** What the alternatives of what is open answer. @param own what the mock answers that decides as is known */
  async #toldBy(
    script: ReadScript,
    own: StepAnswers,
    decisions: Decisions,
    isTold: (id: ChoiceId) => boolean,
  ): Promise<Map<ChoiceId, ToldApart>> {
    const { asked, shown, parts } = script;
    const { document } = this.#about;
    // A recording is long: what else is known then shows by shapes alone.
    const before = asked.isRecorded === true ? shown?.told : undefined;
    const told = new Map(before);
    const settle = async (part: ReadPart, choices: Iterable<OpenChoice>, mock: StepAnswers | null): Promise<void> => {
      for (const choice of choices) {
        const found = mock === null ? undefined : await this.#settle(part, choice, mock, decisions);
        if (found !== undefined) told.set(choice.id, found);
      }
    };
    const open = before ? [] : choicesOfScript(asked.script, document).filter(({ id }) => !isTold(id));
    await settle(script, open, own);
    for (const part of parts) {
      for (const choice of valueChoicesIn({ steps: part.stepsOf(own.steps) }, part.asked.answers, document)) {
        if (!part.values.has(choice.id)) part.values.set(choice.id, choice);
      }
      const isApart = parts.length > 1 && part.values.size > 0;
      await settle(part, part.values.values(), isApart ? await this.#answersTo(part.asked, decisions) : own);
    }
    return told;
  }

  /** What a script tells of a choice: one alternative that is left as long as the mock still answers where that was told. */
  async #settle(
    part: ReadPart,
    choice: OpenChoice,
    own: StepAnswers,
    decisions: Decisions,
  ): Promise<ToldApart | undefined> {
    const { asked, told } = part;
    const { hasSameData } = this.#about;
    const { answers: deployment, script } = asked;
    const current = decisions.behaviours[choice.id] ?? choice.alternatives[0] ?? '';
    const before = told.get(choice.id);
    const isOnly = before?.fitting.length === 1 && before.fitting[0] === current;
    if (isOnly && isStillTold(before, own, deployment, hasSameData)) return before;
    const mocks = new Map<string, StepAnswers>();
    for (const name of choice.alternatives) {
      const tried = { ...decisions, behaviours: { ...decisions.behaviours, [choice.id]: name } };
      const answers = name === current ? own : await this.#answersTo(asked, tried);
      if (answers !== null) mocks.set(name, answers);
    }
    const found = toldApart(mocks, deployment, hasSameData, script.shows);
    if (found !== undefined && this.#isBegun) told.set(choice.id, found);
    return found;
  }

  async #answersTo(asked: AskedScript, decisions: Decisions): Promise<StepAnswers | null> {
    const { script, before = [], answers } = asked;
    const side = await this.#about.worlds.deciding(this.#relevant(decisions, asked));
    for (const { steps } of before) await side?.send(steps, { readsChanged: new Set() });
    // Where the deployment's agents were not read, the mock's need not be.
    const read = script.steps.filter((_, step) => (answers.steps[step]?.length ?? 0) > 1);
    return (await side?.send(script.steps, { readsChanged: new Set(read) })) ?? null;
  }

  /** What decides how the operations of a script are answered, in one order; of one behind others everything. */
  #relevant({ behaviours, actions }: Decisions, { before = [], answers }: AskedScript): Decisions {
    const { choices, clauses, operations: all } = this.#about.document;
    const asked = answers.steps.flat().map(({ answer }) => answer.request.operation);
    const operations = new Set<unknown>(before.length === 0 ? asked : all.keys());
    const isHere = ([id, name]: readonly [string, string]): boolean => {
      const { clause, alternatives } = choices.get(id as ChoiceId) ?? {};
      // Alternatives may be about the operations of the rule that a choice is called by, too.
      const governed = [clause, id as ClauseId].map((each) => each && clauses.get(each)?.operations);
      const isAsked =
        clause === undefined
          ? operations.has(id.split(' ', 1)[0])
          : governed.some((each) => each === 'all' || each?.some((one) => operations.has(one)) === true);
      return isAsked && name !== [...(alternatives?.keys() ?? [])][0];
    };
    const others = [...all.keys()].filter((id) => !operations.has(id));
    const beside = others.flatMap((id) => [operationTarget(this.#about.document, id), targetByName(id)]);
    const own = actions.filter(({ target }) => !beside.some((each) => target.startsWith(each)));
    return { behaviours: Object.fromEntries(Object.entries(behaviours).filter(isHere).sort()), actions: own };
  }

  /** What both sides carried out. */
  #grantedIn(pairs: ReturnType<typeof pairsOf>, { script, isRecorded = false }: AskedScript): readonly SeenSuccess[] {
    const makers = new Makers(this.#about.newAgent);
    const isTrying = script.tries !== undefined || script.clauses[0] === 'warnings.uncovered';
    return pairs.flatMap(([mock, seen], place) => {
      const { answer, isInvalid } = seen;
      if (answer.status >= 300) return [];
      const { plain } = seen;
      const madeBy = makers.after(answer);
      if (isInvalid || mock.answer.status >= 300) return [];
      const [shown, body] = [plain.body, mock.body] as [Json, Json];
      const isOtherData = !this.#about.hasSameData && isOfOthers(mock);
      // Where the records are others, what a text repeats of them is the answer's own.
      const sources = sourcesFor(plain, isOtherData ? shown : body, isOtherData ? {} : mock.saved);
      const title = script.title ?? script.clauses.join(' ');
      return [
        {
          script: isRecorded ? `${title} ${place}` : title,
          answer,
          shown,
          mock: body,
          isOtherData,
          isRecorded,
          isTrying,
          rule: mockRule(mock.answer),
          madeBy,
          sources: isRecorded ? withAsked(sources, answer) : sources,
        },
      ];
    });
  }

  #note(id: ChoiceId, told: readonly ToldApart[], known: Decisions, findings: Findings): void {
    const [first] = told;
    if (first === undefined) return;
    const telling = told.find(({ fitting }) => fitting.length <= 1) ?? first;
    const { answer } = telling.telling.seen;
    const left = agreed(told);
    const only = alternativeLeft(id, left) ?? this.#nearest(id, left, told.some(isOfLists), known);
    if (only !== undefined) findings.decide(id, only, answer);
    else if (isValueClass(id)) return;
    else if (left.length > 0) findings.note(id, { kind: 'unseen', reason: `${left.join(', ')} are answered alike` });
    else if (
      told.every(
        ({ fitting, telling: { rule, at } }) => fitting.length > 0 || (rule !== undefined && at[0] !== 'status'),
      )
    ) {
      findings.note(id, { kind: 'hidden', reason: 'what a refusal says is learned by example' });
    } else if (findings.sightsOf(id).length === 0) {
      findings.decide(
        id,
        undefined,
        answer,
        `it answers as no alternative does at ${telling.telling.at.slice(0, 1).join('')}`,
      );
    }
  }

  /** What is known already, if it is left; of several that show the same in a list one that is nearer than the default. */
  #nearest(id: ChoiceId, left: readonly string[], isOfList: boolean, { behaviours }: Decisions): string | undefined {
    const [usual = ''] = this.#about.document.choices.get(id)?.alternatives.keys() ?? [];
    const known = left.find((name) => name === behaviours[id]);
    return known ?? (isOfList && !left.includes(usual) ? left[0] : undefined);
  }

  /** What no mock tells apart that decides as the deployment does. */
  #noteHidden(told: ReadonlyMap<ChoiceId, unknown>, known: Decisions, findings: Findings): void {
    const isOtherwise = Object.keys(known.behaviours).length > 0;
    const reason = 'nothing that was asked depends on it here';
    for (const { asked } of this.#scripts) {
      for (const { id } of choicesOfScript(asked.script, this.#about.document)) {
        if (!told.has(id) && isOtherwise) findings.note(id, { kind: 'hidden', reason });
      }
    }
  }
}

function asPart(asked: AskedScript, stepsOf: ReadPart['stepsOf']): ReadPart {
  const { script, answers } = asked;
  const part = { script: { ...script, steps: stepsOf(script.steps) }, answers: { steps: stepsOf(answers.steps) } };
  return { asked: { ...asked, ...part }, stepsOf, values: new Map(), told: new Map() };
}

function textOf({ steps }: StepAnswers): string {
  return JSON.stringify(steps.flat().map(({ answer, body }) => [answer.status, body, mockRule(answer)]));
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
