import type { ChoiceId } from '../../src/clauses/choices.gen.ts';
import type { Experiment } from '../../src/judge/learn/experiment.ts';
import { addressExperiments } from './addresses.experiments.ts';
import { agentFileExperiments } from './agent-files.experiments.ts';
import { agentFormExperiments } from './agent-form.experiments.ts';
import { agentRenamingExperiments } from './agent-renaming.experiments.ts';
import { agentExperiments } from './agents.experiments.ts';
import { audienceFilterExperiments } from './audience-filters.experiments.ts';
import { audienceExperiments } from './audience.experiments.ts';
import { bodyExperiments } from './bodies.experiments.ts';
import { callerExperiments } from './callers.experiments.ts';
import { campaignExperiments, completionExperiments } from './campaigns.experiments.ts';
import { createAgentFieldExperiments } from './create-agent-fields.experiments.ts';
import { createAgentExperiments } from './create-agent.experiments.ts';
import { numberExperiments } from './numbers.experiments.ts';
import { voiceExperiments } from './voices.experiments.ts';

/** Every experiment by its file, in the order in which they are tried: what cannot be undone comes last. */
export const allExperiments: Readonly<Record<string, readonly Experiment[]>> = {
  addresses: addressExperiments,
  bodies: bodyExperiments,
  callers: callerExperiments,
  agents: agentExperiments,
  'create-agent': createAgentExperiments,
  'create-agent-fields': createAgentFieldExperiments,
  'agent-form': agentFormExperiments,
  'agent-files': agentFileExperiments,
  'agent-renaming': agentRenamingExperiments,
  numbers: numberExperiments,
  voices: voiceExperiments,
  audience: audienceExperiments,
  'audience-filters': audienceFilterExperiments,
  campaigns: campaignExperiments,
  completion: completionExperiments,
};

/** The choices that show in the answers of all experiments, and the setting that lets there be such answers. */
export const shownByAnswers: ReadonlyMap<ChoiceId, string> = new Map<ChoiceId, string>([
  ['answers.getAgent.members', 'agents.read'],
  ['answers.createAgent.members', 'without --read-only'],
  ['answers.createAgentOrUpdate.members', 'without --read-only'],
  ['answers.updateAgent.members', 'agents.uuid'],
  ['answers.listVoices.members', 'providers.listed'],
  ['answers.forceCompleteCampaign.members', 'campaigns.changeable'],
  ['answers.listAudience.members', 'campaigns.read'],
  ['answers.verifyToken.members', 'token'],
  ['answers.getToken.members', 'login.token'],
]);
