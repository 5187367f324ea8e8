import { annotationMessage, annotationProperty } from '../../text/escaping.ts';
import { acceptedAs, type BaselineEntry } from './baseline.ts';
import type { Verdict } from './verdict.ts';

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
