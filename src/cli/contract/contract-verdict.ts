import { writeFileSync } from 'node:fs';
import type { ContractDocument } from '../../document/read/load.ts';
import { applyBaseline, type BaselineEntry, readBaseline } from '../../suite/report/baseline.ts';
import { verdictPage } from '../../suite/report/verdict-page.ts';
import { unjudgedLine, verdictText } from '../../suite/report/verdict-text.ts';
import type { Verdict } from '../../suite/report/verdict.ts';
import type { CommandContext, ExitCode } from '../command.ts';
import type { ContractOptions } from './contract-options.ts';
import { UsageError } from '../usage-error.ts';

/** Prints and writes a verdict, and gives what the process ends with. */
export function concludeVerdict(
  verdict: Verdict,
  options: Pick<ContractOptions, 'verdict' | 'report' | 'baseline' | 'strict'>,
  context: CommandContext,
  document: ContractDocument,
): ExitCode {
  context.print(...verdictText(verdict, document.clauses));
  if (options.verdict !== null) writeFileSync(options.verdict, `${JSON.stringify(verdict, null, 2)}\n`);
  if (options.report !== null) writeFileSync(options.report, verdictPage(verdict));
  const { summary, unjudged } = verdict;
  for (const operation of unjudged) context.printError(`could not judge: ${unjudgedLine(operation)}`);
  if (summary.kept + summary.violated === 0) {
    context.printError('Nothing was verified.');
    return 2;
  }
  const { unaccepted, accepted, faults } = applyBaseline(
    verdict,
    readKnown(options.baseline, document),
    new Date().toISOString().slice(0, 10),
  );
  for (const { clause, reason, expires } of accepted) context.print(`Accepted until ${expires}: ${clause} (${reason})`);
  for (const fault of faults) context.printError(`Baseline: ${fault}`);
  const isDrifting = options.strict && verdict.drift.length > 0;
  if (isDrifting) context.printError('Drift fails the run, because of --strict.');
  if (unjudged.length > 0) return 2;
  return isDrifting || unaccepted.length > 0 || faults.length > 0 || verdict.left.length > 0 ? 1 : 0;
}

/** The entries of a baseline, none without a file. Throws `UsageError`. */
export function readKnown(file: string | null, document: ContractDocument): readonly BaselineEntry[] {
  try {
    return file === null ? [] : readBaseline(file, document.clauses);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
