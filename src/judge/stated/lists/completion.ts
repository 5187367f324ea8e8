import { isDeepStrictEqual } from 'node:util';
import type { ClauseId } from '../../../document/names.gen.ts';
import { memberOf } from '../../api.ts';
import type { CheckedAnswer } from '../../report/violation.ts';
import { shortly } from '../../validate-answer.ts';
import { expectStatus } from '../expectation.ts';
import type { DisposableCampaign } from '../../../deployment/configuration/settings-file.ts';
import type { Finding } from '../model.ts';
import type { WalkState } from '../../walk/perform/walk-state.ts';
import { compareAgent } from '../read-agent.ts';
import { statusLabels } from './audience-filters.ts';
import { campaignAgent, ofCampaigns } from './bystanders.ts';
import { readWhole, shelfName, type Audience } from './whole-audience.ts';
import { isSameShown, type Lead } from './audience-page.ts';
import { isContainer } from '../../../json/json-value.ts';

const isOpen = (lead: Lead): boolean => lead['status'] === 'Fresh' || lead['status'] === 'Inqueue';

/**
 * Force-completes a campaign that the settings give away: every record that was to be called is halted, nothing else of
 * this campaign and nothing of another one changes. From then on its audience stays as it is.
 */
export async function completionLaws(which: 'disposable' | 'paused', state: WalkState): Promise<void> {
  const { read = [], disposable = [], disposable_paused: paused } = state.api.settings.campaigns ?? {};
  for (const campaign of which === 'paused' ? [paused] : disposable) {
    const before = campaign === undefined ? null : await readWhole(campaign.id, state);
    // Without a record to be called it was completed by an earlier run, or by the checks of this one.
    if (campaign === undefined || before?.leads.some(isOpen) !== true) continue;
    return complete(campaign, which, before, read, state);
  }
}

async function complete(
  campaign: DisposableCampaign,
  which: 'disposable' | 'paused',
  before: Audience,
  read: readonly number[],
  state: WalkState,
): Promise<void> {
  const others = await audiences(
    read.filter((id) => id !== campaign.id),
    state,
  );
  const agent = await campaignAgent(campaign.agent, state);
  // One that is not seen to run would begin to call.
  const isRunning = agent !== null && which === 'disposable' && isListed(agent, campaign.id);
  const resumed = isRunning ? await setStatus(campaign.id, 'inprogress', state) : null;
  // What is asked for meanwhile may be the earlier or the later list, and none of it stays.
  const query = { campaign_id: campaign.id, limit: 10, page: 1 };
  const [answer, meanwhile] = await Promise.all([
    setStatus(campaign.id, 'force_completed', state),
    state.api.call('listAudience', { query }),
  ]);
  state.take(meanwhile);
  // Whether a paused campaign is a running one is not shown.
  if (which === 'paused' && answer.status !== 200) return;
  const done = expectStatus(answer, [200], 'campaign.force-complete', 'the campaign is running');
  state.report(
    done.map((finding) => ({ ...finding, clauses: [...finding.clauses, ...completing] })),
    answer,
  );
  if (resumed !== null) {
    state.report(expectStatus(resumed, [200], 'campaign.status.accepted', 'the status is a listed one'), resumed);
  }
  const after = await readWhole(campaign.id, state);
  if (after === null) return;
  state.knowledge.shelf.set(shelfName(campaign.id), after);
  state.knowledge.settled.add(campaign.id);
  state.knowledge.onReached([...completing, ...compared]);
  report(recordFindings(before, after), state);
  const same = others.map((each) => each.campaign);
  report(otherFindings(others, await audiences(same, state)), state);
  await expectByStatus(after, state);
  const shown = await campaignAgent(campaign.agent, state);
  if (agent !== null && shown !== null) state.report(agentFindings(campaign.id, agent, shown, state), shown);
}

/** What the answer to a completion is compared with, and what is read after it. */
const completing = ['campaign-force-completed.success', 'campaign.status.accepted'] as const;
const compared = [
  'campaign.force-complete',
  'campaign.force-complete.halts',
  'campaign.force-complete.leaves-others',
  'campaign.force-complete.own-campaign',
  'audience-list.filter.status.current',
] as const;

async function setStatus(campaign_id: number, campaign_status: string, state: WalkState): Promise<CheckedAnswer> {
  const answer = await state.api.call('forceCompleteCampaign', { json: { campaign_id, campaign_status } });
  state.take(answer);
  return answer;
}

/** A filter by status goes by the status that a record has now. */
async function expectByStatus({ campaign, leads }: Audience, state: WalkState): Promise<void> {
  for (const [status, label] of statusLabels.entries()) {
    const found = await readWhole(campaign, state, { status });
    const ids = (all: readonly Lead[]): unknown[] => all.map(({ id }) => id);
    const wanted = ids(leads.filter((lead) => lead['status'] === label));
    const came = ids(found?.leads ?? []);
    if (wanted.length === came.length && wanted.every((id) => came.includes(id))) continue;
    const expected = `the records that are ${label} now: ${shortly(wanted)}`;
    const clauses = ['audience-list.filter.status.current'] as const;
    report([{ clauses, expected, came: shortly(came), path: '/datalist' }], state);
  }
}

/** Nothing that is sent to a completed campaign brings it back. */
export async function completedLaw(id: number, state: WalkState): Promise<void> {
  const { disposable = [], disposable_paused: paused } = state.api.settings.campaigns ?? {};
  const campaign = [...disposable, paused].find((each) => each?.id === id);
  const before = state.knowledge.shelf.get(shelfName(id)) as Audience | undefined;
  if (campaign === undefined || before === undefined || !state.knowledge.settled.has(id)) return;
  const clauses = ['campaign.force-complete.irreversible'] as const;
  state.knowledge.onReached(clauses);
  const after = await readWhole(id, state);
  const records = new Map(after?.leads.map((lead) => [lead.id, lead]));
  const wrong = before.leads.find((lead) => records.get(lead.id)?.['status'] !== lead['status']);
  if (wrong !== undefined) {
    const expected = `record ${shortly(wrong.id)} ${shortly(wrong['status'])}, as the completion left it`;
    const came = shortly(records.get(wrong.id)?.['status']);
    report([{ clauses, expected, came, path: '/datalist/[]/status' }], state);
  }
  const agent = await campaignAgent(campaign.agent, state);
  if (agent === null || !isListed(agent, id)) return;
  const came = shortly(memberOf(agent.body, 'data.campaigns'));
  state.report([{ clauses, expected: `campaign ${id} not active`, came, path: '/data/campaigns' }], agent);
}

/** A difference in records is told with the latest answer. */
function report(findings: readonly Finding[], state: WalkState): void {
  const answer = state.api.answers.at(-1)?.answer;
  if (answer !== undefined) state.report(findings, answer);
}

async function audiences(campaigns: readonly number[], state: WalkState): Promise<Audience[]> {
  const read: Audience[] = [];
  for (const campaign of campaigns) {
    const audience = await readWhole(campaign, state);
    if (audience !== null) read.push(audience);
  }
  return read;
}

function recordFindings(before: Audience, after: Audience): Finding[] {
  const records = new Map(after.leads.map((lead) => [lead.id, lead]));
  const inOrder = [...before.leads.filter(isOpen), ...before.leads.filter((lead) => !isOpen(lead))];
  return inOrder.flatMap((lead): Finding[] => {
    const now = records.get(lead.id);
    if (now === undefined) return [lostRecord(lead)];
    const [clause, path]: [ClauseId, string] = isOpen(lead)
      ? ['campaign.force-complete.halts', '/datalist/[]/status']
      : ['campaign.force-complete.leaves-others', '/datalist/[]'];
    if (isOpen(lead) ? isHalted(lead, now) : isSameShown(lead, now)) return [];
    const expected = isOpen(lead)
      ? `record ${shortly(lead.id)}, ${shortly(lead['status'])} before, Halted`
      : `record ${shortly(lead)} as before`;
    return [{ clauses: [clause], expected, came: shortly(isOpen(lead) ? now['status'] : now), path }];
  });
}

function isHalted(lead: Lead, now: Lead): boolean {
  return (
    now['status'] === 'Halted' &&
    now.mobile_no === lead.mobile_no &&
    isDeepStrictEqual(now['input_data'], lead['input_data'])
  );
}

function lostRecord(lead: Lead): Finding {
  const clauses = ['campaign.force-complete.leaves-others'] as const;
  return { clauses, expected: `record ${shortly(lead.id)} as before`, came: 'none', path: '/datalist/[]' };
}

function otherFindings(before: readonly Audience[], after: readonly Audience[]): Finding[] {
  return before.flatMap(({ campaign, leads }): Finding[] => {
    const records = new Map(after.find((each) => each.campaign === campaign)?.leads.map((lead) => [lead.id, lead]));
    const wrong = leads.find((lead) => isOpen(lead) && records.get(lead.id)?.['status'] === 'Halted');
    if (wrong === undefined) return [];
    return [
      {
        clauses: ['campaign.force-complete.own-campaign'],
        expected: `record ${shortly(wrong.id)} of campaign ${campaign} as before`,
        came: 'Halted',
        path: '/datalist/[]/status',
      },
    ];
  });
}

function agentFindings(campaign: number, before: CheckedAnswer, after: CheckedAnswer, state: WalkState): Finding[] {
  const others = ({ body }: CheckedAnswer): unknown[] =>
    listed(memberOf(body, 'data.campaigns')).filter((item) => !names(item, campaign));
  const count = ({ body }: CheckedAnswer): number => Number(memberOf(body, 'data.campaign_count'));
  const isHeld = ({ body }: CheckedAnswer): boolean => memberOf(body, 'data.is_campaign_on_hold') === true;
  const came = shortly(memberOf(after.body, 'data.campaigns'));
  const found: Finding[] = [];
  const note = (clause: ClauseId, expected: string, shown: string, name: string): void => {
    found.push({ clauses: [clause], expected, came: shown, path: `/data/${name}` });
  };
  if (isListed(after, campaign)) {
    note('campaign.force-complete', `campaign ${campaign} no longer active`, came, 'campaigns');
  }
  if (isListed(before, campaign) && count(after) !== count(before) - 1) {
    note('campaign.force-complete', `campaign_count ${count(before) - 1}`, String(count(after)), 'campaign_count');
  }
  const own = 'campaign.force-complete.own-campaign';
  if (others(before).length !== others(after).length) {
    note(own, 'every other campaign as active as before', came, 'campaigns');
  }
  // The completed one was running.
  if (isHeld(before) && !isHeld(after) && isListed(before, campaign)) {
    note(own, 'another campaign on hold as before', 'none', 'is_campaign_on_hold');
  }
  const [seen, now] = [memberOf(before.body, 'data'), memberOf(after.body, 'data')];
  if (!isContainer(seen) || !isContainer(now)) return found;
  const agent = { id: Number(memberOf(now, 'basic_details.id')), seen, wants: new Map(), open: ofCampaigns };
  return [...found, ...compareAgent({ ...agent, life: 'live' }, now, own, state.knowledge.isDocumented(after))];
}

function isListed({ body }: CheckedAnswer, campaign: number): boolean {
  return listed(memberOf(body, 'data.campaigns')).some((item) => names(item, campaign));
}

function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function names(item: unknown, campaign: number): boolean {
  const values: unknown[] = item instanceof Object ? Object.values(item) : [item];
  return values.some((value) => value === campaign || value === String(campaign));
}
