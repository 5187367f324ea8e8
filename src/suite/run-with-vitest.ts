import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startVitest, type CliOptions, type InlineConfig } from 'vitest/node';
import { packageRoot } from '../package-root.ts';
import type { CheckOutcome } from './report/outcome.ts';
import { createOutcomeReporter } from './report/outcome-reporter.ts';
import type { RunPlan } from './run-plan.ts';

export interface VitestRun {
  readonly plan: RunPlan;
  /** `1/3`; null: all. */
  readonly shard: string | null;
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

/** Runs the files of checks with vitest: in parallel what can be undone, afterwards what cannot. */
export async function runWithVitest(run: VitestRun): Promise<VitestResult> {
  const releaseSignals = holdSignals();
  const collecting = createOutcomeReporter(run.onOutcome, (cancel) => {
    releaseSignals();
    run.onStarted(cancel);
  });
  const { concurrency } = run.plan.settings;
  const common = {
    pool: 'threads',
    // The files of one worker share the document and, in process, the mock: to read it takes longer than the checks.
    isolate: false,
    maxWorkers: concurrency,
    fileParallelism: concurrency > 1,
    provide: { contract: run.plan },
    exclude: [],
    hookTimeout: 120_000,
    teardownTimeout: 120_000,
  } satisfies InlineConfig;
  const files = testFiles();
  const last = `force-completion.contract.${files.extension}`;
  const options: CliOptions = {
    config: false,
    root: packageRoot(),
    watch: false,
    run: true,
    passWithNoTests: true,
    reporters: [...(run.reporter === null ? [] : [run.reporter]), collecting],
    ...(run.reporter !== null && run.output !== null && { outputFile: { [run.reporter]: run.output } }),
    ...(run.shard !== null && { shard: run.shard }),
  };
  const projects = [
    {
      test: {
        ...common,
        name: 'contract',
        include: [`${files.folder}/*.contract.${files.extension}`],
        exclude: [`**/${last}`],
        sequence: { groupOrder: 0 },
      },
    },
    { test: { ...common, name: 'irreversible', include: [`${files.folder}/${last}`], sequence: { groupOrder: 1 } } },
  ];
  const exitCode = process.exitCode;
  const vitest = await startVitest('test', [], options, { test: { projects }, clearScreen: false });
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

/** The checks as they are written beside the sources, or as they are built into the package. */
function testFiles(): { readonly folder: string; readonly extension: 'ts' | 'js' } {
  const isBuilt = fileURLToPath(import.meta.url).endsWith('.js');
  if (!isBuilt && existsSync(join(packageRoot(), 'contract-tests')))
    return { folder: 'contract-tests', extension: 'ts' };
  return { folder: 'dist', extension: 'js' };
}
