import type { Choices } from '../../src/clauses/profile.ts';
import type { ContractDocument } from '../../src/document/read/load.ts';
import { learn, type Learned } from '../../src/judge/learn/learn.ts';
import { updateProfile } from '../../src/judge/learn/update-profile.ts';
import { compareWithMock, type ParityResult } from '../../src/judge/parity/parity.ts';
import { scriptsToLearn } from '../all-checks.ts';
import { useAlone, type Deployment } from '../self-test/providers.ts';
import { allExperiments } from './experiments.ts';

export function learnProvider(document: ContractDocument, deployment: Deployment): ReturnType<typeof learn> {
  const [scripts, experiments] = [scriptsToLearn(document), allExperiments(document)];
  return useAlone(document, { ...deployment, withAssumptions: true }, ({ plan, transport }) =>
    learn({ document, plan, transport, experiments, scripts, now: () => new Date(0) }),
  );
}

/** The lessons of one deployment that say something else than it does: its alternatives. */
export function wrongLessons(
  { lessons }: Learned,
  follows: Readonly<Record<string, string>>,
  choices: Choices,
): readonly string[] {
  return [...choices.values()].flatMap(({ id, alternatives }) => {
    const lesson = lessons.get(id);
    if (lesson?.kind !== 'decided') return [];
    const does = follows[id] ?? [...alternatives.keys()][0];
    return lesson.alternative === does ? [] : [`${id}: ${String(lesson.alternative)} learned, ${String(does)} done`];
  });
}

/** How much was decided of what has an effect on the deployment. */
export function decidedShare({ lessons }: Learned): number {
  const effective = [...lessons.values()].filter(({ kind }) => kind !== 'hidden');
  return effective.filter(({ kind }) => kind === 'decided').length / effective.length;
}

/** The answers to held-out walks that are alike of a provider, and of the mock with what was learned of it. */
export function parityOf(document: ContractDocument, deployment: Deployment, learned: Learned): Promise<ParityResult> {
  const profile = updateProfile(null, learned, 'learned', document.choices).profile.overlay;
  return useAlone(document, { ...deployment, withAssumptions: true }, ({ plan, transport }) =>
    compareWithMock({
      document,
      plan,
      transport,
      profile,
      walks: 6,
      steps: 25,
      seed: 11,
      // What differs is counted, not explained.
      isOver: () => false,
      explains: false,
      onProgress: () => undefined,
    }),
  );
}
