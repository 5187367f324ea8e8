import { fileURLToPath } from 'node:url';
import { startVitest, type CliOptions, type InlineConfig } from 'vitest/node';
import { packageRoot } from '../package-root.ts';
import type { CheckOutcome } from './report/outcome.ts';
import { createOutcomeReporter } from './report/outcome-reporter.ts';
import type { RunPlan } from './run-plan.ts';

export interface VitestRun {
  readonly plan: RunPlan;
  /** One of vitest's own, `junit` for example; null: its default. */
  readonly reporter: string | null;
  /** Where that reporter writes; null: to the terminal. */
  readonly output: string | null;
  readonly onOutcome: (outcome: CheckOutcome) => void;
  /** Called with the way to stop the run. */
  readonly onStarted: (cancel: () => void) => void;
}

export interface VitestResult {
  readonly outcomes: readonly CheckOutcome[];
  readonly problems: readonly string[];
}

/** Runs the checks with vitest. */
export async function runWithVitest(run: VitestRun): Promise<VitestResult> {
  const releaseSignals = holdSignals();
  const collecting = createOutcomeReporter(run.onOutcome, (cancel) => {
    releaseSignals();
    run.onStarted(cancel);
  });
  const options: CliOptions & InlineConfig = {
    config: false,
    root: packageRoot(),
    watch: false,
    run: true,
    clearScreen: false,
    pool: 'threads',
    isolate: false,
    // Of lists of checks: they are all in one file.
    maxConcurrency: run.plan.settings.concurrency,
    provide: { contract: run.plan },
    include: [suiteFile()],
    exclude: [],
    hookTimeout: 120_000,
    teardownTimeout: 120_000,
    reporters: [...(run.reporter === null ? [] : [run.reporter]), collecting],
    ...(run.reporter !== null && run.output !== null && { outputFile: { [run.reporter]: run.output } }),
  };
  const exitCode = process.exitCode;
  const vitest = await startVitest('test', [], options);
  await vitest.close();
  // vitest sets its own for failed tests; the command decides by the verdict.
  process.exitCode = exitCode;
  return { outcomes: collecting.outcomes, problems: collecting.problems };
}

/** Gives the way to take off the listeners that come from now on: vitest's own would end the process uncleaned. */
function holdSignals(): () => void {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const before = new Map(signals.map((signal) => [signal, new Set(process.listeners(signal))]));
  return () => {
    for (const signal of signals) {
      for (const listener of process.listeners(signal)) {
        if (before.get(signal)?.has(listener) !== true) process.off(signal, listener);
      }
    }
  };
}

/** The suite as it is written beside the sources, or as it is built into the package. */
function suiteFile(): string {
  const isBuilt = fileURLToPath(import.meta.url).endsWith('.js');
  return isBuilt ? 'dist/suite.contract.js' : 'contract-tests/suite.contract.ts';
}
