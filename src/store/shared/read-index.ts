interface Round {
  readonly answered: Promise<void>;
}

/**
 * Shares one question among all who wait: who asks while one is under way takes part in the next, because an answer may
 * be older than the asking.
 */
export class ReadIndex {
  readonly #question: () => Promise<void>;
  #current: Round | undefined;
  #next: Round | undefined;

  constructor(question: () => Promise<void>) {
    this.#question = question;
  }

  /** Resolves with the answer to a question that was put after this call. */
  ask(): Promise<void> {
    if (this.#current === undefined) {
      this.#current = this.#begin();
      return this.#current.answered;
    }
    this.#next ??= this.#after(this.#current);
    return this.#next.answered;
  }

  #begin(): Round {
    const answered = this.#question().finally(() => {
      this.#current = this.#next;
      this.#next = undefined;
    });
    return { answered };
  }

  /** The question that is put once the one under way is answered. */
  #after({ answered }: Round): Round {
    const put = (): Promise<void> => this.#begin().answered;
    return { answered: answered.then(put, put) };
  }
}
