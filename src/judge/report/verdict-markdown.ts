import type { Clause } from '../../document/operation.ts';
import { type BaselineEntry, acceptedAs } from './baseline.ts';
import type { Cause } from './causes.ts';
import { duration, headline, walksLine } from './verdict-text.ts';
import type { Verdict } from './verdict.ts';
import {
  annotationMessage,
  annotationProperty,
  htmlText,
  markdownBlock,
  markdownCode,
  terminalLine,
} from '../../text/escaping.ts';

/** In characters: GitHub takes 65,536 for a comment. */
const longest = 60_000;

/** The verdict in Markdown, for a pull request or the summary of a job. */
export function verdictMarkdown(
  verdict: Verdict,
  clauses: ReadonlyMap<string, Clause>,
  accepted: readonly BaselineEntry[],
): string {
  const { summary, causes } = verdict;
  const head = [
    `## ${signOf(verdict, accepted)} Contract: ${headline(verdict, accepted)}`,
    '',
    `${markdownCode(summary.target)}, ${summary.started.slice(0, 16).replace('T', ' ')} UTC, ${duration(summary.milliseconds)}, suite ${markdownCode(summary.suite)}`,
    '',
    '| rules kept | violated | not verified | requests | agents made | cleaned |',
    '| ---: | ---: | ---: | ---: | ---: | ---: |',
    `| ${[summary.kept, summary.violated, summary.notVerified, summary.requests, summary.created, summary.cleaned].join(' | ')} |`,
    ...(summary.walks === undefined ? [] : ['', markdownCode(walksLine(summary.walks))]),
    ...verdict.unjudged.map(
      (operation) => `\n**Could not judge**: ${operation} never answered with a success that can be read.`,
    ),
    ...verdict.left.map(
      ({ id, name, reason }) => `\n**Not cleaned**: agent ${id ?? '?'} ${markdownCode(name)}: ${markdownCode(reason)}`,
    ),
    '',
  ];
  let text = head.join('\n');
  for (const [place, cause] of causes.entries()) {
    const part = causePart(cause, clauses, accepted);
    if (text.length + part.length > longest) return `${text}\n… and ${causes.length - place} causes more.\n`;
    text += part;
  }
  return text;
}

function signOf({ causes, summary }: Verdict, accepted: readonly BaselineEntry[]): string {
  if (causes.some((cause) => acceptedAs(cause, accepted) === undefined)) return '❌';
  if (summary.ended !== undefined || summary.kept + summary.violated === 0) return '⚠️';
  return causes.length === 0 ? '✅' : '☑️';
}

function causePart(cause: Cause, clauses: ReadonlyMap<string, Clause>, accepted: readonly BaselineEntry[]): string {
  const { title, clause, consequences, violation, checks } = cause;
  const { section, kind, rule } = clauses.get(clause) ?? { section: '?', kind: '?', rule: '' };
  const until = acceptedAs(cause, accepted)?.expires;
  const also = consequences.length === 0 ? '' : `\n\nBroken with it: ${consequences.map(markdownCode).join(', ')}`;
  const body = violation.excerpt?.lines.map((line, at) => `${at === violation.excerpt?.marked ? '>' : ' '} ${line}`);
  return `
<details><summary><code>${htmlText(terminalLine(title))}</code>${until === undefined ? '' : ` (accepted until ${until})`}</summary>

${markdownCode(clause)} (section ${section}, ${kind}): ${markdownCode(rule)}

- expected: ${markdownCode(violation.expected)}
- came: ${markdownCode(violation.came)}
- check: ${markdownCode(violation.check)}${checks.length < 2 ? '' : `, and ${checks.length - 1} more`}${also}
${body === undefined ? '' : markdownBlock('text', body.join('\n'))}${markdownBlock('sh', violation.curl)}${violation.steps.length < 2 ? '' : `\nSteps:\n${markdownBlock('sh', violation.steps.join('\n'))}`}
</details>
`;
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
