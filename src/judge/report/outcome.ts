import type { ClauseId } from '../../document/names.gen.ts';
import type { Effect } from '../steps.ts';
import type { Excerpt } from './excerpt.ts';
import type { CleaningReport } from '../../deployment/agents/clean-agents.ts';

/** What came of one check. Plain data: it goes from a worker to the reporter, and into the verdict file. */
export interface CheckOutcome {
  readonly title: string;
  /** The list that the check is in; absent: it ran by itself. */
  readonly list?: string;
  readonly clauses: readonly ClauseId[];
  readonly effect: Effect;
  readonly result: 'passed' | 'failed' | 'not verified';
  /** Why it is not verified. */
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

/** A rule that does not hold, so that its owner can act. Every text is masked. */
export interface ViolationReport {
  /** The operation whose answer shows it; null: none did, or the address is no operation's. */
  readonly operation: string | null;
  readonly clauses: readonly ClauseId[];
  /** What is wrong with the operation whichever rule asks: `answers 500`. */
  readonly cause: string;
  readonly expected: string;
  readonly came: string;
  readonly path: string;
  /** The answer's body around the place; absent if there is none to show. */
  readonly excerpt?: Excerpt;
  readonly curl: string;
  /** The requests that led there, the first ones first. */
  readonly steps: readonly string[];
  /** Of the check that found it. */
  readonly check: string;
}
