import type { ClauseId, OperationId } from '../../../document/names.gen.ts';
import { valueAt } from '../../../json/json-value.ts';
import type { Api, CallOptions } from '../../api.ts';
import type { CheckedAnswer } from '../../report/violation.ts';
import { idsNamed } from '../../../deployment/configuration/named-ids.ts';
import { judge, widened } from '../../stated/judge.ts';
import { cellOf, type Cell } from '../kinds.ts';
import type { Caller } from '../../steps.ts';
import { emptyModel, type Facts, type Finding, type Model } from '../../stated/model.ts';

/** Beside what one walk knows, what all of a run know. */
export interface WalkKnowledge {
  readonly facts: Facts;
  readonly isDocumented: (answer: CheckedAnswer) => (pointer: string) => boolean;
  /** What walks have read of voices and audiences, once for all of them. */
  readonly shelf: Map<string, unknown>;
  /** Campaigns that were completed: nothing of them can change any more. */
  readonly settled: Set<number>;
  /** Told of each answer that was judged. */
  readonly onAnswer: (answer: CheckedAnswer) => void;
  /** Told of rules that an answer was compared with. */
  readonly onReached: (clauses: readonly ClauseId[]) => void;
  /** Told of a request of a kind that was answered. */
  readonly onCell: (cell: Cell) => void;
  /** Told of what was done to the campaign that may be changed, by its status before. */
  readonly onCampaign: (status: string, action: string) => void;
  /** Whether the run knows the violation already, so that of several orders of a race it does not count. */
  readonly isKnown: (finding: Finding, answer: CheckedAnswer) => boolean;
  /** Takes a violation: throws a `Violation` to end the steps, or returns to go on behind it. */
  readonly onFinding: (finding: Finding, answer: CheckedAnswer) => void;
}

/** A walk under way: the deployment as it is asked, and the model of it. */
export class WalkState {
  readonly api: Api;
  readonly knowledge: WalkKnowledge;
  /** The ids of the agents that it has made, in their order. */
  readonly agents: number[] = [];
  /** The names that it has given, in their order. */
  readonly names: string[] = [];
  model: Model;
  /** What the campaign that may be changed was set to last, so that it is to be set back; null: nothing. */
  campaignStatus: string | null = null;
  /** Campaigns whose status was sent and taken: what that does is not shown. */
  readonly changed = new Set<number>();
  /** Which of the other agents are read next. */
  turn = 0;

  constructor(api: Api, knowledge: WalkKnowledge, model: Model = emptyModel) {
    this.api = api;
    this.knowledge = knowledge;
    this.model = model;
  }

  /** The agent that the latest request names, of those of the walk. */
  lastAddressed(): number | null {
    const request = this.api.answers.at(-1)?.answer.request;
    const [id] = request === undefined ? [] : idsNamed(request, 'agent_id').numbers;
    return id !== undefined && this.model.agents.has(id) ? id : null;
  }

  newName(ending: string): string {
    const name = `${this.api.newName('walk')}${ending === '' ? '' : ` ${ending}`}`;
    this.names.push(name);
    return name;
  }

  /** The agent's name, what follows the run's own mark in capitals. */
  upperNameOf(id: number): string {
    const name = this.nameOf(id);
    const start = name.lastIndexOf('walk');
    return start < 0 ? name : name.slice(0, start) + name.slice(start).toUpperCase();
  }

  nameOf(id: number): string {
    const name = valueAt(this.model.agents.get(id)?.seen, '/basic_details/agent_name');
    return typeof name === 'string' ? name : '';
  }

  /** What is read once for all walks of a run. */
  async once<Value>(name: string, read: () => Promise<Value>): Promise<Value> {
    const { shelf } = this.knowledge;
    if (!shelf.has(name)) shelf.set(name, await read());
    return shelf.get(name) as Value;
  }

  /**
   * Sends a request of the own caller and judges its answer.
   * @throws Violation for a rule that does not hold and is not known yet
   */
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
    const { facts, isDocumented, onReached, onCell, onAnswer } = this.knowledge;
    const cell = cellOf(this.model, facts, answer, as);
    if (cell !== null) onCell(cell);
    const { model, findings, reached } = judge(this.model, facts, answer, isDocumented(answer));
    onReached(reached);
    this.accept(model);
    onAnswer(answer);
    this.report([...this.documentFaults(answer), ...findings], answer);
  }

  accept(model: Model): void {
    this.model = model;
    for (const id of model.agents.keys()) if (!this.agents.includes(id)) this.agents.push(id);
  }

  /** @throws Violation for the first one that ends the steps */
  report(findings: readonly Finding[], answer: CheckedAnswer): void {
    this.knowledge.onReached(findings.flatMap(({ clauses }) => clauses));
    for (const finding of findings) {
      this.knowledge.onFinding({ ...finding, clauses: widened(finding.clauses) }, answer);
    }
  }

  /** Reports what several answers show together, with the latest one. */
  reportLatest(findings: readonly Finding[]): void {
    const answer = this.api.answers.at(-1)?.answer;
    if (answer !== undefined) this.report(findings, answer);
  }

  documentFaults(answer: CheckedAnswer): readonly Finding[] {
    return this.api.answers.findLast((held) => held.answer === answer)?.findings.faults ?? [];
  }
}
