import { checkOf } from '../src/judge/script.ts';
import type { CheckLists } from '../src/judge/shard.ts';
import { addressScripts } from './addresses.scripts.ts';
import { agentDetailScripts } from './agent-detail.scripts.ts';
import { agentFileScripts } from './agent-files.scripts.ts';
import { agentFormScripts } from './agent-form.scripts.ts';
import { agentRenamingScripts } from './agent-renaming.scripts.ts';
import { audienceScripts } from './audience.scripts.ts';
import { authenticationScripts } from './authentication.scripts.ts';
import { campaignScripts } from './campaigns.scripts.ts';
import { createAgentFieldScripts } from './create-agent-fields.scripts.ts';
import { createAgentScripts } from './create-agent.scripts.ts';
import { numberScripts } from './numbers.scripts.ts';
import { tokenScripts } from './tokens.scripts.ts';
import { voiceScripts } from './voices.scripts.ts';

/** Every check of the suite. */
export const allChecks: CheckLists = {
  addresses: addressScripts.map(checkOf),
  authentication: authenticationScripts.map(checkOf),
  tokens: tokenScripts.map(checkOf),
  'agent-detail': agentDetailScripts.map(checkOf),
  'create-agent': createAgentScripts.map(checkOf),
  'create-agent-fields': createAgentFieldScripts.map(checkOf),
  'agent-form': agentFormScripts.map(checkOf),
  'agent-files': agentFileScripts.map(checkOf),
  'agent-renaming': agentRenamingScripts.map(checkOf),
  numbers: numberScripts.map(checkOf),
  voices: voiceScripts.map(checkOf),
  audience: audienceScripts.map(checkOf),
  campaigns: campaignScripts.map(checkOf),
};
