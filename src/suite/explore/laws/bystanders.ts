import { memberOf, type Answer } from '../../api.ts';
import { shortly } from '../../validate-answer.ts';
import { isObject } from '../model/sent-fields.ts';
import { readWhole, type Audience } from './whole-audience.ts';
import { compareAgent } from '../model/read-agent.ts';
import type { AgentData } from '../model/model.ts';
import type { WalkState } from '../perform/walk-state.ts';

/** What a campaign whose status is changed shows of itself in its agent. */
const ofCampaigns = ['/campaigns', '/campaign_count', '/is_campaign_on_hold', '/is_draft', '/is_audience'];

/** Reads the agents that the settings name and the run does not write to: they stay as they were. */
export async function bystanderLaws(state: WalkState): Promise<void> {
  const { agents, campaigns } = state.api.settings;
  const drafts = [agents?.draft_with_inactive_number, agents?.draft_with_shared_number].filter(
    (id) => id !== undefined,
  );
  for (const id of [...(agents?.read ?? []).map((each) => each.id), ...drafts]) {
    const answer = await state.api.call('getAgent', { query: { agent_id: id } });
    state.take(answer);
    const data = memberOf(answer.body, 'data');
    if (answer.status !== 200 || !isObject(data)) {
      state.report(
        [
          {
            clauses: [state.model.cause],
            expected: `agent ${id} as before`,
            came: `${answer.status} ${shortly(answer.body)}`,
          },
        ],
        answer,
      );
      continue;
    }
    const before = state.knowledge.shelf.get(`agent ${id}`) as AgentData | undefined;
    state.knowledge.shelf.set(`agent ${id}`, data);
    if (before === undefined) continue;
    const open = campaigns === undefined ? [] : ofCampaigns;
    const seen = { id, life: 'live', seen: before, wants: new Map(), open } as const;
    state.report(compareAgent(seen, data, state.model.cause, state.knowledge.isDocumented(answer)), answer);
  }
}

/** After a campaign was put on hold, or taken off it, its agent says so. */
export async function holdLaw(answer: Answer, state: WalkState): Promise<void> {
  const { changeable } = state.api.settings.campaigns ?? {};
  const { body } = answer.request;
  const sent = body.kind === 'json' && isObject(body.value) ? body.value : {};
  if (changeable?.agent === undefined || sent['campaign_id'] !== changeable.id || answer.status !== 200) return;
  const others = state.api.settings.agents?.read?.find(({ id }) => id === changeable.agent)?.campaigns;
  const isElsewhere =
    others === undefined ||
    Object.entries(others).some(([id, status]) => Number(id) !== changeable.id && status === 'hold');
  const isOnHold = sent['campaign_status'] === 'hold';
  if (!isOnHold && isElsewhere) return;
  const read = await state.api.call('getAgent', { query: { agent_id: changeable.agent } });
  state.take(read);
  const came = memberOf(read.body, 'data.is_campaign_on_hold');
  if (came === isOnHold) return;
  state.report(
    [
      {
        clauses: ['agent.is-campaign-on-hold'],
        expected: `${isOnHold}, because campaign ${changeable.id} is ${shortly(sent['campaign_status'])}`,
        came: shortly(came),
        path: '/data/is_campaign_on_hold',
      },
    ],
    read,
  );
}

/** No request but a force completion halts a record. */
export async function haltLaw(answer: Answer, before: Audience | null, state: WalkState): Promise<void> {
  if (before === null) return;
  const after = await readWhole(before.campaign, state);
  const records = new Map(after?.leads.map((lead) => [lead.id, lead]));
  const wrong = before.leads.find(
    (lead) => ['Fresh', 'Inqueue'].includes(String(lead['status'])) && records.get(lead.id)?.['status'] === 'Halted',
  );
  if (wrong === undefined) return;
  const clauses = [answer.status < 300 ? 'campaign.status.accepted' : 'campaign.status.values'] as const;
  state.report(
    [
      {
        clauses,
        expected: `record ${shortly(wrong.id)} ${shortly(wrong['status'])} as before`,
        came: 'Halted',
        path: '/datalist/[]/status',
      },
    ],
    answer,
  );
}

/** Sets the campaign that may be changed back to the status that the settings give it. */
export async function restoreCampaign(state: WalkState): Promise<void> {
  const { changeable } = state.api.settings.campaigns ?? {};
  if (changeable === undefined || !state.changedCampaign) return;
  state.changedCampaign = false;
  await state.api.call('forceCompleteCampaign', {
    json: { campaign_id: changeable.id, campaign_status: changeable.status },
  });
}
