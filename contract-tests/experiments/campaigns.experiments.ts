import type { Api } from '../../src/judge/api.ts';
import type { CheckedAnswer } from '../../src/judge/report/violation.ts';
import { memberOf } from '../../src/judge/api.ts';
import { experiment, type Experiment } from '../../src/judge/learn/experiment.ts';
import type { DisposableCampaign } from '../../src/deployment/configuration/settings-file.ts';
import { absentCampaign } from '../absent-ids.ts';
import { createAgent, readAgent } from '../agents.ts';
import { setStatus, stateOf } from '../audience-reading.ts';
import { either, isDone, isRefused, lastAnswer, likeWhich, messageOf, unknownToken } from './answers.ts';

const operation = 'forceCompleteCampaign';

/** What campaign-force-completed refuses, and what changes of a campaign can be taken back. */
export const campaignExperiments: readonly Experiment[] = [
  experiment(
    {
      title: 'the campaigns that campaign-force-completed refuses',
      effect: 'reversible',
      decides: [
        'campaign-force-completed.campaign-id.empty',
        'campaign-force-completed.campaign-id.text',
        'errors.shape.forceCompleteCampaign',
        'errors.code.forceCompleteCampaign',
      ],
      refusals: [
        'campaign-force-completed.campaign-id.missing',
        'campaign-force-completed.campaign-id.invalid',
        'campaign-force-completed.not-found',
        'campaign-force-completed.unauthorized',
      ],
    },
    async (api, findings) => {
      const absent = await absentCampaign(api);
      const send = (campaign_id: unknown) => api.call(operation, { json: { campaign_id, campaign_status: 'hold' } });
      const missing = await api.call(operation, { json: { campaign_status: 'hold' } });
      const invalid = await send('abc');
      const unknown = await send(absent);
      findings.refused('campaign-force-completed.campaign-id.missing', missing);
      findings.refused('campaign-force-completed.campaign-id.invalid', invalid, await send(true));
      findings.refused('campaign-force-completed.not-found', unknown);
      const json = { campaign_id: absent, campaign_status: 'hold' };
      const token = unknownToken;
      findings.refused('campaign-force-completed.unauthorized', await api.call(operation, { json, token }));
      const text = await send(String(absent));
      const taken = likeWhich(text, [unknown, 'taken'], [invalid, 'refused']);
      findings.decide('campaign-force-completed.campaign-id.text', taken, text);
      for (const value of [null, '']) {
        const empty = await send(value);
        const decided = likeWhich(empty, [missing, 'missing'], [invalid, 'invalid']);
        findings.decide('campaign-force-completed.campaign-id.empty', decided, empty);
      }
    },
  ),
  experiment(
    {
      title: 'the statuses that campaign-force-completed refuses',
      effect: 'reversible',
      decides: ['campaign-force-completed.campaign-status.empty', 'campaign-force-completed.campaign-status.case'],
      refusals: [
        'campaign-force-completed.campaign-status.missing',
        'campaign-force-completed.campaign-status.invalid',
      ],
    },
    async (api, findings) => {
      const campaign_id = await absentCampaign(api);
      const send = (campaign_status: unknown) => api.call(operation, { json: { campaign_id, campaign_status } });
      const unknown = await send('hold');
      const missing = await api.call(operation, { json: { campaign_id } });
      const invalid = await send('no-such-status');
      const upper = await send('HOLD');
      // A deployment that looks for the campaign first says nothing of the status.
      const taken = likeWhich(upper, [unknown, 'any'], [invalid, 'exact']);
      findings.refused('campaign-force-completed.campaign-status.invalid', invalid);
      findings.decide('campaign-force-completed.campaign-status.case', taken, upper);
      likeWhich(missing, [unknown, 'first'], [missing, 'own']);
      findings.refused('campaign-force-completed.campaign-status.missing', missing);
      for (const value of [null, '']) {
        const empty = await send(value);
        const decided = likeWhich(empty, [missing, 'missing'], [invalid, 'invalid']);
        findings.decide('campaign-force-completed.campaign-status.empty', decided, empty);
      }
    },
  ),
  experiment(
    {
      title: 'the audience of a deleted campaign',
      effect: 'none',
      needs: ['agents.read'],
      decides: ['campaign.deleted.audience'],
    },
    async (api, findings) => {
      const campaigns = (api.settings.agents?.read ?? []).flatMap(({ campaigns = {} }) => Object.entries(campaigns));
      const [id] = campaigns.find(([, status]) => status === 'deleted') ?? [];
      if (id === undefined) return api.notVerified('no deleted campaign is known', 'agents.read');
      const answer = await api.call('listAudience', { query: { campaign_id: id } });
      findings.decide('campaign.deleted.audience', either(answer, 'listed', 'missing'), answer);
    },
  ),
  experiment(
    {
      title: 'another status',
      effect: 'reversible',
      needs: ['campaigns.changeable'],
      decides: ['campaign.other-status.effect', 'campaign-force-completed.status-set.message'],
    },
    async (api, findings) => {
      const campaign = api.need(api.settings.campaigns?.changeable, 'campaigns.changeable');
      const next = campaign.status === 'hold' ? 'draft' : 'hold';
      const before = await onHold(api, campaign);
      const answer = await setStatus(api, campaign.id, next);
      const after = await onHold(api, campaign);
      const back = await setStatus(api, campaign.id, campaign.status);
      if (isDone(answer) && messageOf(answer) === messageOf(back))
        findings.value('campaign-force-completed.status-set.message', messageOf(answer), answer);
      if (before === undefined) return api.notVerified('the agent that uses it is not given', 'campaigns.changeable');
      // Another campaign on hold would hide what becomes of this one.
      if (before !== after) findings.decide('campaign.other-status.effect', either(answer, 'set', undefined), answer);
      else if (before && !isOnlyOnHold(api, campaign))
        api.notVerified('another campaign of the agent may be on hold', 'agents.read');
      else findings.decide('campaign.other-status.effect', either(answer, 'ignored', undefined), answer);
    },
  ),
];

/** What completes or deletes campaigns for ever. */
export const completionExperiments: readonly Experiment[] = [
  experiment(
    {
      title: 'a deleted campaign',
      effect: 'irreversible',
      needs: ['campaigns.disposable_deleted'],
      decides: ['campaign.deleted.status'],
    },
    async (api, findings) => {
      const campaign = api.need(api.settings.campaigns?.disposable_deleted, 'campaigns.disposable_deleted');
      const answer = await setStatus(api, campaign.id, 'draft');
      findings.decide('campaign.deleted.status', either(answer, 'set', 'missing'), answer);
    },
  ),
  experiment(
    {
      title: 'a running campaign is completed, and completed again',
      effect: 'irreversible',
      needs: ['campaigns.disposable'],
      decides: ['campaign-force-completed.completed.message', 'campaign.halt.updated-by', 'campaign.completed.answer'],
      refusals: ['campaign.completed'],
    },
    async (api, findings) => {
      const campaign = api.need(api.settings.campaigns?.disposable?.[0], 'campaigns.disposable');
      const { creator } = await readAgent(api, await createAgent(api, 'creator'));
      const before = await stateOf(api, campaign);
      const answer = await setStatus(api, campaign.id, 'force_completed');
      if (!isDone(answer))
        return api.notVerified(`a completion is answered with ${answer.status}`, 'campaigns.disposable');
      findings.value('campaign-force-completed.completed.message', messageOf(answer), answer);
      const after = await stateOf(api, campaign);
      const seen = lastAnswer(api);
      const halted = before.leads.filter(({ status }) => status === 'Fresh' || status === 'Inqueue');
      const shown = halted.map(({ id, updated_by: was }) => [
        was,
        after.leads.find((lead) => lead.id === id)?.updated_by,
      ]);
      const names = { 'full-name': creator.full_name, email: creator.email, system: 'System' } as const;
      if (shown.length === 0)
        findings.unseen('campaign.halt.updated-by', 'no record was fresh or in the queue', 'campaigns.disposable');
      else {
        const isUnchanged = shown.every(([was, is]) => was === is);
        const found = (['full-name', 'email', 'system'] as const).find((name) =>
          shown.every(([, is]) => is === names[name]),
        );
        const decided = found ?? (isUnchanged ? 'unchanged' : undefined);
        findings.decide('campaign.halt.updated-by', decided, seen, String(shown[0]?.[1]));
      }
      const again = await setStatus(api, campaign.id, 'hold');
      const isSame = JSON.stringify((await stateOf(api, campaign)).leads) === JSON.stringify(after.leads);
      findings.decide('campaign.completed.answer', either(again, isSame ? 'repeated' : undefined, 'refused'), again);
      findings.refused('campaign.completed', again);
    },
  ),
  experiment(
    {
      title: 'a paused campaign and a draft are completed',
      effect: 'irreversible',
      needs: ['campaigns.disposable_paused', 'campaigns.disposable_draft'],
      decides: ['campaign.running.statuses', 'agent.is-draft.ended'],
      refusals: ['campaign.running'],
    },
    async (api, findings) => {
      const { disposable_paused: paused, disposable_draft: draft } = api.settings.campaigns ?? {};
      if (paused === undefined || draft === undefined) return;
      const onPause = await setStatus(api, paused.id, 'force_completed');
      const onDraft = await setStatus(api, draft.id, 'force_completed');
      const isEvery = either(onDraft, true, false);
      const running = either(
        onPause,
        isEvery ? 'every' : 'inprogress-hold-or-pause',
        isEvery ? undefined : 'inprogress',
      );
      findings.decide('campaign.running.statuses', running, isRefused(onPause) ? onPause : onDraft);
      findings.refused('campaign.running', onDraft);
      if (draft.agent === undefined)
        return api.notVerified('the agent of the draft is not given', 'campaigns.disposable_draft');
      if (isRefused(onDraft)) {
        const deleted = await setStatus(api, draft.id, 'deleted');
        const isSet = findings
          .sightsOf('campaign.other-status.effect')
          .some((seen) => 'alternative' in seen && seen.alternative === 'set');
        if (!isDone(deleted) || !isSet) return api.notVerified('a draft is neither completed nor seen to be deleted');
      }
      if (!hasOnly(api, draft)) return api.notVerified('the agent may have other campaigns', 'agents.read');
      const { is_draft: isDraft } = await readAgent(api, draft.agent);
      findings.decide('agent.is-draft.ended', isDraft ? 'ignored' : 'counts', lastAnswer(api));
    },
  ),
];

async function onHold(api: Api, { agent }: DisposableCampaign): Promise<boolean | undefined> {
  if (agent === undefined) return undefined;
  const answer: CheckedAnswer = await api.call('getAgent', { query: { agent_id: agent } });
  const held = memberOf(answer.body, 'data.is_campaign_on_hold');
  return typeof held === 'boolean' ? held : undefined;
}

function campaignsOf(api: Api, agent: number | undefined): Readonly<Record<string, string>> | undefined {
  return (api.settings.agents?.read ?? []).find(({ id }) => id === agent)?.campaigns;
}

function isOnlyOnHold(api: Api, { id, agent }: DisposableCampaign): boolean {
  const campaigns = campaignsOf(api, agent);
  return (
    campaigns !== undefined &&
    Object.entries(campaigns).every(([each, status]) => each === String(id) || status !== 'hold')
  );
}

function hasOnly(api: Api, { id, agent }: DisposableCampaign): boolean {
  return Object.keys(campaignsOf(api, agent) ?? {}).join() === String(id);
}
