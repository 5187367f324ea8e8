import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../package-root.ts';
import { lockLedger, openLedgerFile } from '../../deployment/agents/ledger.ts';
import { type Command, type CommandContext, type ExitCode, UsageError, parseArguments } from '../command.ts';
import { mergeVerdicts } from './contract-verdict.ts';
import { type ContractOptions, contractOptionTable, openSettings } from './contract-options.ts';
import { runContract } from './contract-run.ts';
import { loadContractDocument } from '../../document/read/load.ts';
import { operationPlaces } from '../../deployment/addresses.ts';
import { probe } from '../../judge/unknown-settings.ts';
import { NotSentError } from '../../deployment/transport.ts';
import { openTransport } from '../../deployment/http-transport.ts';
import { sweep } from '../../deployment/agents/clean-agents.ts';

const exampleFile = 'contract.config.example.yaml';

/** `voice-agent-mock contract`, `contract sweep` and `contract merge`: 0 kept, 1 violated, 2 could not be judged. */
export const contractCommand: Command = {
  options: contractOptionTable,
  async run(args, context) {
    const isAction = args[0] === 'sweep' || args[0] === 'merge';
    const [action, rest] = isAction ? [args[0], args.slice(1)] : [undefined, args];
    const name = `voice-agent-mock contract${isAction ? ` ${action}` : ''}`;
    const most = action === 'merge' ? Infinity : 0;
    const { operands, options } = parseArguments(name, contractOptionTable, rest, context.env, most);
    if (action === 'merge') return mergeVerdicts(operands, options, context);
    if (options.init) return writeExample(context.print);
    return action === 'sweep' ? sweepLedger(options, context) : runContract(options, context);
  },
};

function writeExample(print: (text: string) => void): 0 {
  const file = 'contract.config.yaml';
  if (existsSync(file)) throw new UsageError(`${file} is there already: move it away, or edit it.`);
  copyFileSync(join(packageRoot(), 'contract-tests', exampleFile), file);
  print(`Wrote ${file}. Fill it in, then: voice-agent-mock contract --config ${file} --plan`);
  return 0;
}

/** Deletes what a killed run left, by its ledger. */
async function sweepLedger(options: ContractOptions, context: CommandContext): Promise<ExitCode> {
  const settings = await openSettings(options, context);
  const { addresses } = settings;
  if (addresses === null) {
    throw new UsageError('contract sweep needs --base-url or --config: a mock in process leaves nothing.');
  }
  const lock = await lockLedger(settings.ledger);
  const places = operationPlaces(loadContractDocument());
  const until = Date.now() + options.maxMinutes * 60_000;
  const { transport, close } = openTransport({ ...settings, addresses, places, until });
  try {
    const ledger = openLedgerFile(settings.ledger);
    if (ledger.lines.length === 0) {
      context.print('0 agents cleaned, 0 left.');
      return 0;
    }
    const { cleaned, left } = await sweep(ledger, transport, settings);
    context.print(`${cleaned} agents cleaned, ${left.length} left.`);
    for (const { id, name, reason } of left) context.printError(`agent ${id ?? '?'} ${name}: ${reason}`);
    if (left.length === 0) return 0;
    context.printError(
      `${settings.ledger} keeps them. Look for those without an id by their names in the portal; when nothing of them is left, delete the ledger.`,
    );
    const failure = await probe(transport, settings);
    if (failure !== null) context.printError(failure.message);
    return failure === null ? 1 : 2;
  } catch (error) {
    if (!(error instanceof NotSentError)) throw error;
    context.printError(`${error.message}: ${settings.ledger} keeps what is left. Give more with --max-minutes.`);
    return 2;
  } finally {
    close();
    await lock.release();
  }
}
