import { htmlText } from '../../text/escaping.ts';
import type { BaselineEntry } from './baseline.ts';
import {
  type Section,
  type ToldCause,
  duration,
  ruleInWords,
  sentLine,
  toldVerdict,
  walksLine,
} from './verdict-text.ts';
import type { Catalogue, ClauseVerdict, Verdict } from './verdict.ts';

/** The verdict as one page of HTML that needs nothing else. */
export function verdictPage(verdict: Verdict, clauses: Catalogue, accepted: readonly BaselineEntry[] = []): string {
  const { summary } = verdict;
  const { headline, sign, causes, urgent, others } = toldVerdict(verdict, clauses, accepted);
  const title = `Contract verdict: ${htmlText(headline)}`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${pageStyle}</style>
<main>
<header class="${sign === '✅' || sign === '☑️' ? 'kept' : 'violated'}">
<h1>${title}</h1>
${facts(verdict)}
</header>
<form class="filter" role="search">
${filterButton('violated', summary.violated)}${filterButton('not verified', summary.notVerified)}${filterButton('kept', summary.kept)}
<input type="search" aria-label="Search rules, operations, messages" placeholder="Search rules, operations, messages">
<output></output>
</form>
${urgent.map(listBlock).join('\n')}
${causes.length === 0 ? '' : `<h2>What is wrong</h2>\n${causes.map((cause) => causeBlock(cause, clauses)).join('\n')}`}
<h2>What was seen</h2>
${matrixTable(verdict.matrix)}
${others.map(listBlock).join('\n')}
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
    ['Sent', sentLine(summary)],
    ...(summary.walks === undefined ? [] : [['Walks', walksLine(summary.walks)] as const]),
    ...(summary.ended === undefined ? [] : [['Not finished', summary.ended] as const]),
    ['Run', run],
  ];
  return definitions(rows);
}

function filterButton(verdict: ClauseVerdict['verdict'], count: number): string {
  const slug = verdict.replaceAll(' ', '-');
  return `<button type="button" class="${slug}" data-filter="${slug}" aria-pressed="false"><b>${count}</b> ${verdict}</button>`;
}

function causeBlock(cause: ToldCause, clauses: Catalogue): string {
  const { title, rules, facts: told, body, request, steps, also, checks, until } = cause;
  const tag = (text: string): string => `<span class="tag">${text}</span>`;
  const rule = (text: string): string => htmlText(text).replace(/^\S+/, '<code>$&</code>');
  const marked = body.map((line) => {
    const shown = htmlText(line.slice(2));
    return line.startsWith('>') ? `<mark>${shown}</mark>` : shown;
  });
  return `<details class="entry violated" data-verdict="violated">
<summary><b>${htmlText(title)}</b> ${also.length === 0 ? '' : tag(`${also.length + 1} rules`)}${until === undefined ? '' : tag(`accepted until ${until}`)}<br><small>${rules.map(rule).join('<br>')}</small></summary>
${definitions(told)}
${marked.length === 0 ? '' : `<pre>${marked.join('\n')}</pre>`}
${copyable('Request', request)}
${steps.length === 0 ? '' : folded('Steps', copyable('', steps.join('\n')))}
${also.length === 0 ? '' : folded(`Broken with it: ${also.length}`, bullets(also.map((id) => rule(ruleInWords(id, clauses)))))}
${folded(`Checks: ${checks.length}`, bullets(checks.map(htmlText)))}
</details>`;
}

function definitions(rows: readonly (readonly [string, string])[]): string {
  return `<dl>${rows.map(([name, value]) => `<dt>${name}</dt><dd>${htmlText(value)}</dd>`).join('')}</dl>`;
}

function bullets(items: readonly string[]): string {
  return `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
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
  const ran = checks.map((check) => htmlText(`${check.result}: ${check.title}`));
  return `<details class="entry ${slug}" data-verdict="${slug}">
<summary><span class="verdict">${verdict}</span><code>${htmlText(id)}</code><span>${htmlText(rule)}</span></summary>
<p>Section ${htmlText(section)}, ${kind}</p>${why}${ran.length === 0 ? '' : bullets(ran)}
</details>`;
}

/** Each documented status, and how often it was seen. */
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
  return `<div class="wide"><table><thead><tr><th scope="col">Operation</th>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function listBlock([title, lines]: Section): string {
  return `<h2>${title}</h2>${bullets(lines.map(htmlText))}`;
}

const pageStyle = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; --kept: #1a7f37; --violated: #b3261e; --open: #8a5a00; --line: #8883; --fill: #8881; }
@media (prefers-color-scheme: dark) { :root { --kept: #4cc267; --violated: #ff8f86; --open: #e0aa3e; } }
* { box-sizing: border-box; }
body { margin: 0; } main { max-width: 72rem; margin: 0 auto; padding: 1rem; }
header { border-left: .4rem solid; padding-left: 1rem; } header.kept { border-color: var(--kept); } header.violated { border-color: var(--violated); }
h1 { font-size: 1.5rem; margin: .2rem 0 .6rem; } h2 { font-size: 1.15rem; margin: 1.6rem 0 .5rem; } summary h2 { display: inline-block; }
dl { display: grid; grid-template-columns: 6rem minmax(0, 1fr); gap: .15rem 1rem; margin: .4rem 0; }
dt { opacity: .75; text-transform: capitalize; } dd { margin: 0; overflow-wrap: anywhere; }
.filter { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; padding: .6rem 0; background: Canvas; border-bottom: 1px solid var(--line); margin-top: 1rem; }
button { font: inherit; padding: .25rem .7rem; border: 1px solid var(--line); border-radius: .4rem; background: var(--fill); color: inherit; cursor: pointer; }
button[aria-pressed=true] { outline: 2px solid; }
button.kept b, .kept .verdict { color: var(--kept); } button.violated b, .violated .verdict { color: var(--violated); } button.not-verified b, .not-verified .verdict { color: var(--open); }
input { font: inherit; flex: 1 1 12rem; min-width: 0; padding: .25rem .6rem; border: 1px solid var(--line); border-radius: .4rem; background: var(--fill); color: inherit; }
.entry { border-bottom: 1px solid var(--line); padding: .3rem 0; } .entry[open] { padding-bottom: .8rem; }
.entry > :not(summary) { margin-left: 1rem; } summary { cursor: pointer; overflow-wrap: anywhere; } p { margin: .3rem 0; } ul { margin: .2rem 0; padding-left: 1.4rem; overflow-wrap: anywhere; }
.rules .entry summary { display: flex; flex-wrap: wrap; gap: 0 .8rem; } .rules .entry summary::before { content: "\\25b8"; } .rules .entry[open] > summary::before { content: "\\25be"; }
.verdict { min-width: 6rem; } .rules .entry summary code { min-width: 16rem; } .rules .entry summary span:last-child { flex: 1 1 20rem; }
.tag { display: inline-block; white-space: nowrap; border: 1px solid var(--line); border-radius: 1rem; padding: 0 .6rem; font-size: .85em; margin-left: .3rem; }
pre { margin: .3rem 0; padding: .5rem; background: var(--fill); white-space: pre-wrap; overflow-wrap: anywhere; font-size: .9em; }
mark { display: inline-block; width: 100%; background: color-mix(in srgb, var(--violated) 25%, transparent); color: inherit; } mark::before { content: "\\25b6 "; }
.copy { position: relative; } .copy > span { opacity: .75; } .copy pre { padding-right: 4.6rem; } .copy button { position: absolute; right: .4rem; bottom: .4rem; padding: .05rem .5rem; }
.wide { overflow-x: auto; } table { border-collapse: collapse; } th, td { padding: .15rem .6rem; text-align: right; border-bottom: 1px solid var(--line); } th[scope=row] { text-align: left; } .never { color: var(--open); }
[hidden] { display: none !important; }
@media print { .filter, .copy button { display: none; } }
`;

/** Filter, search and copying; the page can be read without. */
const pageScript = `
const entries = [...document.querySelectorAll('.entry')];
const texts = entries.map((entry) => entry.textContent.toLowerCase());
const buttons = [...document.querySelectorAll('[data-filter]')];
const search = document.querySelector('input');
const show = () => {
  const pressed = buttons.filter((button) => button.ariaPressed === 'true').map((button) => button.dataset.filter);
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let shown = 0;
  entries.forEach((entry, at) => {
    const fits = (pressed.length === 0 || pressed.includes(entry.dataset.verdict)) && words.every((word) => texts[at].includes(word));
    entry.hidden = !fits;
    if (fits) shown += 1;
  });
  if (pressed.length + words.length > 0) document.querySelector('.rules').open = true;
  document.querySelector('output').textContent = pressed.length + words.length === 0 ? '' : shown + ' shown';
};
for (const button of buttons) button.onclick = () => { button.ariaPressed = String(button.ariaPressed !== 'true'); show(); };
search.oninput = show;
document.querySelector('form').onsubmit = (event) => event.preventDefault();
for (const button of document.querySelectorAll('[data-copy]')) button.onclick = async () => {
  const text = button.parentElement.querySelector('pre').textContent;
  try { await navigator.clipboard.writeText(text); } catch {
    getSelection().selectAllChildren(button.parentElement.querySelector('pre'));
    document.execCommand('copy');
  }
  button.textContent = 'Copied';
  setTimeout(() => { button.textContent = 'Copy'; }, 1500);
};
`;
