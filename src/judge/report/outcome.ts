import type { ClauseId } from '../../document/names.gen.ts';
import type { Effect } from '../steps.ts';
import type { CleaningReport } from '../../deployment/agents/clean-agents.ts';
import type { CheckedAnswer, Finding } from './violation.ts';

/** What came of one check. Plain data: it goes from a worker to the reporter, and into the verdict file. */
export interface CheckOutcome {
  readonly title: string;
  /** The list that the check is in; absent: it ran by itself. */
  readonly list?: string;
  readonly clauses: readonly ClauseId[];
  readonly effect: Effect;
  readonly result: 'passed' | 'failed' | 'not verified';
  readonly reason?: string | undefined;
  /** The key of the configuration that would enable it. */
  readonly setting?: string;
  readonly violations: readonly ViolationReport[];
  /** Beyond the document, each once. */
  readonly drift: readonly string[];
  /** How often each operation was answered with each status: `getAgent 200`. */
  readonly seen: Readonly<Record<string, number>>;
  /** The operations that answered with a success that could be read, and those with one that could not; absent in verdicts of before. */
  readonly successes?: { readonly read: readonly string[]; readonly unread: readonly string[] };
  readonly requests: number;
  readonly created: number;
  readonly cleaning: CleaningReport;
  /** True where no connection came about. */
  readonly isUnreachable: boolean;
  readonly milliseconds: number;
}

/** The part of a JSON body around one of its fields, line by line. */
export interface Excerpt {
  readonly lines: readonly string[];
  /** The place of the field's line, from 0. */
  readonly marked: number;
}

/** A rule that does not hold, so that its owner can act. Every text is masked. */
export interface ViolationReport extends Required<Finding> {
  /** The operation whose answer shows it; null: none did, or the address is no operation's. */
  readonly operation: string | null;
  /** The answer's body around the place; absent if there is none to show. */
  readonly excerpt?: Excerpt;
  readonly curl: string;
  /** The requests that led there, the first ones first. */
  readonly steps: readonly string[];
  /** Of the check that found it. */
  readonly check: string;
}

export const emptyOutcome: CheckOutcome = {
  title: '',
  clauses: [],
  effect: 'none',
  result: 'not verified',
  violations: [],
  drift: [],
  seen: {},
  requests: 0,
  created: 0,
  cleaning: { cleaned: 0, left: [] },
  isUnreachable: false,
  milliseconds: 0,
};

/** So many violations and undocumented fields are told, the others counted. */
export const mostTold = 100;

/** How often operations were answered with which status, and which of them with successes that could be read or not. */
export class Sightings {
  readonly seen: Record<string, number> = {};
  readonly #successes = { read: new Set<string>(), unread: new Set<string>() };

  add({ request: { operation }, status, unread }: CheckedAnswer): void {
    if (operation === null) return;
    const key = `${operation} ${status}`;
    this.seen[key] = (this.seen[key] ?? 0) + 1;
    if (status >= 200 && status < 300) this.#successes[unread === null ? 'read' : 'unread'].add(operation);
  }

  get successes(): NonNullable<CheckOutcome['successes']> {
    return { read: [...this.#successes.read], unread: [...this.#successes.unread] };
  }
}

type Sum = 'drift' | 'seen' | 'successes' | 'requests' | 'created' | 'cleaning' | 'milliseconds';

/** What several checks have seen, made and cleaned. */
export function sumOf(outcomes: readonly CheckOutcome[]): Required<Pick<CheckOutcome, Sum>> {
  const sum = (value: (outcome: CheckOutcome) => number): number =>
    outcomes.reduce((total, each) => total + value(each), 0);
  const all = <T>(values: (outcome: CheckOutcome) => readonly T[] | undefined): T[] => [
    ...new Set(outcomes.flatMap((outcome) => values(outcome) ?? [])),
  ];
  const seen: Record<string, number> = {};
  for (const [key, times] of outcomes.flatMap((outcome) => Object.entries(outcome.seen))) {
    seen[key] = (seen[key] ?? 0) + times;
  }
  return {
    drift: all(({ drift }) => drift),
    seen,
    successes: { read: all(({ successes }) => successes?.read), unread: all(({ successes }) => successes?.unread) },
    requests: sum(({ requests }) => requests),
    created: sum(({ created }) => created),
    cleaning: { cleaned: sum(({ cleaning }) => cleaning.cleaned), left: all(({ cleaning }) => cleaning.left) },
    milliseconds: sum(({ milliseconds }) => milliseconds),
  };
}
