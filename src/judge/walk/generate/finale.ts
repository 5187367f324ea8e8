import * as fc from 'fast-check';
import type { RunPlan } from '../../run-plan.ts';
import type { Step } from '../../steps.ts';
import { completing } from './campaign-steps.ts';
import { audienceStep } from './list-steps.ts';
import { intrudersAlone } from './requests.ts';
import type { Wanted } from './wanted.ts';

/** What ends a run that may force-complete: no walk can be repeated after it, so that it is not shrunk. */
export function finale(
  { settings, withAssumptions }: Pick<RunPlan, 'settings' | 'withAssumptions'>,
  wanted: Wanted,
): fc.Arbitrary<readonly Step[]> {
  const look: Step = { do: 'look' };
  const canRead = (settings.campaigns?.read ?? []).length > 0;
  const reading: fc.Arbitrary<Step> = canRead ? audienceStep(settings, wanted) : fc.constant(look);
  const audiences = fc.array(reading, { minLength: 6, maxLength: 6 });
  // The status that a campaign has before it is completed makes no difference, and none brings it back.
  const earlier = fc.array(fc.constantFrom('hold', 'pause'), { maxLength: 2 }).map((all) => all.map(statusOf));
  const intruder = intrudersAlone(settings).map((as): Step => ({
    do: 'send',
    request: { operation: 'forceCompleteCampaign', as, json: completing },
  }));
  const later = ['inprogress', 'hold', 'pause', 'draft', 'force_completed'].map(statusOf);
  return fc
    .tuple(audiences, earlier, intruder, audiences, audiences)
    .map(([before, changes, refused, after, afterwards]) => [
      look,
      refused,
      ...before,
      ...changes,
      look,
      { do: 'complete', campaign: 'disposable' },
      ...after,
      ...later,
      look,
      ...afterwards,
      // Whether a paused campaign is a running one is not shown.
      ...(withAssumptions ? [{ do: 'complete', campaign: 'paused' } as const, look, ...after] : []),
    ]);
}

function statusOf(campaign_status: string): Step {
  const json = { campaign_id: { $campaign: 'disposable' }, campaign_status };
  return { do: 'send', request: { operation: 'forceCompleteCampaign', as: 'own', json } };
}
