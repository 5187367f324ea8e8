import type { RecordChange } from '../store/store.ts';

/** What one answered request says about what was exercised. */
export interface CoveredAnswer {
  readonly operation: string | null;
  readonly status: number | null;
  readonly rule: string | null;
  readonly changes: readonly RecordChange[];
  /** What the console asks does not count. */
  readonly isOfConsole: boolean;
}

/** A state that a record went from and to; `from` is null for a record that is new. */
export interface SeenTransition {
  readonly collection: 'agents' | 'campaigns';
  readonly from: string | null;
  readonly to: string;
  readonly count: number;
}

export interface CoverageState {
  readonly answers: readonly (readonly [string, readonly (readonly [number, number])[]])[];
  readonly rules: readonly (readonly [string, number])[];
  readonly transitions: readonly (readonly [string, SeenTransition])[];
}

/** What the traffic of a world has exercised, counted. It grows with the document, not with the traffic. */
export class Coverage {
  #answers = new Map<string, Map<number, number>>();
  #rules = new Map<string, number>();
  #transitions = new Map<string, SeenTransition>();

  note({ operation, status, rule, changes, isOfConsole }: CoveredAnswer): void {
    if (isOfConsole) return;
    if (operation !== null && status !== null) {
      const statuses = this.#answers.get(operation) ?? new Map<number, number>();
      if (statuses.size === 0) this.#answers.set(operation, statuses);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    if (rule !== null) this.#rules.set(rule, (this.#rules.get(rule) ?? 0) + 1);
    for (const change of changes) this.#noteTransition(change);
  }

  /** How often an operation answered with each status. */
  statuses(operation: string): ReadonlyMap<number, number> {
    return this.#answers.get(operation) ?? new Map<number, number>();
  }

  /** How often each clause decided. */
  rules(): ReadonlyMap<string, number> {
    return this.#rules;
  }

  transitions(): readonly SeenTransition[] {
    return [...this.#transitions.values()];
  }

  /** All of it, as plain JSON. */
  state(): CoverageState {
    return {
      answers: [...this.#answers].map(([operation, statuses]) => [operation, [...statuses]] as const),
      rules: [...this.#rules],
      transitions: [...this.#transitions],
    };
  }

  restore(state: CoverageState): void {
    this.clear();
    this.add(state);
  }

  /** Counts what another one has counted. */
  add({ answers, rules, transitions }: CoverageState): void {
    for (const [operation, statuses] of answers) {
      const counts = this.#answers.get(operation) ?? new Map<number, number>();
      this.#answers.set(operation, counts);
      for (const [status, count] of statuses) counts.set(status, (counts.get(status) ?? 0) + count);
    }
    for (const [rule, count] of rules) this.#rules.set(rule, (this.#rules.get(rule) ?? 0) + count);
    for (const [key, seen] of transitions) {
      this.#transitions.set(key, { ...seen, count: seen.count + (this.#transitions.get(key)?.count ?? 0) });
    }
  }

  clear(): void {
    this.#answers = new Map();
    this.#rules = new Map();
    this.#transitions = new Map();
  }

  #noteTransition({ collection, before, after }: RecordChange): void {
    if ((collection !== 'agents' && collection !== 'campaigns') || after === undefined) return;
    const [from, to] = [recordStatus(before), recordStatus(after) ?? ''];
    const key = `${collection} ${from ?? ''} ${to}`;
    const count = (this.#transitions.get(key)?.count ?? 0) + 1;
    this.#transitions.set(key, { collection, from, to, count });
  }
}

function recordStatus(record: unknown): string | null {
  if (typeof record !== 'object' || record === null || !('status' in record)) return null;
  return String(record.status);
}
