import type { ClauseId } from '../contract-document/names.gen.ts';
import type { CampaignRecord, CampaignStatus } from './records.ts';
import { Refusal } from './refusal.ts';

/** A way that campaign-force-completed takes a campaign, or the rule that refuses it. */
export type CampaignTransition =
  | { readonly from: CampaignStatus; readonly to: CampaignStatus }
  | { readonly from: CampaignStatus; readonly refusal: 'campaign.completed' | 'campaign.running' };

const open = ['draft', 'inprogress', 'hold', 'pause'] as const;

/** Every one of them that changes a campaign, and every refusal that its status is the reason of (section 3.2). */
export const campaignTransitions: readonly CampaignTransition[] = [
  ...open.flatMap((from) => [...open, 'deleted' as const].filter((to) => to !== from).map((to) => ({ from, to }))),
  ...open.filter((from) => from !== 'draft').map((from) => ({ from, to: 'force_completed' as const })),
  { from: 'draft', refusal: 'campaign.running' },
  { from: 'force_completed', refusal: 'campaign.completed' },
];

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
