import { describe, expect, it } from 'vitest';
import { decideCampaignStatus } from './campaign-status.ts';
import type { CampaignRecord, CampaignStatus } from './records.ts';
import { Refusal } from './refusal.ts';

const statuses: readonly CampaignStatus[] = ['draft', 'inprogress', 'hold', 'pause', 'force_completed', 'deleted'];

describe.each(statuses)('a campaign that is %s', (from) => {
  it.each(statuses)('when %s is asked for', (requested) => {
    const decide = () => decideCampaignStatus(campaign(from), requested);
    if (from === 'deleted') {
      expect(decide).toThrow(new Refusal('campaign-force-completed.not-found'));
    } else if (from === 'force_completed') {
      expect(decide).toThrow(new Refusal('campaign.completed'));
    } else if (requested !== 'force_completed') {
      expect(decide()).toEqual({ status: requested, haltsAudience: false, clause: 'campaign.other-status' });
    } else if (from === 'draft') {
      expect(decide).toThrow(new Refusal('campaign.running'));
    } else {
      expect(decide()).toEqual({ status: requested, haltsAudience: true, clause: 'campaign.force-complete' });
    }
  });
});

function campaign(status: CampaignStatus): CampaignRecord {
  const on = '2026-08-22T17:14:14.338Z';
  return { id: 1, workspace_id: 101, agent_id: 1, name: '', status, created_on: on, updated_on: on };
}
