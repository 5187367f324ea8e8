import * as fc from 'fast-check';
import { behavioursTarget, checkProfile, type Profile } from '../../clauses/profile.ts';
import { OutOfTimeError } from '../../deployment/transport.ts';
import type { Overlay } from '../../document/overlay.ts';
import { generatorOf } from '../walk/generate/themes.ts';
import { walkArbitrary } from '../walk/generate/walk-arbitrary.ts';
import { Histogram } from '../walk/histogram.ts';
import type { CleaningReport } from '../../deployment/agents/clean-agents.ts';
import type { ExploreOptions } from '../walk/explore.ts';
import { Comparison, type ParityCause } from './causes.ts';
import { choicesToTell, explain, type Explanation } from './explain.ts';
import {
  comparedSettings,
  type Decisions,
  type MockSide,
  type MockWorlds,
  openMockWorlds,
} from '../as-mock/mock-worlds.ts';
import { hasSameData } from '../as-mock/twin.ts';
import { withLessons, learnFromWalks, type Lesson, type Lessons } from '../learn/learn.ts';
import type { AskedScript } from '../learn/learn-scripts.ts';
import { openSide, type Side } from '../as-mock/side.ts';

/** `plan` and `transport` are those of the deployment. */
export interface ParityOptions extends Pick<
  ExploreOptions,
  'document' | 'plan' | 'transport' | 'walks' | 'steps' | 'seed'
> {
  /** What the mock follows, as the file of a profile has it; undefined: what it does by itself. */
  readonly profile: Overlay | undefined;
  readonly isOver: () => boolean;
  /** Whether to find out why answers differ; absent: yes. */
  readonly explains?: boolean;
  readonly onProgress: (line: string) => void;
}

export interface ParityResult extends Readonly<Pick<Comparison, 'compared' | 'equal' | 'unpaired'>> {
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
  const { document, transport } = options;
  const settings = comparedSettings(options.plan.settings);
  const plan = { ...options.plan, settings };
  const profile = options.profile && checkProfile(options.profile, document.choices);
  const base = decisionsIn(profile);
  const worlds = await openMockWorlds(plan, document);
  const deployment = openSide({ document, plan, settings, addresses: plan.addresses, transport });
  const mockOf =
    (decisions: Decisions): MockSide['send'] =>
    async (steps) => {
      const side = await worlds.deciding(decisions);
      if (side === null) throw new Error('The mock cannot follow the profile.');
      return side.send(steps);
    };
  try {
    const { comparison, walked, left, failure } = await walkBoth({ ...options, plan }, deployment, mockOf(base));
    const causes = [...comparison.causes.values()].sort(soonest);
    const isExplained = options.explains !== false && causes.length > 0;
    const choices = choicesToTell(causes, document);
    const asked = isExplained ? walked.map((walk) => ({ ...walk, script: { ...walk.script, choices } })) : [];
    const onScript = (title: string): void => options.onProgress(`learning from ${title}`);
    const compare = { document, worlds: worldsUntil(worlds, options.isOver), hasSameData: hasSameData(settings) };
    const learning = { ...compare, evidence: deployment.evidence, now: () => new Date(), onScript };
    const learned = asked.length > 0 ? learnFromWalks(asked, base, learning) : Promise.resolve(undefined);
    const shown = await learned.catch((error: unknown): undefined => {
      if (!(error instanceof OutOfTimeError)) throw error;
      options.onProgress('ended while it learned from the walks: the causes are not explained');
    });
    const lessons = shown ?? new Map<string, Lesson>();
    const following = withLessons(base, lessons);
    const isFollowed = lessons.size > 0 && (await worlds.deciding(following)) !== null;
    // What still differs where the mock follows what was learned.
    const still = isFollowed ? new Comparison(hasSameData(settings)) : comparison;
    for (const { script, answers } of isFollowed ? walked : []) {
      still.add(await mockOf(following)(script.steps), answers);
    }
    const about = { document, profile, lessons: shown, left: still.causes, hasSameData: hasSameData(settings) };
    const told = causes.map((cause) => ({ cause, explanation: explain(cause, about) }));
    const { compared, equal, unpaired } = comparison;
    return { compared, equal, unpaired, walks: walked.length, causes: told, lessons, left, failure };
  } finally {
    await deployment.close();
    await worlds.close();
  }
}

/** Worlds that answer nothing more once the run is to end. @throws OutOfTimeError then */
function worldsUntil(worlds: MockWorlds, isOver: () => boolean): MockWorlds {
  const goingOn = <T>(next: () => T): T => {
    if (isOver()) throw new OutOfTimeError();
    return next();
  };
  return {
    ...worlds,
    deciding: async (decisions) => {
      const side = await goingOn(() => worlds.deciding(decisions));
      return side && { send: (...steps) => goingOn(() => side.send(...steps)) };
    },
  };
}

function decisionsIn(profile: Profile | undefined): Decisions {
  const actions = (profile?.overlay.actions ?? []).filter(({ target }) => target !== behavioursTarget);
  return { behaviours: Object.fromEntries(profile?.behaviours ?? []), actions };
}

async function walkBoth(options: ParityOptions, deployment: Side, send: MockSide['send']) {
  const { document, plan, steps, seed, isOver, onProgress } = options;
  const comparison = new Comparison(hasSameData(plan.settings));
  // Nothing is completed for ever.
  const effects = plan.effects.filter((effect) => effect !== 'irreversible');
  const generator = generatorOf({ ...plan, effects }, document);
  const histogram = new Histogram(document, seed);
  const walked: AskedScript[] = [];
  const left: CleaningReport['left'][number][] = [];
  let failure: string | undefined;
  while (walked.length < options.walks && !isOver() && failure === undefined) {
    const arbitrary = walkArbitrary(generator, steps, histogram);
    const [walk = []] = fc.sample(arbitrary, { seed: seed + walked.length, numRuns: 1 });
    // Which of two requests at once comes first is no choice of a deployment, and nothing is done by waiting.
    const calm = walk.filter((step) => step.do !== 'race' && step.do !== 'wait');
    const theirs = await deployment.walk(calm, { isOver });
    comparison.add(await send(calm), theirs);
    const title = `walk ${walked.length + 1}`;
    walked.push({ script: { title, clauses: ['payload.json'], steps: calm }, answers: theirs });
    for (const step of calm) histogram.watch({ step });
    const { isUnreachable, reason = 'the deployment does not answer', cleaning } = theirs.outcome;
    left.push(...cleaning.left);
    if (isUnreachable) failure = reason;
    onProgress(`walk ${walked.length}: ${comparison.compared} answers compared, ${percent(comparison)} alike`);
  }
  return { comparison, walked, left, failure };
}

/** The share of answers that are alike, as people read it. */
export function percent({ equal, compared }: Pick<ParityResult, 'equal' | 'compared'>): string {
  return compared === 0 ? 'none' : `${((100 * equal) / compared).toFixed(1)} %`;
}

function soonest(one: ParityCause, other: ParityCause): number {
  const isStatus = ({ difference }: ParityCause) => Number(difference.at === 'status');
  return one.curls.length - other.curls.length || isStatus(other) - isStatus(one) || one.key.localeCompare(other.key);
}
