import type { ChoiceId } from '../../src/clauses/choices.gen.ts';
import type { Experiment } from '../../src/judge/learn/experiment.ts';
import { audienceFilterExperiments } from './audience-filters.experiments.ts';
import { searchExperiments } from './searches.experiments.ts';

/** What scripts cannot ask, because the next request depends on an answer, or the deployment's own records say what is right. */
export const allExperiments: readonly Experiment[] = [...searchExperiments, ...audienceFilterExperiments];

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
