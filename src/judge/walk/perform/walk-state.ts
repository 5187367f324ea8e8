import type { ClauseId, OperationId } from '../../../document/names.gen.ts';
import { valueAt } from '../../../json/json-value.ts';
import type { Api, CallOptions } from '../../api.ts';
import type { CheckedAnswer, Finding } from '../../report/violation.ts';
import { type Facts, type Model, documentedClauses } from '../../stated/model.ts';
import { stated, widened } from '../../stated/judge.ts';
import { cellOf } from '../cells.ts';
import type { Caller, Step } from '../../steps.ts';

/** What is told of a walk under way. */
export type Seen =
  /** Before it is carried out. */
  | { readonly step: Step }
  /** Rules that an answer was compared with. */
  | { readonly rules: readonly ClauseId[] }
  /** A request of a cell was answered. */
  | NonNullable<ReturnType<typeof cellOf>>;

export interface WalkOptions {
  /** What all walks of a run have read of voices and audiences; absent: it is read anew. */
  readonly shelf?: Map<string, unknown>;
  /** Whether only the agents that a write has changed are read after it, and none after a refusal; or after which writes they are. */
  readonly readsChanged?: boolean | ReadonlySet<Step>;
  readonly watch?: (seen: Seen) => void;
  /** Whether the run knows the violation already, so that of several orders of a race it does not count. */
  readonly isKnown?: (finding: Finding, answer: CheckedAnswer) => boolean;
  /** Takes a violation: throws a `Violation` to end the steps, or returns to go on behind it. */
  readonly onFinding: (finding: Finding, answer: CheckedAnswer) => void;
}

/** A walk under way: the deployment as it is asked, and the model of it. */
export class WalkState {
  readonly facts: Facts;
  readonly shelf: Map<string, unknown>;
  /** The names that it has given, in their order. */
  readonly names: string[] = [];
  /** The ids of voices that it took from lists, and what stands for each. */
  readonly voices = new Map<string, string>();
  /** Whether the campaign that may be changed was sent a status, so that it is to be set back. */
  isCampaignChanged = false;
  /** Campaigns whose status was sent and taken: what that does is not shown; and whether no campaign held their agent before. */
  readonly changed = new Map<number, boolean>();
  /** Campaigns that were completed: nothing of them can change any more. */
  readonly settled = new Set<number>();
  /** Which of the other agents are read next. */
  turn = 0;
  readonly #documented: (answer: CheckedAnswer) => readonly ClauseId[];

  /** @param model as the judge begins */
  constructor(
    readonly api: Api,
    readonly options: WalkOptions,
    public model: Model,
  ) {
    this.facts = model.facts;
    this.shelf = options.shelf ?? new Map<string, unknown>();
    this.#documented = documentedClauses(api.document);
  }

  newName(ending: string): string {
    const name = `${this.api.newName('walk')}${ending === '' ? '' : ` ${ending}`}`;
    this.names.push(name);
    return name;
  }

  nameOf(id: number): string {
    const name = valueAt(this.model.agents.get(id)?.seen, '/basic_details/agent_name');
    return typeof name === 'string' ? name : '';
  }

  /** What is read once for all walks of a run. */
  async once<Value>(name: string, read: () => Promise<Value>): Promise<Value> {
    if (!this.shelf.has(name)) this.shelf.set(name, await read());
    return this.shelf.get(name) as Value;
  }

  /** Sends a request of the own caller and judges its answer. @throws Violation as `take` does */
  async ask(operation: OperationId, options: CallOptions): Promise<CheckedAnswer> {
    const answer = await this.api.call(operation, options);
    this.take(answer);
    return answer;
  }

  /**
   * Judges an answer.
   * @param as who sent the request
   * @throws Violation for a rule that does not hold and is not known yet
   */
  take(answer: CheckedAnswer, as: Caller = 'own'): void {
    const cell = cellOf(this.model, answer, as);
    if (cell !== null) this.options.watch?.(cell);
    const { state, findings, reached } = stated.take(this.model, answer);
    this.reached(reached);
    this.model = state;
    this.taken(answer, findings);
  }

  /** Tells of an answer that was judged, and of what the document and the judge find. @throws Violation */
  taken(answer: CheckedAnswer, findings: readonly Finding[] = []): void {
    this.reached(this.#documented(answer));
    this.report([...(answer.faults ?? []), ...findings], answer);
  }

  reached(rules: readonly ClauseId[]): void {
    this.options.watch?.({ rules });
  }

  /** @throws Violation for the first one that ends the steps */
  report(findings: readonly Finding[], answer: CheckedAnswer): void {
    this.reached(findings.flatMap(({ clauses }) => clauses));
    for (const finding of findings) {
      this.options.onFinding({ ...finding, clauses: widened(finding.clauses) }, answer);
    }
  }

  /** Reports what several answers show together, with the latest one. */
  reportLatest(findings: readonly Finding[]): void {
    const answer = this.api.answers.at(-1);
    if (answer !== undefined) this.report(findings, answer);
  }
}
