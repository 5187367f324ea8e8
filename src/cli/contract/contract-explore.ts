import { randomInt } from 'node:crypto';
import { joinLedgerFile } from '../../deployment/agents/ledger-file.ts';
import { operationPlaces } from '../../deployment/addresses.ts';
import { createHttpExchange } from '../../deployment/http-exchange.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import { explore } from '../../suite/explore/explore.ts';
import type { CheckOutcome } from '../../suite/report/outcome.ts';
import type { RunPlan } from '../../suite/run-plan.ts';
import type { CommandContext } from '../command.ts';
import type { ContractOptions } from './contract-options.ts';

/** Attempts that go into the shrinking of one walk. */
const SHRINKS = 300;

/** Sends generated walks to the target of the run, prints progress and coverage, and gives what came of them. */
export async function runWalks(
  plan: RunPlan,
  options: ContractOptions,
  { print, progress }: CommandContext,
  document: ContractDocument,
  isInterrupted: () => boolean,
): Promise<CheckOutcome> {
  const { addresses, settings } = plan;
  const exchange = createHttpExchange({ ...settings, addresses, places: operationPlaces(document) });
  const seed = options.seed ?? randomInt(2 ** 31);
  const end = plan.until?.checks ?? Infinity;
  const until = options.minutes === null ? end : Math.min(end, Date.now() + options.minutes * 60_000);
  print(`Walks of seed ${seed}: the same seed, target and flags give the same ones.`);
  try {
    const { outcome, coverage, steps, walks } = await explore({
      document,
      plan,
      exchange,
      ...(settings.addresses !== null && { ledger: joinLedgerFile(settings.ledger) }),
      walks: options.minutes === null ? options.walks : Infinity,
      steps: options.steps,
      seed,
      until,
      isInterrupted,
      shrinks: SHRINKS,
      onProgress: (done) => {
        const minutes = Number.isFinite(until)
          ? `, ${Math.max(0, Math.ceil((until - Date.now()) / 60_000))} minutes left`
          : '';
        progress?.write(`walk ${done.walk}: ${done.steps} steps, ${done.violations} violations${minutes}\n`);
      },
    });
    print(`${walks} walks of ${steps} steps in all.`, ...coverage);
    return outcome;
  } finally {
    exchange.close();
  }
}
