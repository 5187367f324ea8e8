import type { ContractDocument } from '../../document/read/load.ts';
import { acceptedAs, type BaselineEntry } from './baseline.ts';
import type { Cause } from './causes.ts';
import type { ClauseVerdict, Verdict, WalksFacts } from './verdict.ts';
import type { ViolationReport } from './outcome.ts';

/** The verdict line by line: violations first, then what is not verified and why, then the counts. */
export function verdictText(verdict: Verdict, clauses: ContractDocument['clauses']): readonly string[] {
  const { summary } = verdict;
  return [
    ...section(
      'Violated',
      verdict.causes.flatMap((cause) => causeLines(cause, clauses)),
    ),
    ...section('Not verified', notVerifiedLines(verdict.clauses)),
    ...section('Could not judge', verdict.unjudged.map(unjudgedLine)),
    ...section('Drift: seen, and not in the document', verdict.drift),
    ...section(
      'Could not be cleaned',
      verdict.left.map(({ id, name, reason }) => `agent ${id ?? 'of unknown id'} ${name}: ${reason}`),
    ),
    `${summary.target}, run ${summary.run}`,
    `Clauses: ${summary.kept} kept, ${summary.violated} violated${causesInWords(verdict.causes.length)}, ${summary.notVerified} not verified.`,
    `Checks: ${summary.checks.passed} passed, ${summary.checks.failed} failed, ${summary.checks.notVerified} not verified.`,
    `${summary.requests} requests sent; ${summary.created} agents made, ${summary.cleaned} cleaned.`,
  ];
}

function causesInWords(count: number): string {
  return count === 0 ? '' : ` by ${count} ${count === 1 ? 'cause' : 'causes'}`;
}

/** That nothing can be said of an operation. */
export function unjudgedLine(operation: string): string {
  return `${operation} never answered with a success that can be read`;
}

function causeLines(cause: Cause, clauses: ContractDocument['clauses']): string[] {
  const { title, clause, consequences, violation, checks } = cause;
  const others = checks.length < 2 ? '' : `, and ${checks.length - 1} more`;
  const also = consequences.length === 0 ? [] : [`  also      ${consequences.join(', ')}`];
  const lines = [
    ...violationText({ ...violation, clauses: [clause] }, clauses),
    `  check     ${violation.check}${others}`,
  ];
  return [title, ...[...lines, ...also].map((line) => `  ${line}`), ''];
}

/** The reasons for which rules are not verified, each with its setting and its rules. */
export function notVerifiedLines(clauses: readonly ClauseVerdict[]): string[] {
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

/** A violation so that the owner of the deployment can act: the rule in words, what was expected, what came, how to see it. */
export function violationText(violation: ViolationReport, clauses: ContractDocument['clauses']): readonly string[] {
  const rules = violation.clauses.map((id) => {
    const clause = clauses.get(id);
    return `${id} (section ${clause?.section ?? '?'}, ${clause?.kind ?? '?'}): ${clause?.rule ?? ''}`;
  });
  return [
    ...rules,
    `  expected  ${violation.expected}`,
    `  came      ${violation.came}`,
    ...(violation.path === '' ? [] : [`  at        ${violation.path}`]),
    ...excerptLines(violation),
    `  request   ${violation.curl}`,
    ...(violation.steps.length > 1 ? ['  steps', ...violation.steps.map((step) => `    ${step}`)] : []),
  ];
}

function excerptLines({ excerpt }: ViolationReport): readonly string[] {
  if (excerpt === undefined) return [];
  return ['  body', ...excerpt.lines.map((line, at) => `    ${at === excerpt.marked ? '>' : ' '} ${line}`)];
}

/** What came of a run, in one line. */
export function headline(
  { causes, summary }: Pick<Verdict, 'causes' | 'summary'>,
  accepted: readonly BaselineEntry[] = [],
): string {
  const ended = summary.ended === undefined ? '' : `, and the run did not come to its end: ${summary.ended}`;
  if (summary.kept + summary.violated === 0) return `nothing was verified${ended}`;
  if (causes.length === 0) return `nothing violated, ${summary.kept} rules kept${ended}`;
  const open = causes.filter((cause) => acceptedAs(cause, accepted) === undefined).length;
  const rules = `${summary.violated} ${summary.violated === 1 ? 'rule' : 'rules'} violated`;
  const known =
    open === causes.length
      ? ''
      : open === 0
        ? ', accepted by the baseline'
        : `, ${causes.length - open} of them accepted`;
  return `${rules} by ${causes.length} ${causes.length === 1 ? 'cause' : 'causes'}${known}${ended}`;
}

/** How far generated walks came, in one line. */
export function walksLine({ seed, walks, steps, coverage }: WalksFacts): string {
  return [`${walks} walks of seed ${seed}, ${steps} steps`, ...coverage].join('; ');
}

/** `850 ms`, `12 s`, `3 min 20 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
