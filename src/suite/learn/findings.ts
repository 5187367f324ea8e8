import type { Alternatives, ChoiceId, RefusalChoice, ValueChoice } from '../../clauses/choices.gen.ts';
import type { RefusalId } from '../../document/names.gen.ts';
import type { Answer } from '../api.ts';

/** What an experiment saw of a choice. */
export type Sight =
  | { readonly kind: 'alternative'; readonly alternative: string; readonly answer: Answer }
  | { readonly kind: 'value'; readonly value: unknown; readonly answer: Answer }
  /** The deployment does something that the choice has no alternative for. */
  | { readonly kind: 'unfit'; readonly came: string; readonly answer: Answer }
  | { readonly kind: 'unseen'; readonly reason: string; readonly setting?: string | undefined };

/** A refusal that a rule must have given. */
export interface SeenRefusal {
  readonly clause: RefusalId;
  readonly answer: Answer;
}

/** What experiments have found out, choice by choice. */
export class Findings {
  readonly #sights = new Map<ChoiceId, Sight[]>();
  readonly refusals: SeenRefusal[] = [];

  /** A choice shows by an answer: the alternative's name, or undefined if the answer fits none. */
  decide<Id extends keyof Alternatives>(
    choice: Id,
    alternative: Alternatives[Id] | undefined,
    answer: Answer,
    came = 'the answer fits no alternative',
  ): void {
    this.#note(
      choice,
      alternative === undefined ? { kind: 'unfit', came, answer } : { kind: 'alternative', alternative, answer },
    );
  }

  value(choice: RefusalChoice | ValueChoice, value: unknown, answer: Answer): void {
    this.#note(choice, { kind: 'value', value, answer });
  }

  unseen(choice: ChoiceId, reason: string, setting?: string): void {
    this.#note(choice, { kind: 'unseen', reason, setting });
  }

  /**
   * A rule has refused these requests: what of the refusal is open is then known, and what its operation's errors look
   * like. What the answers say differently depends on the request. An answer that is not a refusal says nothing.
   */
  refused(clause: RefusalId, answer: Answer, ...others: readonly Answer[]): void {
    for (const each of [answer, ...others]) {
      if (each.status >= 400 && each.status < 500) this.refusals.push({ clause, answer: each });
    }
  }

  sightsOf(choice: ChoiceId): readonly Sight[] {
    return this.#sights.get(choice) ?? [];
  }

  #note(choice: ChoiceId, sight: Sight): void {
    this.#sights.set(choice, [...this.sightsOf(choice), sight]);
  }
}
