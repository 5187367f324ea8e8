import type { ClauseId, OperationId } from '../../document/names.gen.ts';
import { disparities, mockRule, pairsOf, type Difference } from '../as-mock/compare.ts';
import type { SeenAnswer, StepAnswers } from '../as-mock/twin.ts';

/** Answers that differ for one reason, as far as one can tell by operation, rule and member. */
export interface ParityCause {
  readonly key: string;
  readonly operation: OperationId | null;
  /** The rule that decided the mock's answer. */
  readonly rule: ClauseId | undefined;
  readonly difference: Difference;
  readonly deployment: SeenAnswer;
  readonly mock: SeenAnswer;
  /** The requests of the deployment's side, up to the one that differs. */
  readonly curls: readonly string[];
  /** In how many answers it was seen. */
  readonly count: number;
}

/** What comparing walks has brought so far. */
export class Comparison {
  readonly causes = new Map<string, ParityCause>();
  compared = 0;
  equal = 0;
  /** Answers that only one side gave, because the walk went on in another way after a difference. */
  unpaired = 0;
  readonly #hasSameData: boolean;

  constructor(hasSameData: boolean) {
    this.#hasSameData = hasSameData;
  }

  /** Compares what a walk brought from both sides. */
  add(mock: StepAnswers, deployment: StepAnswers): void {
    const ours = new Map(pairsOf(mock, deployment).map(([own, seen]) => [seen, own]));
    const all = deployment.steps.flat();
    for (const [at, seen] of all.entries()) {
      const own = ours.get(seen);
      if (own === undefined) {
        this.unpaired += 1;
        continue;
      }
      const found = disparities(own, seen, this.#hasSameData);
      this.compared += 1;
      if (found.length === 0) this.equal += 1;
      for (const difference of found) this.#note(difference, [own, seen], all.slice(0, at + 1));
    }
  }

  #note(difference: Difference, [mock, deployment]: [SeenAnswer, SeenAnswer], until: readonly SeenAnswer[]): void {
    const { operation } = mock.answer.request;
    const rule = mockRule(mock.answer);
    // A success is what it is, whichever rule the mock names for it.
    const cause = mock.answer.status < 400 && difference.at !== 'status' ? '' : (rule ?? '');
    const key = `${operation ?? ''} ${cause} ${difference.at}`;
    const known = this.causes.get(key);
    const isShorter = known === undefined || until.length < known.curls.length;
    const curls = () => until.map(({ curl }) => curl());
    const kept = isShorter ? { key, operation, rule, difference, mock, deployment, curls: curls() } : known;
    this.causes.set(key, { ...kept, count: (known?.count ?? 0) + 1 });
  }
}
