import { rmSync } from 'node:fs';
import { loadContractDocument } from '../document/read/load.ts';
import { operationPlaces } from '../deployment/addresses.ts';
import { type LeftAgent, leftIn, sweep } from '../deployment/agents/clean-agents.ts';
import { type LedgerFile, claimLedger, openLedgerFile, withLedger } from '../deployment/agents/ledger.ts';
import type { DeploymentSettings } from '../deployment/configuration/read-settings.ts';
import type { Transport } from '../deployment/transport.ts';
import { openTransport } from '../deployment/http-transport.ts';
import { startInProcessTarget } from '../judge/as-mock/mock-worlds.ts';
import type { RunPlan } from '../judge/run-plan.ts';
import { probe } from '../judge/unknown-settings.ts';
import { type CommandContext, UsageError } from './command.ts';
import { reasonOf } from '../files/file-system.ts';

/** A deployment that is there, knows the token, and is ours alone as long as the work lasts; or the mock, in process. */
export interface TargetFrame {
  /** As it was given, with the addresses of the target. */
  readonly plan: RunPlan;
  readonly transport: Transport;
  /** Absent: the mock keeps nothing. */
  readonly ledger?: LedgerFile;
  /** Deletes what was made and is still there, and gives what may be left; without it that is done after the work. */
  readonly clean: () => Promise<readonly LeftAgent[]>;
}

type Work<T> = (frame: TargetFrame) => Promise<T>;

/** What came of work, and whether agents are left. */
type Ran<T> = Readonly<{ result: T; hasLeft: boolean }>;

/**
 * Does some work against the deployment of a plan, with what it makes entered in the ledger, and swept at the end; where the
 * plan has no address, against a mock in process.
 * @throws UsageError if the deployment cannot be reached or does not know the token, or the ledger lists agents of another
 *   run; LedgerError if it cannot be used
 */
export async function runOnTarget<T>(plan: RunPlan, context: CommandContext, work: Work<T>): Promise<Ran<T>> {
  const { addresses } = plan.settings;
  if (addresses === null) return runInProcess(plan, work);
  const settings = { ...plan.settings, addresses };
  return withDeployment(settings, plan.until?.cleaning ?? Infinity, async (transport) => {
    const listed = leftIn(openLedgerFile(settings.ledger)).length;
    if (listed > 0) {
      throw new UsageError(
        `${settings.ledger} lists ${listed} agents of another run: clean them with contract sweep first.`,
      );
    }
    rmSync(settings.ledger, { force: true });
    const failure = await probe(transport, settings);
    if (failure !== null) throw new UsageError([failure]);
    const ledger = claimLedger(openLedgerFile(settings.ledger), settings);
    const swept: { left?: readonly LeftAgent[] } = {};
    const clean = async (): Promise<readonly LeftAgent[]> => (swept.left = await sweepAfter(settings, transport));
    const result = await work({ plan, transport, ledger, clean });
    if (swept.left !== undefined) return { result, hasLeft: swept.left.length > 0 };
    const left = await clean();
    for (const { id, name, reason } of left) context.printError(`agent ${id ?? '?'} ${name} is left: ${reason}`);
    return { result, hasLeft: left.length > 0 };
  });
}

async function runInProcess<T>(given: RunPlan, work: Work<T>): Promise<Ran<T>> {
  const mock = await startInProcessTarget(given.profile);
  const { addresses } = mock;
  const plan = { ...given, addresses };
  const places = operationPlaces(loadContractDocument());
  const { transport, close } = openTransport({ ...plan.settings, addresses, places });
  try {
    return { result: await work({ plan, transport, clean: () => Promise.resolve([]) }), hasLeft: false };
  } finally {
    close();
    await mock.close();
  }
}

/**
 * Does some work against a deployment, and holds its ledger. @throws LedgerError if another run holds it
 * @param until when the last request may be sent, in milliseconds since 1970
 */
export async function withDeployment<T>(
  settings: DeploymentSettings,
  until: number,
  work: (transport: Transport) => Promise<T>,
): Promise<T> {
  const places = operationPlaces(loadContractDocument());
  return withLedger(settings.ledger, openTransport({ ...settings, places, until }), work);
}

/** What the work could not clean, a second time; what may still be there stays in the ledger. */
async function sweepAfter(settings: DeploymentSettings, transport: Transport): Promise<readonly LeftAgent[]> {
  try {
    return (await sweep(openLedgerFile(settings.ledger), transport, settings)).left;
  } catch (error) {
    const reason = reasonOf(error);
    return leftIn(openLedgerFile(settings.ledger)).map(({ id, names }) => ({ id, name: names.at(-1) ?? '', reason }));
  }
}
