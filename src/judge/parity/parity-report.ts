import type { ContractDocument } from '../../document/read/load.ts';
import { grouped } from '../../json/json-value.ts';
import { htmlText } from '../../text/escaping.ts';
import { printed } from '../validate-answer.ts';
import type { Lessons } from '../learn/learn.ts';
import { decidingActions, isValueClass } from '../learn/value-classes.ts';
import type { Explanation } from './explain.ts';
import { normalisingRules } from '../as-mock/normalise.ts';
import { percent, type ParityResult } from './parity.ts';

/** One cause as reports tell it; every text is ready to be shown. */
export interface ToldCause {
  readonly title: string;
  readonly kind: Explanation['kind'];
  readonly why: string;
  /** The lines for the profile; undefined unless the walk shows them. */
  readonly line: string | undefined;
  readonly mock: string;
  readonly deployment: string;
  readonly count: number;
  readonly curls: readonly string[];
}

export interface ToldParity {
  readonly summary: readonly string[];
  readonly causes: readonly ToldCause[];
  readonly rules: readonly string[];
}

/** What a comparison has brought, for text, JSON and HTML alike. */
export function toldParity(
  { causes, lessons, ...result }: ParityResult,
  { document, target, show }: { document: ContractDocument; target: string; show: (text: string) => string },
): ToldParity {
  const told = causes.map(({ cause, explanation }): ToldCause => {
    const { operation, difference, rule } = cause;
    return {
      title: `${operation ?? 'an address'} ${difference.at}${rule === undefined ? '' : ` (${rule})`}`,
      kind: explanation.kind,
      ...reason(explanation, lessons, document),
      mock: show(printed(difference.mock)),
      deployment: show(printed(difference.deployment)),
      count: cause.count,
      curls: cause.curls,
    };
  });
  const entries = joined(told);
  const count = (kind: Explanation['kind']) => entries.filter((entry) => entry.kind === kind).length;
  const order: readonly Explanation['kind'][] = ['stated', 'learned wrongly', 'not learned', 'data', 'not explained'];
  return {
    summary: [
      `${target}: ${percent(result)} of ${result.compared} answers are those of the mock, in ${result.walks} walks.`,
      `Differences by cause: ${order.map((kind) => `${count(kind)} ${kind}`).join(', ')}.`,
      ...(result.unpaired > 0
        ? [`${result.unpaired} answers could not be compared: a difference led to other requests.`]
        : []),
    ],
    causes: entries.toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind)),
    rules: normalisingRules,
  };
}

/** What one choice explains is told once, by the shortest walk. */
function joined(causes: readonly ToldCause[]): readonly ToldCause[] {
  return [...grouped(causes, ({ line, title }) => line ?? title).values()].flatMap((all) => {
    const count = all.reduce((sum, each) => sum + each.count, 0);
    return all.slice(0, 1).map((first) => ({ ...first, count }));
  });
}

function reason(
  explanation: Explanation,
  lessons: Lessons,
  { choices }: ContractDocument,
): Pick<ToldCause, 'why' | 'line'> {
  if (explanation.kind === 'stated') {
    return { why: `${explanation.side} breaks the stated rule ${explanation.clause}`, line: undefined };
  }
  if (explanation.kind === 'data') return { why: 'both sides hold other records', line: undefined };
  if (explanation.kind === 'not explained') {
    return { why: 'the run ended before it was learned from the walks', line: undefined };
  }
  const said = explanation.kind === 'not learned' ? 'the profile says nothing of it' : 'the profile says otherwise';
  const shown = explanation.lessons.flatMap((what) => {
    const lesson = lessons.get(what);
    return lesson?.kind === 'decided' ? [{ what, ...lesson }] : [];
  });
  if (shown.length === 0) return { why: `${said}, and the requests below do not show a rule of it`, line: undefined };
  const lines = shown.flatMap(({ what, alternative, actions }) => [
    ...(alternative === undefined || isValueClass(what)
      ? []
      : [`- { target: "$['x-behaviours']", update: { ${what}: ${alternative} } }`]),
    ...[...(isValueClass(what) ? decidingActions(what, alternative ?? '') : []), ...actions].map(
      (action) => `- ${JSON.stringify(action)}`,
    ),
  ]);
  const questions = shown.map(({ what }) => choices.get(what as never)?.question ?? what);
  return { why: `${said}, and the requests below show it: ${questions.join(' ')}`, line: lines.join('\n') };
}

/** The report as lines for a terminal. */
export function parityText({ summary, causes, rules }: ToldParity): readonly string[] {
  return [
    ...causes.flatMap(({ title, kind, why, line, mock, deployment, count, curls }) => [
      `${kind.toUpperCase()}  ${title}, ${count} ${count === 1 ? 'answer' : 'answers'}`,
      `  ${why}`,
      ...(line === undefined ? [] : [`  profile:    ${line}`]),
      `  mock:       ${mock}`,
      `  deployment: ${deployment}`,
      ...curls.slice(-6).map((curl) => `  ${curl}`),
      '',
    ]),
    'Compared as equal:',
    ...rules.map((rule) => `  ${rule}`),
    '',
    ...summary,
  ];
}

/** The report as a page of its own, without any script or address. */
export function parityPage({ summary, causes, rules }: ToldParity): string {
  const entries = causes.map(
    ({ title, kind, why, line, mock, deployment, count, curls }) => `<details class="${kind}"><summary><b>${kind}</b>
 ${htmlText(title)} <span>${count}×</span></summary><p>${htmlText(why)}</p>
${line === undefined ? '' : `<pre>${htmlText(line)}</pre>`}<table><tr><th>mock</th><td><code>${htmlText(mock)}</code></td></tr>
<tr><th>deployment</th><td><code>${htmlText(deployment)}</code></td></tr></table>
<pre>${htmlText(curls.join('\n'))}</pre></details>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Parity</title><style>:root{color-scheme:light dark;font:16px/1.5 system-ui}body{max-width:60rem;margin:2rem auto;padding:0 1rem}
summary{cursor:pointer;padding:.4rem 0}summary span{opacity:.7}.stated b,.wrongly b{color:#c62828}.not b{color:#1565c0}.data b{color:#b26a00}
pre{overflow:auto;padding:.6rem;background:#8882;border-radius:.3rem}code{overflow-wrap:anywhere}th{text-align:left;padding-right:1rem;font-weight:600}
</style><h1>Parity</h1>${summary.map((text) => `<p>${htmlText(text)}</p>`).join('')}${entries.join('')}
<h2>Compared as equal</h2><ul>${rules.map((rule) => `<li>${htmlText(rule)}</li>`).join('')}</ul></html>`;
}
