import * as fc from 'fast-check';
import { behavioursTarget } from '../../clauses/profile.ts';
import type { Transport } from '../../deployment/transport.ts';
import type { Overlay } from '../../document/overlay.ts';
import type { ContractDocument } from '../../document/read/load.ts';
import { walkArbitrary } from '../walk/generate/walk-arbitrary.ts';
import { histogramOf } from '../walk/explore.ts';
import type { CleaningReport } from '../../deployment/agents/clean-agents.ts';
import type { RunPlan } from '../run-plan.ts';
import { Comparison, type ParityCause } from './causes.ts';
import { explain, type Decisions, type Explanation } from './explain.ts';
import { type MockWorlds, hasSameData, openMockWorlds } from '../as-mock/mock-worlds.ts';
import { openSide, type Side } from '../as-mock/side.ts';

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
  readonly left: CleaningReport['left'];
  /** Why nothing could be judged. */
  readonly failure: string | undefined;
}

/** More causes than these are told, and not explained: the first ones are mended first. */
const mostExplained = 60;

/** Sends generated walks to the deployment and to the mock, compares every answer, and explains what differs. */
export async function compareWithMock(options: ParityOptions): Promise<ParityResult> {
  const { document, plan, steps, seed, isOver, onProgress } = options;
  const { settings } = plan;
  const comparison = new Comparison(hasSameData(settings));
  const generator = { ...reversibleOnly(plan), operations: document.operations };
  const histogram = histogramOf(document, seed);
  const worlds = await openMockWorlds(plan, document);
  const { transport } = options;
  const deployment = openSide({ document, plan, settings, addresses: plan.addresses, transport });
  const mock = await mockFollowing(options, worlds, {});
  if (mock === null) throw new Error('The mock cannot follow the profile.');
  const left: CleaningReport['left'][number][] = [];
  let failure: string | undefined;
  let walks = 0;
  try {
    for (; walks < options.walks && !isOver() && failure === undefined; walks += 1) {
      const arbitrary = walkArbitrary(generator, steps, histogram);
      const [walk = []] = fc.sample(arbitrary, { seed: seed + walks, numRuns: 1 });
      // Which of two requests at once comes first is no choice of a deployment, and nothing is done by waiting.
      const calm = walk.filter((step) => step.do !== 'race' && step.do !== 'wait');
      const theirs = await deployment.walk(calm, isOver);
      const ours = await mock.walk(calm, isOver);
      comparison.add(calm, ours, theirs);
      for (const step of calm) histogram.watch({ step });
      for (const { answer } of theirs.steps.flat()) histogram.watch({ answer });
      left.push(...theirs.outcome.cleaning.left);
      if (theirs.outcome.isUnreachable) failure = theirs.outcome.reason ?? 'the deployment does not answer';
      onProgress(`walk ${walks + 1}: ${comparison.compared} answers compared, ${percent(comparison)} alike`);
    }
    const causes = [...comparison.causes.values()].sort(soonest);
    const explained = await explain(causes.slice(0, options.explains === false ? 0 : mostExplained), {
      document,
      comparison,
      isOver,
      mockWith: (decisions) => {
        onProgress(`trying ${Object.keys(decisions).at(-1) ?? 'the profile'}`);
        return mockFollowing(options, worlds, decisions);
      },
    });
    const told = causes.map((cause) => ({
      cause,
      explanation: explained.get(cause) ?? ({ kind: 'unknown' } as const),
    }));
    const { compared, equal, unpaired } = comparison;
    return { compared, equal, unpaired, walks, causes: told, left, failure };
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

/** The mock's world that follows the profile and these decisions; null if a stated rule forbids one of them. */
function mockFollowing({ profile }: ParityOptions, worlds: MockWorlds, decisions: Decisions): Promise<Side | null> {
  const decided = Object.entries(decisions).flatMap(([id, decision]) => {
    return 'actions' in decision
      ? decision.actions
      : [{ target: behavioursTarget, update: { [id]: decision.alternative } }];
  });
  return worlds.deciding({ behaviours: {}, actions: [...(profile?.actions ?? []), ...decided] });
}
