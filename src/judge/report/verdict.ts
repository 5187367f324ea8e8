import type { ClauseId } from '../../document/names.gen.ts';
import type { Clause } from '../../document/operation.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import type { RunPlan, Shard } from '../run-plan.ts';
import type { LeftAgent } from '../../deployment/agents/clean-agents.ts';
import { type CheckOutcome, type ViolationReport, sumOf } from './outcome.ts';
import { grouped } from '../../json/json-value.ts';

/** What a run found, as `--verdict` writes it. */
export interface Verdict {
  readonly summary: RunFacts & {
    readonly kept: number;
    readonly violated: number;
    readonly notVerified: number;
    readonly checks: { readonly passed: number; readonly failed: number; readonly notVerified: number };
    readonly requests: number;
    readonly created: number;
    readonly cleaned: number;
  };
  readonly clauses: readonly ClauseVerdict[];
  readonly causes: readonly Cause[];
  /** How often each operation was answered with each status. */
  readonly matrix: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly drift: readonly string[];
  /** The operations that answered with successes of which none could be read: nothing can be said of them. */
  readonly unjudged: readonly string[];
  /** Agents that could not be cleaned. */
  readonly left: readonly LeftAgent[];
  readonly outcomes: readonly CheckOutcome[];
}

/** What is wrong once, however many rules it breaks and however many checks meet it. */
export interface Cause {
  /** `getAgent answers 500`. */
  readonly title: string;
  /** The rule that says most of it, and those that are broken with it. */
  readonly clause: ClauseId;
  readonly consequences: readonly ClauseId[];
  /** The first violation of the deciding rule. */
  readonly violation: ViolationReport;
  readonly checks: readonly string[];
}

/** Which run a verdict is of, and which part of it. */
export interface RunFacts extends Pick<RunPlan, 'run' | 'withAssumptions' | 'effects'> {
  readonly target: string;
  /** The version of document, rules and checks. */
  readonly suite: string;
  /** Null: the whole suite. */
  readonly shard: Shard | null;
  /** ISO 8601, in UTC. */
  readonly started: string;
  readonly milliseconds: number;
  /** Why the run did not come to its end; absent: it did. */
  readonly ended?: string;
  readonly walks?: WalksFacts;
}

/** The generated walks of a run. */
export interface WalksFacts {
  readonly seed: number;
  readonly walks: number;
  readonly steps: number;
  /** What was reached and what was not, line by line. */
  readonly coverage: readonly string[];
}

export interface ClauseVerdict
  extends Pick<Clause, 'id' | 'section' | 'kind' | 'rule'>, Pick<CheckOutcome, 'reason' | 'setting' | 'violations'> {
  readonly verdict: 'kept' | 'violated' | 'not verified';
  readonly checks: readonly Pick<CheckOutcome, 'title' | 'result' | 'reason'>[];
}

/**
 * The verdict of each clause, from what came of the checks that name it and the violations that do.
 * @param left agents that a sweep after the run could not clean either; absent: those that checks could not
 */
export function verdictOf(
  document: ContractDocument,
  outcomes: readonly CheckOutcome[],
  facts: RunFacts,
  left?: Verdict['left'],
): Verdict {
  const clauses = [...document.clauses.values()].map((clause) => clauseVerdict(clause, outcomes));
  const count = (verdict: ClauseVerdict['verdict']): number =>
    clauses.filter((each) => each.verdict === verdict).length;
  const results = (result: CheckOutcome['result']): number => outcomes.filter((each) => each.result === result).length;
  const { requests, created, cleaning, drift, seen, successes } = sumOf(outcomes);
  const violations = outcomes.flatMap((outcome) => outcome.violations);
  const remaining = left ?? cleaning.left;
  const namesLeft = new Set(remaining.map(({ name }) => name));
  return {
    summary: {
      ...facts,
      kept: count('kept'),
      violated: count('violated'),
      notVerified: count('not verified'),
      checks: { passed: results('passed'), failed: results('failed'), notVerified: results('not verified') },
      requests,
      created,
      // What a check could not clean, the sweep after the run may have cleaned. Others than checks may have left something.
      cleaned: created - cleaning.left.filter(({ name }) => namesLeft.has(name)).length,
    },
    clauses,
    causes: causesOf(violations, document.clauses),
    matrix: matrixOf(document, seen),
    drift: drift.toSorted(),
    unjudged: successes.unread.filter((operation) => !successes.read.includes(operation)).toSorted(),
    left: remaining,
    outcomes,
  };
}

function clauseVerdict(clause: Clause, outcomes: readonly CheckOutcome[]): ClauseVerdict {
  const { id, section, kind, rule, unobservable } = clause;
  const naming = outcomes.filter(({ clauses }) => clauses.includes(id));
  const violations = outcomes.flatMap((outcome) => outcome.violations.filter(({ clauses }) => clauses.includes(id)));
  const checks = naming.map(({ title, result, reason }) => ({ title, result, reason }));
  const common = { id, section, kind, rule, checks, violations };
  if (violations.length > 0) return { ...common, verdict: 'violated' };
  // A check that fails for another of its rules has not come to the end of this one.
  if (naming.some(({ result }) => result === 'passed')) return { ...common, verdict: 'kept' };
  if (unobservable !== undefined) return { ...common, verdict: 'not verified', reason: unobservable };
  const [skipped] = naming;
  if (skipped === undefined) return { ...common, verdict: 'not verified', reason: 'no check of this run looks at it' };
  const { reason = 'another rule of its check is violated', setting } = skipped;
  return { ...common, verdict: 'not verified', reason, ...(setting !== undefined && { setting }) };
}

function matrixOf({ operations }: ContractDocument, seen: CheckOutcome['seen']): Verdict['matrix'] {
  const matrix: Record<string, Record<string, number>> = {};
  for (const { id, responses } of operations.values()) {
    matrix[id] = Object.fromEntries([...responses.keys()].map((status) => [String(status), 0]));
  }
  for (const [key, times] of Object.entries(seen)) {
    const [operation = '', status = ''] = key.split(' ');
    (matrix[operation] ??= {})[status] = times;
  }
  return matrix;
}

export type Catalogue = ReadonlyMap<ClauseId, Clause>;

/** The causes of violations, those of most rules first. */
export function causesOf(violations: readonly ViolationReport[], catalogue: Catalogue): readonly Cause[] {
  const groups = grouped(violations, ({ operation, cause }) => `${operation ?? 'the deployment'} ${cause}`);
  const causes = [...withoutParts(groups)].map(([title, group]) => causeOfGroup(title, group, catalogue));
  return causes.toSorted((one, other) => other.consequences.length - one.consequences.length);
}

type Groups = ReadonlyMap<string, readonly ViolationReport[]>;

/** What is wrong below a field that is wrong itself follows from that. */
function withoutParts(groups: Groups): Groups {
  const whole = new Map<string, readonly ViolationReport[]>();
  for (const [title, group] of [...groups].toSorted(([one], [other]) => one.length - other.length)) {
    const above = [...whole.keys()].find((other) => / is wrong at \/./.test(other) && title.startsWith(`${other}/`));
    whole.set(above ?? title, [...(whole.get(above ?? '') ?? []), ...group]);
  }
  return whole;
}

function causeOfGroup(title: string, group: readonly ViolationReport[], catalogue: Catalogue): Cause {
  const broken = new Set(group.flatMap(({ clauses }) => clauses));
  // The first rule of a violation is the one nearest to the difference.
  const nearest = new Set(group.map(({ clauses: [first] }) => first));
  const by = (rank: (clause: Clause) => number) => (one: Clause, other: Clause) => rank(one) - rank(other);
  // In the order of the catalogue, which begins with what an operation is for.
  const ids = [...catalogue.values()]
    .filter(({ id }) => broken.has(id))
    .toSorted(by(({ operations }) => (operations === 'all' ? Number.MAX_SAFE_INTEGER : operations.length)))
    .toSorted(by(({ id }) => (nearest.has(id) ? 0 : 1)))
    .toSorted(by(({ kind }) => (kind === 'stated' ? 0 : 1)))
    .map(({ id }) => id);
  const [clause, ...consequences] = ids;
  const violation = group.find(({ clauses }) => clause !== undefined && clauses.includes(clause));
  if (clause === undefined || violation === undefined) throw new Error(`${title}: a violation names no clause.`);
  return { title, clause, consequences, violation, checks: [...new Set(group.map(({ check }) => check))] };
}

export interface ShardVerdict {
  readonly file: string;
  readonly summary: RunFacts;
}

/** Shards of one run of CI begin within this time, in milliseconds. */
const mostApart = 24 * 3_600_000;

/** Why verdicts do not make up one run, each in a sentence; none if they do. One verdict of a whole run is a run. */
export function mergeProblems(verdicts: readonly ShardVerdict[], suite: string): readonly string[] {
  const [first] = verdicts;
  if (first === undefined) return ['There is nothing to merge.'];
  const problems = [...unlikeFacts(first, verdicts.slice(1)), ...repetitions(verdicts)];
  if (first.summary.suite !== suite) {
    problems.push(
      `${first.file} is of suite ${first.summary.suite}, and this is ${suite}: merge with the version that ran.`,
    );
  }
  return problems.length > 0 ? problems : missing(verdicts);
}

/** The facts of the run that shards without problems make up. */
export function mergedFacts(all: readonly RunFacts[]): RunFacts {
  const [first] = all;
  if (first === undefined) throw new Error('There is nothing to merge.');
  const began = Math.min(...all.map(({ started }) => Date.parse(started)));
  const unfinished = all.flatMap(({ ended: reason }) => reason ?? []);
  const walked = all.find(({ walks }) => walks !== undefined);
  const ended = Math.max(...all.map(({ started, milliseconds }) => Date.parse(started) + milliseconds));
  return {
    ...first,
    run: all.map(({ run }) => run).join(', '),
    shard: null,
    started: new Date(began).toISOString(),
    milliseconds: ended - began,
    ...(unfinished.length > 0 && { ended: unfinished.join('; ') }),
    ...(walked !== undefined && { walks: walked.walks }),
  };
}

function unlikeFacts(first: ShardVerdict, others: readonly ShardVerdict[]): string[] {
  const factsOf = ({ target, suite, withAssumptions, effects, shard }: RunFacts): readonly string[] => [
    `of target ${target}`,
    `of suite ${suite}`,
    `of a run of ${withAssumptions ? 'stated and assumed rules' : 'stated rules'}`,
    `of checks with effect ${effects.join(', ')}`,
    `of ${shard === null ? 'a whole run' : `a run in ${shard.count} shards`}`,
  ];
  const own = factsOf(first.summary);
  return others.flatMap(({ file, summary }) => {
    const isLate = Math.abs(Date.parse(summary.started) - Date.parse(first.summary.started)) > mostApart;
    return [
      ...factsOf(summary).flatMap((fact, at) =>
        fact === own[at] ? [] : [`${file} is ${fact}, ${first.file} ${own[at] ?? ''}.`],
      ),
      ...(isLate ? [`${file} began at ${summary.started}, ${first.file} at ${first.summary.started}.`] : []),
    ];
  });
}

function repetitions(verdicts: readonly ShardVerdict[]): string[] {
  return verdicts.flatMap(({ file, summary }, place) => {
    const before = verdicts.slice(0, place);
    const same = before.find((other) => other.summary.run === summary.run);
    if (same !== undefined) return [`${file} is the same run as ${same.file}.`];
    if (summary.shard === null) return [];
    const { index, count } = summary.shard;
    const twice = before.find((other) => other.summary.shard?.index === index);
    return twice === undefined ? [] : [`${file} is shard ${index} of ${count}, as ${twice.file} is.`];
  });
}

function missing(verdicts: readonly ShardVerdict[]): string[] {
  const shard = verdicts[0]?.summary.shard ?? null;
  if (shard === null) {
    return verdicts.length === 1 ? [] : ['Whole runs are not merged: each has a verdict of its own.'];
  }
  const given = new Set(verdicts.map(({ summary }) => summary.shard?.index));
  const lacking = Array.from({ length: shard.count }, (_, at) => at + 1).filter((index) => !given.has(index));
  return lacking.map((index) => `Shard ${index} of ${shard.count} is missing: name its verdict too.`);
}
