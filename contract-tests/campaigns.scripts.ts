import type { Script } from '../src/judge/script.ts';
import { look, read, send, only, scriptsOf, absent } from './steps.ts';

const changeable = { $campaign: 'changeable' };
const disposable = { $campaign: 'disposable' };

const change = (json: Readonly<Record<string, unknown>>) => send('forceCompleteCampaign', { json });
const status = (campaign_id: unknown, campaign_status: unknown) => change({ campaign_id, campaign_status });
const listRecords = (query: Readonly<Record<string, unknown>>) => send('listAudience', { query });
const readAgentOf = (key: string) => read({ $setting: `campaigns.${key}.agent` });

/** What becomes of campaigns: force completion, and the other statuses. */
export const campaignScripts: readonly Script[] = scriptsOf({
  'campaign-force-completed.campaign-status, campaign.status.values: a request without a status, or with an unlisted one, is refused and changes nothing':
    [
      change({ campaign_id: disposable }),
      ...['finished', 'completed', 'held', '', {}, 5].map((each) => status(disposable, each)),
      look,
    ],
  // What names no campaign never asks for the completion: a deployment that took it for all could not be undone.
  'campaign-force-completed.campaign-id: a request that names no campaign is refused': [
    { campaign_status: 'hold' },
    { campaign_id: 'no-number', campaign_status: 'hold' },
    {},
  ].map((json) => change(json)),
  'campaign-force-completed.campaign-status: a request that has no status is refused': [
    change({ campaign_id: absent }),
  ],
  'campaign.status.accepted': ['pause', 'draft', 'hold'].map((each) => status(changeable, each)),
  'campaign.status.accepted: a listed status is not refused as one that there is not': [
    status(disposable, 'finished'),
    ...['pause', 'draft', 'hold'].map((each) => status(changeable, each)),
  ],
  'workspace.isolation: another workspace changes no campaign': ['pause', 'draft', 'hold'].map((campaign_status) =>
    send('forceCompleteCampaign', { as: 'second', json: { campaign_id: changeable, campaign_status } }),
  ),
  'campaign.other-status': only(
    '/datalist /data/campaigns /data/campaign_count /data/is_campaign_on_hold',
    ['pause', 'draft', 'hold'].flatMap((each) => [
      status(changeable, each),
      listRecords({ campaign_id: changeable, limit: 50 }),
      readAgentOf('changeable'),
    ]),
  ),
  'campaign.deleted': only('/datalist /data/campaigns /data/is_campaign_on_hold', [
    listRecords({ campaign_id: { $campaign: 'deleted' } }),
    // Without inprogress: a campaign that came back would begin to call.
    ...['draft', 'hold', 'pause', 'deleted', 'force_completed'].map((each) => status({ $campaign: 'deleted' }, each)),
    readAgentOf('disposable_deleted'),
  ]),
  // The second time, a campaign that was completed after all would be answered as such.
  'campaign.running': only('/data/campaigns /data/is_draft', [
    status({ $campaign: 'draft' }, 'force_completed'),
    status({ $campaign: 'draft' }, 'force_completed'),
    readAgentOf('disposable_draft'),
  ]),
  'campaign.running, campaign.completed, campaign.halt.updated-by: a paused campaign counts as running, and takes no status once it is completed':
    only('/datalist /data/campaigns /data/campaign_count', [
      status({ $campaign: 'paused' }, 'force_completed'),
      listRecords({ campaign_id: { $campaign: 'paused' }, limit: 50 }),
      readAgentOf('disposable_paused'),
      ...['inprogress', 'draft', 'hold', 'pause', 'force_completed'].map((each) =>
        status({ $campaign: 'paused' }, each),
      ),
    ]),
  'auth.unauthorized.everywhere: a completion that is refused for its token completes nothing': (
    ['none', 'unknown'] as const
  ).map((as) =>
    send('forceCompleteCampaign', { as, json: { campaign_id: disposable, campaign_status: 'force_completed' } }),
  ),
  'campaign.force-complete, campaign.force-complete.halts, campaign.force-complete.leaves-others, campaign.force-complete.own-campaign, campaign.force-complete.irreversible, campaign-force-completed.success, campaign.status.accepted, audience-list.filter.status.current':
    [
      status(disposable, 'finished'),
      { do: 'complete', campaign: 'disposable' },
      ...['inprogress', 'draft', 'pause', 'hold', 'force_completed', 'inprogress'].map((each) =>
        status(disposable, each),
      ),
    ],
  'agent.is-draft.any-other': only('/data/is_draft', [
    status({ $campaign: 'draft' }, 'deleted'),
    readAgentOf('disposable_draft'),
  ]),
  'campaign.status.accepted: a campaign takes deleted': [
    ...['finished', 'deleted'].map((each) => status({ $campaign: 'draft' }, each)),
    status(changeable, 'hold'),
  ],
  'campaign-force-completed.campaign-id.missing, campaign-force-completed.campaign-id.invalid, campaign-force-completed.campaign-status.missing, campaign-force-completed.campaign-status.invalid, campaign-force-completed.not-found':
    [
      ...[{ campaign_status: 'hold' }, { campaign_id: absent }].map((json) => change(json)),
      ...[null, '', 'x'].map((id) => status(id, 'hold')),
      status({ $written: ['text', absent] }, 'hold'),
      status(absent, 'x'),
      status(absent, 'hold'),
      ...['', null, 'HOLD'].map((each) => status(absent, each)),
      status({ $written: ['fraction', absent] }, 'hold'),
    ],
  'errors.body.unreadable': (['verifyToken', 'forceCompleteCampaign'] as const).map((each) =>
    send(each, { raw: { contentType: 'application/json', text: '{"campaign_id": ' } }),
  ),
});
