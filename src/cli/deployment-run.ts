import { loadContractDocument } from '../document/read/load.ts';
import { operationPlaces } from '../deployment/addresses.ts';
import { lockLedger, openLedgerFile, removeLedger, type LedgerFile } from '../deployment/agents/ledger-file.ts';
import { claimLedger } from '../deployment/agents/ledger-owner.ts';
import { leftIn, sweep } from '../deployment/agents/sweep.ts';
import type { DeploymentSettings } from '../deployment/configuration/read-settings.ts';
import type { Exchange } from '../deployment/exchange.ts';
import { openExchange } from '../deployment/open-exchange.ts';
import { probe } from '../suite/probe.ts';
import type { CommandContext } from './command.ts';
import { UsageError } from './usage-error.ts';

/**
 * Does some work against a deployment, with what it makes entered in the ledger, and swept at the end.
 * @param until when its cleaning ends, in milliseconds since 1970
 * @returns what came of the work, and whether agents are left; null, with the reason told, if the deployment cannot be
 *   reached or does not know the token
 */
export async function runOnDeployment<T>(
  settings: DeploymentSettings,
  until: number,
  context: CommandContext,
  work: (exchange: Exchange, ledger: LedgerFile) => Promise<T>,
): Promise<{ readonly result: T; readonly hasLeft: boolean } | null> {
  const places = operationPlaces(loadContractDocument());
  const lock = await lockLedger(settings.ledger);
  const { exchange, close } = openExchange({ ...settings, places, until });
  try {
    const left = leftIn(openLedgerFile(settings.ledger)).length;
    if (left > 0) {
      throw new UsageError(
        `${settings.ledger} lists ${left} agents of another run: clean them with contract sweep first.`,
      );
    }
    removeLedger(settings.ledger);
    const failure = await probe(exchange, settings);
    if (failure !== null) {
      context.printError(failure.message);
      return null;
    }
    const ledger = openLedgerFile(settings.ledger);
    claimLedger(ledger, settings);
    const result = await work(exchange, ledger);
    const swept = await sweep(openLedgerFile(settings.ledger), exchange, settings);
    for (const { id, name, reason } of swept.left) context.printError(`agent ${id ?? '?'} ${name} is left: ${reason}`);
    return { result, hasLeft: swept.left.length > 0 };
  } finally {
    close();
    await lock.release();
  }
}
