import type { ClauseId } from '../src/document/names.gen.ts';
import type { ContractDocument } from '../src/document/read/load.ts';
import { checkOf, type Script } from '../src/judge/script.ts';
import type { CheckLists } from '../src/judge/run-plan.ts';
import type { Step } from '../src/judge/steps.ts';
import { addressScripts, authenticationScripts, tokenScripts } from './access.scripts.ts';
import { agentDetailScripts } from './agent-detail.scripts.ts';
import { agentFileScripts, agentFormScripts } from './agent-form.scripts.ts';
import { agentRenamingScripts } from './agent-renaming.scripts.ts';
import { audienceScripts } from './audience.scripts.ts';
import { campaignScripts } from './campaigns.scripts.ts';
import { createAgentFieldScripts, createAgentScripts } from './create-agent.scripts.ts';
import { numberScripts } from './numbers.scripts.ts';
import { takenScript, refusalsOfValues, successScripts, valueScripts } from './experiments/value-scripts.ts';
import { voiceScripts } from './voices.scripts.ts';

const allScripts: Readonly<Record<string, readonly Script[]>> = {
  addresses: addressScripts,
  'agent-detail': agentDetailScripts,
  authentication: authenticationScripts,
  tokens: tokenScripts,
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

export const allChecks: CheckLists = Object.fromEntries(
  Object.entries(allScripts).map(([list, scripts]) => [list, scripts.map((script) => checkOf(script))]),
);

/** The scripts that show what the specification leaves open, and the shortest one of each other refusal, whose text and code may be its own. */
export function scriptsToLearn(document: ContractDocument): readonly Script[] {
  const { operations, beyond, choices } = document;
  const all = Object.values(allScripts).flat();
  const open = new Set<string>([...choices.values()].map(({ clause }) => clause));
  const isOpen = (id: ClauseId, { steps }: Script): boolean =>
    open.has(id) || (document.clauses.get(id)?.kind === 'assumed' && steps.every(isOfList));
  const byValues = refusalsOfValues(document) as ReadonlySet<string>;
  const telling = all.filter(
    (script) =>
      script.choices !== undefined ||
      // What a deployment does not know, it may refuse.
      script.shows?.includes('x-contract-warning') === true ||
      script.clauses.some((id) => isOpen(id, script) && !byValues.has(id)),
  );
  const asked = new Set<string | undefined>([...byValues, ...telling.flatMap((script) => script.clauses)]);
  const refusals = [
    ...[...operations.values()].flatMap((operation) => [...operation.refusals.keys()]),
    ...beyond.keys(),
  ];
  const shortest = all.toSorted((one, other) => one.steps.length - other.steps.length);
  const shown = refusals
    .filter((id) => !asked.has(id))
    .map((id) => shortest.find((script) => script.clauses.some((clause) => clause === id)));
  const told = (script: Script): Script => ({ ...script, steps: script.steps.slice(0, enough) });
  return [
    ...all.flatMap((script) => (telling.includes(script) ? script : shown.includes(script) ? told(script) : [])),
    ...successScripts,
    takenScript,
    ...valueScripts(document),
  ];
}

/** So many steps show what a refusal says. */
const enough = 3;

function isOfList(step: Step): boolean {
  return step.do === 'send' && ['listVoices', 'listAudience'].includes(step.request.operation);
}
