import { loadContractDocument } from '../document/read/load.ts';
import { operationPlaces } from '../deployment/addresses.ts';
import { type LeftAgent, leftIn, sweep } from '../deployment/agents/clean-agents.ts';
import { type LedgerFile, claimLedger, lockLedger, openLedgerFile, removeLedger } from '../deployment/agents/ledger.ts';
import type { DeploymentSettings } from '../deployment/configuration/read-settings.ts';
import type { Transport } from '../deployment/transport.ts';
import { openTransport } from '../deployment/http-transport.ts';
import { probe } from '../judge/unknown-settings.ts';
import { type CommandContext, UsageError } from './command.ts';
import { isError } from '../files/file-system.ts';

/** A deployment that is there, knows the token, and is ours alone as long as the work lasts. */
export interface DeploymentFrame {
  readonly transport: Transport;
  readonly ledger: LedgerFile;
  /** Deletes what was made and is still there, and gives what may be left; without it that is done after the work. */
  readonly clean: () => Promise<readonly LeftAgent[]>;
}

/**
 * Does some work against a deployment, with what it makes entered in the ledger, and swept at the end.
 * @param until when its cleaning ends, in milliseconds since 1970
 * @returns what came of the work, and whether agents are left; or the reason, which is told, if the deployment cannot be
 *   reached or does not know the token
 * @throws UsageError if the ledger lists agents of another run, LedgerError if it cannot be used
 */
export async function runOnDeployment<T>(
  settings: DeploymentSettings,
  until: number,
  context: CommandContext,
  work: (frame: DeploymentFrame) => Promise<T>,
): Promise<{ readonly result: T; readonly hasLeft: boolean } | { readonly failure: string }> {
  const places = operationPlaces(loadContractDocument());
  const lock = await lockLedger(settings.ledger);
  const { transport, close } = openTransport({ ...settings, places, until });
  try {
    const listed = leftIn(openLedgerFile(settings.ledger)).length;
    if (listed > 0) {
      throw new UsageError(
        `${settings.ledger} lists ${listed} agents of another run: clean them with contract sweep first.`,
      );
    }
    removeLedger(settings.ledger);
    const failure = await probe(transport, settings);
    if (failure !== null) {
      context.printError(failure.message);
      return { failure: failure.message };
    }
    const ledger = claimLedger(openLedgerFile(settings.ledger), settings);
    const swept: { left?: readonly LeftAgent[] } = {};
    const clean = async (): Promise<readonly LeftAgent[]> => (swept.left = await sweepAfter(settings, transport));
    const result = await work({ transport, ledger, clean });
    if (swept.left !== undefined) return { result, hasLeft: swept.left.length > 0 };
    const left = await clean();
    for (const { id, name, reason } of left) context.printError(`agent ${id ?? '?'} ${name} is left: ${reason}`);
    return { result, hasLeft: left.length > 0 };
  } finally {
    close();
    await lock.release();
  }
}

/** What the work could not clean, a second time; what may still be there stays in the ledger. */
async function sweepAfter(settings: DeploymentSettings, transport: Transport): Promise<readonly LeftAgent[]> {
  try {
    return (await sweep(openLedgerFile(settings.ledger), transport, settings)).left;
  } catch (error) {
    const reason = isError(error) ? error.message : String(error);
    return leftIn(openLedgerFile(settings.ledger)).map(({ id, names }) => ({ id, name: names.at(-1) ?? '', reason }));
  }
}
