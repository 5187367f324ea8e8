import type { Api } from '../../src/judge/api.ts';
import { NotVerified, type CheckedAnswer } from '../../src/judge/report/violation.ts';
import { stated } from '../../src/judge/stated/judge.ts';
import { type Audience, mostRead, wholeAudience } from '../../src/judge/stated/lists/audience-pages.ts';
import { factsOf } from '../../src/judge/stated/model.ts';
import { WalkState } from '../../src/judge/walk/perform/walk-state.ts';

export function isDone({ status }: CheckedAnswer): boolean {
  return status >= 200 && status < 300;
}

/** Whether the request was refused for what it is, not for its caller or the moment. */
export function isRefused({ status }: CheckedAnswer): boolean {
  return status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status);
}

export function lastAnswer({ answers }: Api): CheckedAnswer {
  const last = answers.at(-1);
  if (last === undefined) throw new NotVerified('nothing was answered');
  return last;
}

/** Limits that are usual, to be looked at before others. */
const usualLimits: readonly number[] = [
  ...[50, 64, 80, 100, 120, 128, 150, 160, 200, 250, 255, 256, 300, 400, 500, 512, 1000, 1024, 2000, 2048, 3000, 4000],
  ...[4096, 5000, 8000, 10_000, 16_384, 20_000, 32_767, 50_000, 65_535, 100_000],
];

/**
 * Searches for the largest number that is taken, from 50 to 100,000: asks for one after another, and is told whether it is
 * taken. Gives undefined if not even 50 is, or if every one is.
 * @param likely asked first: what was found elsewhere
 */
export function* largestTaken(most: number, likely: Iterable<number>): Generator<number, number | undefined, boolean> {
  if (yield most) return undefined;
  let [taken, refused] = [0, most];
  const isOpen = (limit: number): boolean => limit > taken && limit < refused;
  for (const limit of [...[...likely].flatMap((each) => [each, each + 1]), 50].filter((each) => each < most)) {
    if (!isOpen(limit)) continue;
    if (yield limit) taken = limit;
    else refused = limit;
  }
  if (taken === 0) return undefined;
  const usual = usualLimits.filter((limit) => limit <= most);
  while (refused - taken > 1) {
    const between = usual.filter(isOpen);
    const middle =
      between[Math.floor(between.length / 2)] ??
      (usual.includes(taken) ? taken + 1 : Math.floor((taken + refused) / 2));
    if (yield middle) taken = middle;
    else refused = middle;
  }
  return taken;
}

/** A deployment as the judge reads it, whose findings nobody asks for here. @param shelf what was read before, for all experiments */
export function asJudgeReads(api: Api, shelf: Map<string, unknown>): WalkState {
  const { settings, document } = api;
  return new WalkState(api, { shelf, onFinding: () => undefined }, stated.begin(factsOf(settings, document)));
}

/** The campaign of the settings with most records, of those that are short enough to be read whole. */
export async function largestCampaign(state: WalkState): Promise<Audience> {
  const audiences: Audience[] = [];
  for (const id of state.api.settings.campaigns?.read ?? []) {
    const whole = await wholeAudience(id, state);
    if (whole !== null && whole.leads.length > 0 && whole.leads.length < mostRead) audiences.push(whole);
  }
  const [largest] = audiences.sort((one, other) => other.leads.length - one.leads.length);
  if (largest === undefined) throw new NotVerified('no campaign has from 1 to 1999 records', 'campaigns.read');
  return largest;
}
