import { agentRuleFaults } from './agent-rule-faults.ts';
import { assumedFaults } from './assumed-faults.ts';
import type { ProviderFault } from './provider-fault.ts';
import { listRuleFaults } from './list-rule-faults.ts';
import { memberFaults } from './member-faults.ts';
import { refusalFaults } from './refusal-faults.ts';
import { settledRuleFaults } from './settled-rule-faults.ts';

/** Every deliberately broken provider of the self-test. */
export const allFaults: readonly ProviderFault[] = [
  ...memberFaults,
  ...refusalFaults,
  ...agentRuleFaults,
  ...listRuleFaults,
  ...settledRuleFaults,
  ...assumedFaults,
];
