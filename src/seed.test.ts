import { expect, it } from 'vitest';
import { buildAgentWithNumbers, buildCampaignWithAudience, createFactories } from './seed.ts';
import { faultsBySchema } from './store/state/record-schema.ts';

it('builds records of every kind that the store takes', () => {
  const factories = createFactories({ seed: 3 });
  const { agent, numbers } = buildAgentWithNumbers(factories, { status: 1 });
  const { campaign, audience, leads } = buildCampaignWithAudience(factories, agent, {
    fresh: 3,
    completed: 3,
    halted: 3,
    inqueue: 3,
  });
  const built = [
    ['workspaces', factories.workspace.buildList(5)],
    ['users', factories.user.buildList(5)],
    ['api_tokens', factories.apiToken.buildList(5)],
    ['login_tokens', factories.loginToken.buildList(5)],
    ['providers', factories.provider.buildList(4)],
    ['voices', factories.voice.buildList(40)],
    ['phone_numbers', [...numbers, ...factories.phoneNumber.buildList(5)]],
    ['agents', [agent, ...factories.agent.buildList(40)]],
    ['campaigns', [campaign, ...factories.campaign.buildList(20)]],
    ['audiences', [audience, ...factories.audience.buildList(10)]],
    ['leads', [...leads, ...factories.lead.buildList(40)]],
  ] as const;
  for (const [collection, records] of built) {
    expect(records.length).toBeGreaterThan(3);
    expect(records.flatMap((record) => faultsBySchema(collection, record))).toEqual([]);
  }
});
