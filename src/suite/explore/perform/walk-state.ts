import type { Answer, Api } from '../../api.ts';
import { Violation } from '../../report/violation.ts';
import { judge } from '../model/judge.ts';
import { emptyModel, type Facts, type Finding, type Model } from '../model/model.ts';
import { at } from '../model/read-agent.ts';

/** Beside what one walk knows, what all of a run know. */
export interface WalkKnowledge {
  readonly facts: Facts;
  readonly isDocumented: (answer: Answer) => (pointer: string) => boolean;
  /** What walks have read of voices and audiences, once for all of them. */
  readonly shelf: Map<string, unknown>;
  /** Campaigns that were completed: nothing of them can change any more. */
  readonly settled: Set<number>;
  /** Told of each answer that was judged. */
  readonly onAnswer: (answer: Answer) => void;
  /** Whether the run knows the violation already, so that the walk goes on behind it. */
  readonly isKnown: (finding: Finding, answer: Answer) => boolean;
}

/** A walk under way: the deployment as it is asked, and the model of it. */
export class WalkState {
  readonly api: Api;
  readonly knowledge: WalkKnowledge;
  /** The ids of the agents that it has made, in their order. */
  readonly agents: number[] = [];
  model: Model;
  /** Whether the campaign that may be changed is to be set back. */
  changedCampaign = false;

  constructor(api: Api, knowledge: WalkKnowledge, model: Model = emptyModel) {
    this.api = api;
    this.knowledge = knowledge;
    this.model = model;
  }

  nameOf(id: number): string {
    const name = at(this.model.agents.get(id)?.seen, '/basic_details/agent_name');
    return typeof name === 'string' ? name : '';
  }

  /** Judges an answer. Throws a `Violation` for a rule that does not hold and is not known yet. */
  take(answer: Answer): void {
    const { model, findings } = judge(this.model, this.knowledge.facts, answer, this.knowledge.isDocumented(answer));
    this.accept(model);
    this.knowledge.onAnswer(answer);
    this.report([...this.documentFaults(answer), ...findings], answer);
  }

  accept(model: Model): void {
    this.model = model;
    for (const id of model.agents.keys()) if (!this.agents.includes(id)) this.agents.push(id);
  }

  report(findings: readonly Finding[], answer: Answer): void {
    const unknown = findings.find((finding) => !this.knowledge.isKnown(finding, answer));
    if (unknown !== undefined) throw new Violation({ ...unknown, answer });
  }

  documentFaults(answer: Answer): readonly Finding[] {
    return this.api.answers.findLast((held) => held.answer === answer)?.findings.faults ?? [];
  }
}
