import type { ContractDocument } from '../../document/read/load.ts';
import type { ClauseVerdict, Verdict } from './verdict.ts';
import { violationText } from './violation-text.ts';

/** The verdict line by line: violations first, then what is not verified and why, then the counts. */
export function verdictText(verdict: Verdict, clauses: ContractDocument['clauses']): readonly string[] {
  const violated = verdict.clauses.filter((clause) => clause.verdict === 'violated');
  const { summary } = verdict;
  return [
    ...section(
      'Violated',
      violated.flatMap((clause) => violatedLines(clause, clauses)),
    ),
    ...section('Not verified', notVerifiedLines(verdict.clauses)),
    ...section('Could not judge', verdict.unjudged.map(unjudgedLine)),
    ...section('Drift: seen, and not in the document', verdict.drift),
    ...section(
      'Could not be cleaned',
      verdict.left.map(({ id, name, reason }) => `agent ${id ?? 'of unknown id'} ${name}: ${reason}`),
    ),
    `${summary.target}, run ${summary.run}`,
    `Clauses: ${summary.kept} kept, ${summary.violated} violated, ${summary.notVerified} not verified.`,
    `Checks: ${summary.checks.passed} passed, ${summary.checks.failed} failed, ${summary.checks.notVerified} not verified.`,
    `${summary.requests} requests sent; ${summary.created} agents made, ${summary.cleaned} cleaned.`,
  ];
}

/** That nothing can be said of an operation. */
export function unjudgedLine(operation: string): string {
  return `${operation} never answered with a success that can be read`;
}

function violatedLines({ id, violations }: ClauseVerdict, clauses: ContractDocument['clauses']): string[] {
  const [first, ...others] = violations;
  if (first === undefined) return [];
  const own = { ...first, clauses: [id] };
  const more = others.length === 0 ? [] : [`  and ${others.length} more like it, in the verdict file`];
  return [...violationText(own, clauses), `  check     ${first.check}`, ...more, ''];
}

function notVerifiedLines(clauses: readonly ClauseVerdict[]): string[] {
  const byReason = new Map<string, string[]>();
  for (const clause of clauses) {
    if (clause.verdict !== 'not verified') continue;
    const way = clause.setting === undefined ? '' : ` [${clause.setting}]`;
    const reason = `${clause.reason ?? ''}${way}`;
    byReason.set(reason, [...(byReason.get(reason) ?? []), clause.id]);
  }
  return [...byReason].map(
    ([reason, ids]) => `${reason}: ${ids.length > 8 ? `${ids.length} clauses` : ids.join(', ')}`,
  );
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`.trimEnd()), ''];
}
