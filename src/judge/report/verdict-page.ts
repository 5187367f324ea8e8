import type { Clause } from '../../document/operation.ts';
import { acceptedAs, type BaselineEntry } from './baseline.ts';
import type { Cause } from './causes.ts';
import { htmlText } from '../../text/escaping.ts';
import { duration, headline, notVerifiedLines, unjudgedLine, walksLine } from './verdict-text.ts';
import { pageScript, pageStyle } from './page-assets.ts';
import type { ViolationReport } from './outcome.ts';
import type { ClauseVerdict, Verdict } from './verdict.ts';

/** The verdict as one page of HTML that needs nothing else. */
export function verdictPage(
  verdict: Verdict,
  clauses: ReadonlyMap<string, Clause>,
  accepted: readonly BaselineEntry[] = [],
): string {
  const { summary, causes } = verdict;
  const isFine = summary.ended === undefined && causes.every((cause) => acceptedAs(cause, accepted) !== undefined);
  const title = `Contract verdict: ${htmlText(headline(verdict, accepted))}`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${pageStyle}</style>
<main>
<header class="${isFine ? 'kept' : 'violated'}">
<h1>${title}</h1>
${facts(verdict)}
</header>
<form class="filter" role="search">
${filterButton('violated', summary.violated, 'violated')}${filterButton('not-verified', summary.notVerified, 'not verified')}${filterButton('kept', summary.kept, 'kept')}
<input type="search" aria-label="Search rules, operations, messages" placeholder="Search rules, operations, messages">
<output></output>
</form>
${listBlock('Could not judge', verdict.unjudged.map(unjudgedLine))}
${listBlock(
  'Could not be cleaned',
  verdict.left.map(({ id, name, reason }) => `agent ${id ?? '?'} ${name}: ${reason}`),
)}
${causes.length === 0 ? '' : `<h2>What is wrong</h2>\n${causes.map((cause) => causeBlock(cause, clauses, accepted)).join('\n')}`}
<h2>What was seen</h2>
${matrixTable(verdict.matrix)}
${listBlock('Drift: seen, and not in the document', verdict.drift)}
${listBlock('Not verified, and what would change it', notVerifiedLines(verdict.clauses))}
<details class="rules"><summary><h2>Every rule: ${verdict.clauses.length}</h2></summary>
${verdict.clauses.map(clauseRow).join('\n')}
</details>
</main>
<script>${pageScript}</script>
</html>
`;
}

function facts({ summary }: Verdict): string {
  const { target, started, milliseconds, suite, run, shard, withAssumptions, effects, checks } = summary;
  const rows: readonly (readonly [string, string])[] = [
    ['Target', target],
    ['Began', `${started.slice(0, 19).replace('T', ' ')} UTC, took ${duration(milliseconds)}`],
    ['Suite', shard === null ? suite : `${suite}, shard ${shard.index} of ${shard.count}`],
    ['Rules', `${withAssumptions ? 'stated and assumed' : 'stated'}, by checks with effect ${effects.join(', ')}`],
    ['Checks', `${checks.passed} passed, ${checks.failed} failed, ${checks.notVerified} not verified`],
    ['Sent', `${summary.requests} requests; ${summary.created} agents made, ${summary.cleaned} cleaned`],
    ...(summary.walks === undefined ? [] : [['Walks', walksLine(summary.walks)] as const]),
    ...(summary.ended === undefined ? [] : [['Not finished', summary.ended] as const]),
    ['Run', run],
  ];
  return `<dl class="facts">${rows.map(([name, value]) => `<dt>${name}</dt><dd>${htmlText(value)}</dd>`).join('')}</dl>`;
}

function filterButton(name: string, count: number, words: string): string {
  return `<button type="button" class="${name}" data-filter="${name}" aria-pressed="false"><b>${count}</b> ${words}</button>`;
}

function causeBlock(cause: Cause, clauses: ReadonlyMap<string, Clause>, accepted: readonly BaselineEntry[]): string {
  const { title, clause, consequences, violation, checks } = cause;
  const entry = acceptedAs(cause, accepted);
  const until = entry === undefined ? '' : `<span class="tag">accepted until ${entry.expires}</span>`;
  const rules = consequences.length === 0 ? '' : `<span class="tag">${consequences.length + 1} rules</span>`;
  return `<details class="entry violated" data-verdict="violated">
<summary><b>${htmlText(title)}</b> ${rules}${until}<br><small>${ruleLine(clause, clauses)}</small></summary>
<dl>
<dt>Expected</dt><dd>${htmlText(violation.expected)}</dd>
<dt>Came</dt><dd>${htmlText(violation.came)}</dd>
${violation.path === '' ? '' : `<dt>At</dt><dd><code>${htmlText(violation.path)}</code></dd>`}
</dl>
${excerptBlock(violation)}
${copyable('Request', violation.curl)}
${violation.steps.length < 2 ? '' : folded('Steps', copyable('', violation.steps.join('\n')))}
${consequences.length === 0 ? '' : folded(`Broken with it: ${consequences.length}`, `<ul>${consequences.map((id) => `<li>${ruleLine(id, clauses)}</li>`).join('')}</ul>`)}
${folded(`Checks: ${checks.length}`, `<ul>${checks.map((check) => `<li>${htmlText(check)}</li>`).join('')}</ul>`)}
</details>`;
}

function ruleLine(id: string, clauses: ReadonlyMap<string, Clause>): string {
  const { section, kind, rule } = clauses.get(id) ?? { section: '?', kind: '?', rule: '' };
  return `<code>${htmlText(id)}</code> (section ${htmlText(section)}, ${kind}): ${htmlText(rule)}`;
}

function excerptBlock({ excerpt }: ViolationReport): string {
  if (excerpt === undefined) return '';
  const lines = excerpt.lines.map((line, at) =>
    at === excerpt.marked ? `<mark>${htmlText(line)}</mark>` : htmlText(line),
  );
  return `<pre>${lines.join('\n')}</pre>`;
}

function copyable(name: string, text: string): string {
  if (text === '') return '';
  return `<div class="copy">${name === '' ? '' : `<span>${name}</span>`}<button type="button" data-copy>Copy</button><pre>${htmlText(text)}</pre></div>`;
}

function folded(name: string, content: string): string {
  return `<details><summary>${name}</summary>${content}</details>`;
}

function clauseRow({ id, section, kind, rule, verdict, reason, setting, checks }: ClauseVerdict): string {
  const slug = verdict.replaceAll(' ', '-');
  const way = setting === undefined ? '' : `: <code>${htmlText(setting)}</code>`;
  const why = reason === undefined ? '' : `<p>${htmlText(reason)}${way}</p>`;
  const ran = checks.map((check) => `<li>${check.result}: ${htmlText(check.title)}</li>`).join('');
  return `<details class="entry ${slug}" data-verdict="${slug}">
<summary><span class="verdict">${verdict}</span><code>${htmlText(id)}</code><span>${htmlText(rule)}</span></summary>
<p>Section ${htmlText(section)}, ${kind}</p>${why}${ran === '' ? '' : `<ul>${ran}</ul>`}
</details>`;
}

/** Each documented status, how often it was seen, and in words what never was. */
function matrixTable(matrix: Verdict['matrix']): string {
  const statuses = [...new Set(Object.values(matrix).flatMap((row) => Object.keys(row)))].sort();
  const rows = Object.entries(matrix).map(([operation, row]) => {
    const cells = statuses.map((status) => {
      const times = row[status];
      return times === undefined ? '<td></td>' : times === 0 ? '<td class="never">never</td>' : `<td>${times}</td>`;
    });
    return `<tr><th scope="row">${htmlText(operation)}</th>${cells.join('')}</tr>`;
  });
  const head = statuses.map((status) => `<th scope="col">${htmlText(status)}</th>`).join('');
  const never = Object.entries(matrix).flatMap(([operation, row]) => {
    const unseen = Object.keys(row).filter((status) => row[status] === 0);
    return unseen.length === 0 ? [] : [`${operation} ${unseen.join(', ')}`];
  });
  const told = never.length === 0 ? 'Every documented status was seen.' : `Never seen: ${htmlText(never.join('; '))}.`;
  return `<p>${told}</p><div class="wide"><table><thead><tr><th scope="col">Operation</th>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function listBlock(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  return `<h2>${title}</h2><ul>${lines.map((line) => `<li>${htmlText(line)}</li>`).join('')}</ul>`;
}
