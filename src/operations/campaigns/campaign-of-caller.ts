import type { RefusalId } from '../../document/names.gen.ts';
import type { PresentCampaignStatus } from '../../domain/campaigns/campaign-status.ts';
import type { CampaignRecord } from '../../domain/records.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { View } from '../../store/store.ts';
import type { Caller } from '../handler.ts';

/**
 * The campaign of the caller's workspace with this id; a deleted one is missing, and one of another workspace is
 * indistinguishable from a missing one (`workspace.foreign-is-missing`).
 * @param notFound the rule that refuses a missing one
 * @throws Refusal
 */
export function campaignOfCaller(
  view: View,
  caller: Caller,
  campaignId: number,
  notFound: RefusalId,
): CampaignRecord & { readonly status: PresentCampaignStatus } {
  const campaign = view.get('campaigns', campaignId);
  if (campaign?.workspace_id !== caller.workspace.id || !isPresent(campaign)) throw new Refusal(notFound);
  return campaign;
}

function isPresent(campaign: CampaignRecord): campaign is CampaignRecord & { readonly status: PresentCampaignStatus } {
  return campaign.status !== 'deleted';
}
