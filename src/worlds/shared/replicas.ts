import type { Timer } from '../../store/shared/machine.ts';
import type { Replica } from '../../store/shared/replica.ts';
import type { SharedCommand } from './shared-command.ts';

/** In milliseconds: a replica that has not told what it answered by then has ended, or stands still. */
const longestSilence = 2000;

/**
 * The replicas that follow a log. Each writes its journal a moment after it has answered; who needs all of it asks the
 * others, and waits until each has written what it had.
 */
export class Replicas {
  readonly #replica: Replica;
  readonly #name: string;
  readonly #timer: Timer;
  #names = new Set<string>();
  readonly #asked = new Map<string, { readonly missing: Set<string>; readonly done: () => void }>();
  #questions = 0;

  constructor(replica: Replica, name: string, timer: Timer) {
    this.#replica = replica;
    this.#name = name;
    this.#timer = timer;
  }

  get count(): number {
    return this.#names.size;
  }

  get hasJoined(): boolean {
    return this.#names.has(this.#name);
  }

  names(): readonly string[] {
    return [...this.#names];
  }

  restore(names: readonly string[]): void {
    this.#names = new Set(names);
  }

  apply(each: Extract<SharedCommand, { readonly do: 'join' | 'leave' | 'ask' | 'told' }>): void {
    switch (each.do) {
      case 'join':
        this.#names.add(each.replica);
        return;
      case 'leave':
        this.#names.delete(each.replica);
        for (const id of this.#asked.keys()) this.#told(id, each.replica);
        return;
      case 'ask':
        if (each.by !== this.#name) this.#tell(each.id);
        return;
      case 'told':
        this.#told(each.id, each.by);
    }
  }

  /** Lets the others wait for this replica from now on. */
  async join(): Promise<void> {
    if (!this.hasJoined) await this.#replica.submit([{ do: 'join', replica: this.#name }], new Map());
  }

  async leave(): Promise<void> {
    if (!this.hasJoined) return;
    this.#replica.defer({ do: 'leave', replica: this.#name });
    await Promise.resolve();
  }

  /** Waits until every replica has written down what it answered before this call. @throws LogUnavailableError */
  async allTold(): Promise<void> {
    const others = this.names().filter((name) => name !== this.#name);
    if (others.length === 0) return this.#replica.flush();
    const id = `${this.#name} ${(this.#questions += 1)}`;
    const missing = new Set(others);
    const done = new Promise<void>((resolve) => {
      const end = this.#timer.after(longestSilence, resolve);
      this.#asked.set(id, {
        missing,
        done: () => {
          end();
          resolve();
        },
      });
    });
    await this.#replica.submit([{ do: 'ask', id, by: this.#name }], new Map());
    await done;
    this.#asked.delete(id);
    const silent = [...missing].map((replica) => ({ do: 'leave', replica }));
    if (silent.length > 0) await this.#replica.submit(silent, new Map());
  }

  #tell(id: string): void {
    // Behind all that was deferred before.
    this.#replica.defer({ do: 'told', id, by: this.#name });
    void this.#replica.flush().catch(() => undefined);
  }

  #told(id: string, replica: string): void {
    const asked = this.#asked.get(id);
    asked?.missing.delete(replica);
    if (asked?.missing.size === 0) asked.done();
  }
}
