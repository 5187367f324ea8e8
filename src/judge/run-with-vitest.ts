import { fileURLToPath } from 'node:url';
import type { CliOptions, InlineConfig } from 'vitest/node';
import { packageRoot } from '../package-root.ts';
import { createOutcomeReporter } from './report/outcome-reporter.ts';
import type { ChecksResult } from './run-checks.ts';
import type { RunPlan } from './run-plan.ts';

export interface VitestRun {
  readonly plan: RunPlan;
  /** One of vitest's own. */
  readonly reporter: string;
  /** Where that reporter writes; null: to the terminal. */
  readonly output: string | null;
  /** Called with the way to stop the run. */
  readonly onStarted: (cancel: () => void) => void;
}

/** Whether vitest is there: the package leaves it to the project that has it. */
export async function hasVitest(): Promise<boolean> {
  return import('vitest/node').then(
    () => true,
    () => false,
  );
}

/** Runs the checks with vitest, for its reporters. */
export async function runWithVitest(run: VitestRun): Promise<ChecksResult> {
  const { startVitest } = await import('vitest/node');
  const releaseSignals = holdSignals();
  const collecting = createOutcomeReporter((cancel) => {
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
    reporters: [run.reporter, collecting],
    ...(run.output !== null && { outputFile: { [run.reporter]: run.output } }),
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
