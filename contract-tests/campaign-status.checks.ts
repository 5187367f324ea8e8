import type { ClauseId } from '../src/document/names.gen.ts';
import type { Api } from '../src/judge/api.ts';
import { check, type Check } from '../src/judge/check.ts';
import type { DisposableCampaign } from '../src/deployment/configuration/settings-file.ts';
import { lasting, readAgent, type Agent } from './agents.ts';
import { isActive, setStatus, stateOf, type CampaignState } from './campaigns.ts';

/** The other statuses: each is accepted, and what the mock decides of them. The file of force completion runs these. */
export const campaignStatusChecks: readonly Check[] = [
  check(
    { clauses: ['campaign.status.accepted'], needs: ['campaigns.changeable'], effect: 'reversible' },
    'a campaign takes draft, hold and pause',
    async (api) => {
      const campaign = api.need(api.settings.campaigns?.changeable, 'campaigns.changeable');
      try {
        // Never inprogress: the campaign would begin to call.
        for (const status of ['pause', 'draft', 'hold'] as const) {
          api.answered(await setStatus(api, campaign.id, status), { status: 200 }, 'campaign.status.accepted');
        }
      } finally {
        const restored = await setStatus(api, campaign.id, campaign.status);
        api.answered(restored, { status: 200 }, 'campaign.status.accepted');
      }
    },
  ),
  check(
    { clauses: ['campaign.other-status'], needs: ['campaigns.changeable'], effect: 'reversible' },
    'another status is set, shows in the agent, and leaves the audience as it was',
    async (api) => {
      const campaign = api.need(api.settings.campaigns?.changeable, 'campaigns.changeable');
      const before = await stateOf(api, campaign);
      try {
        // Never inprogress: the campaign would begin to call.
        for (const status of ['pause', 'draft', 'hold'] as const) {
          const answer = await setStatus(api, campaign.id, status);
          api.answered(answer, { status: 200 }, 'campaign.other-status');
          const now = await stateOf(api, campaign);
          api.equal(now.leads, before.leads, {
            clause: 'campaign.other-status',
            what: 'the audience as before',
            answer,
          });
          if (now.agent !== null) showsStatus(api, now.agent, campaign.id, status);
        }
      } finally {
        const restored = await setStatus(api, campaign.id, campaign.status);
        api.answered(restored, { status: 200 }, 'campaign.other-status');
      }
      expectAsBefore(api, before, await stateOf(api, campaign), 'campaign.other-status');
    },
  ),
  check(
    { clauses: ['campaign.running'], needs: ['campaigns.disposable_draft'], effect: 'irreversible' },
    'force completion of a draft campaign is refused with 400 and changes nothing',
    async (api) => {
      const campaign = await disposableDraft(api);
      const before = await stateOf(api, campaign);
      // The second time, a campaign that was completed after all would be answered as such.
      for (let time = 0; time < 2; time += 1) {
        const answer = await setStatus(api, campaign.id, 'force_completed');
        api.refusedBy(answer, 'campaign.running');
      }
      expectAsBefore(api, before, await stateOf(api, campaign), 'campaign.running');
    },
  ),
  check(
    { clauses: ['campaign.running'], needs: ['campaigns.disposable_paused'], effect: 'irreversible' },
    'a campaign on hold or paused counts as running: it can be completed',
    async (api) => {
      const campaign = api.need(api.settings.campaigns?.disposable_paused, 'campaigns.disposable_paused');
      const answer = await setStatus(api, campaign.id, 'force_completed');
      api.answered(answer, { status: 200 }, 'campaign.running');
      const { agent } = await stateOf(api, campaign);
      const isStillActive = agent !== null && isActive(agent, campaign.id);
      api.holds(!isStillActive, {
        clause: 'campaign.running',
        expected: `campaign ${campaign.id} no longer active`,
        came: agent?.campaigns,
        answer,
      });
    },
  ),
  check(
    { clauses: ['campaign.deleted'], needs: ['campaigns.disposable_deleted'], effect: 'none' },
    'the audience of a deleted campaign is not found',
    async (api) => {
      const { id } = api.need(api.settings.campaigns?.disposable_deleted, 'campaigns.disposable_deleted');
      const answer = await api.call('listAudience', { query: { campaign_id: id } });
      api.refusedBy(answer, 'audience-list.not-found', 'campaign.deleted');
    },
  ),
  check(
    { clauses: ['campaign.deleted'], needs: ['campaigns.disposable_deleted'], effect: 'irreversible' },
    'no status brings a deleted campaign back',
    async (api) => {
      const campaign = api.need(api.settings.campaigns?.disposable_deleted, 'campaigns.disposable_deleted');
      const agent = (): Promise<Agent | null> =>
        campaign.agent === undefined ? Promise.resolve(null) : readAgent(api, campaign.agent);
      const before = await agent();
      // Without inprogress: a campaign that came back would begin to call.
      for (const status of ['draft', 'hold', 'pause', 'deleted', 'force_completed']) {
        const answer = await setStatus(api, campaign.id, status);
        api.refusedBy(answer, 'campaign-force-completed.not-found', 'campaign.deleted');
      }
      expectAsBefore(api, { leads: [], agent: before }, { leads: [], agent: await agent() }, 'campaign.deleted');
    },
  ),
  check(
    { clauses: ['campaign.status.accepted'], needs: ['campaigns.disposable_draft'], effect: 'irreversible' },
    'a campaign takes deleted',
    async (api) => {
      const { id } = await disposableDraft(api);
      api.answered(await setStatus(api, id, 'deleted'), { status: 200 }, 'campaign.status.accepted');
    },
  ),
];

/** The draft that the settings give away, as long as it is there. */
async function disposableDraft(api: Api): Promise<DisposableCampaign> {
  const campaign = api.need(api.settings.campaigns?.disposable_draft, 'campaigns.disposable_draft');
  const answer = await api.call('listAudience', { query: { campaign_id: campaign.id, limit: 1 } });
  if (answer.status === 200) return campaign;
  return api.notVerified(`campaign ${campaign.id} is gone: an earlier run deletes it`, 'campaigns.disposable_draft');
}

function showsStatus(api: Api, agent: Agent, campaign: number, status: 'pause' | 'draft' | 'hold'): void {
  const [clause, isListed] = ['campaign.other-status', status === 'pause'] as const;
  const wanted = `campaign ${campaign}, now ${status}, ${isListed ? 'among' : 'not among'} the active ones`;
  api.holds(isActive(agent, campaign) === isListed, {
    clause,
    expected: wanted,
    came: agent.campaigns,
    answer: undefined,
    path: '/data/campaigns',
  });
  if (status !== 'hold') return;
  const path = '/data/is_campaign_on_hold';
  api.equal(agent.is_campaign_on_hold, true, { clause, what: 'is_campaign_on_hold', answer: undefined, path });
}

function expectAsBefore(api: Api, before: CampaignState, after: CampaignState, clause: ClauseId): void {
  api.equal(after.leads, before.leads, { clause, what: 'the audience as before' });
  if (before.agent === null || after.agent === null) return;
  api.equal(lasting(after.agent), lasting(before.agent), { clause, what: 'the agent as before' });
}
