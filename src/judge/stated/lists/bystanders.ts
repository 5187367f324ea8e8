import { isDeepStrictEqual } from 'node:util';
import type { ClauseId } from '../../../document/names.gen.ts';
import type { CheckedAnswer } from '../../report/violation.ts';
import { printed } from '../../validate-answer.ts';
import type { ReadableAgent } from '../../../deployment/configuration/settings-file.ts';
import { campaignLaws } from './agent-campaigns.ts';
import { isCallable, readWhole, leadsById, type Audience } from './whole-audience.ts';
import { found, wholly } from '../expectation.ts';
import { compareAgent } from '../read-agent.ts';
import type { AgentData, Finding } from '../model.ts';
import type { WalkState } from '../../walk/perform/walk-state.ts';
import { isContainer, valueAt, memberOf } from '../../../json/json-value.ts';

/** What a campaign whose status is changed shows of itself in its agent. */
export const ofCampaigns = ['/campaigns', '/campaign_count', '/is_campaign_on_hold', '/is_draft', '/is_audience'];

/** Reads the agents that the settings name and the run does not write to: they stay as they were. */
export async function bystanderLaws(state: WalkState): Promise<void> {
  const { agents } = state.api.settings;
  const { read = [], draft_with_inactive_number: inactive, draft_with_shared_number: shared } = agents ?? {};
  for (const id of [...read.map((each) => each.id), inactive, shared]) {
    if (id === undefined) continue;
    const answer = await state.ask('getAgent', { query: { agent_id: id } });
    const data = memberOf(answer.body, 'data');
    if (answer.status !== 200 || !isContainer(data)) {
      state.report([wholly(state.model.cause, `agent ${id} as before`, answer)], answer);
      continue;
    }
    const known = read.find((each) => each.id === id);
    if (known !== undefined && !isChangedCampaign(known, state)) await campaignLaws(known, answer, state);
    reportChanges(id, data, answer, state);
  }
}

function reportChanges(id: number, data: AgentData, answer: CheckedAnswer, state: WalkState): void {
  const before = state.shelf.get(`agent ${id}`) as AgentData | undefined;
  state.shelf.set(`agent ${id}`, data);
  if (before === undefined) return;
  // A number that the walk has given to an agent of its own may be taken from this one.
  const given = state.model.given.length === 0 ? [] : ['/phone_numbers', '/basic_details/status'];
  const open = [...given, ...(state.api.settings.campaigns === undefined ? [] : ofCampaigns)];
  const seen = { id, life: 'live', seen: before, wants: new Map(), open } as const;
  state.report(compareAgent(seen, data, state.model.cause, state.isDocumented(answer)), answer);
}

/** Whether one of the agent's campaigns is, or was, not what the settings say. */
function isChangedCampaign({ campaigns = {} }: ReadableAgent, { settled, changed }: WalkState): boolean {
  return [...changed, ...settled].some((id) => Object.hasOwn(campaigns, String(id)));
}

/** What the agent of a campaign shows of its campaigns. */
export async function campaignAgent(id: number | undefined, state: WalkState): Promise<CheckedAnswer | null> {
  if (id === undefined) return null;
  const answer = await state.ask('getAgent', { query: { agent_id: id } });
  return answer;
}

/** A refused change of a campaign changes nothing that its agent shows of it. */
export async function refusedLaw(answer: CheckedAnswer, before: CheckedAnswer, state: WalkState): Promise<void> {
  if (answer.status < 400) return;
  const after = await campaignAgent(Number(memberOf(before.body, 'data.basic_details.id')), state);
  if (after === null) return;
  const findings = ofCampaigns.flatMap((pointer): Finding[] => {
    const [now, earlier] = [after, before].map(({ body }) => valueAt(memberOf(body, 'data'), pointer));
    if (isDeepStrictEqual(now, earlier)) return [];
    return [found(refusalClauses(answer), `/data${pointer}`, `unchanged: ${printed(earlier)}`, now)];
  });
  state.report(findings, after);
}

function refusalClauses({ status }: CheckedAnswer): readonly ClauseId[] {
  return status === 401 ? ['auth.unauthorized.everywhere', 'auth.token-header'] : ['campaign.status.values'];
}

/** A request that is refused halts no record. */
export async function haltLaw(answer: CheckedAnswer, before: Audience | null, state: WalkState): Promise<void> {
  if (before === null || answer.status < 400) return;
  const after = await readWhole(before.campaign, state);
  const records = leadsById(after);
  const wrong = before.leads.find((lead) => isCallable(lead) && records.get(lead.id)?.['status'] === 'Halted');
  if (wrong === undefined) return;
  const expected = `record ${printed(wrong.id)} ${printed(wrong['status'])} as before`;
  state.report([found(refusalClauses(answer), '/datalist/[]/status', expected, 'Halted')], answer);
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
