import type { ChoiceId } from '../../src/clauses/choices.gen.ts';
import type { Experiment } from '../../src/suite/learn/experiment.ts';
import { createAgentExperiments } from './create-agent.experiments.ts';

/** Every experiment by its file, in the order in which they are tried: what cannot be undone comes last. */
export const allExperiments: Readonly<Record<string, readonly Experiment[]>> = {
  'create-agent': createAgentExperiments,
};

/** The choices that no experiment can decide, and why. */
export const unlearnable: ReadonlyMap<ChoiceId, string> = new Map([
  ['audience-list.item.last-attempt.zone', 'no call is made whose time is known'],
]);
