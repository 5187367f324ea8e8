import type { BaselineEntry } from './baseline.ts';
import type { Verdict } from './verdict.ts';

/**
 * A line for each cause as GitHub Actions reads it from what a step prints, to be shown on the run and the pull request:
 * an error, or a warning if the baseline accepts it.
 */
export function verdictAnnotations({ causes }: Verdict, accepted: readonly BaselineEntry[]): readonly string[] {
  const known = new Set<string>(accepted.map(({ clause }) => clause));
  return causes.map(({ title, clause, consequences, violation }) => {
    const level = [clause, ...consequences].every((id) => known.has(id)) ? 'warning' : 'error';
    const text = `${clause}: expected ${violation.expected}, came ${violation.came}\n${violation.curl}`;
    return `::${level} title=${propertyText(`Contract: ${title}`)}::${messageText(text)}`;
  });
}

/** Nothing that a deployment says may end the line, or begin another command. */
function messageText(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function propertyText(text: string): string {
  return messageText(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
