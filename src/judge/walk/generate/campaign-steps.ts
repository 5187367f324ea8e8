import * as fc from 'fast-check';
import type { Settings } from '../../../deployment/configuration/settings.ts';
import type { RunPlan } from '../../run-plan.ts';
import type { Caller, Step } from '../../steps.ts';
import { audienceStep } from './list-steps.ts';
import { type Wanted, type Weighted, intruders, intrudersAlone, requestTo } from './drawing.ts';

/** Of statuses that do no harm where they are taken all the same. */
const spellings = ['HOLD', 'Pause', 'DRAFT', ' hold', 'pause ', 'hold\n'];

const unlisted = [
  ...spellings,
  ...['finished', 'completed', 'force_complete', 'force-completed', 'running', 'paused', 'active', '', ' ', 'null'],
  ...['FORCE', 'in_progress', 'delete', 'stop', 'done', 'hold,pause', 'completed_by_force'],
  ...[5, 0, -1, 3, true, null, ['hold'], { status: 'hold' }],
];

/** Requests about campaigns that leave no campaign other than it was when the walk ends. */
export function campaignSteps(settings: Settings, effects: RunPlan['effects'], wanted: Wanted): Weighted<Step>[] {
  const { campaigns } = settings;
  const send = (json: fc.Arbitrary<unknown>, as?: fc.Arbitrary<Caller>): fc.Arbitrary<Step> =>
    requestTo('forceCompleteCampaign', { ...(as && { as }), json }).map((request) => ({ do: 'send', request }));
  const set = (campaign_id: unknown, statuses: readonly unknown[]): fc.Arbitrary<unknown> =>
    fc.constantFrom(...statuses).map((campaign_status) => ({ campaign_id, campaign_status }));
  const refused = (campaign_id: unknown): fc.Arbitrary<unknown> =>
    fc.oneof(fc.constant({ campaign_id }), {
      weight: 6,
      arbitrary: set(campaign_id, wanted.fresh('campaign_status', unlisted)),
    });
  const unnamed = [
    ...[{ campaign_status: 'hold' }, {}, { campaign_id: 'no number', campaign_status: 'hold' }],
    ...[
      { campaign_id: null, campaign_status: 'hold' },
      { campaign_id: { $absent: 1 }, campaign_status: 'pause' },
    ],
  ];
  const steps: Weighted<Step>[] = [
    [2, send(refused({ $absent: 0 }))],
    [2, send(fc.constantFrom<unknown[]>(...unnamed))],
    [1, send(set({ $absent: 0 }, ['hold']), intruders(settings))],
  ];
  if (campaigns?.changeable !== undefined) {
    const changeable = { $campaign: 'changeable' };
    const listed = ['hold', 'pause', 'draft'];
    steps.push(
      [4, send(set(changeable, wanted.fresh('campaign_status', listed).slice(0, 2)))],
      [2, send(set(changeable, listed))],
      [2, send(set(changeable, spellings))],
      [1, send(set({ $campaign: 'changeable text' }, ['hold']))],
      [2, send(set(changeable, listed), intruders(settings))],
    );
  }
  if (effects.includes('irreversible') && (campaigns?.disposable ?? []).length > 0) {
    steps.push([4, send(refused({ $campaign: 'disposable' }))]);
    steps.push([2, send(fc.constant(completing), intrudersAlone(settings))]);
  }
  return steps;
}

const completing = { campaign_id: { $campaign: 'disposable' }, campaign_status: 'force_completed' };

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
