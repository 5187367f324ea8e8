import type { ClauseId } from '../../src/document/names.gen.ts';
import type { ContractDocument } from '../../src/document/read/load.ts';
import type { Check } from '../../src/judge/check.ts';
import type { CheckOutcome } from '../../src/judge/report/outcome.ts';
import { openSession } from '../../src/judge/session.ts';
import type { Fault } from './fault.ts';
import { openProviders, type Providers } from './providers.ts';

export interface FaultResult {
  readonly fault: Fault;
  /** The check that failed for one of the fault's rules; null: the fault survived. */
  readonly killedBy: string | null;
  /** The rules that were found violated. */
  readonly told: readonly ClauseId[];
}

/** Runs the checks of a fault's rules against the mock broken by it, until one fails for such a rule. */
export async function runFault(
  fault: Fault,
  checks: readonly Check[],
  document: ContractDocument,
  providers: Providers,
): Promise<FaultResult> {
  const { clause, toldAs = [] } = fault;
  const rules = [clause, ...toldAs];
  const naming = (rule: ClauseId): readonly Check[] => checks.filter(({ clauses }) => clauses.includes(rule));
  const inOrder = new Set(rules.flatMap((rule) => naming(rule)));
  const isAssumed = document.clauses.get(clause)?.kind === 'assumed';
  const told = new Set<ClauseId>();
  return providers.use(fault.wrap, isAssumed, async ({ plan, transport }) => {
    const session = openSession({ document, plan, transport });
    for (const check of inOrder) {
      const { violations, title } = await session.run(check);
      for (const { clauses } of violations) for (const each of clauses) told.add(each);
      if (rules.some((rule) => told.has(rule))) return { fault, killedBy: title, told: [...told] };
    }
    return { fault, killedBy: null, told: [...told] };
  });
}

/** Runs every check against a provider, and gives what came of them; of a correct one there must be no violations. */
export async function runChecksOn(
  wrap: Fault['wrap'],
  checks: readonly Check[],
  document: ContractDocument,
  withAssumptions: boolean,
  profile?: object,
): Promise<readonly CheckOutcome[]> {
  const providers = await openProviders(document, profile);
  try {
    return await providers.use(wrap, withAssumptions, async ({ plan, transport }) => {
      const session = openSession({ document, plan, transport });
      const outcomes: CheckOutcome[] = [];
      for (const check of checks) outcomes.push(await session.run(check));
      return outcomes;
    });
  } finally {
    await providers.close();
  }
}
