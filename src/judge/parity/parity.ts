import * as fc from 'fast-check';
import { behavioursTarget, checkProfile } from '../../clauses/profile.ts';
import type { Transport } from '../../deployment/transport.ts';
import type { Overlay } from '../../document/overlay.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import { generatorOf } from '../walk/generate/themes.ts';
import { walkArbitrary } from '../walk/generate/walk-arbitrary.ts';
import { Histogram } from '../walk/histogram.ts';
import type { Step } from '../steps.ts';
import type { CleaningReport } from '../../deployment/agents/clean-agents.ts';
import type { RunPlan } from '../run-plan.ts';
import { Comparison, type ParityCause } from './causes.ts';
import { choicesToTell, explain, type Explanation } from './explain.ts';
import { type Decisions, hasSameData, openMockWorlds } from '../as-mock/mock-worlds.ts';
import { withLessons, learnFromWalks, type Lessons } from '../learn/learn.ts';
import type { AskedScript } from '../learn/learn-scripts.ts';
import { openSide, type WalkAnswers } from '../as-mock/side.ts';

export interface ParityOptions {
  readonly document: ContractDocument;
  /** Of the deployment. */
  readonly plan: RunPlan;
  /** Where requests to the deployment go; absent: to its addresses. */
  readonly transport?: Transport;
  /** What the mock follows, as the file of a profile has it; undefined: what it does by itself. */
  readonly profile: Overlay | undefined;
  readonly walks: number;
  readonly steps: number;
  readonly seed: number;
  readonly isOver: () => boolean;
  /** Whether to find out why answers differ; absent: yes. */
  readonly explains?: boolean;
  readonly onProgress: (line: string) => void;
}

export interface ParityResult {
  readonly compared: number;
  readonly equal: number;
  readonly unpaired: number;
  readonly walks: number;
  readonly causes: readonly { readonly cause: ParityCause; readonly explanation: Explanation }[];
  /** What the walks show beside the profile. */
  readonly lessons: Lessons;
  readonly left: CleaningReport['left'];
  /** Why nothing could be judged. */
  readonly failure: string | undefined;
}

/** Sends generated walks to the deployment and to the mock, compares every answer, and explains what differs. */
export async function compareWithMock(options: ParityOptions): Promise<ParityResult> {
  const { document, plan, steps, seed, isOver, onProgress } = options;
  const { settings } = plan;
  const profile = options.profile && checkProfile(options.profile, document.choices);
  const actions = (options.profile?.actions ?? []).filter(({ target }) => target !== behavioursTarget);
  const base: Decisions = { behaviours: Object.fromEntries(profile?.behaviours ?? []), actions };
  const comparison = new Comparison(hasSameData(settings));
  const generator = generatorOf(reversibleOnly(plan), document);
  const histogram = new Histogram(document, seed);
  const worlds = await openMockWorlds(plan, document);
  const { transport } = options;
  const deployment = openSide({ document, plan, settings, addresses: plan.addresses, transport });
  const mock = await worlds.deciding(base);
  if (mock === null) throw new Error('The mock cannot follow the profile.');
  const left: CleaningReport['left'][number][] = [];
  let failure: string | undefined;
  let walks = 0;
  const walked: { readonly steps: readonly Step[]; readonly answers: WalkAnswers }[] = [];
  try {
    for (; walks < options.walks && !isOver() && failure === undefined; walks += 1) {
      const arbitrary = walkArbitrary(generator, steps, histogram);
      const [walk = []] = fc.sample(arbitrary, { seed: seed + walks, numRuns: 1 });
      // Which of two requests at once comes first is no choice of a deployment, and nothing is done by waiting.
      const calm = walk.filter((step) => step.do !== 'race' && step.do !== 'wait');
      const theirs = await deployment.walk(calm, isOver);
      const ours = await mock.walk(calm, isOver);
      comparison.add(calm, ours, theirs);
      walked.push({ steps: calm, answers: theirs });
      for (const step of calm) histogram.watch({ step });
      for (const { answer } of theirs.steps.flat()) histogram.watch({ answer });
      left.push(...theirs.outcome.cleaning.left);
      if (theirs.outcome.isUnreachable) failure = theirs.outcome.reason ?? 'the deployment does not answer';
      onProgress(`walk ${walks + 1}: ${comparison.compared} answers compared, ${percent(comparison)} alike`);
    }
    const causes = [...comparison.causes.values()].sort(soonest);
    let lessons: Lessons = new Map();
    let still = comparison;
    if (options.explains !== false && causes.length > 0) {
      onProgress('learning from the walks');
      const choices = choicesToTell(causes, document);
      const telling = walked.map(({ steps: sent, answers }, walk): AskedScript => {
        return { script: { title: `walk ${walk + 1}`, clauses: ['payload.json'], steps: sent, choices }, answers };
      });
      const about = { document, plan, evidence: deployment.evidence, now: () => new Date() };
      lessons = await learnFromWalks(telling, base, about);
      still = new Comparison(hasSameData(settings));
      const following = await worlds.deciding(withLessons(base, lessons));
      for (const { steps, answers } of following === null ? [] : walked) {
        still.add(steps, await (following ?? mock).walk(steps, isOver), answers);
      }
      await following?.close();
    }
    const about = { document, profile, lessons, left: still.causes, hasSameData: hasSameData(settings) };
    const told = causes.map((cause) => ({ cause, explanation: explain(cause, about) }));
    const { compared, equal, unpaired } = comparison;
    return { compared, equal, unpaired, walks, causes: told, lessons, left, failure };
  } finally {
    await deployment.close();
    await mock.close();
    await worlds.close();
  }
}

/** The share of answers that are alike, as people read it. */
export function percent({ equal, compared }: Pick<ParityResult, 'equal' | 'compared'>): string {
  return compared === 0 ? 'none' : `${((100 * equal) / compared).toFixed(1)} %`;
}

/** Nothing is completed for ever. */
function reversibleOnly(plan: RunPlan): RunPlan {
  return { ...plan, effects: plan.effects.filter((effect) => effect !== 'irreversible') };
}

function soonest(one: ParityCause, other: ParityCause): number {
  const isStatus = ({ difference }: ParityCause) => Number(difference.at === 'status');
  return one.curls.length - other.curls.length || isStatus(other) - isStatus(one) || one.key.localeCompare(other.key);
}
