import type { ClauseId } from '../../document/names.gen.ts';
import type { Clause } from '../../document/operation.ts';
import { type BaselineEntry, acceptedAs } from './baseline.ts';
import type { Cause } from './causes.ts';
import type { ViolationReport } from './outcome.ts';
import type { ClauseVerdict, Verdict, WalksFacts } from './verdict.ts';

type Catalogue = ReadonlyMap<ClauseId, Clause>;

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
  /** Each rule that does not hold, in words. */
  readonly rules: readonly string[];
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** The answer around the place, which is marked with `>`. */
  readonly body: readonly string[];
  readonly request: string;
}

export interface ToldCause extends ToldViolation, Pick<Cause, 'title' | 'checks'> {
  /** The rules that are broken with it. */
  readonly also: readonly ClauseId[];
  /** Until when the baseline accepts it. */
  readonly until: string | undefined;
}

/** @param accepted the entries of the baseline */
export function toldVerdict(
  verdict: Verdict,
  clauses: Catalogue,
  accepted: readonly BaselineEntry[] = [],
): ToldVerdict {
  const urgent: Section[] = [
    ['Could not judge', verdict.unjudged.map(unjudgedLine)],
    [
      'Could not be cleaned',
      verdict.left.map(({ id, name, reason }) => `agent ${id ?? 'of unknown id'} ${name}: ${reason}`),
    ],
  ];
  const others: Section[] = [
    ['Not verified, and what would change it', notVerifiedLines(verdict.clauses)],
    ['Drift: seen, and not in the document', verdict.drift],
  ];
  const isThere = ([, lines]: Section): boolean => lines.length > 0;
  return {
    headline: headline(verdict, accepted),
    sign: signOf(verdict, accepted),
    causes: verdict.causes.map((cause) => {
      const { title, clause, consequences: also, violation, checks } = cause;
      const told = toldViolation({ ...violation, clauses: [clause] }, clauses);
      return { ...told, title, also, checks, until: acceptedAs(cause, accepted)?.expires };
    }),
    urgent: urgent.filter(isThere),
    others: others.filter(isThere),
  };
}

export function toldViolation(violation: ViolationReport, clauses: Catalogue): ToldViolation {
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
export function inWords(count: number, one: string): string {
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
  const byReason = new Map<string, string[]>();
  for (const { id, verdict, reason = '', setting } of clauses) {
    if (verdict !== 'not verified') continue;
    const why = `${reason}${setting === undefined ? '' : ` [${setting}]`}`;
    byReason.set(why, [...(byReason.get(why) ?? []), id]);
  }
  return [...byReason].map(([why, ids]) => `${why}: ${ids.length > 8 ? `${ids.length} clauses` : ids.join(', ')}`);
}

/** What a run has done; of recorded traffic it sends and makes nothing. */
export function sentLine({ run, requests, created, cleaned }: Verdict['summary']): string {
  return run === 'traffic'
    ? `${requests} requests`
    : `${requests} requests sent; ${created} agents made, ${cleaned} cleaned`;
}
