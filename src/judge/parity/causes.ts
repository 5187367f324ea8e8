import type { ClauseId, OperationId } from '../../document/names.gen.ts';
import { ComparedSide, disparities, mockRule, pairsOf, type Difference } from '../as-mock/compare.ts';
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
    for (const [at, seen] of deployment.steps.flat().entries()) {
      const own = ours.get(seen);
      if (own === undefined) {
        this.unpaired += 1;
        continue;
      }
      const sides = [new ComparedSide(own, mock.names), new ComparedSide(seen, deployment.names)] as const;
      const found = disparities(...sides, this.#hasSameData);
      this.compared += 1;
      if (found.length === 0) this.equal += 1;
      for (const difference of found) {
        const before = deployment.steps.flat().slice(0, at + 1);
        this.#note(difference, { deployment: seen, mock: own, curls: before.map(({ curl }) => curl) });
      }
    }
  }

  #note(difference: Difference, shown: Omit<ParityCause, 'key' | 'operation' | 'rule' | 'difference' | 'count'>): void {
    const { operation } = shown.mock.answer.request;
    const rule = mockRule(shown.mock.answer);
    // A success is what it is, whichever rule the mock names for it.
    const cause = shown.mock.answer.status < 400 && difference.at !== 'status' ? '' : (rule ?? '');
    const key = `${operation ?? ''} ${cause} ${difference.at}`;
    const known = this.causes.get(key);
    const isShorter = known === undefined || shown.curls.length < known.curls.length;
    const kept = isShorter ? { key, operation, rule, difference, ...shown } : known;
    this.causes.set(key, { ...kept, count: (known?.count ?? 0) + 1 });
  }
}
