import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolderOf, runFolder } from '../../deployment/agents/ledger.ts';
import { readTextFile } from '../../files/read-text-file.ts';
import { explore, readWalkFile, replay, walkFileOf } from '../../judge/walk/explore.ts';
import { violationText } from '../../judge/report/verdict-text.ts';
import type { CheckOutcome } from '../../judge/report/outcome.ts';
import type { WalksFacts } from '../../judge/report/verdict.ts';
import { type ExitCode, UsageError } from '../command.ts';
import type { ContractRun } from './contract-options.ts';

/** Attempts that go into the shrinking of one walk. */
const mostShrinks = 300;

/** Sends generated walks to the target of the run, prints progress and coverage, and gives what came of them. */
export async function runWalks(
  { plan, options, context, document }: ContractRun,
  isInterrupted: () => boolean,
): Promise<{ readonly outcome: CheckOutcome; readonly walks: WalksFacts }> {
  const { print, printError, progress } = context;
  const seed = options.seed ?? randomInt(2 ** 31);
  const end = plan.until?.checks ?? Infinity;
  const until = options.minutes === null ? end : Math.min(end, Date.now() + options.minutes * 60_000);
  print(`Walks of seed ${seed}: the same seed, target and flags give the same ones.`);
  const { outcome, found, coverage, steps, walks } = await explore({
    document,
    plan,
    walks: options.minutes === null ? options.walks : Infinity,
    steps: options.steps,
    seed,
    until,
    isInterrupted,
    shrinks: mostShrinks,
    onProgress: (walk, sent, violations, clauses) => {
      const minutes = Math.max(0, Math.ceil((until - Date.now()) / 60_000));
      const left = Number.isFinite(minutes) ? `, ${minutes} minutes left` : '';
      progress?.write(
        `walk ${walk}: ${sent} steps, ${clauses} stated rules reached, ${violations} violations${left}\n`,
      );
    },
  });
  print(`${walks} walks, ${steps} steps.`, ...coverage);
  if (outcome.result === 'not verified') printError(`Not every walk came to its end: ${outcome.reason ?? ''}`);
  for (const [index, violation] of found.entries()) {
    // Version control leaves this folder alone.
    const file = join(runFolder, `${plan.run}-${index + 1}.json`);
    makeFolderOf(file);
    writeFileSync(file, walkFileOf(violation));
    print(
      `${violation.report.clauses.join(', ')}: the walk is kept in ${file}. Run it again: voice-agent-mock contract --replay ${file}`,
    );
  }
  return { outcome: { ...outcome, list: 'walks' }, walks: { seed, walks, steps, coverage } };
}

/** Runs a kept walk again: 0 nothing violated, 1 violated, 2 could not be run. @throws UsageError for another file */
export async function replayWalk({ plan, context, document }: ContractRun, file: string): Promise<ExitCode> {
  const { print, printError } = context;
  const walk = readWalkFile(readTextFile(file, largest));
  if (walk === undefined) {
    throw new UsageError(`${file} is not a kept walk: name a file that contract --explore has written.`);
  }
  const outcome = await replay({ document, plan }, walk.steps);
  for (const violation of outcome.violations) print(...violationText(violation, document.clauses));
  if (outcome.violations.length > 0) return 1;
  if (outcome.result === 'not verified') {
    printError(`${file} could not be run to its end: ${outcome.reason ?? ''}`);
    return 2;
  }
  print(
    `${file}: no rule is violated by its ${walk.steps.length} steps.`,
    `  it was kept for ${walk.clauses.join(', ')}: expected ${walk.expected}, came ${walk.came}`,
  );
  return outcome.cleaning.left.length > 0 ? 1 : 0;
}

/** In bytes; a walk names long texts, it does not hold them. */
const largest = 2 ** 20;
