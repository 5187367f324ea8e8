import { loadContractDocument } from '../contract-document/load.ts';
import { operationPlaces } from '../contract/addresses.ts';
import { createHttpExchange } from '../contract/http-exchange.ts';
import { readSettings } from '../contract/read-settings.ts';
import { secretsOf } from '../contract/secrets.ts';
import { sweep } from '../contract/sweep.ts';
import type { CommandContext, ExitCode } from './command.ts';
import type { ContractOptions } from './contract-options.ts';
import { UsageError } from './usage-error.ts';

/** Deletes what a killed run left, by its ledger. */
export async function sweepLedger(options: ContractOptions, context: CommandContext): Promise<ExitCode> {
  const { config, baseUrl, apiUrl, altUrl, token, ledger } = options;
  const given = { configFile: config, base_url: baseUrl, api_url: apiUrl, alt_url: altUrl, token, ledger };
  const settings = readSettings(given, context.env);
  for (const secret of secretsOf(settings)) context.hide?.(secret);
  const { addresses, headers, timeout } = settings;
  if (addresses === null)
    throw new UsageError('contract sweep needs --base-url or --config: a mock in process leaves nothing.');
  const exchange = createHttpExchange({ addresses, places: operationPlaces(loadContractDocument()), headers, timeout });
  try {
    const { cleaned, left } = await sweep(settings.ledger, exchange, settings);
    context.print(`${cleaned} agents cleaned, ${left.length} left.`);
    for (const { id, name, reason } of left) context.printError(`agent ${id ?? '?'} ${name}: ${reason}`);
    return left.length === 0 ? 0 : 1;
  } finally {
    exchange.close();
  }
}
