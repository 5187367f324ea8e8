import type { Script } from '../src/judge/script.ts';
import type { Caller } from '../src/judge/steps.ts';
import { look, read, send } from './steps.ts';

const absent = { $absent: 0 };
const changeable = { $campaign: 'changeable' };
const disposable = { $campaign: 'disposable' };

const change = (json: Readonly<Record<string, unknown>>, as: Caller = 'own') =>
  send('forceCompleteCampaign', { as, json });
const status = (campaign_id: unknown, campaign_status: unknown, as: Caller = 'own') =>
  change({ campaign_id, campaign_status }, as);
const listRecords = (query: Readonly<Record<string, unknown>>) => send('listAudience', { query });
const readAgentOf = (key: string) => read({ $setting: `campaigns.${key}.agent` });

const unreadable = { contentType: 'application/json', text: '{"campaign_id": ' };

/** What becomes of campaigns: force completion, and the other statuses. */
export const campaignScripts: readonly Script[] = [
  {
    title: 'a request without a status, or with an unlisted one, is refused and changes nothing',
    clauses: ['campaign-force-completed.campaign-status', 'campaign.status.values'],
    steps: [
      change({ campaign_id: disposable }),
      ...['finished', 'completed', 'held', '', {}, 5].map((each) => status(disposable, each)),
      look,
    ],
  },
  {
    clauses: ['auth.unauthorized.everywhere', 'auth.token-header'],
    steps: (['none', 'unknown', 'empty', 'shorter'] as const).map((as) => status(disposable, 'force_completed', as)),
  },
  {
    title: 'a request that names no campaign, or no status, is refused',
    clauses: ['campaign-force-completed.campaign-id', 'campaign-force-completed.campaign-status'],
    steps: [
      // What names no campaign never asks for the completion: a deployment that took it for all could not be undone.
      ...[{ campaign_status: 'hold' }, { campaign_id: 'no-number', campaign_status: 'hold' }, {}].map((json) =>
        change(json),
      ),
      change({ campaign_id: absent }),
    ],
  },
  { clauses: ['campaign.status.accepted'], steps: ['pause', 'draft', 'hold'].map((each) => status(changeable, each)) },
  {
    clauses: ['campaign.other-status'],
    steps: ['pause', 'draft', 'hold'].flatMap((each) => [
      status(changeable, each),
      listRecords({ campaign_id: changeable, limit: 50 }),
      readAgentOf('changeable'),
    ]),
    shows: ['/datalist', '/data/campaigns', '/data/campaign_count', '/data/is_campaign_on_hold'],
  },
  {
    clauses: ['campaign.deleted'],
    steps: [
      listRecords({ campaign_id: { $campaign: 'deleted' } }),
      // Without inprogress: a campaign that came back would begin to call.
      ...['draft', 'hold', 'pause', 'deleted', 'force_completed'].map((each) => status({ $campaign: 'deleted' }, each)),
      readAgentOf('disposable_deleted'),
    ],
    shows: ['/datalist', '/data/campaigns', '/data/is_campaign_on_hold'],
  },
  {
    clauses: ['campaign.running'],
    // The second time, a campaign that was completed after all would be answered as such.
    steps: [
      status({ $campaign: 'draft' }, 'force_completed'),
      status({ $campaign: 'draft' }, 'force_completed'),
      readAgentOf('disposable_draft'),
    ],
    shows: ['/data/campaigns', '/data/is_draft'],
  },
  {
    title: 'a paused campaign counts as running, and takes no status once it is completed',
    clauses: ['campaign.running', 'campaign.completed', 'campaign.halt.updated-by'],
    steps: [
      status({ $campaign: 'paused' }, 'force_completed'),
      listRecords({ campaign_id: { $campaign: 'paused' }, limit: 50 }),
      readAgentOf('disposable_paused'),
      ...['inprogress', 'draft', 'hold', 'pause', 'force_completed'].map((each) =>
        status({ $campaign: 'paused' }, each),
      ),
    ],
    shows: ['/datalist', '/data/campaigns', '/data/campaign_count'],
  },
  {
    clauses: [
      'campaign.force-complete',
      'campaign.force-complete.halts',
      'campaign.force-complete.leaves-others',
      'campaign.force-complete.own-campaign',
      'campaign.force-complete.irreversible',
      'campaign-force-completed.success',
      'campaign.status.accepted',
      'audience-list.filter.status.current',
    ],
    steps: [
      { do: 'complete', campaign: 'disposable' },
      ...['inprogress', 'draft', 'pause', 'hold', 'inprogress'].map((each) => status(disposable, each)),
    ],
  },
  {
    clauses: ['agent.is-draft.any-other'],
    steps: [status({ $campaign: 'draft' }, 'deleted'), readAgentOf('disposable_draft')],
    shows: ['/data/is_draft'],
  },
  {
    title: 'a campaign takes deleted',
    clauses: ['campaign.status.accepted'],
    steps: [status({ $campaign: 'draft' }, 'deleted'), status(changeable, 'hold')],
  },
  {
    clauses: [
      'campaign-force-completed.campaign-id.missing',
      'campaign-force-completed.campaign-id.invalid',
      'campaign-force-completed.campaign-status.missing',
      'campaign-force-completed.campaign-status.invalid',
      'campaign-force-completed.not-found',
    ],
    steps: [
      ...[{ campaign_status: 'hold' }, { campaign_id: null }, { campaign_id: 'x' }, { campaign_id: absent }].map(
        (json) => change(json),
      ),
      status({ $written: ['text', absent] }, 'hold'),
      status(absent, 'x'),
      status(absent, 'hold'),
      ...['', null, 'HOLD'].map((each) => status(absent, each)),
      status({ $written: ['fraction', absent] }, 'hold'),
    ],
  },
  {
    clauses: ['errors.body.unreadable'],
    steps: (['verifyToken', 'forceCompleteCampaign'] as const).map((each) => send(each, { raw: unreadable })),
  },
];
