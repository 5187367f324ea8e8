import { loadContractDocument } from '../../document/read/load.ts';
import { operationPlaces } from '../../deployment/addresses.ts';
import { probe } from '../../judge/probe.ts';
import { NotSentError } from '../../deployment/transport.ts';
import { lockLedger, openLedgerFile } from '../../deployment/agents/ledger-file.ts';
import { openTransport } from '../../deployment/open-transport.ts';
import { secretsOf } from '../../deployment/configuration/secrets.ts';
import { readSettings } from '../../deployment/configuration/read-settings.ts';
import { sweep } from '../../deployment/agents/sweep.ts';
import type { CommandContext, ExitCode } from '../command.ts';
import type { ContractOptions } from './contract-options.ts';
import { UsageError } from '../usage-error.ts';

/** Deletes what a killed run left, by its ledger. */
export async function sweepLedger(options: ContractOptions, context: CommandContext): Promise<ExitCode> {
  const { config, baseUrl, apiUrl, altUrl, token, ledger } = options;
  const given = { configFile: config, base_url: baseUrl, api_url: apiUrl, alt_url: altUrl, token, ledger };
  const settings = readSettings(given, context.env);
  for (const secret of secretsOf(settings)) context.hide?.(secret);
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
