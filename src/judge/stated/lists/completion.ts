import type { CheckedAnswer, Finding } from '../../report/violation.ts';
import { printed } from '../../validate-answer.ts';
import { compareLaws, compared, found } from '../expectation.ts';
import type { DisposableCampaign } from '../../../deployment/configuration/settings-file.ts';
import type { WalkState } from '../../walk/perform/walk-state.ts';
import { compareAgent } from '../judge-reading.ts';
import { isDocumented } from '../model.ts';
import { statusLabels } from './audience-filters.ts';
import { campaignAgent, names, ofCampaigns } from './bystanders.ts';
import * as pages from './audience-pages.ts';
import type { Audience } from './audience-pages.ts';
import { isContainer, memberOf } from '../../../json/json-value.ts';

/**
 * Force-completes a campaign that the settings give away: every record that was to be called is halted, nothing else of
 * this campaign and nothing of another one changes. From then on its audience stays as it is.
 */
export async function completionLaws(which: 'disposable' | 'paused', state: WalkState): Promise<void> {
  const { read = [], disposable = [], disposable_paused: paused } = state.api.settings.campaigns ?? {};
  for (const campaign of which === 'paused' ? [paused] : disposable) {
    const before = campaign === undefined ? null : await pages.readWhole(campaign.id, state);
    // Without a record to be called it was completed by an earlier run, or by the checks of this one.
    if (campaign === undefined || before?.leads.some(pages.isCallable) !== true) continue;
    return complete(campaign, before, read, state, which === 'disposable');
  }
}

async function complete(
  campaign: DisposableCampaign,
  before: Audience,
  read: readonly number[],
  state: WalkState,
  mayRun: boolean,
): Promise<void> {
  const others: Audience[] = [];
  for (const id of new Set([...read, ...state.settled].filter((each) => each !== campaign.id))) {
    others.push(...[await pages.readWhole(id, state)].filter((each) => each !== null));
  }
  const agent = await campaignAgent(campaign.agent, state);
  // One that is not seen to run would begin to call.
  const isRunning = agent !== null && mayRun && isListed(agent, campaign.id);
  const resumed = isRunning ? await setStatus(campaign.id, 'inprogress', state) : null;
  // What is asked for meanwhile may be the earlier or the later list: asked for again below, it is the later one.
  const [answer] = await Promise.all([
    setStatus(campaign.id, 'force_completed', state),
    pages.readWhole(campaign.id, state),
  ]);
  // Whether a paused campaign is a running one is not shown, nor whether one runs that its agent does not list.
  if (!isRunning && answer.status !== 200) return;
  const done = { clauses: ['campaign.force-complete', ...completing], why: 'the campaign is running' } as const;
  state.report(compared(answer, { ...done, statuses: [200] }).findings, answer);
  if (resumed !== null) {
    const taken = { clauses: ['campaign.status.accepted'], why: 'the status is a listed one' } as const;
    state.report(compared(resumed, { ...taken, statuses: [200] }).findings, resumed);
  }
  const after = await pages.readWhole(campaign.id, state);
  if (after === null) {
    const expected = `the records of campaign ${campaign.id}, listed as before`;
    state.reportLatest([found('campaign.force-complete.halts', '/datalist', expected, undefined)]);
    return;
  }
  state.shelf.set(pages.shelfName(campaign.id), after);
  state.settled.add(campaign.id);
  state.reached([...completing, ...readAfter]);
  state.reportLatest(haltFindings(before, after));
  for (const other of others) {
    const now = await pages.readWhole(other.campaign, state);
    state.reportLatest(pages.laterFindings(other, now, lawOfOthers(other, state)));
  }
  await expectByStatus(after, state);
  const shown = await campaignAgent(campaign.agent, state);
  if (agent !== null && shown !== null) state.report(agentFindings(campaign.id, agent, shown, state), shown);
}

/** Another campaign goes on, or is completed already. */
function lawOfOthers({ campaign }: Audience, { settled }: WalkState): ReturnType<typeof pages.notHalted> {
  return settled.has(campaign) ? pages.sameStatus(ownCampaign) : pages.notHalted(ownCampaign);
}

const ownCampaign = 'campaign.force-complete.own-campaign';

/** What the answer to a completion is compared with, and what is read after it. */
const completing = ['campaign-force-completed.success', 'campaign.status.accepted'] as const;
const readAfter = [
  'campaign.force-complete',
  'campaign.force-complete.halts',
  'campaign.force-complete.leaves-others',
  ownCampaign,
  'audience-list.filter.status.current',
] as const;

function setStatus(campaign_id: number, campaign_status: string, state: WalkState): Promise<CheckedAnswer> {
  return state.ask('forceCompleteCampaign', { json: { campaign_id, campaign_status } });
}

/** A filter by status goes by the status that a record has now. */
async function expectByStatus({ campaign, leads }: Audience, state: WalkState): Promise<void> {
  for (const [status, label] of statusLabels.entries()) {
    const filtered = await pages.readWhole(campaign, state, { status });
    const wanted = pages.idsOf(leads.filter((lead) => lead['status'] === label));
    const came = pages.idsOf(filtered?.leads ?? []);
    if (wanted.length === came.length && wanted.every((id) => came.includes(id))) continue;
    const expected = `the records that are ${label} now: ${printed(wanted)}`;
    state.reportLatest([found('audience-list.filter.status.current', '/datalist', expected, came)]);
  }
}

/** Nothing that is sent to a completed campaign brings it back. */
export async function completedLaw(id: number, state: WalkState): Promise<void> {
  const { disposable = [], disposable_paused: paused } = state.api.settings.campaigns ?? {};
  const campaign = [...disposable, paused].find((each) => each?.id === id);
  const before = state.shelf.get(pages.shelfName(id)) as Audience | undefined;
  if (campaign === undefined || before === undefined || !state.settled.has(id)) return;
  const clause = 'campaign.force-complete.irreversible';
  state.reached([clause]);
  const after = await pages.readWhole(id, state);
  state.reportLatest(pages.laterFindings(before, after, pages.sameStatus(clause)));
  const agent = await campaignAgent(campaign.agent, state);
  if (agent === null || !isListed(agent, id)) return;
  const came = memberOf(agent.body, 'data.campaigns');
  state.report([found(clause, '/data/campaigns', `campaign ${id} not active`, came)], agent);
}

/** Every record that was to be called is halted, and no other one is touched. */
function haltFindings({ campaign, leads }: Audience, after: Audience): Finding[] {
  const inOrder = [...leads.filter(pages.isCallable), ...leads.filter((lead) => !pages.isCallable(lead))];
  const law: Parameters<typeof pages.laterFindings>[2] = (lead, now) => {
    if (now === undefined || !pages.isCallable(lead)) {
      return ['campaign.force-complete.leaves-others', 'as before', pages.isSameShown(lead, now)];
    }
    return ['campaign.force-complete.halts', 'halted', now['status'] === 'Halted' && pages.isSameRecord(lead, now)];
  };
  return pages.laterFindings({ campaign, leads: inOrder }, after, law, Infinity);
}

function agentFindings(
  campaign: number,
  before: CheckedAnswer,
  after: CheckedAnswer,
  state: WalkState,
): readonly Finding[] {
  const others = ({ body }: CheckedAnswer): number =>
    listed(memberOf(body, 'data.campaigns')).filter((item) => !names(item, campaign)).length;
  const [seen, now] = [memberOf(before.body, 'data'), memberOf(after.body, 'data')];
  const [halted, own] = ['campaign.force-complete', ownCampaign] as const;
  const wasListed = isListed(before, campaign);
  const isHeld = memberOf(seen, 'is_campaign_on_hold') === true;
  // What an item shows of its campaign is not said: the completed one may be among the others.
  const gone = others(before) - others(after);
  const isKept = (): boolean => gone === 0 || (gone === 1 && !wasListed);
  const { findings } = compareLaws(after.body, [
    [halted, '/data/campaigns', `campaign ${campaign} no longer active`, () => !isListed(after, campaign)],
    ...(wasListed ? [[halted, '/data/campaign_count', Number(memberOf(seen, 'campaign_count')) - 1] as const] : []),
    [own, '/data/campaigns', 'every other campaign as active as before', isKept],
    // The completed one was running.
    ...(wasListed && isHeld ? [[own, '/data/is_campaign_on_hold', true] as const] : []),
  ]);
  if (!isContainer(seen) || !isContainer(now)) return findings;
  const agent = { id: Number(memberOf(now, 'basic_details.id')), seen, wants: new Map(), open: ofCampaigns };
  return [...findings, ...compareAgent({ ...agent, life: 'live' }, now, own, isDocumented(state.facts, after))];
}

function isListed({ body }: CheckedAnswer, campaign: number): boolean {
  return listed(memberOf(body, 'data.campaigns')).some((item) => names(item, campaign));
}

function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
