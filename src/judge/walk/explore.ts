import * as fc from 'fast-check';
import type { ContractDocument } from '../../document/read/load.ts';
import type { Transport } from '../../deployment/transport.ts';
import type { LedgerFile } from '../../deployment/agents/ledger-file.ts';
import type { CheckOutcome } from '../report/outcome.ts';
import type { RunPlan } from '../run-plan.ts';
import { openSession, type Session } from '../session.ts';
import { foldedOutcome, FoundViolations, type FoundViolation } from './found-violations.ts';
import { finale, memberNames } from './generate/themes.ts';
import { walkArbitrary } from './generate/walk-arbitrary.ts';
import { Histogram } from './histogram.ts';
import type { Step } from '../steps.ts';
import { createWalkRuns, type WalkResult } from './walk-runs.ts';

export interface ExploreOptions {
  readonly document: ContractDocument;
  readonly plan: RunPlan;
  readonly transport: Transport;
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
  /** What earlier runs against the same provider have covered. */
  readonly histogram?: Histogram;
}

export interface Progress {
  readonly walk: number;
  readonly steps: number;
  readonly violations: number;
  /** How many stated rules an answer was compared with. */
  readonly clauses: number;
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
  const { document, plan } = options;
  const generator = { ...plan, operations: document.operations };
  const histogram = options.histogram ?? histogramOf(document, options.seed);
  const run = new WalkSeries(options, histogram);
  const isEnough = (): boolean =>
    run.isOver() || run.found.size >= mostFound || (options.shrinks === 0 && run.found.size > 0);
  let walks = 0;
  for (; walks < options.walks && !isEnough(); walks += 1) {
    const { steps, clauses: reached } = histogram;
    options.onProgress({ walk: walks + 1, steps, violations: run.found.size, clauses: reached });
    const walk = walkArbitrary(generator, options.steps, histogram);
    await run.search(walk, options.seed + walks, `walk ${walks + 1} of seed ${options.seed}`);
  }
  if (!isEnough() && mayComplete(plan)) {
    const [steps = []] = fc.sample(finale(plan, histogram), { seed: options.seed, numRuns: 1 });
    await run.once(steps, `force completion, seed ${options.seed}`);
  }
  return {
    outcome: foldedOutcome(run.outcomes, run.found.all),
    found: run.found.all,
    coverage: histogram.lines(),
    steps: histogram.steps,
    walks,
  };
}

export function histogramOf({ operations, clauses }: ContractDocument, seed: number): Histogram {
  return new Histogram({ members: memberNames({ operations }, 'createAgent'), operations, clauses, seed });
}

interface Shown {
  readonly steps: readonly Step[];
  readonly result: WalkResult;
}

/** The walks of a run, one after another, and what came of them. */
class WalkSeries {
  readonly found = new FoundViolations();
  readonly outcomes: CheckOutcome[] = [];
  readonly #options: ExploreOptions;
  readonly #run: ReturnType<typeof createWalkRuns>;
  /** Shrinking repeats what is counted already. */
  #isShrinking = false;
  /** Causes that the walk under way has shown. */
  #shown = new Set<string>();

  constructor(options: ExploreOptions, histogram: Histogram) {
    this.#options = options;
    this.#run = createWalkRuns({
      session: sessionOf(options),
      document: options.document,
      watch: (seen) => {
        if (!this.#isShrinking) histogram.watch(seen);
      },
      isKnown: (key) => this.#isKnown(key),
      shouldStop: () => this.isOver(),
      until: options.until,
    });
  }

  isOver(): boolean {
    return this.#options.isInterrupted() || Date.now() > this.#options.until;
  }

  /** Runs a walk, and shrinks it if it shows a cause that is not settled yet. */
  async search(walk: fc.Arbitrary<readonly Step[]>, seed: number, title: string): Promise<void> {
    this.#begin();
    const { shrinks } = this.#options;
    let attempts = 0;
    let key: string | undefined;
    let best: Shown | null = null;
    const fails = async (steps: readonly Step[]): Promise<WalkResult | null> => {
      const result = await this.#attempt(steps, title);
      key ??= result.found?.key;
      this.#isShrinking = true;
      return result.found !== null && result.found.key === key ? result : null;
    };
    const property = fc.asyncProperty(walk, async (steps) => {
      const most = key !== undefined && this.found.has(key) ? Math.ceil(shrinks / 3) : shrinks;
      if ((attempts += 1) > most + 1 || this.isOver()) return true;
      const result = await fails(steps);
      // What comes after the step that failed was not carried out.
      if (result !== null) best = { steps: steps.slice(0, result.found?.at), result };
      return result === null;
    });
    await fc.check(property, { seed, numRuns: 1 });
    const shown = best as Shown | null;
    if (!shown?.result.found) return;
    const again = shrinks === 0 ? shown.result : await fails(shown.steps);
    const { key: cause, report } = again?.found ?? shown.result.found;
    this.found.add({ key: cause, report, steps: shown.steps, repeated: { failed: again === null ? 1 : 2, of: 2 } });
  }

  /** Runs steps that cannot be repeated: what they have done stays done. */
  async once(steps: readonly Step[], title: string): Promise<void> {
    this.#begin();
    const { found } = await this.#attempt(steps, title);
    if (found === null) return;
    const { key, report, at } = found;
    this.found.add({ key, report, steps: steps.slice(0, at), repeated: { failed: 1, of: 1 } });
  }

  async #attempt(steps: readonly Step[], title: string): Promise<WalkResult> {
    const result = await this.#run(title, steps);
    this.outcomes.push(result.outcome);
    return result;
  }

  #begin(): void {
    this.#isShrinking = false;
    this.#shown = new Set();
  }

  #isKnown(key: string): boolean {
    if (!this.found.isSettled(key)) return false;
    // In one walk it counts once.
    if (!this.#isShrinking && !this.#shown.has(key)) this.found.seen(key);
    this.#shown.add(key);
    return true;
  }
}

type Target = Pick<ExploreOptions, 'document' | 'plan' | 'transport' | 'ledger'>;

function sessionOf({ document, plan, transport, ledger }: Target): Session {
  return openSession({
    document,
    plan,
    transport,
    label: `${plan.run}-walks`,
    ...(ledger !== undefined && { ledger }),
  });
}

/** Runs a kept walk once more. */
export async function replay(target: Target, steps: readonly Step[]): Promise<CheckOutcome> {
  const run = createWalkRuns({
    session: sessionOf(target),
    document: target.document,
    watch: () => undefined,
    isKnown: () => false,
    shouldStop: () => false,
    until: target.plan.until?.checks ?? Infinity,
  });
  return (await run('kept walk', steps)).outcome;
}

function mayComplete({ effects, settings: { campaigns } }: RunPlan): boolean {
  return effects.includes('irreversible') && (campaigns?.disposable ?? []).length > 0;
}
