import { cleanAgents, type CleaningReport } from './clean-agents.ts';
import { openCreationLedger, type Creation, type CreationLedger } from './creation-ledger.ts';
import type { Transport } from '../transport.ts';
import { findAgents } from './find-agents.ts';
import { removeLedger, type LedgerFile } from './ledger-file.ts';
import { requireOwner, signedBy } from './ledger-owner.ts';
import { configuredAgents, tokenIn, type Settings } from '../configuration/settings.ts';

/** What a ledger says was made or may have been, and was not seen to be gone. */
export function leftIn(file: LedgerFile): readonly Creation[] {
  return openCreationLedger(file).all().filter(isLeft);
}

/**
 * Cleans what a ledger says is left, looks for what may exist, and removes the ledger when nothing may be left.
 * @throws NotSentError when the time is used up, LedgerError if the ledger is not of this deployment and token
 */
export async function sweep(file: LedgerFile, transport: Transport, settings: Settings): Promise<CleaningReport> {
  requireOwner(file, settings);
  const report = await cleanLedger(openCreationLedger(signedBy(settings, file)), transport, settings);
  if (report.left.length === 0) removeLedger(file.name);
  return report;
}

/** Looks for what may exist, and cleans what a ledger says is left, the last first. @throws NotSentError */
export async function cleanLedger(
  ledger: CreationLedger,
  transport: Transport,
  settings: Settings,
): Promise<CleaningReport> {
  await findLost(ledger, transport, settings);
  return cleanAgents(ledger.all().filter(isLeft).reverse(), { transport, ledger, tokenOf: tokenIn(settings) });
}

/** Looks for what may exist, and enters in the ledger what it finds. @throws NotSentError */
export async function findLost(ledger: CreationLedger, transport: Transport, settings: Settings): Promise<void> {
  const lost = ledger.all().filter(({ state }) => state === 'may exist');
  const known = configuredAgents(settings);
  await findAgents(lost, { transport, ledger, known, tokenOf: tokenIn(settings), now: Date.now });
}

function isLeft({ state }: Creation): boolean {
  return state === 'made' || state === 'may exist';
}
