import type { ClauseId } from '../../src/document/names.gen.ts';
import { loadContractDocument, type ContractDocument } from '../../src/document/read/load.ts';
import type { Check } from '../../src/judge/check.ts';
import { openSession } from '../../src/judge/session.ts';
import { otherAlternatives, profileOf } from '../every-choice.ts';
import { conditionedFaults } from './conditional/conditions.ts';
import { atomicity, histories, isolation, values } from './conditional/histories.ts';
import { races } from './conditional/races.ts';
import { agentFaults, formFaults } from './everyday/agents.ts';
import { addressFaults, campaignFaults, listFaults } from './everyday/lists.ts';
import { broken, type Fault } from './fault.ts';
import { actFaults } from './generated/act-faults.ts';
import { answerFaults } from './generated/answer-faults.ts';
import { refusalFaults } from './generated/refusal-faults.ts';
import { filterFaults, requestFaults } from './generated/request-faults.ts';
import type { Provider, Providers } from './providers.ts';

/** Faults that follow from the document: of each field, each refusal, each caller and each parameter. */
export function generatedFaults(document: ContractDocument): readonly Fault[] {
  const makers = [answerFaults, refusalFaults, requestFaults, filterFaults, actFaults];
  return makers.flatMap((make) => make(document));
}

/** Faults of stated rules that show in ordinary requests, and are no decision but a history or a value. */
export const everydayFaults: readonly Fault[] = [...agentFaults, ...formFaults, ...listFaults, ...campaignFaults];

/** No agent has but one audience, of a deleted campaign, and no audience a column named as the records' own fields. */
const untold: readonly string[] = ['agent.is-audience.campaigns', 'audience-list.is-new.clashes'];

/** Faults of what only the mock decides: of addresses, and each other alternative of each choice. */
export function assumedFaults({ choices, clauses }: ContractDocument): readonly Fault[] {
  const told = [...choices.values()].filter(
    ({ id, clause }) => clauses.get(clause)?.kind === 'assumed' && !untold.includes(id),
  );
  const others = otherAlternatives(told).map(({ id, clause, name }) => {
    return { ...broken(`${id} is ${name}`, clause, {}), profile: profileOf(name, { [id]: name }) };
  });
  return [...addressFaults, ...others];
}

/** Faults that show under a condition alone: walks look for them, scripts find few. */
export const conditionalFaults: readonly Fault[] = [
  ...[...histories, ...values, ...conditionedFaults(loadContractDocument())],
  ...[...races, ...isolation, ...atomicity],
];

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
  const findKilling = async (provider: Provider): Promise<FaultResult> => {
    const session = openSession({ document, ...provider });
    for (const check of inOrder) {
      const { violations, title } = await session.run(check);
      for (const { clauses } of violations) for (const each of clauses) told.add(each);
      if (rules.some((rule) => told.has(rule))) return { fault, killedBy: title, told: [...told] };
    }
    return { fault, killedBy: null, told: [...told] };
  };
  return providers.use(fault.wrap, isAssumed, findKilling, fault.profile);
}
