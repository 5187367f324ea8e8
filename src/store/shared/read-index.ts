import type { Timer } from './machine.ts';

/**
 * Shares one question among all who wait: who asks while one is under way takes part in the next, because an answer may
 * be older than the asking.
 */
export class ReadIndex {
  readonly #question: () => Promise<void>;
  readonly #timer: Timer;
  /** The answer to the question that is not put yet. */
  #next: Promise<void> | undefined;
  #underWay: Promise<void> | undefined;

  constructor(question: () => Promise<void>, timer: Timer) {
    this.#question = question;
    this.#timer = timer;
  }

  /** Resolves with the answer to a question that was put after this call. */
  ask(): Promise<void> {
    return (this.#next ??= this.#put());
  }

  async #put(): Promise<void> {
    await this.#underWay?.catch(() => undefined);
    // Requests that have arrived together take part: a question costs as much as a read.
    await new Promise<void>((resolve) => this.#timer.soon(resolve));
    this.#next = undefined;
    this.#underWay = this.#question().finally(() => (this.#underWay = undefined));
    return this.#underWay;
  }
}
