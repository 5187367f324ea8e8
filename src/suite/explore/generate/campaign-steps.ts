import * as fc from 'fast-check';
import type { Settings } from '../../../deployment/configuration/settings.ts';
import type { RunPlan } from '../../run-plan.ts';
import type { SentRequest, Step } from '../steps.ts';
import { intruders, type Weighted } from './agent-steps.ts';

/** Requests about campaigns that leave no campaign other than it was when the walk ends. */
export function campaignSteps(settings: Settings, effects: RunPlan['effects']): Weighted<Step>[] {
  const { campaigns } = settings;
  const send = (
    json: fc.Arbitrary<unknown>,
    as: fc.Arbitrary<SentRequest['as']> = fc.constant('own'),
  ): fc.Arbitrary<Step> =>
    fc.record({
      do: fc.constant('send' as const),
      request: fc.record({ operation: fc.constant('forceCompleteCampaign' as const), as, json }),
    });
  const refused = (campaign_id: unknown): fc.Arbitrary<unknown> =>
    fc.constantFrom<unknown[]>(
      { campaign_id, campaign_status: 'finished' },
      ...['force_complete', 'force-completed', ' hold', 'Hold', '', 'running', 5, true, ['hold']].map(
        (campaign_status) => ({ campaign_id, campaign_status }),
      ),
      { campaign_id, campaign_status: 'completed' },
      { campaign_id },
      { campaign_id, campaign_status: null },
    );
  const steps: Weighted<Step>[] = [
    { weight: 1, arbitrary: send(refused({ $absent: 0 })) },
    {
      weight: 1,
      arbitrary: send(
        fc.constantFrom<unknown[]>(
          { campaign_status: 'hold' },
          {},
          { campaign_id: 'no number', campaign_status: 'hold' },
        ),
      ),
    },
    {
      weight: 1,
      arbitrary: send(fc.constant({ campaign_id: { $absent: 0 }, campaign_status: 'hold' }), intruders(settings)),
    },
  ];
  if (campaigns?.changeable !== undefined) {
    const campaign_id = { $campaign: 'changeable' };
    steps.push({
      weight: 2,
      arbitrary: send(
        fc.record({
          campaign_id: fc.constant(campaign_id),
          campaign_status: fc.constantFrom('hold', 'pause', 'draft'),
        }),
      ),
    });
  }
  if (effects.includes('irreversible') && (campaigns?.disposable ?? []).length > 0) {
    steps.push({ weight: 2, arbitrary: send(refused({ $campaign: 'disposable' })) });
  }
  return steps;
}
