import * as fc from 'fast-check';
import type { Settings } from '../../../deployment/configuration/settings.ts';
import type { RunPlan } from '../../run-plan.ts';
import type { Caller, Step } from '../../steps.ts';
import { intruders, intrudersAlone, own } from './requests.ts';
import type { Wanted, Weighted } from './wanted.ts';

/** Of statuses that do no harm where they are taken all the same. */
const spellings = ['HOLD', 'Pause', 'DRAFT', ' hold', 'pause ', 'hold\n'];

const unlisted = [
  ...spellings,
  ...[
    'finished',
    'completed',
    'force_complete',
    'force-completed',
    'running',
    'paused',
    'active',
    '',
    ' ',
    'null',
    'FORCE',
  ],
  ...[
    'in_progress',
    'delete',
    'stop',
    'done',
    'hold,pause',
    'completed_by_force',
    5,
    0,
    -1,
    3,
    true,
    null,
    ['hold'],
    { status: 'hold' },
  ],
];

/** Requests about campaigns that leave no campaign other than it was when the walk ends. */
export function campaignSteps(settings: Settings, effects: RunPlan['effects'], wanted: Wanted): Weighted<Step>[] {
  const { campaigns } = settings;
  const send = (json: fc.Arbitrary<unknown>, as: fc.Arbitrary<Caller> = own): fc.Arbitrary<Step> =>
    fc.record({
      do: fc.constant('send' as const),
      request: fc.record({ operation: fc.constant('forceCompleteCampaign' as const), as, json }),
    });
  const refused = (campaign_id: unknown): fc.Arbitrary<unknown> =>
    fc.oneof(
      { weight: 1, arbitrary: fc.constant({ campaign_id }) },
      {
        weight: 6,
        arbitrary: fc
          .constantFrom(...wanted.fresh('campaign_status', unlisted))
          .map((status) => ({ campaign_id, campaign_status: status })),
      },
    );
  const steps: Weighted<Step>[] = [
    { weight: 2, arbitrary: send(refused({ $absent: 0 })) },
    {
      weight: 2,
      arbitrary: send(
        fc.constantFrom<unknown[]>(
          ...[{ campaign_status: 'hold' }, {}, { campaign_id: 'no number', campaign_status: 'hold' }],
          ...[
            { campaign_id: null, campaign_status: 'hold' },
            { campaign_id: { $absent: 1 }, campaign_status: 'pause' },
          ],
        ),
      ),
    },
    {
      weight: 1,
      arbitrary: send(fc.constant({ campaign_id: { $absent: 0 }, campaign_status: 'hold' }), intruders(settings)),
    },
  ];
  if (campaigns?.changeable !== undefined) {
    const of = (status: fc.Arbitrary<string>): fc.Arbitrary<unknown> =>
      status.map((campaign_status) => ({ campaign_id: { $campaign: 'changeable' }, campaign_status }));
    const listed = ['hold', 'pause', 'draft'];
    const least = wanted.campaignActions.filter((action) => listed.includes(action));
    steps.push({ weight: 4, arbitrary: send(of(fc.constantFrom(...(least.length === 0 ? listed : least)))) });
    steps.push({ weight: 2, arbitrary: send(of(fc.constantFrom(...listed))) });
    steps.push({ weight: 2, arbitrary: send(of(fc.constantFrom(...spellings))) });
    const text = { campaign_id: { $campaign: 'changeable text' }, campaign_status: 'hold' };
    steps.push({ weight: 1, arbitrary: send(fc.constant(text)) });
    steps.push({ weight: 2, arbitrary: send(of(fc.constantFrom(...listed)), intruders(settings)) });
  }
  if (effects.includes('irreversible') && (campaigns?.disposable ?? []).length > 0) {
    steps.push({ weight: 4, arbitrary: send(refused({ $campaign: 'disposable' })) });
    steps.push({ weight: 2, arbitrary: send(fc.constant(completing), intrudersAlone(settings)) });
  }
  return steps;
}

export const completing = { campaign_id: { $campaign: 'disposable' }, campaign_status: 'force_completed' };
