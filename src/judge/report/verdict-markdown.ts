import type { Clause } from '../../document/operation.ts';
import type { BaselineEntry } from './baseline.ts';
import type { Cause } from './causes.ts';
import { escaped } from './page-assets.ts';
import { duration, headline } from './verdict-text.ts';
import type { Verdict } from './verdict.ts';

/** In characters: GitHub takes 65,536 for a comment. */
const longest = 60_000;

/** The verdict in Markdown, for a pull request or the summary of a job. */
export function verdictMarkdown(
  verdict: Verdict,
  clauses: ReadonlyMap<string, Clause>,
  accepted: readonly BaselineEntry[],
): string {
  const { summary, causes } = verdict;
  const known = new Set(accepted.map(({ clause }) => clause));
  const head = [
    `## ${causes.length === 0 ? '✅' : '❌'} Contract: ${headline(verdict)}`,
    '',
    `${code(summary.target)}, ${summary.started.slice(0, 16).replace('T', ' ')} UTC, ${duration(summary.milliseconds)}, suite ${code(summary.suite)}`,
    '',
    '| rules kept | violated | not verified | requests | agents made | cleaned |',
    '| ---: | ---: | ---: | ---: | ---: | ---: |',
    `| ${[summary.kept, summary.violated, summary.notVerified, summary.requests, summary.created, summary.cleaned].join(' | ')} |`,
    ...verdict.unjudged.map(
      (operation) => `\n**Could not judge**: ${operation} never answered with a success that can be read.`,
    ),
    ...verdict.left.map(
      ({ id, name, reason }) => `\n**Not cleaned**: agent ${id ?? '?'} ${code(name)}: ${escaped(reason)}`,
    ),
    '',
  ];
  let text = head.join('\n');
  for (const [place, cause] of causes.entries()) {
    const part = causeBlock(cause, clauses, known);
    if (text.length + part.length > longest) return `${text}\n… and ${causes.length - place} causes more.\n`;
    text += part;
  }
  return text;
}

function causeBlock(cause: Cause, clauses: ReadonlyMap<string, Clause>, known: ReadonlySet<string>): string {
  const { title, clause, consequences, violation, checks } = cause;
  const { section, kind, rule } = clauses.get(clause) ?? { section: '?', kind: '?', rule: '' };
  const isKnown = [clause, ...consequences].every((id) => known.has(id));
  const also = consequences.length === 0 ? '' : `\n\nBroken with it: ${consequences.map(code).join(', ')}`;
  const body = violation.excerpt?.lines.map((line, at) => `${at === violation.excerpt?.marked ? '>' : ' '} ${line}`);
  return `
<details><summary><b>${escaped(title)}</b>${isKnown ? ' (accepted by the baseline)' : ''}</summary>

${code(clause)} (section ${section}, ${kind}): ${escaped(rule)}

- expected: ${code(violation.expected)}
- came: ${code(violation.came)}
- check: ${escaped(violation.check)}${checks.length < 2 ? '' : `, and ${checks.length - 1} more`}${also}
${body === undefined ? '' : fenced('text', body.join('\n'))}${fenced('sh', violation.curl)}
</details>
`;
}

/** A fence longer than any run of backticks in the text, so that nothing in it ends it. */
function fenced(language: string, text: string): string {
  const fence = '`'.repeat(Math.max(3, longestTicks(text) + 1));
  return `\n${fence}${language}\n${text}\n${fence}\n`;
}

function code(text: string): string {
  const ticks = '`'.repeat(longestTicks(text) + 1);
  return ticks.length === 1 ? `\`${text}\`` : `${ticks} ${text} ${ticks}`;
}

function longestTicks(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}
