import type { ContractDocument } from '../../src/document/read/load.ts';
import type { ClauseId } from '../../src/document/names.gen.ts';
import { operationPlaces } from '../../src/deployment/addresses.ts';
import type { Check } from '../../src/judge/check.ts';
import { throwAwaySettings } from '../../src/deployment/configuration/default-scenario.ts';
import type { Transport } from '../../src/deployment/transport.ts';
import { createHttpTransport } from '../../src/deployment/http-transport.ts';
import { startInProcessTarget, type InProcessTarget } from '../../src/judge/in-process-target.ts';
import type { CheckOutcome } from '../../src/judge/report/outcome.ts';
import { openTwin, type OpenTwin } from '../../src/judge/as-mock/open-twin.ts';
import { openSession } from '../../src/judge/session.ts';
import type { ProviderFault } from './provider-fault.ts';

export interface FaultResult {
  readonly fault: ProviderFault;
  /** The check that failed for the fault's own rule; null: the fault survived. */
  readonly killedBy: string | null;
  /** Other rules that were found violated on the way. */
  readonly others: readonly ClauseId[];
}

/** Runs the checks of each fault's rule against the mock broken by it, until one fails for that rule. */
export async function runFaults(
  faults: readonly ProviderFault[],
  checks: readonly Check[],
  document: ContractDocument,
  onResult: (result: FaultResult) => void,
): Promise<readonly FaultResult[]> {
  const results: FaultResult[] = [];
  const target = createTargets();
  try {
    for (const fault of faults) {
      const naming = checks.filter(({ clauses }) => clauses.includes(fault.clause));
      const outcomes: CheckOutcome[] = [];
      const killedBy = await target.use(
        async (session) => {
          for (const check of naming) {
            const outcome = await session(check);
            outcomes.push(outcome);
            if (outcome.violations.some(({ clauses }) => clauses.includes(fault.clause))) return check.title;
          }
          return null;
        },
        fault.wrap,
        document,
        fault.kind === 'rules',
        document.clauses.get(fault.clause)?.kind === 'assumed',
      );
      const others = new Set(outcomes.flatMap(({ violations }) => violations.flatMap(({ clauses }) => clauses)));
      others.delete(fault.clause);
      const result = { fault, killedBy, others: [...others] };
      results.push(result);
      onResult(result);
    }
  } finally {
    await target.close();
  }
  return results;
}

/** Runs every check against a correct provider, and gives the violations: there must be none. */
export async function runCorrect(
  wrap: (transport: Transport) => Transport,
  checks: readonly Check[],
  document: ContractDocument,
  withAssumptions: boolean,
  profile?: object,
): Promise<readonly CheckOutcome[]> {
  const target = createTargets(profile);
  const outcomes: CheckOutcome[] = [];
  try {
    await target.use(
      async (session) => {
        for (const check of checks) outcomes.push(await session(check));
      },
      wrap,
      document,
      true,
      withAssumptions,
    );
  } finally {
    await target.close();
  }
  return outcomes;
}

type RunOne = (check: Check) => Promise<CheckOutcome>;

/** Mocks in process: a new one where the last may have been left in another state. */
function createTargets(profile?: object): {
  use<T>(
    run: (session: RunOne) => Promise<T>,
    wrap: (transport: Transport) => Transport,
    document: ContractDocument,
    isSpoiling: boolean,
    withAssumptions?: boolean,
  ): Promise<T>;
  close(): Promise<void>;
} {
  let target: InProcessTarget | null = null;
  let count = 0;
  let twin: OpenTwin | null = null;
  const close = async (): Promise<void> => {
    await target?.close();
    await twin?.close();
    twin = null;
    target = null;
  };
  return {
    close,
    async use(run, wrap, document, isSpoiling, withAssumptions = false) {
      target ??= await startInProcessTarget(profile);
      const { addresses } = target;
      const settings = throwAwaySettings(addresses);
      const http = createHttpTransport({ addresses, places: operationPlaces(document), headers: {}, timeout: 10_000 });
      const effects = ['none', 'reversible', 'irreversible'] as const;
      const plan = { settings, addresses, effects, withAssumptions, run: `self${(count += 1)}` };
      twin ??= openTwin(
        { ...plan, ...(profile !== undefined && { profile: { file: profile, otherwise: [] } }) },
        document,
      );
      const session = openSession({ document, plan, transport: wrap(http), twin });
      try {
        return await run((check) => session.run(check));
      } finally {
        http.close();
        if (isSpoiling) await close();
      }
    },
  };
}
