import type { ViolationReport } from './outcome.ts';
import type { ClauseVerdict, Verdict } from './verdict.ts';
import { unjudgedLine } from './verdict-text.ts';

/** The verdict as one page of HTML that needs nothing else. */
export function verdictPage(verdict: Verdict): string {
  const { summary } = verdict;
  const order = ['violated', 'not verified', 'kept'];
  const clauses = [...verdict.clauses].sort((one, other) => order.indexOf(one.verdict) - order.indexOf(other.verdict));
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Contract verdict: ${escaped(summary.target)}</title>
<style>${STYLE}</style>
<main>
<h1>Contract verdict</h1>
<p>${escaped(summary.target)}, run ${escaped(summary.run)}</p>
<ul class="counts">
<li class="kept"><b>${summary.kept}</b> kept</li>
<li class="violated"><b>${summary.violated}</b> violated</li>
<li class="not-verified"><b>${summary.notVerified}</b> not verified</li>
<li><b>${summary.requests}</b> requests</li>
<li><b>${summary.created}</b> agents made, ${summary.cleaned} cleaned</li>
</ul>
${list(
  'Could not be cleaned',
  verdict.left.map(({ id, name, reason }) => `agent ${id ?? '?'} ${name}: ${reason}`),
)}
<h2>Clauses</h2>
${clauses.map(clauseRow).join('\n')}
<h2>Operations and statuses seen</h2>
${matrixTable(verdict.matrix)}
${list('Could not judge', verdict.unjudged.map(unjudgedLine))}
${list('Drift: seen, and not in the document', verdict.drift)}
</main>
</html>
`;
}

function clauseRow({ id, section, kind, rule, verdict, reason, setting, checks, violations }: ClauseVerdict): string {
  const why =
    reason === undefined
      ? ''
      : `<p>${escaped(reason)}${setting === undefined ? '' : `: <code>${escaped(setting)}</code>`}</p>`;
  const ran = checks.map((check) => `<li class="${slug(check.result)}">${escaped(check.title)}</li>`).join('');
  return `<details class="${slug(verdict)}"${verdict === 'violated' ? ' open' : ''}>
<summary><span class="verdict">${verdict}</span> <code>${escaped(id)}</code> <span class="rule">${escaped(rule)}</span></summary>
<p class="meta">Section ${escaped(section)}, ${kind}</p>${why}
${violations.map(violationBlock).join('\n')}
${ran === '' ? '' : `<p class="meta">Checks</p><ul>${ran}</ul>`}
</details>`;
}

function violationBlock({ expected, came, path, curl, steps, check }: ViolationReport): string {
  const more = steps.length < 2 ? '' : `<dt>Steps</dt><dd><pre>${steps.map(escaped).join('\n')}</pre></dd>`;
  return `<dl>
<dt>Expected</dt><dd>${escaped(expected)}</dd>
<dt>Came</dt><dd>${escaped(came)}</dd>
${path === '' ? '' : `<dt>At</dt><dd><code>${escaped(path)}</code></dd>`}
<dt>Check</dt><dd>${escaped(check)}</dd>
<dt>Request</dt><dd><pre>${escaped(curl)}</pre></dd>
${more}
</dl>`;
}

function matrixTable(matrix: Verdict['matrix']): string {
  const statuses = [...new Set(Object.values(matrix).flatMap((row) => Object.keys(row)))].sort();
  const rows = Object.entries(matrix).map(([operation, row]) => {
    const cells = statuses.map((status) => `<td${row[status] === 0 ? ' class="none"' : ''}>${row[status] ?? ''}</td>`);
    return `<tr><th scope="row">${escaped(operation)}</th>${cells.join('')}</tr>`;
  });
  const head = statuses.map((status) => `<th scope="col">${status}</th>`).join('');
  return `<div class="wide"><table><thead><tr><th scope="col">Operation</th>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function list(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  return `<h2>${title}</h2><ul>${lines.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>`;
}

function slug(text: string): string {
  return text.replaceAll(' ', '-');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; --kept: #1a7f37; --violated: #cf222e; --open: #9a6700; }
@media (prefers-color-scheme: dark) { :root { --kept: #3fb950; --violated: #ff7b72; --open: #d29922; } }
body { margin: 0; } main { max-width: 70rem; margin: 0 auto; padding: 1rem; }
.counts { display: flex; flex-wrap: wrap; gap: 1.5rem; padding: 0; list-style: none; } .counts b { font-size: 1.6rem; }
.kept > .verdict, .kept > summary .verdict, .counts .kept, li.passed::marker { color: var(--kept); }
.violated > summary .verdict, .counts .violated, li.failed::marker { color: var(--violated); font-weight: 600; }
.not-verified > summary .verdict, .counts .not-verified { color: var(--open); }
details { border-bottom: 1px solid color-mix(in srgb, currentColor 18%, transparent); padding: .4rem 0; }
summary { cursor: pointer; } .verdict { display: inline-block; min-width: 6.5rem; } .meta { opacity: .75; margin: .4rem 0; }
dl { margin: .5rem 0 1rem 1rem; display: grid; grid-template-columns: 6rem minmax(0, 1fr); gap: .2rem 1rem; } dt { opacity: .75; } dd { margin: 0; overflow-wrap: anywhere; }
pre { margin: 0; padding: .5rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; background: color-mix(in srgb, currentColor 8%, transparent); }
.wide { overflow-x: auto; } table { border-collapse: collapse; } th, td { padding: .2rem .6rem; text-align: right; } th[scope=row] { text-align: left; } td.none { opacity: .5; }
`;
