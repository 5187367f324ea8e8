import { expect, it } from 'vitest';
import { loadContractDocument } from '../../document/read/load.ts';
import { parseYaml } from '../../files/yaml.ts';
import { runFacts } from '../../testing/well-known.ts';
import { jsonText, terminalLine } from '../../text/escaping.ts';
import { profileText } from '../learn/update-profile.ts';
import { parityPage } from '../parity/parity-report.ts';
import { verdictMarkdown, verdictAnnotations, verdictText, verdictJunit } from './verdict-text.ts';
import { baselineText } from './baseline.ts';
import type { CheckOutcome } from './outcome.ts';
import { verdictPage } from './verdict-page.ts';
import { verdictOf } from './verdict.ts';

const document = loadContractDocument();

/** What some output would obey: each is also the name of a field. */
const hostile =
  'x\u202e\u2066\u2028\u009b31m\x1b]0;t\x07\u200b\u{e0041}\r\n- clause: forged\n::error::forged\n```\n# forged\n' +
  '![live](https://x.example/a.png) [link](javascript:alert(1)) @team #1 <img src=x onerror=alert(1)> &amp; "\' ]]> --> |\t`tick` $(x)';

const violation = {
  ...{ operation: 'getAgent', cause: `is wrong at /data/${hostile}`, clauses: ['get-by-id.one-agent'] },
  ...{
    expected: hostile,
    came: hostile,
    path: `/data/${hostile}`,
    check: hostile,
    curl: hostile,
    steps: [hostile, hostile],
  },
  excerpt: { lines: [hostile, hostile], marked: 1 },
} as unknown as CheckOutcome['violations'][number];
const outcome: CheckOutcome = {
  ...{ title: hostile, clauses: ['get-by-id.one-agent'], effect: 'none', result: 'failed', violations: [violation] },
  ...{
    drift: [hostile],
    seen: { [`getAgent ${hostile}`]: 1 },
    successes: { read: [], unread: [] },
    requests: 1,
    created: 1,
  },
  ...{
    cleaning: { cleaned: 0, left: [{ id: 1, name: hostile, reason: hostile }] },
    isUnreachable: false,
    milliseconds: 1,
  },
  list: hostile,
} as unknown as CheckOutcome;
const verdict = verdictOf(document, [outcome], { ...runFacts, target: hostile, suite: hostile }, outcome.cleaning.left);
const profile = {
  overlay: {
    ...{ overlay: '1.1.0', info: { title: hostile, version: '1' } },
    actions: [{ target: '$.info', update: hostile, 'x-learned': { what: hostile, request: hostile, answer: hostile } }],
  },
} as unknown as Parameters<typeof profileText>[0];
const told = {
  summary: [hostile],
  causes: [
    {
      title: hostile,
      kind: 'unknown',
      why: hostile,
      line: hostile,
      mock: hostile,
      deployment: hostile,
      count: 1,
      curls: [hostile],
    },
  ],
  rules: [hostile],
} as unknown as Parameters<typeof parityPage>[0];

const outputs: Readonly<Record<string, () => string>> = {
  terminal: () => verdictText(verdict, document.clauses).map(terminalLine).join('\n'),
  Markdown: () => verdictMarkdown(verdict, document.clauses, []),
  HTML: () => verdictPage(verdict, document.clauses, []),
  'HTML of parity': () => parityPage(told),
  XML: () => verdictJunit(verdict, document.clauses),
  annotations: () => verdictAnnotations(verdict, []).join('\n'),
  baseline: () => baselineText(verdict, []),
  profile: () => profileText(profile),
  JSON: () => jsonText(verdict),
};

it.each(Object.keys(outputs))('%s shows a hostile text and a hostile name, and obeys neither', (name) => {
  const shown = outputs[name]?.() ?? '';
  expect(shown).toContain('live');
  const steering =
    // oxlint-disable-next-line no-control-regex -- these are what must not come through
    /[\0-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2028\u2029\u2066-\u2069]|\u{e0041}/u;
  expect(shown).not.toMatch(steering);
});

it.each(['HTML', 'HTML of parity', 'XML', 'Markdown'])('%s has no element of a deployment', (name) => {
  const shown = outputs[name]?.() ?? '';
  const outside = name === 'Markdown' ? withoutCode(shown) : shown;
  expect(outside).not.toMatch(/<img|<script[^>]*src|"javascript:|]]>/i);
});

it('Markdown has no link, picture or name of a deployment outside of code', () => {
  const outside = withoutCode(outputs['Markdown']?.() ?? '');
  expect(outside).not.toMatch(/@team|!\[|]\(|#1|^# forged|<img/m);
});

it('a verdict counts as cleaned whatever is not left: the sweep cleans what a check could not', () => {
  const made = { ...outcome, created: 3, cleaning: { cleaned: 1, left: outcome.cleaning.left } };
  const cleaned = [[], outcome.cleaning.left].map(
    (left) => verdictOf(document, [made], runFacts, left).summary.cleaned,
  );
  expect(cleaned).toEqual([3, 2]);
});

it('a verdict counts nothing as cleaned for what is left of the settings being tried', () => {
  const left = [{ id: 5, name: 'of-settings', reason: 'it is still there' }];
  expect(
    verdictOf(document, [{ ...outcome, created: 0, cleaning: { cleaned: 0, left: [] } }], runFacts, left).summary
      .cleaned,
  ).toBe(0);
});

it('a baseline has the entries of the verdict alone, and annotations one line for each cause', () => {
  const entries = parseYaml(outputs['baseline']?.() ?? '') as { cause: string; clause: string }[];
  expect(entries.map((entry) => [entry.cause, entry.clause])).toEqual(
    verdict.causes.map(({ title, clause }) => [title, clause]),
  );
  expect(outputs['annotations']?.().split('\n')).toHaveLength(verdict.causes.length);
});

it('a profile and JSON give the text back as it was', () => {
  const { info } = parseYaml(outputs['profile']?.() ?? '') as { info: { title: string } };
  expect(info.title).toBe(hostile);
  expect(JSON.parse(outputs['JSON']?.() ?? '')).toEqual(JSON.parse(JSON.stringify(verdict)));
});

/** Markdown without its blocks and spans of code, and without the code of HTML. */
function withoutCode(markdown: string): string {
  return markdown
    .replaceAll(/^(`{3,})\w*\n[^]*?\n\1$/gm, '')
    .replaceAll(/<code>[^]*?<\/code>/g, '')
    .replaceAll(/(?<!`)(`+)(?!`)[^]*?(?<!`)\1(?!`)/g, '');
}
