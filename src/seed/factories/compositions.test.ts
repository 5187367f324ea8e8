import { describe, expect, it } from 'vitest';
import { buildAgentWithNumbers, buildCampaignWithAudience, createFactories } from './factories.ts';

describe('buildAgentWithNumbers', () => {
  it.each([1, 3] as const)('attaches an active number of the workspace to an agent with status %i', (status) => {
    const { agent, numbers } = buildAgentWithNumbers(createFactories({ seed: 1 }), { status, workspace_id: 9 });
    expect(numbers).toEqual([expect.objectContaining({ agent_id: agent.id, workspace_id: 9, is_active: true })]);
  });

  it('leaves a deleted agent without numbers', () => {
    expect(buildAgentWithNumbers(createFactories({ seed: 1 }), { status: 2 }).numbers).toEqual([]);
  });
});

describe('buildCampaignWithAudience', () => {
  it('makes as many leads of each status as the mix says, none called before the campaign was made', () => {
    const factories = createFactories({ seed: 1 });
    const agent = factories.agent.build({ workspace_id: 9 });
    const mix = { fresh: 5, completed: 4, halted: 3, inqueue: 2 };
    const { campaign, audience, leads } = buildCampaignWithAudience(factories, agent, mix);
    const countOf = (status: number): number => leads.filter((lead) => lead.status === status).length;

    expect([0, 1, 2, 3].map(countOf)).toEqual([5, 4, 3, 2]);
    expect(campaign).toMatchObject({ agent_id: agent.id, workspace_id: 9 });
    expect(audience.id).toBe(campaign.id);
    expect(leads.every(({ calls }) => calls.every((call) => call.started_on >= campaign.created_on))).toBe(true);
    expect(leads.every(({ calls }) => calls.length <= audience.attempts_allowed)).toBe(true);
  });
});
