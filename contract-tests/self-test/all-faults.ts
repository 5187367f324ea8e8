import type { ContractDocument } from '../../src/document/read/load.ts';
import { combinations, paging } from './conditional/combinations.ts';
import { histories } from './conditional/histories.ts';
import { atomicity, isolation } from './conditional/isolation.ts';
import { races } from './conditional/races.ts';
import { types, values } from './conditional/values.ts';
import { agentFaults } from './everyday/agents.ts';
import { assumedFaults, campaignFaults } from './everyday/campaigns.ts';
import { formFaults } from './everyday/forms.ts';
import { listFaults } from './everyday/lists.ts';
import type { Fault } from './fault.ts';
import { answerFaults } from './generated/answer-faults.ts';
import { refusalFaults } from './generated/refusal-faults.ts';
import { requestFaults } from './generated/request-faults.ts';

/** Faults that follow from the document: of each field, each refusal, each caller and each parameter. */
export function generatedFaults(document: ContractDocument): readonly Fault[] {
  return [...answerFaults(document), ...refusalFaults(document), ...requestFaults(document)];
}

/** Faults of stated rules that show in ordinary requests, and are no decision but a history or a value. */
export const everydayFaults: readonly Fault[] = [...agentFaults, ...formFaults, ...listFaults, ...campaignFaults];

/** Faults of what only the mock decides. */
export { assumedFaults };

/** Faults that show under a condition alone: walks look for them, scripts find few. */
export const conditionalFaults: readonly Fault[] = [
  ...[...histories, ...values, ...types, ...combinations, ...paging],
  ...[...races, ...isolation, ...atomicity],
];
