import { describe, expect, it } from 'vitest';
import { campaignTransitions, decideCampaignStatus } from './campaign-status.ts';
import { Refusal } from '../refusal.ts';

const present = ['draft', 'inprogress', 'hold', 'pause', 'force_completed'] as const;
const statuses = [...present, 'deleted'] as const;

describe.each(present)('a campaign that is %s', (from) => {
  it.each(statuses)('when %s is asked for', (requested) => {
    const decide = () => decideCampaignStatus(from, requested);
    if (from === 'force_completed') {
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

it('lists every change and every refusal once', () => {
  const changes = ['draft', 'inprogress', 'hold', 'pause'].flatMap((from) =>
    ['draft', 'inprogress', 'hold', 'pause', 'deleted'].filter((to) => to !== from).map((to) => ({ from, to })),
  );
  expect(campaignTransitions()).toEqual([
    ...changes,
    { from: 'inprogress', to: 'force_completed' },
    { from: 'hold', to: 'force_completed' },
    { from: 'pause', to: 'force_completed' },
    { from: 'draft', refusal: 'campaign.running' },
    { from: 'force_completed', refusal: 'campaign.completed' },
  ]);
});

it('does not decide for what is not a state of a campaign that is there', () => {
  expect(() => decideCampaignStatus('deleted', 'hold')).toThrow('hold means for a campaign that is deleted');
});
