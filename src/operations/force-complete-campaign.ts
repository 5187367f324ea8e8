import { fullName } from '../domain/agent-detail.ts';
import { decideCampaignStatus } from '../domain/campaign-status.ts';
import type { AudienceRecord } from '../domain/records.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Change } from '../store/store.ts';
import type { Handler } from './handler.ts';

/** Section 4.6. The audience is halted as a whole, in the same commit as the campaign. */
export const forceCompleteCampaign: Handler<'forceCompleteCampaign'> = async (request, world) => {
  const { campaign_id: id, campaign_status: requested } = request.body.valid();
  const view = world.store.view();
  const campaign = view.get('campaigns', id);
  if (campaign?.workspace_id !== request.caller.workspace.id) {
    throw new Refusal('campaign-force-completed.not-found');
  }
  const decision = decideCampaignStatus(campaign, requested);
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
    const record: AudienceRecord = { ...audience, halted: { by: fullName(request.caller.user), on: now } };
    changes.push({ kind: 'put', collection: 'audiences', record, version: view.version('audiences', id) });
  }
  await world.store.commit(changes);
  return {
    clause: decision.clause,
    body: {
      message: decision.haltsAudience
        ? 'Campaign force completed successfully'
        : 'Campaign status updated successfully',
    },
  };
};
