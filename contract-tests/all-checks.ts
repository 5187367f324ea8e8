import { checkOf } from '../src/judge/script.ts';
import type { CheckLists } from '../src/judge/shard.ts';
import { addressChecks } from './addresses.checks.ts';
import { agentDetailScripts } from './agent-detail.scripts.ts';
import { agentFileChecks } from './agent-files.checks.ts';
import { agentFormChecks } from './agent-form.checks.ts';
import { agentRenamingChecks } from './agent-renaming.checks.ts';
import { audienceFilterChecks } from './audience-filters.checks.ts';
import { audienceChecks } from './audience.checks.ts';
import { authenticationChecks } from './authentication.checks.ts';
import { createAgentFieldScripts } from './create-agent-fields.scripts.ts';
import { createAgentScripts } from './create-agent.scripts.ts';
import { forceCompletionChecks } from './force-completion.checks.ts';
import { numberChecks } from './numbers.checks.ts';
import { tokenChecks } from './tokens.checks.ts';
import { voiceChecks } from './voices.checks.ts';

/** Every check of the suite. */
export const allChecks: CheckLists = {
  addresses: addressChecks,
  authentication: authenticationChecks,
  tokens: tokenChecks,
  'agent-detail': agentDetailScripts.map(checkOf),
  'create-agent': createAgentScripts.map(checkOf),
  'create-agent-fields': createAgentFieldScripts.map(checkOf),
  'agent-form': agentFormChecks,
  'agent-files': agentFileChecks,
  'agent-renaming': agentRenamingChecks,
  numbers: numberChecks,
  voices: voiceChecks,
  audience: audienceChecks,
  'audience-filters': audienceFilterChecks,
  'force-completion': forceCompletionChecks,
};
