import { loadContractDocument, type ContractDocument } from '../../src/document/read/load.ts';
import type { Check } from '../../src/judge/run-plan.ts';
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

/**
 * Runs the checks of a fault's rules against the mock broken by it, until one fails for such a rule, and gives that one's
 * title; null: the fault survived.
 */
export function runFault(
  { clause, toldAs = [], wrap, profile }: Fault,
  checks: readonly Check[],
  document: ContractDocument,
  providers: Providers,
): Promise<string | null> {
  const rules = [clause, ...toldAs];
  const inOrder = new Set(rules.flatMap((rule) => checks.filter(({ clauses }) => clauses.includes(rule))));
  const isAssumed = document.clauses.get(clause)?.kind === 'assumed';
  const findKilling = async (provider: Provider): Promise<string | null> => {
    const session = openSession({ document, ...provider });
    for (const check of inOrder) {
      const { violations, title } = await session.run(check);
      if (violations.some(({ clauses }) => clauses.some((each) => rules.includes(each)))) return title;
    }
    return null;
  };
  return providers.use(wrap, isAssumed, findKilling, profile);
}
