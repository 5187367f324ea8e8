import type { CheckOutcome } from '../report/outcome.ts';
import type { FoundViolation } from './found-violations.ts';

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
