import type { ClauseId } from '../../document/names.gen.ts';
import {
  annotationMessage,
  annotationProperty,
  htmlText,
  markdownBlock,
  markdownCode,
  terminalLine,
} from '../../text/escaping.ts';
import { type BaselineEntry, acceptedAs } from './baseline.ts';
import type { CheckOutcome, ViolationReport } from './outcome.ts';
import type { Catalogue, Cause, ClauseVerdict, Verdict, WalksFacts } from './verdict.ts';
import { grouped } from '../../json/json-value.ts';

export type Section = readonly [title: string, lines: readonly string[]];

/** What people are told of a run, whether in a terminal, in Markdown or on a page. */
export interface ToldVerdict {
  readonly headline: string;
  readonly sign: '✅' | '☑️' | '⚠️' | '❌';
  readonly causes: readonly ToldCause[];
  /** What makes the verdict doubtful or leaves work to do, and what else was seen. */
  readonly urgent: readonly Section[];
  readonly others: readonly Section[];
}

/** A violation so that the owner of the deployment can act. */
export interface ToldViolation extends Pick<ViolationReport, 'steps'> {
  readonly rules: readonly string[];
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** The answer around the place, which is marked with `>`. */
  readonly body: readonly string[];
  readonly request: string;
}

export interface ToldCause extends ToldViolation, Pick<Cause, 'title' | 'checks'> {
  readonly also: readonly ClauseId[];
  /** Until when the baseline accepts it. */
  readonly until: string | undefined;
}

/** @param accepted the entries of the baseline */
export function toldVerdict(verdict: Verdict, clauses: Catalogue, accepted: readonly BaselineEntry[]): ToldVerdict {
  const { unjudged, left, drift, causes } = verdict;
  const isThere = ([, lines]: Section): boolean => lines.length > 0;
  const leftLines = left.map(({ id, name, reason }) => `agent ${id ?? 'of unknown id'} ${name}: ${reason}`);
  const urgent: Section[] = [
    ['Could not judge', unjudged.map(unjudgedLine)],
    ['Could not be cleaned', leftLines],
  ];
  const others: Section[] = [
    ['Not verified, and what would change it', notVerifiedLines(verdict.clauses)],
    ['Drift: seen, and not in the document', drift],
  ];
  return {
    headline: headline(verdict, accepted),
    sign: signOf(verdict, accepted),
    causes: causes.map((cause) => {
      const { title, clause, consequences: also, violation, checks } = cause;
      const told = toldViolation({ ...violation, clauses: [clause] }, clauses);
      return { ...told, title, also, checks, until: acceptedAs(cause, accepted)?.expires };
    }),
    urgent: urgent.filter(isThere),
    others: others.filter(isThere),
  };
}

function toldViolation(violation: ViolationReport, clauses: Catalogue): ToldViolation {
  const { expected, came, path, excerpt, curl, steps } = violation;
  const at = path === '' ? [] : [['at', path] as const];
  return {
    rules: violation.clauses.map((id) => ruleInWords(id, clauses)),
    facts: [['expected', expected], ['came', came], ...at],
    body: (excerpt?.lines ?? []).map((line, index) => `${index === excerpt?.marked ? '>' : ' '} ${line}`),
    request: curl,
    // Those that led there; the request itself is told already.
    steps: steps.length < 2 ? [] : steps,
  };
}

/** `get-by-id.one-agent (section 4.1, stated): …`. */
export function ruleInWords(id: ClauseId, clauses: Catalogue): string {
  const { section = '?', kind = '?', rule = '' } = clauses.get(id) ?? {};
  return `${id} (section ${section}, ${kind}): ${rule}`;
}

/** That nothing can be said of an operation. */
export function unjudgedLine(operation: string): string {
  return `${operation} never answered with a success that can be read`;
}

/** How far generated walks came, in one line. */
export function walksLine({ seed, walks, steps, coverage }: WalksFacts): string {
  return [`${walks} walks of seed ${seed}, ${steps} steps`, ...coverage].join('; ');
}

/** `850 ms`, `12 s`, `3 min 20 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** `2 causes`. */
function inWords(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}

function headline({ causes, summary }: Verdict, accepted: readonly BaselineEntry[]): string {
  const ended = summary.ended === undefined ? '' : `, and the run did not come to its end: ${summary.ended}`;
  if (summary.kept + summary.violated === 0) return `nothing was verified${ended}`;
  if (causes.length === 0) return `nothing violated, ${summary.kept} rules kept${ended}`;
  const known = causes.filter((cause) => acceptedAs(cause, accepted) !== undefined).length;
  const of = known === 0 ? '' : known === causes.length ? ', accepted by the baseline' : `, ${known} of them accepted`;
  return `${inWords(summary.violated, 'rule')} violated by ${inWords(causes.length, 'cause')}${of}${ended}`;
}

function signOf({ causes, summary }: Verdict, accepted: readonly BaselineEntry[]): ToldVerdict['sign'] {
  if (causes.some((cause) => acceptedAs(cause, accepted) === undefined)) return '❌';
  if (summary.ended !== undefined || summary.kept + summary.violated === 0) return '⚠️';
  return causes.length === 0 ? '✅' : '☑️';
}

/** The reasons for which rules are not verified, each with its setting and its rules. */
function notVerifiedLines(clauses: readonly ClauseVerdict[]): string[] {
  const byReason = grouped(
    clauses.filter(({ verdict }) => verdict === 'not verified'),
    ({ reason = '', setting }) => `${reason}${setting === undefined ? '' : ` [${setting}]`}`,
  );
  const named = (all: readonly ClauseVerdict[]): string => all.map(({ id }) => id).join(', ');
  return [...byReason].map(([why, all]) => `${why}: ${all.length > 8 ? `${all.length} clauses` : named(all)}`);
}

/** What a run has done; of recorded traffic it sends and makes nothing. */
export function sentLine({ run, requests, created, cleaned }: Verdict['summary']): string {
  return run === 'traffic'
    ? `${requests} requests`
    : `${requests} requests sent; ${created} agents made, ${cleaned} cleaned`;
}

/** The verdict line by line: violations first, then what is not verified and why, then the counts. */
export function verdictText(verdict: Verdict, clauses: Catalogue): readonly string[] {
  const { summary, causes } = verdict;
  const { causes: told, urgent, others } = toldVerdict(verdict, clauses, []);
  const violated = ['Violated', told.flatMap(causeLines)] as const;
  const by = causes.length === 0 ? '' : ` by ${inWords(causes.length, 'cause')}`;
  const sections: readonly Section[] = [...(told.length === 0 ? [] : [violated]), ...others, ...urgent];
  return [
    ...sections.flatMap(([title, lines]) => [title, ...lines.map((line) => `  ${line}`.trimEnd()), '']),
    `${summary.target}, run ${summary.run}`,
    `Clauses: ${summary.kept} kept, ${summary.violated} violated${by}, ${summary.notVerified} not verified.`,
    `Checks: ${summary.checks.passed} passed, ${summary.checks.failed} failed, ${summary.checks.notVerified} not verified.`,
    `${sentLine(summary)}.`,
  ];
}

function causeLines({ title, also, checks, ...violation }: ToldCause): string[] {
  const [check = '', ...others] = checks;
  const lines = [
    ...violationLines(violation),
    `  check     ${check}${others.length === 0 ? '' : `, and ${others.length} more`}`,
    ...(also.length === 0 ? [] : [`  also      ${also.join(', ')}`]),
  ];
  return [title, ...lines.map((line) => `  ${line}`), ''];
}

function violationLines({ rules, facts, body, request, steps }: ToldViolation): readonly string[] {
  const block = (name: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [`  ${name}`, ...lines.map((line) => `    ${line}`)];
  return [
    ...rules,
    ...facts.map(([name, value]) => `  ${name.padEnd(10)}${value}`),
    ...block('body', body),
    `  request   ${request}`,
    ...block('steps', steps),
  ];
}

/** A violation so that the owner of the deployment can act: the rule in words, what was expected, what came, how to see it. */
export function violationText(violation: ViolationReport, clauses: Catalogue): readonly string[] {
  return violationLines(toldViolation(violation, clauses));
}

/** A line for each cause that GitHub Actions shows on the run: an error, or a warning if the baseline accepts it. */
export function verdictAnnotations({ causes }: Verdict, accepted: readonly BaselineEntry[]): readonly string[] {
  return causes.map((cause) => {
    const { title, clause, violation } = cause;
    const level = acceptedAs(cause, accepted) === undefined ? 'error' : 'warning';
    const text = `${clause}: expected ${violation.expected}, came ${violation.came}\n${violation.curl}`;
    return `::${level} title=${annotationProperty(`Contract: ${title}`)}::${annotationMessage(text)}`;
  });
}

/** In characters: GitHub takes 65,536 for a comment. */
const longest = 60_000;

/** The verdict in Markdown, for a pull request or the summary of a job. */
export function verdictMarkdown(verdict: Verdict, clauses: Catalogue, accepted: readonly BaselineEntry[]): string {
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

/** The verdict as JUnit reads it, a suite for each list of checks, with the reason of what is skipped. */
export function verdictJunit({ summary, outcomes }: Verdict, clauses: Catalogue): string {
  const { ended, walks, target, started } = summary;
  const lists = [...new Set(outcomes.map(({ list = '' }) => list))];
  const suites = lists.map((name) => {
    const own = outcomes.filter(({ list = '' }) => list === name);
    const cases = own.map((outcome) => testCase(outcome, clauses)).join('\n');
    const output =
      name === 'walks' && walks !== undefined ? `\n    <system-out>${htmlText(walksLine(walks))}</system-out>` : '';
    return `  <testsuite name="${htmlText(name)}" timestamp="${started}" hostname="${htmlText(target)}" ${counts(own)}>\n${cases}${output}\n  </testsuite>`;
  });
  if (ended !== undefined) {
    suites.push(
      `  <testsuite name="run" tests="1" failures="0" errors="1" skipped="0"><testcase classname="run" name="the run comes to its end"><error message="${htmlText(ended)}"/></testcase></testsuite>`,
    );
  }
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="contract of ${htmlText(target)}" ${counts(outcomes, ended === undefined ? 0 : 1)}>
${suites.join('\n')}
</testsuites>
`;
}

function testCase(outcome: CheckOutcome, clauses: Catalogue): string {
  const { title, list = '', result, milliseconds, violations, reason = '', setting } = outcome;
  const head = `    <testcase classname="${htmlText(list)}" name="${htmlText(title)}" time="${milliseconds / 1000}"`;
  if (result === 'passed') return `${head}/>`;
  const why = htmlText(setting === undefined ? reason : `${reason} (${setting})`);
  const failures = violations.map((violation) => {
    const message = `${violation.clauses.join(', ')}: expected ${violation.expected}, came ${violation.came}`;
    return `<failure message="${htmlText(message)}">${htmlText(violationText(violation, clauses).join('\n'))}</failure>`;
  });
  return `${head}>${result === 'failed' ? failures.join('') : `<skipped message="${why}"/>`}</testcase>`;
}

function counts(outcomes: readonly CheckOutcome[], errors = 0): string {
  const [failures, skips] = ['failed', 'not verified'].map(
    (result) => outcomes.filter((outcome) => outcome.result === result).length,
  );
  const seconds = outcomes.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000;
  return `tests="${outcomes.length + errors}" failures="${failures}" errors="${errors}" skipped="${skips}" time="${seconds}"`;
}
