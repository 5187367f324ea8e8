import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../package-root.ts';
import { LedgerError } from '../../deployment/agents/ledger-file.ts';
import { ProfileError } from '../../clauses/profile/profile.ts';
import { SettingsError } from '../../deployment/configuration/read-settings.ts';
import type { Command, CommandContext, ExitCode } from '../command.ts';
import { mergeVerdicts } from './contract-merge.ts';
import { contractOptionTable, type ContractOptions } from './contract-options.ts';
import { runContract } from './contract-run.ts';
import { sweepLedger } from './contract-sweep.ts';
import { parseOptions } from '../option-table.ts';
import { UsageError } from '../usage-error.ts';

const exampleFile = 'contract.config.example.yaml';

/** `voice-agent-mock contract`, `contract sweep` and `contract merge`: 0 kept, 1 violated, 2 could not be judged. */
export const contractCommand: Command = {
  operands: '[merge FILES | sweep]',
  actions: {
    'merge 1.json 2.json 3.json': 'Join the verdicts of all shards of a run, or show one again',
    sweep: 'Delete the agents that a run could not clean, by its ledger',
  },
  options: contractOptionTable,
  async run(args, context) {
    const [action = ''] = args;
    const isAction = action === 'sweep' || action === 'merge';
    const rest = isAction ? args.slice(1) : args;
    const files = action === 'merge' ? leadingFiles(rest) : [];
    const name = `voice-agent-mock contract${isAction ? ` ${action}` : ''}`;
    const options = parseOptions(name, contractOptionTable, rest.slice(files.length), context.env);
    try {
      if (action === 'merge') return mergeVerdicts(files, options, context);
      if (action === 'sweep') return await sweepLedger(options, context);
      return await runAsAsked(options, context);
    } catch (error) {
      if (error instanceof SettingsError || error instanceof ProfileError) throw new UsageError(error.faults);
      if (error instanceof LedgerError) throw new UsageError(error.message, { cause: error });
      throw error;
    }
  },
};

async function runAsAsked(options: ContractOptions, context: CommandContext): Promise<ExitCode> {
  if (options.init) return writeExample(context.print);
  return runContract(options, context);
}

function leadingFiles(args: readonly string[]): readonly string[] {
  const flag = args.findIndex((arg) => arg.startsWith('-'));
  return flag < 0 ? args : args.slice(0, flag);
}

function writeExample(print: (text: string) => void): 0 {
  const file = 'contract.config.yaml';
  if (existsSync(file)) throw new UsageError(`${file} is there already: move it away, or edit it.`);
  copyFileSync(join(packageRoot(), 'contract-tests', exampleFile), file);
  print(`Wrote ${file}. Fill it in, then: voice-agent-mock contract --config ${file} --plan`);
  return 0;
}
