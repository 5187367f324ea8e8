import { isDeepStrictEqual } from 'node:util';
import { memberOf } from '../../api.ts';
import type { CheckedAnswer } from '../../report/violation.ts';
import { shortly } from '../../validate-answer.ts';
import { isObject } from '../sent-fields.ts';
import { readWhole, type Audience } from './whole-audience.ts';
import { at, compareAgent } from '../read-agent.ts';
import type { AgentData, Finding } from '../model.ts';
import type { WalkState } from '../../walk/perform/walk-state.ts';

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

/** What the agent of a campaign shows of its campaigns. */
export async function campaignAgent(id: number | undefined, state: WalkState): Promise<CheckedAnswer | null> {
  if (id === undefined) return null;
  const answer = await state.api.call('getAgent', { query: { agent_id: id } });
  state.take(answer);
  return answer;
}

/** A refused change of a campaign changes nothing that its agent shows of it. */
export async function refusedLaw(answer: CheckedAnswer, before: CheckedAnswer, state: WalkState): Promise<void> {
  if (answer.status < 400) return;
  const after = await campaignAgent(Number(memberOf(before.body, 'data.basic_details.id')), state);
  if (after === null) return;
  const clause = answer.status === 401 ? 'auth.unauthorized.everywhere' : 'campaign.status.values';
  const findings = ofCampaigns.flatMap((pointer): Finding[] => {
    const [now, earlier] = [after, before].map(({ body }) => at(memberOf(body, 'data'), pointer));
    if (isDeepStrictEqual(now, earlier)) return [];
    const expected = `${pointer} unchanged: ${shortly(earlier)}`;
    return [{ clauses: [clause], expected, came: shortly(now), path: `/data${pointer}` }];
  });
  state.report(findings, after);
}

/** After a campaign was put on hold, or taken off it, its agent says so. */
export async function holdLaw(answer: CheckedAnswer, state: WalkState): Promise<void> {
  const { changeable } = state.api.settings.campaigns ?? {};
  const sent = sentIn(answer);
  if (changeable?.agent === undefined || sent['campaign_id'] !== changeable.id || answer.status !== 200) return;
  const isOnHold = sent['campaign_status'] === 'hold';
  if (!isOnHold && isHeldElsewhere(changeable, state)) return;
  const read = await campaignAgent(changeable.agent, state);
  const came = memberOf(read?.body, 'data.is_campaign_on_hold');
  if (read === null || came === isOnHold) return;
  const expected = `${isOnHold}, because campaign ${changeable.id} is ${shortly(sent['campaign_status'])}`;
  const path = '/data/is_campaign_on_hold';
  state.report([{ clauses: ['agent.is-campaign-on-hold'], expected, came: shortly(came), path }], read);
}

function sentIn({ request: { body } }: CheckedAnswer): Readonly<Record<string, unknown>> {
  return body.kind === 'json' && isObject(body.value) ? body.value : {};
}

/** Whether another campaign of the agent is on hold, or may be. */
function isHeldElsewhere({ id, agent }: { readonly id: number; readonly agent?: number }, { api }: WalkState): boolean {
  const others = api.settings.agents?.read?.find((each) => each.id === agent)?.campaigns;
  if (others === undefined) return true;
  return Object.entries(others).some(([other, status]) => Number(other) !== id && status === 'hold');
}

/** No request but a force completion halts a record. */
export async function haltLaw(answer: CheckedAnswer, before: Audience | null, state: WalkState): Promise<void> {
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
  if (changeable === undefined || state.campaignStatus === null) return;
  state.campaignStatus = null;
  await state.api.call('forceCompleteCampaign', {
    json: { campaign_id: changeable.id, campaign_status: changeable.status },
  });
}
