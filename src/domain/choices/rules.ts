import type { Alternatives } from '../../clauses/choices.gen.ts';
import type { AgentRecord } from '../records.ts';

/** The choices that are decided by what the mock does: a pure function each. */
export interface Rules {
  /** Whether an agent is missing for create-agent. */
  readonly 'agent.deleted': (agent: AgentRecord) => boolean;
}

export type RuleChoice = keyof Rules & keyof Alternatives;

/** The functions of each choice by the name of the alternative: one that the catalogue has and this lacks does not compile. */
export const ruleAlternatives: {
  readonly [Id in RuleChoice]: { readonly [Name in Alternatives[Id]]: Rules[Id] };
} = {
  'agent.deleted': {
    restorable: () => false,
    missing: (agent) => agent.status === 2,
  },
};
