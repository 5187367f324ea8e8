import type { RunFacts } from './verdict.ts';

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
