import type { ClauseId } from '../contract-document/names.gen.ts';
import type { CampaignRecord, CampaignStatus } from './records.ts';
import { Refusal } from './refusal.ts';

export interface CampaignDecision {
  readonly status: CampaignStatus;
  /** Whether every Fresh or Inqueue record of the audience becomes Halted. */
  readonly haltsAudience: boolean;
  readonly clause: ClauseId;
}

/**
 * Decides what campaign-force-completed does to a campaign (section 3.2).
 * @throws Refusal for a campaign that is deleted, that is completed already, or that is a draft and cannot be completed
 */
export function decideCampaignStatus(campaign: CampaignRecord, requested: CampaignStatus): CampaignDecision {
  if (campaign.status === 'deleted') throw new Refusal('campaign-force-completed.not-found');
  if (campaign.status === 'force_completed') throw new Refusal('campaign.completed');
  if (requested !== 'force_completed') {
    return { status: requested, haltsAudience: false, clause: 'campaign.other-status' };
  }
  if (campaign.status === 'draft') throw new Refusal('campaign.running');
  return { status: 'force_completed', haltsAudience: true, clause: 'campaign.force-complete' };
}
