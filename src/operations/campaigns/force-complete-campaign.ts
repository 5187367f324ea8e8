import { decideCampaignStatus } from '../../domain/campaigns/campaign-status.ts';
import { nothingLeft } from '../../json/json-value.ts';
import type { AudienceRecord } from '../../domain/records.ts';
import type { Change } from '../../store/store.ts';
import { campaignOfCaller } from '../records-of-caller.ts';
import type { Handler } from '../handler.ts';

/** Section 4.6. The audience is halted as a whole, in the same commit as the campaign. */
export const forceCompleteCampaign: Handler<'forceCompleteCampaign'> = async (request, world) => {
  nothingLeft(request.query.valid());
  const { campaign_id: id, campaign_status: requested, ...rest } = request.body.valid();
  nothingLeft(rest);
  const view = world.store.view();
  const { rules } = world;
  const refusals = { notFound: 'campaign-force-completed.not-found', foreign: rules['workspace.foreign'] } as const;
  const isDeletedMissing = rules['campaign.deleted.status'] === 'missing';
  const campaign = campaignOfCaller(view, request.caller, id, refusals, isDeletedMissing);
  const decision = decideCampaignStatus(campaign.status, requested, rules);
  const now = world.clock.now().toISOString();
  const changes: Change[] = [
    {
      kind: 'put',
      collection: 'campaigns',
      record: { ...campaign, status: decision.status, updated_on: now },
      version: view.version('campaigns', id),
    },
  ];
  const audience = view.get('audiences', id);
  if (decision.haltsAudience && audience !== undefined) {
    const record: AudienceRecord = {
      ...audience,
      halted: { by: rules['campaign.halt.updated-by'].by(request.caller.user), on: now },
    };
    changes.push({ kind: 'put', collection: 'audiences', record, version: view.version('audiences', id) });
  }
  if (decision.clause !== 'campaign.completed') await world.commit(changes);
  return {
    clause: decision.clause,
    body: {
      message:
        decision.haltsAudience || decision.clause === 'campaign.completed'
          ? request.messages.completed
          : request.messages.statusSet,
    },
  };
};
