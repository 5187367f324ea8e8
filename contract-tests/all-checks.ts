import type { Check } from '../src/contract/check.ts';
import { agentDetailChecks } from './agent-detail.checks.ts';
import { authenticationChecks } from './authentication.checks.ts';
import { createAgentFieldChecks } from './create-agent-fields.checks.ts';
import { createAgentChecks } from './create-agent.checks.ts';
import { tokenChecks } from './tokens.checks.ts';

/** Every check of the suite by the file that runs it, in the order in which one process runs them. */
export const allChecks: Readonly<Record<string, readonly Check[]>> = {
  authentication: authenticationChecks,
  tokens: tokenChecks,
  'agent-detail': agentDetailChecks,
  'create-agent': createAgentChecks,
  'create-agent-fields': createAgentFieldChecks,
};
