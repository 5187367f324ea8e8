import { Ajv } from 'ajv';
import { readJson } from '../../json/json-value.ts';
import { jsonText } from '../../text/escaping.ts';
import type { CheckOutcome, ViolationReport } from '../report/outcome.ts';
import type { Step, WalkFile } from '../steps.ts';
import walkSchema from './walk-file.schema.gen.json' with { type: 'json' };

/** A violation that walks have found, told once, with the shortest walk that shows it. */
export interface FoundViolation {
  readonly key: string;
  readonly report: ViolationReport;
  readonly steps: readonly Step[];
  /** In how many walks it was seen. */
  readonly count: number;
  /** How often the shrunk walk failed of how many times. */
  readonly repeated: { readonly failed: number; readonly of: number };
}

/** So many walks of one cause are shrunk, to tell the shortest; those that follow go on behind it. */
const mostShrunk = 3;

/** What the walks of a run have found, each cause once. */
export class FoundViolations {
  readonly #found = new Map<string, FoundViolation>();

  get all(): readonly FoundViolation[] {
    return [...this.#found.values()];
  }

  /** Whether enough walks of the cause were shrunk, so that it is only counted. */
  isSettled(key: string): boolean {
    return (this.#found.get(key)?.count ?? 0) >= mostShrunk;
  }

  has(key: string): boolean {
    return this.#found.has(key);
  }

  /** Counts one more walk that shows a known cause. */
  seen(key: string): void {
    const known = this.#found.get(key);
    if (known !== undefined) this.#found.set(key, { ...known, count: known.count + 1 });
  }

  /** Of two walks of one cause the one that can be repeated is kept, then the shorter one. */
  add(violation: Omit<FoundViolation, 'count'>): void {
    const known = this.#found.get(violation.key);
    const count = (known?.count ?? 0) + 1;
    const isBetter = known === undefined || rank(violation) < rank(known);
    this.#found.set(violation.key, { ...(isBetter ? violation : known), count });
  }
}

function rank({ steps, repeated }: Pick<FoundViolation, 'steps' | 'repeated'>): number {
  return steps.length + (repeated.failed < repeated.of ? 1e6 : 0);
}

/** All walks as the outcome of one check: its violations are told as those of any check. */
export function foldedOutcome(outcomes: readonly CheckOutcome[], found: readonly FoundViolation[]): CheckOutcome {
  const sum = (value: (outcome: CheckOutcome) => number): number =>
    outcomes.reduce((total, each) => total + value(each), 0);
  const seen: Record<string, number> = {};
  for (const [key, times] of outcomes.flatMap((outcome) => Object.entries(outcome.seen))) {
    seen[key] = (seen[key] ?? 0) + times;
  }
  const unreachable = outcomes.find(({ result }) => result === 'not verified');
  return {
    title: 'generated walks',
    clauses: [...new Set(found.flatMap(({ report }) => report.clauses))],
    effect: 'reversible',
    result: found.length > 0 ? 'failed' : unreachable === undefined ? 'passed' : 'not verified',
    ...(unreachable?.reason !== undefined && { reason: unreachable.reason }),
    violations: found.map(({ report, count, repeated }) => ({
      ...report,
      came:
        repeated.failed < repeated.of
          ? `${report.came} (not repeatable: seen ${repeated.failed} of ${repeated.of} times)`
          : report.came,
      check: `${report.check}${count > 1 ? `, seen ${count} times` : ''}`,
    })),
    drift: [...new Set(outcomes.flatMap(({ drift }) => drift))],
    seen,
    successes: {
      read: [...new Set(outcomes.flatMap(({ successes }) => successes?.read ?? []))],
      unread: [...new Set(outcomes.flatMap(({ successes }) => successes?.unread ?? []))],
    },
    requests: sum(({ requests }) => requests),
    created: sum(({ created }) => created),
    cleaning: {
      cleaned: sum(({ cleaning }) => cleaning.cleaned),
      left: outcomes.flatMap(({ cleaning }) => cleaning.left),
    },
    isUnreachable: unreachable?.isUnreachable === true,
    milliseconds: sum(({ milliseconds }) => milliseconds),
  };
}

/** The file of a violation, as text. */
export function walkFileOf({ report, steps }: FoundViolation): string {
  const { clauses, expected, came } = report;
  return `${jsonText({ format: 'voice-agent-mock/walk/1', clauses, expected, came, steps } satisfies WalkFile)}\n`;
}

/** Reads the text of such a file; undefined if it is none. */
export function readWalkFile(text: string): WalkFile | undefined {
  const value = readJson(text);
  return new Ajv().compile<WalkFile>(walkSchema)(value) ? value : undefined;
}
