import type { Timer } from '../../store/shared/machine.ts';

/** Time that passes when there is nothing left to do, from one thing that waits to the next. */
export class VirtualTime implements Timer {
  #now = 0;
  #order = 0;
  readonly #waiting: { readonly at: number; readonly order: number; readonly run: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, run: () => void): () => void {
    const entry = { at: this.#now + milliseconds, order: (this.#order += 1), run };
    let low = 0;
    let high = this.#waiting.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.#waiting[middle];
      // The next one is the last of the list.
      if (other !== undefined && (other.at > entry.at || (other.at === entry.at && other.order > entry.order))) {
        low = middle + 1;
      } else high = middle;
    }
    this.#waiting.splice(low, 0, entry);
    return () => {
      const place = this.#waiting.indexOf(entry);
      if (place >= 0) this.#waiting.splice(place, 1);
    };
  }

  soon(run: () => void): void {
    this.after(0, run);
  }

  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.after(milliseconds, resolve));
  }

  /** Lets time pass until a promise is settled. @throws Error if nothing waits any more, or too much time has passed */
  async until(done: Promise<unknown>, limit: number): Promise<void> {
    const progress = { isDone: false };
    const mark = () => (progress.isDone = true);
    done.then(mark, mark);
    for (;;) {
      // Promises that can be settled now are settled before time goes on.
      await new Promise((resolve) => setImmediate(resolve));
      if (progress.isDone) break;
      const next = this.#waiting.pop();
      if (next === undefined) throw new Error('Nothing waits any more, and the run has not ended.');
      if (next.at > limit) throw new Error(`The run has not ended after ${limit} ms of its time.`);
      this.#now = next.at;
      next.run();
    }
    await done;
  }
}
