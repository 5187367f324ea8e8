import type { Alternatives, ChoiceId, RefusalChoice, ValueChoice } from '../../clauses/choices.gen.ts';
import type { OperationId, RefusalId } from '../../document/names.gen.ts';
import type { CheckedAnswer } from '../report/violation.ts';

/** What an experiment saw of a choice. */
export type Sight =
  | { readonly kind: 'alternative'; readonly alternative: string; readonly answer: CheckedAnswer }
  | { readonly kind: 'value'; readonly value: unknown; readonly answer: CheckedAnswer }
  /** The deployment does something that the choice has no alternative for. */
  | { readonly kind: 'unfit'; readonly came: string; readonly answer: CheckedAnswer }
  | { readonly kind: 'unseen'; readonly reason: string; readonly setting?: string | undefined }
  /** What the deployment does otherwise leaves nothing to be seen of it, and nothing that would depend on it. */
  | { readonly kind: 'hidden'; readonly reason: string };

/** A refusal that a rule must have given. */
export interface SeenRefusal {
  readonly clause: RefusalId;
  readonly answer: CheckedAnswer;
}

/** What experiments have found out, choice by choice. */
export class Findings {
  readonly #sights = new Map<ChoiceId, Sight[]>();
  refusals: SeenRefusal[] = [];
  readonly successes = new Map<OperationId, CheckedAnswer[]>();
  readonly #taken = new Map<RefusalId, CheckedAnswer>();

  /** A choice shows by an answer: the alternative's name, or undefined if the answer fits none. */
  decide<Id extends keyof Alternatives>(
    choice: Id,
    alternative: Alternatives[Id] | undefined,
    answer: CheckedAnswer,
    came = 'the answer fits no alternative',
  ): void {
    this.#note(
      choice,
      alternative === undefined ? { kind: 'unfit', came, answer } : { kind: 'alternative', alternative, answer },
    );
  }

  /** The deployment does something that the choice has no alternative and no value for. */
  unfit(choice: ChoiceId, came: string, answer: CheckedAnswer): void {
    this.#note(choice, { kind: 'unfit', came, answer });
  }

  value(choice: RefusalChoice | ValueChoice, value: unknown, answer: CheckedAnswer): void {
    this.#note(choice, { kind: 'value', value, answer });
  }

  unseen(choice: ChoiceId, reason: string, setting?: string): void {
    this.#note(choice, { kind: 'unseen', reason, setting });
  }

  hidden(choices: readonly ChoiceId[], reason: string): void {
    for (const choice of choices) this.#note(choice, { kind: 'hidden', reason });
  }

  /**
   * A rule has refused these requests: what of the refusal is open is then known, and what its operation's errors look
   * like. What the answers say differently depends on the request. An answer of success says that it does not refuse.
   */
  refused(clause: RefusalId, answer: CheckedAnswer, ...others: readonly CheckedAnswer[]): void {
    for (const each of [answer, ...others]) {
      if (each.status >= 400 && each.status < 500) this.refusals.push({ clause, answer: each });
      else if (each.status < 300) this.#taken.set(clause, each);
    }
  }

  /** The rules that would have refused a request, which was carried out. */
  get taken(): readonly RefusalId[] {
    return [...this.#taken.keys()].filter((clause) => !this.refusals.some((seen) => seen.clause === clause));
  }

  /** Answers of any experiment: what those of success have in common is concluded at the end. */
  answered(answers: readonly CheckedAnswer[]): void {
    for (const answer of answers) {
      const { operation } = answer.request;
      if (operation === null || answer.status < 200 || answer.status >= 300) continue;
      const known = this.successes.get(operation);
      if (known === undefined) this.successes.set(operation, [answer]);
      else known.push(answer);
    }
  }

  /** Takes back what was concluded from answers that break a stated rule: what they mean cannot be told. */
  distrust(answers: ReadonlySet<CheckedAnswer>): void {
    for (const [choice, sights] of this.#sights) {
      const [broken] = sights.filter((sight) => 'answer' in sight && answers.has(sight.answer));
      if (broken === undefined) continue;
      const kept = sights.filter((sight) => !('answer' in sight && answers.has(sight.answer)));
      this.#sights.set(choice, [
        ...kept,
        { kind: 'unseen', reason: 'the answer that would show it breaks a stated rule' },
      ]);
    }
    this.refusals = this.refusals.filter(({ answer }) => !answers.has(answer));
    for (const [clause, answer] of this.#taken) if (answers.has(answer)) this.#taken.delete(clause);
  }

  /** The same findings, to be added to. */
  copy(): Findings {
    const copy = new Findings();
    for (const [choice, sights] of this.#sights) copy.#sights.set(choice, sights);
    for (const [operation, answers] of this.successes) copy.successes.set(operation, answers);
    for (const [clause, answer] of this.#taken) copy.#taken.set(clause, answer);
    copy.refusals = this.refusals;
    return copy;
  }

  /** Takes back values of a choice that others show. */
  forget(choice: ChoiceId, others: readonly Sight[]): void {
    const values = others.flatMap((sight) => (sight.kind === 'value' ? [sight.value] : []));
    const kept = this.sightsOf(choice).filter((sight) => sight.kind !== 'value' || !values.includes(sight.value));
    this.#sights.set(choice, kept);
  }

  sightsOf(choice: ChoiceId): readonly Sight[] {
    return this.#sights.get(choice) ?? [];
  }

  #note(choice: ChoiceId, sight: Sight): void {
    const known = this.#sights.get(choice);
    if (known === undefined) this.#sights.set(choice, [sight]);
    else known.push(sight);
  }
}
