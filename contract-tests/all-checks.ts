import type { ClauseId } from '../src/document/names.gen.ts';
import type { ContractDocument } from '../src/document/read/load.ts';
import { choicesOfScript } from '../src/judge/learn/learn-scripts.ts';
import { checkOf, type Script } from '../src/judge/script.ts';
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

/** Every script, by its list. */
const allScripts: Readonly<Record<string, readonly Script[]>> = {
  addresses: addressScripts,
  authentication: authenticationScripts,
  tokens: tokenScripts,
  'agent-detail': agentDetailScripts,
  'create-agent': createAgentScripts,
  'create-agent-fields': createAgentFieldScripts,
  'agent-form': agentFormScripts,
  'agent-files': agentFileScripts,
  'agent-renaming': agentRenamingScripts,
  numbers: numberScripts,
  voices: voiceScripts,
  audience: audienceScripts,
  campaigns: campaignScripts,
};

/** Every check of the suite. */
export const allChecks: CheckLists = Object.fromEntries(
  Object.entries(allScripts).map(([list, scripts]) => [list, scripts.map((script) => checkOf(script))]),
);

/** The scripts that show what the specification leaves open: of behaviours, and of what refusals and successes say. */
export function scriptsToLearn(document: ContractDocument): readonly Script[] {
  const answered = [document.beyond, ...[...document.operations.values()].map(({ refusals }) => refusals)];
  const refusing = new Set<string>(answered.flatMap((refusals) => [...refusals.keys()]));
  const isOpen = (id: ClauseId): boolean => refusing.has(id) && (document.clauses.get(id)?.open.length ?? 0) > 0;
  return Object.values(allScripts)
    .flat()
    .filter((script) => choicesOfScript(script, document).length > 0 || script.clauses.some(isOpen));
}
