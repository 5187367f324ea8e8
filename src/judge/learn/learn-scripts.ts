import type { ChoiceId } from '../../clauses/choices.gen.ts';
import type { Choice } from '../../clauses/choices.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import type { RefusalId } from '../../document/names.gen.ts';
import { disparities, pairsOf, mockRule } from '../as-mock/compare.ts';
import type { Decisions, MockWorlds } from '../as-mock/mock-worlds.ts';
import { normalisedBody } from '../as-mock/normalise.ts';
import type { SeenAnswer, StepAnswers } from '../as-mock/twin.ts';
import type { Side } from '../as-mock/side.ts';
import type { Script } from '../script.ts';
import { refusalParts } from './experiment.ts';
import type { Findings } from './findings.ts';
import { toldApart, type ToldApart } from './told-apart.ts';

/** What a deployment answered to a script. */
export interface AskedScript {
  readonly script: Script;
  readonly answers: StepAnswers;
  /** What was sent before and stays done, of a script that does such things itself. */
  readonly before?: readonly Script[];
}

/** The choices that a script can show: those of its rules, and those that it names. */
export function choicesOfScript({ clauses, choices = [] }: Script, document: ContractDocument): readonly Choice[] {
  return [...document.choices.values()].filter(({ id, clause }) => clauses.includes(clause) || choices.includes(id));
}

/** What one script showed, of the mock that decided as was known then. */
interface Shown {
  readonly told: ReadonlyMap<ChoiceId, ToldApart>;
  readonly refused: readonly (readonly [rule: RefusalId, seen: SeenAnswer])[];
  /** What the mock answered that decides as is known. */
  readonly own: string;
}

/** Compares what a deployment answered to scripts with what mocks answer that decide otherwise. */
export class ScriptReader {
  readonly #asked: readonly AskedScript[];
  readonly #worlds: MockWorlds;
  readonly #document: ContractDocument;
  readonly #hasSameData: boolean;
  readonly #shown = new Map<AskedScript, Shown>();
  /** Whether something that was shown before was not tried again. */
  hasReused = false;
  /** The rules by which mocks have refused what was asked. */
  readonly #rules = new Set<string>();
  #own: { readonly decisions: Decisions; readonly side: Side | null } | undefined;

  constructor(
    asked: readonly AskedScript[],
    worlds: MockWorlds,
    about: { readonly document: ContractDocument; readonly hasSameData: boolean },
  ) {
    this.#asked = asked;
    this.#worlds = worlds;
    this.#document = about.document;
    this.#hasSameData = about.hasSameData;
  }

  /** Adds to the findings what the scripts show beside what is known already. */
  async read(known: Decisions, findings: Findings, isThorough: boolean): Promise<void> {
    if (isThorough) this.#shown.clear();
    this.hasReused = false;
    let decisions = known;
    const told = new Map<ChoiceId, ToldApart[]>();
    const rules = new Set<string>();
    for (const asked of this.#asked) {
      const isTold = (id: ChoiceId): boolean => told.get(id)?.some(({ fitting }) => fitting.length === 1) === true;
      const shown = await this.#readScript(asked, decisions, isTold);
      if (shown === null) continue;
      this.#shown.set(asked, shown);
      for (const [rule, { answer }] of shown.refused) {
        rules.add(rule);
        findings.refused(rule, answer);
      }
      for (const [id, each] of shown.told) {
        told.set(id, [...(told.get(id) ?? []), each]);
        const [only, ...others] = each.fitting;
        const choice = this.#document.choices.get(id);
        const isNew = choice !== undefined && only !== alternativeIn(decisions, choice);
        if (only !== undefined && others.length === 0 && isNew) {
          decisions = { ...decisions, [id]: { alternative: only, by: 'hand' } };
        }
      }
    }
    for (const [id, each] of told) this.#note(id, each, findings);
    this.#noteHidden(told, rules, known, findings);
  }

  async #readScript(
    asked: AskedScript,
    decisions: Decisions,
    isTold: (id: ChoiceId) => boolean,
  ): Promise<Shown | null> {
    const own = await this.#ownAnswersTo(asked, decisions);
    if (own === null) return null;
    const before = this.#shown.get(asked);
    const text = textOf(own);
    if (before?.own === text) return before;
    const isSame = this.#isSame(own, asked.answers);
    const told = new Map<ChoiceId, ToldApart>();
    const open = choicesOfScript(asked.script, this.#document).filter(({ id, alternatives }) => {
      return alternatives !== undefined && !isTold(id) && !isOfErrors(id);
    });
    for (const choice of open) {
      const { id } = choice;
      const earlier = before?.told.get(id);
      const current = alternativeIn(decisions, choice);
      // The mock that decides so answers as the deployment: what told it before still does.
      const isKept = isSame && earlier?.fitting.join() === current;
      this.hasReused ||= isKept;
      const found = isKept ? earlier : await this.#toldApart(asked, choice, { decisions, own });
      if (found !== undefined) told.set(id, found);
    }
    return { told, refused: refusalsIn(own, asked.answers), own: text };
  }

  /** Sends a script to a mock of each alternative. */
  async #toldApart(
    asked: AskedScript,
    choice: Choice,
    { decisions, own }: { readonly decisions: Decisions; readonly own: StepAnswers },
  ): Promise<ToldApart | undefined> {
    const mocks = new Map<string, StepAnswers>();
    for (const alternative of choice.alternatives?.keys() ?? []) {
      const tried = { ...decisions, [choice.id]: { alternative, by: 'hand' } };
      const isOwn = alternative === alternativeIn(decisions, choice);
      const answers = isOwn ? own : await this.#answersTo(asked, tried);
      if (answers !== null) mocks.set(alternative, answers);
      for (const { answer } of answers?.steps.flat() ?? []) this.#rules.add(mockRule(answer) ?? '');
    }
    return toldApart({ deployment: asked.answers, mocks, hasSameData: this.#hasSameData });
  }

  #isSame(own: StepAnswers, deployment: StepAnswers): boolean {
    const pairs = pairsOf(own, deployment);
    const count = deployment.steps.flat().length;
    return (
      pairs.length === count &&
      pairs.every(([mock, seen]) => {
        const sides = [
          { seen: mock, agents: own.agents },
          { seen, agents: deployment.agents },
        ] as const;
        return disparities(...sides, this.#hasSameData).length === 0;
      })
    );
  }

  async #answersTo({ script, before = [] }: AskedScript, decisions: Decisions): Promise<StepAnswers | null> {
    const side = await this.#worlds.deciding(decisions);
    if (side === null) return null;
    try {
      for (const { steps } of before) await side.walk(steps, () => false);
      return await side.walk(script.steps, () => false);
    } finally {
      await side.close();
    }
  }

  /** The same of one world for all scripts that leave it as it was, as long as no more is known. */
  async #ownAnswersTo(asked: AskedScript, decisions: Decisions): Promise<StepAnswers | null> {
    if (asked.before !== undefined) return this.#answersTo(asked, decisions);
    if (this.#own?.decisions !== decisions) {
      await this.close();
      this.#own = { decisions, side: await this.#worlds.deciding(decisions) };
    }
    return (await this.#own.side?.walk(asked.script.steps, () => false)) ?? null;
  }

  async close(): Promise<void> {
    await this.#own?.side?.close();
    this.#own = undefined;
  }

  #note(id: ChoiceId, told: readonly ToldApart[], findings: Findings): void {
    const [first] = told;
    if (first === undefined) return;
    const telling = told.find(({ fitting }) => fitting.length <= 1) ?? first;
    const [only, ...others] = told
      .map(({ fitting }) => fitting)
      .reduce((left, fitting) => left.filter((name) => fitting.includes(name)));
    const { answer } = telling.answer;
    if (only === undefined) {
      if (told.every((each) => each.fitting.length > 0 || isOwnPart(each, this.#document))) {
        findings.hidden([id], 'what it decides is a value of its own');
      } else if (findings.sightsOf(id).length === 0) {
        findings.unfit(id, `it answers as no alternative does at ${telling.at}`, answer);
      }
    } else if (others.length > 0) findings.unseen(id, `${[only, ...others].join(', ')} are answered alike`);
    else findings.decide(id as 'agent.token', only as 'signed', answer);
  }

  /** What no mock tells apart that decides as the deployment does, and what such a mock never refuses by. */
  #noteHidden(
    told: ReadonlyMap<ChoiceId, unknown>,
    rules: ReadonlySet<string>,
    known: Decisions,
    findings: Findings,
  ): void {
    const isOtherwise = [...this.#document.choices.values()].some((choice) => {
      return alternativeIn(known, choice) !== [...(choice.alternatives?.keys() ?? [])][0];
    });
    for (const { script } of this.#asked) {
      for (const { id, alternatives, clause } of choicesOfScript(script, this.#document)) {
        if (alternatives !== undefined && !told.has(id) && isOtherwise && !isOfErrors(id)) {
          findings.hidden([id], 'nothing that was asked depends on it here');
        }
        const isPart = refusalParts.some((part) => id === `${clause}.${part}`);
        if (isPart && !rules.has(clause) && this.#rules.has(clause)) {
          findings.hidden([id], 'nothing is refused by it here');
        }
      }
    }
  }
}

/** Whether the places that tell are parts of a refusal that are values of their own. */
function isOwnPart({ at, rule }: ToldApart, { choices }: ContractDocument): boolean {
  const part = at.replace(/^\//, '');
  return rule !== undefined && choices.has(`${rule}.${part}` as ChoiceId);
}

function textOf({ steps, agents }: StepAnswers): string {
  return JSON.stringify(
    steps.flat().map(({ answer, roots }) => [answer.status, normalisedBody(answer, agents, roots), mockRule(answer)]),
  );
}

/** What errors look like is concluded from refusals of all kinds. */
function isOfErrors(id: ChoiceId): boolean {
  return /^(errors\.(shape|code)|codes)\./.test(id);
}

/** The alternative that is decided, or the default. */
function alternativeIn(decisions: Decisions, { id, alternatives }: Choice): string | undefined {
  const decided = decisions[id] as { readonly alternative?: string } | undefined;
  return decided?.alternative ?? [...(alternatives?.keys() ?? [])][0];
}

/** The deployment's answers where the mock refuses, by the rules that it refuses by. */
function refusalsIn(own: StepAnswers, deployment: StepAnswers): Shown['refused'] {
  const refused: (readonly [rule: RefusalId, seen: SeenAnswer])[] = [];
  for (const [{ answer }, seen] of pairsOf(own, deployment)) {
    const rule = answer.status < 400 || seen.isInvalid ? undefined : mockRule(answer);
    if (rule !== undefined) refused.push([rule as RefusalId, seen]);
  }
  return refused;
}
