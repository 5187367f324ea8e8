import { loadContractDocument, type ContractDocument } from '../../src/document/read/load.ts';
import type { Check } from '../../src/judge/run-plan.ts';
import type { OperationId } from '../../src/document/names.gen.ts';
import { openSession } from '../../src/judge/session.ts';
import { overlayOf } from '../../src/judge/as-mock/mock-worlds.ts';
import { otherAlternatives } from '../every-choice.ts';
import { conditionedFaults, met, underConditions } from './conditional/conditions.ts';
import { atomicity, histories, isolation, races, values } from './conditional/histories.ts';
import { agentFaults, formFaults } from './everyday/agents.ts';
import { addressFaults, campaignFaults, listFaults } from './everyday/lists.ts';
import { broken, type Fault } from './fault.ts';
import { actFaults } from './generated/act-faults.ts';
import { answerFaults } from './generated/answer-faults.ts';
import { accessFaults, refusalFaults, statedRules } from './generated/refusal-faults.ts';
import { filterFaults, requestFaults } from './generated/request-faults.ts';
import type { Provider, Providers } from './providers.ts';

/** By whose rules a fault of an operation may be told too: it shows in what the other one made, or of what it made. */
const alsoToldBy: Readonly<Partial<Record<OperationId, readonly OperationId[]>>> = {
  getAgent: ['createAgent', 'createAgentOrUpdate', 'updateAgent', 'forceCompleteCampaign'],
  listAudience: ['forceCompleteCampaign'],
  updateAgent: ['createAgent'],
};

/** Faults that follow from the document: of each field, each refusal, each caller and each parameter. */
export function generatedFaults({ operations, operation: described }: ContractDocument): readonly Fault[] {
  const told = (faults: readonly Fault[], ids: readonly OperationId[]): readonly Fault[] => {
    const toldAs = ids.flatMap((id) => statedRules(described[id]));
    return faults.map((fault) => ({ ...fault, toldAs }));
  };
  return [
    ...[...operations.values()].flatMap((operation) => {
      const { id } = operation;
      const faults = [answerFaults, requestFaults, refusalFaults].flatMap((make) =>
        make(operation, statedRules(operation)),
      );
      return told(faults, [id, ...(alsoToldBy[id] ?? [])]);
    }),
    ...accessFaults,
    ...told(filterFaults, ['listAudience']),
    // What becomes of another agent is told by the rule that it was made by.
    ...told(actFaults, ['createAgent', 'createAgentOrUpdate', 'updateAgent']),
  ];
}

/** Faults of stated rules that show in ordinary requests, and are no decision but a history or a value. */
const everyday = [...agentFaults, ...formFaults, ...listFaults, ...campaignFaults];
const generated = generatedFaults(loadContractDocument());
export const everydayFaults: readonly Fault[] = [...everyday, ...underConditions([...everyday, ...generated], met)];

/** No agent has but one audience, of a deleted campaign, and no audience a column named as the records' own fields. */
const untold: readonly string[] = ['agent.is-audience.campaigns', 'audience-list.is-new.clashes'];

/** Faults of what only the mock decides: of addresses, and each other alternative of each choice. */
export function assumedFaults({ choices, clauses }: ContractDocument): readonly Fault[] {
  const told = [...choices.values()].filter(
    ({ id, clause }) => clauses.get(clause)?.kind === 'assumed' && !untold.includes(id),
  );
  const others = otherAlternatives(told).map(({ id, clause, name }) => {
    const profile = overlayOf(name, { behaviours: { [id]: name } });
    return { ...broken(`${id} is ${name}`, clause, {}), profile };
  });
  return [...addressFaults, ...others];
}

/** Faults that show under a condition alone: walks look for them, scripts find few. */
export const conditionalFaults: readonly Fault[] = [
  ...[...histories, ...values, ...conditionedFaults(everyday, generated)],
  ...[...races, ...isolation, ...atomicity],
];

/** The title of the first check that fails for a rule of the fault against the mock broken by it; null: the fault survived. */
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
  return providers.use({ wrap, withAssumptions: isAssumed, profile }, findKilling);
}
