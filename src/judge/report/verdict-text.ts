import type { ContractDocument } from '../../document/read/load.ts';
import { annotationMessage, annotationProperty } from '../../text/escaping.ts';
import { type BaselineEntry, acceptedAs } from './baseline.ts';
import type { ViolationReport } from './outcome.ts';
import {
  type Section,
  type ToldCause,
  type ToldViolation,
  inWords,
  sentLine,
  toldVerdict,
  toldViolation,
} from './told-verdict.ts';
import type { Verdict } from './verdict.ts';

/** The verdict line by line: violations first, then what is not verified and why, then the counts. */
export function verdictText(verdict: Verdict, clauses: ContractDocument['clauses']): readonly string[] {
  const { summary, causes } = verdict;
  const { causes: told, urgent, others } = toldVerdict(verdict, clauses);
  const violated = ['Violated', told.flatMap(causeLines)] as const;
  const by = causes.length === 0 ? '' : ` by ${inWords(causes.length, 'cause')}`;
  return [
    ...[...(told.length === 0 ? [] : [violated]), ...others, ...urgent].flatMap(sectionLines),
    `${summary.target}, run ${summary.run}`,
    `Clauses: ${summary.kept} kept, ${summary.violated} violated${by}, ${summary.notVerified} not verified.`,
    `Checks: ${summary.checks.passed} passed, ${summary.checks.failed} failed, ${summary.checks.notVerified} not verified.`,
    `${sentLine(summary)}.`,
  ];
}

function sectionLines([title, lines]: Section): string[] {
  return [title, ...lines.map((line) => `  ${line}`.trimEnd()), ''];
}

function causeLines({ title, also, checks, ...violation }: ToldCause): string[] {
  const [check = '', ...others] = checks;
  const lines = [
    ...violationLines(violation),
    `  check     ${check}${others.length === 0 ? '' : `, and ${others.length} more`}`,
    ...(also.length === 0 ? [] : [`  also      ${also.join(', ')}`]),
  ];
  return [title, ...lines.map((line) => `  ${line}`), ''];
}

function violationLines({ rules, facts, body, request, steps }: ToldViolation): readonly string[] {
  const block = (name: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [`  ${name}`, ...lines.map((line) => `    ${line}`)];
  return [
    ...rules,
    ...facts.map(([name, value]) => `  ${name.padEnd(10)}${value}`),
    ...block('body', body),
    `  request   ${request}`,
    ...block('steps', steps),
  ];
}

/** A violation so that the owner of the deployment can act: the rule in words, what was expected, what came, how to see it. */
export function violationText(violation: ViolationReport, clauses: ContractDocument['clauses']): readonly string[] {
  return violationLines(toldViolation(violation, clauses));
}

/**
 * A line for each cause as GitHub Actions reads it from what a step prints, to be shown on the run and the pull request:
 * an error, or a warning if the baseline accepts it.
 */
export function verdictAnnotations({ causes }: Verdict, accepted: readonly BaselineEntry[]): readonly string[] {
  return causes.map((cause) => {
    const { title, clause, violation } = cause;
    const level = acceptedAs(cause, accepted) === undefined ? 'error' : 'warning';
    const text = `${clause}: expected ${violation.expected}, came ${violation.came}\n${violation.curl}`;
    return `::${level} title=${annotationProperty(`Contract: ${title}`)}::${annotationMessage(text)}`;
  });
}
