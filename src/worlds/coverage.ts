import type { JournalRecord } from './journal.ts';

/** What one answered request says about what was exercised. */
type CoveredAnswer = Pick<JournalRecord, 'operation' | 'status' | 'rule' | 'changes' | 'isOfConsole'>;

/** How often each thing was seen: its kind and its names, with blanks between. */
export type CoverageState = readonly (readonly [what: string, count: number])[];

/** What the traffic of a world has exercised, counted. It grows with the document, not with the traffic. */
export class Coverage {
  readonly #counts = new Map<string, number>();

  note({ operation, status, rule, changes, isOfConsole }: CoveredAnswer): void {
    // What the console asks does not count.
    if (isOfConsole) return;
    if (operation !== null && status !== null) this.#count(`answer ${operation} ${status}`);
    if (rule !== null) this.#count(`rule ${rule}`);
    for (const { in: place, before, after } of changes) {
      if ((place !== 'agents' && place !== 'campaigns') || after === undefined) continue;
      this.#count(`transition ${place} ${recordStatus(before)} ${recordStatus(after)}`);
    }
  }

  /** How often an operation answered with each status. */
  statuses(operation: string): ReadonlyMap<number, number> {
    return new Map(this.#seen('answer', operation).map(([[status], count]) => [Number(status), count]));
  }

  /** How often each clause decided. */
  rules(): ReadonlyMap<string, number> {
    return new Map(this.#seen('rule').map(([[rule = ''], count]) => [rule, count]));
  }

  /** How often records went from one state to another. @param from null for new records @param to any if absent */
  transitionCount(collection: string, from: string | null, to?: string): number {
    const seen = this.#seen('transition', collection).filter(
      ([[was, is]]) => was === (from ?? '') && (to === undefined || is === to),
    );
    return seen.reduce((sum, [, count]) => sum + count, 0);
  }

  /** All of it, as plain JSON. */
  state(): CoverageState {
    return [...this.#counts];
  }

  /** Counts what another one has counted. */
  add(state: CoverageState): void {
    for (const [what, count] of state) this.#count(what, count);
  }

  clear(): void {
    this.#counts.clear();
  }

  #count(what: string, count = 1): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + count);
  }

  /** The other names of what begins with these. */
  #seen(...names: readonly string[]): readonly (readonly [names: readonly string[], count: number])[] {
    const begin = `${names.join(' ')} `;
    const found = [...this.#counts].filter(([what]) => what.startsWith(begin));
    return found.map(([what, count]) => [what.slice(begin.length).split(' '), count]);
  }
}

function recordStatus(record: unknown): string {
  return typeof record === 'object' && record !== null && 'status' in record ? String(record.status) : '';
}
