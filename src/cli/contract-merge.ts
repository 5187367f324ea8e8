import { readFileSync } from 'node:fs';
import { loadContractDocument } from '../contract-document/load.ts';
import { verdictOf, type Verdict } from '../contract/verdict.ts';
import { readJson } from '../json/read-json.ts';
import type { CommandContext, ExitCode } from './command.ts';
import type { ContractOptions } from './contract-options.ts';
import { concludeVerdict } from './contract-verdict.ts';
import { UsageError } from './usage-error.ts';

/** One verdict from those of the shards. */
export function mergeVerdicts(files: readonly string[], options: ContractOptions, context: CommandContext): ExitCode {
  if (files.length === 0)
    throw new UsageError('contract merge needs the verdict files of the shards: contract merge one.json two.json.');
  const document = loadContractDocument();
  const verdicts = files.map(readVerdict);
  const facts = {
    target: [...new Set(verdicts.map(({ summary }) => summary.target))].join(', '),
    run: verdicts.map(({ summary }) => summary.run).join(', '),
    left: verdicts.flatMap(({ left }) => left),
  };
  const outcomes = verdicts.flatMap((verdict) => verdict.outcomes);
  return concludeVerdict(verdictOf(document, outcomes, facts), options, context, document);
}

function readVerdict(file: string): Verdict {
  try {
    const value = readJson(readFileSync(file, 'utf8')) as Verdict | undefined;
    if (!Array.isArray(value?.outcomes)) throw new Error('it has no outcomes');
    return value;
  } catch (error) {
    throw new UsageError(`${file} is no verdict: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
