import { cleanAgents, type CleaningReport } from './clean-agents.ts';
import { isMade, openCreationLedger, type Creation } from './creation-ledger.ts';
import type { Exchange } from './exchange.ts';
import { findAgents } from './find-agents.ts';
import { removeLedger, type LedgerFile } from './ledger-file.ts';
import { configuredAgents, tokenIn, type Settings } from './settings.ts';

/** What a ledger says was made or may have been, and was not seen to be gone. */
export function leftIn(file: LedgerFile): readonly Creation[] {
  return openCreationLedger(file).all().filter(isLeft);
}

/**
 * Cleans what a ledger says is left, looks for what may exist, and removes the ledger when nothing may be left.
 * Throws `NotSentError` when the time is used up.
 */
export async function sweep(file: LedgerFile, exchange: Exchange, settings: Settings): Promise<CleaningReport> {
  const ledger = openCreationLedger(file);
  const tokenOf = tokenIn(settings);
  const doubtful = ledger.all().filter((creation) => isLeft(creation) && !isMade(creation));
  const known = configuredAgents(settings);
  if (doubtful.length > 0) await findAgents(doubtful, { exchange, ledger, known, tokenOf, now: Date.now });
  const report = await cleanAgents(ledger.all().filter(isLeft), { exchange, ledger, tokenOf });
  if (report.left.length === 0) removeLedger(file.name);
  return report;
}

function isLeft({ state }: Creation): boolean {
  return state === 'made' || state === 'may exist';
}
