import * as fc from 'fast-check';
import type { ContractDocument } from '../../document/read/load.ts';
import type { Exchange } from '../../deployment/exchange.ts';
import type { LedgerFile } from '../../deployment/agents/ledger-file.ts';
import type { CheckOutcome, ViolationReport } from '../report/outcome.ts';
import type { RunPlan } from '../run-plan.ts';
import { openSession } from '../session.ts';
import { jsonMembers } from './generate/values.ts';
import { finale, walkArbitrary } from './generate/walk-arbitrary.ts';
import { createHistogram } from './histogram.ts';
import type { Step } from './steps.ts';
import { createWalkRuns, type WalkResult } from './walk-runs.ts';

export interface ExploreOptions {
  readonly document: ContractDocument;
  readonly plan: RunPlan;
  readonly exchange: Exchange;
  readonly ledger?: LedgerFile;
  readonly walks: number;
  readonly steps: number;
  readonly seed: number;
  /** When no more walks are begun, in milliseconds since 1970. */
  readonly until: number;
  readonly isInterrupted: () => boolean;
  /** How many attempts may go into the shrinking of one walk; 0: the first violation ends everything. */
  readonly shrinks: number;
  readonly onProgress: (progress: Progress) => void;
}

export interface Progress {
  readonly walk: number;
  readonly steps: number;
  readonly violations: number;
}

/** A violation that walks have found, told once, with the shortest walk that shows it. */
export interface FoundViolation {
  readonly key: string;
  readonly report: ViolationReport;
  readonly steps: readonly Step[];
  /** In how many walks it was seen. */
  readonly count: number;
  /** How often the shrunk walk failed of how many times. */
  readonly repeated: { readonly failed: number; readonly of: number };
}

export interface Exploration {
  readonly outcome: CheckOutcome;
  readonly found: readonly FoundViolation[];
  /** The histogram of what was covered. */
  readonly coverage: readonly string[];
  readonly steps: number;
  readonly walks: number;
}

/** So many causes, and a run has told enough. */
const mostFound = 10;

/** Sends generated walks to the target, and shrinks those that break a rule. The same seed and target give the same walks. */
export async function explore(options: ExploreOptions): Promise<Exploration> {
  const { document, plan, exchange, ledger } = options;
  const session = openSession({
    document,
    plan,
    exchange,
    label: `${plan.run}-walks`,
    ...(ledger !== undefined && { ledger }),
  });
  const histogram = createHistogram(Object.keys(jsonMembers(1)));
  const found = new Map<string, FoundViolation>();
  const outcomes: CheckOutcome[] = [];
  let isShrinking = false;
  const isOver = (): boolean => options.isInterrupted() || Date.now() > options.until;
  const run = createWalkRuns({
    session,
    document,
    settings: plan.settings,
    onStep: (step) => {
      if (!isShrinking) histogram.onStep(step);
    },
    onAnswer: (answer) => {
      if (!isShrinking) histogram.onAnswer(answer);
    },
    isKnown: (key) => {
      const known = found.get(key);
      if (known === undefined) return false;
      if (!isShrinking) found.set(key, { ...known, count: known.count + 1 });
      return true;
    },
    shouldStop: isOver,
  });
  let walks = 0;
  for (; walks < options.walks && !isOver() && found.size < mostFound; walks += 1) {
    options.onProgress({ walk: walks + 1, steps: histogram.steps, violations: found.size });
    isShrinking = false;
    const title = `walk ${walks + 1} of seed ${options.seed}`;
    let first: WalkResult | null = null;
    let attempts = 0;
    const fails = async (steps: readonly Step[]): Promise<WalkResult | null> => {
      const result = await run(title, steps);
      outcomes.push(result.outcome);
      first ??= result;
      isShrinking = true;
      return result.found !== null && result.found.key === first.found?.key ? result : null;
    };
    let best: { readonly steps: readonly Step[]; readonly result: WalkResult } | null = null;
    const property = fc.asyncProperty(walkArbitrary(plan, options.steps, histogram.wanted()), async (steps) => {
      if ((attempts += 1) > options.shrinks + 1 || isOver()) return true;
      const result = await fails(steps);
      // What comes after the step that failed was not carried out.
      if (result !== null) best = { steps: steps.slice(0, result.found?.at), result };
      return result === null;
    });
    await fc.check(property, { seed: options.seed + walks, numRuns: 1 });
    const shown = best as { readonly steps: readonly Step[]; readonly result: WalkResult } | null;
    if (shown?.result.found === null || shown === null) continue;
    const again = options.shrinks === 0 ? shown.result : await fails(shown.steps);
    const repeated = again === null ? { failed: 1, of: 2 } : { failed: 2, of: 2 };
    const { key, report } = (again ?? shown.result).found ?? shown.result.found;
    found.set(key, { key, report, steps: shown.steps, count: 1, repeated });
    if (options.shrinks === 0) break;
  }
  if (!(options.shrinks === 0 && found.size > 0) && mayComplete(plan) && !isOver()) {
    isShrinking = false;
    const [steps = []] = fc.sample(finale(plan, histogram.wanted()), { seed: options.seed, numRuns: 1 });
    const result = await run(`force completion, seed ${options.seed}`, steps);
    outcomes.push(result.outcome);
    // What it has done stays done: it cannot be tried again.
    if (result.found !== null) {
      found.set(result.found.key, {
        ...result.found,
        steps: steps.slice(0, result.found.at),
        count: 1,
        repeated: { failed: 1, of: 1 },
      });
    }
  }
  return {
    outcome: folded(outcomes, [...found.values()]),
    found: [...found.values()],
    coverage: histogram.lines(),
    steps: histogram.steps,
    walks,
  };
}

/** Runs a kept walk once more. */
export async function replay(
  { document, plan, exchange, ledger }: Pick<ExploreOptions, 'document' | 'plan' | 'exchange' | 'ledger'>,
  steps: readonly Step[],
): Promise<CheckOutcome> {
  const session = openSession({
    document,
    plan,
    exchange,
    label: `${plan.run}-walks`,
    ...(ledger !== undefined && { ledger }),
  });
  const nothing = (): void => undefined;
  const run = createWalkRuns({
    session,
    document,
    settings: plan.settings,
    onStep: nothing,
    onAnswer: nothing,
    isKnown: () => false,
    shouldStop: () => false,
  });
  return (await run('kept walk', steps)).outcome;
}

function mayComplete({ effects, settings: { campaigns } }: RunPlan): boolean {
  return effects.includes('irreversible') && (campaigns?.disposable ?? []).length > 0;
}

/** All walks as the outcome of one check: its violations are told as those of any check. */
function folded(outcomes: readonly CheckOutcome[], found: readonly FoundViolation[]): CheckOutcome {
  const sum = (value: (outcome: CheckOutcome) => number): number =>
    outcomes.reduce((total, each) => total + value(each), 0);
  const seen: Record<string, number> = {};
  for (const [key, times] of outcomes.flatMap((outcome) => Object.entries(outcome.seen))) {
    seen[key] = (seen[key] ?? 0) + times;
  }
  const unreachable = outcomes.find(({ result }) => result === 'not verified');
  return {
    title: 'generated walks',
    clauses: [...new Set(found.flatMap(({ report }) => report.clauses))],
    effect: 'reversible',
    result: found.length > 0 ? 'failed' : unreachable === undefined ? 'passed' : 'not verified',
    ...(unreachable?.reason !== undefined && { reason: unreachable.reason }),
    violations: found.map(({ report, count, repeated }) => ({
      ...report,
      came:
        repeated.failed < repeated.of
          ? `${report.came} (not repeatable: seen ${repeated.failed} of ${repeated.of} times)`
          : report.came,
      check: `${report.check}${count > 1 ? `, seen ${count} times` : ''}`,
    })),
    drift: [...new Set(outcomes.flatMap(({ drift }) => drift))],
    seen,
    successes: {
      read: [...new Set(outcomes.flatMap(({ successes }) => successes?.read ?? []))],
      unread: [...new Set(outcomes.flatMap(({ successes }) => successes?.unread ?? []))],
    },
    requests: sum(({ requests }) => requests),
    created: sum(({ created }) => created),
    cleaning: {
      cleaned: sum(({ cleaning }) => cleaning.cleaned),
      left: outcomes.flatMap(({ cleaning }) => cleaning.left),
    },
    isUnreachable: unreachable?.isUnreachable === true,
    milliseconds: sum(({ milliseconds }) => milliseconds),
  };
}
