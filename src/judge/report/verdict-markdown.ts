import type { ContractDocument } from '../../document/read/load.ts';
import { htmlText, markdownBlock, markdownCode, terminalLine } from '../../text/escaping.ts';
import type { BaselineEntry } from './baseline.ts';
import { type ToldCause, duration, sentLine, toldVerdict, walksLine } from './told-verdict.ts';
import type { Verdict } from './verdict.ts';

/** In characters: GitHub takes 65,536 for a comment. */
const longest = 60_000;

/** The verdict in Markdown, for a pull request or the summary of a job. */
export function verdictMarkdown(
  verdict: Verdict,
  clauses: ContractDocument['clauses'],
  accepted: readonly BaselineEntry[],
): string {
  const { summary } = verdict;
  const { sign, headline, urgent, causes } = toldVerdict(verdict, clauses, accepted);
  const head = [
    `## ${sign} Contract: ${headline}`,
    '',
    `${markdownCode(summary.target)}, ${summary.started.slice(0, 16).replace('T', ' ')} UTC, ${duration(summary.milliseconds)}, suite ${markdownCode(summary.suite)}`,
    '',
    '| rules kept | violated | not verified | sent |',
    '| ---: | ---: | ---: | --- |',
    `| ${[summary.kept, summary.violated, summary.notVerified, sentLine(summary)].join(' | ')} |`,
    ...(summary.walks === undefined ? [] : ['', markdownCode(walksLine(summary.walks))]),
    ...urgent.flatMap(([title, lines]) => lines.map((line) => `\n**${title}**: ${markdownCode(line)}`)),
    '',
  ];
  let text = head.join('\n');
  for (const [place, cause] of causes.entries()) {
    const part = causePart(cause);
    if (text.length + part.length > longest) return `${text}\n… and ${causes.length - place} causes more.\n`;
    text += part;
  }
  return text;
}

function causePart({ title, until, rules, facts, checks, also, body, request, steps }: ToldCause): string {
  const [check = '', ...others] = checks;
  const block = (language: string, lines: readonly string[]): string =>
    lines.length === 0 ? '' : markdownBlock(language, lines.join('\n'));
  return `
<details><summary><code>${htmlText(terminalLine(title))}</code>${until === undefined ? '' : ` (accepted until ${until})`}</summary>

${rules.map(markdownCode).join('\n')}

${facts.map(([name, value]) => `- ${name}: ${markdownCode(value)}`).join('\n')}
- check: ${markdownCode(check)}${others.length === 0 ? '' : `, and ${others.length} more`}${also.length === 0 ? '' : `\n\nBroken with it: ${also.map(markdownCode).join(', ')}`}
${block('text', body)}${block('sh', [request])}${steps.length === 0 ? '' : `\nSteps:\n${block('sh', steps)}`}
</details>
`;
}
