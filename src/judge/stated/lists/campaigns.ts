import type { ReadableAgent, DisposableCampaign } from '../../../deployment/configuration/settings-file.ts';
import { NotSentError } from '../../../deployment/transport.ts';
import type { ClauseId } from '../../../document/names.gen.ts';
import { isContainer, listIn, memberOf, valueAt } from '../../../json/json-value.ts';
import type { CheckedAnswer, Finding } from '../../report/violation.ts';
import { printed } from '../../validate-answer.ts';
import { filterNames } from '../../steps.ts';
import type { WalkState } from '../../walk/perform/walk-state.ts';
import { compareAt, compareLaws, wholly, type Law, compared, found } from '../expectation.ts';
import { listedStatus, ownCampaigns } from '../judge-lists.ts';
import { compareAgent, ofCampaigns } from '../judge-reading.ts';
import { isDocumented, type AgentData } from '../model.ts';
import { askedOf } from './audience.ts';
import * as pages from './audience-pages.ts';

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
    // Its campaigns may be, or have been, other than the settings say.
    const { campaigns = {} } = known ?? {};
    const isChanged = [...state.changed.keys(), ...state.settled].some((campaign) => campaign in campaigns);
    if (known !== undefined && !isChanged) await campaignLaws(known, answer, state);
    reportChanges(id, data, answer, state);
  }
}

function reportChanges(id: number, data: AgentData, answer: CheckedAnswer, state: WalkState): void {
  const before = state.shelf.get(`agent ${id}`) as AgentData | undefined;
  state.shelf.set(`agent ${id}`, data);
  if (before === undefined) return;
  // A number that the walk has given to another agent may be taken from this one.
  const { given: own, lent } = state.model;
  const given = own.length + lent.length === 0 ? [] : ['/phone_numbers', '/basic_details/status'];
  const open = [...given, ...(state.api.settings.campaigns === undefined ? [] : ofCampaigns)];
  const seen = { seen: before, wants: new Map(), open };
  state.report(compareAgent(seen, data, state.model.cause, isDocumented(state.facts, answer, before)), answer);
}

/** What the agent of a campaign shows of its campaigns. */
export async function campaignAgent(id: number | undefined, state: WalkState): Promise<CheckedAnswer | null> {
  return id === undefined ? null : state.ask('getAgent', { query: { agent_id: id } });
}

/** Whether an agent shows that none of its campaigns is on hold. */
export function isFree(agent: CheckedAnswer | null): boolean {
  return memberOf(agent?.body, 'data.is_campaign_on_hold') === false;
}

/** A refused change of a campaign changes nothing that its agent shows of it. */
export async function refusedLaw(answer: CheckedAnswer, before: CheckedAnswer, state: WalkState): Promise<void> {
  if (answer.status < 400) return;
  const agent_id = Number(memberOf(before.body, 'data.basic_details.id'));
  const after = await state.ask('getAgent', { query: { agent_id } });
  const findings = ofCampaigns.flatMap((pointer): Finding[] => {
    const [now, earlier] = [after, before].map(({ body }) => valueAt(memberOf(body, 'data'), pointer));
    return compareAt(refusalClauses(answer), `/data${pointer}`, now, earlier, 'unchanged');
  });
  state.report(findings, after);
}

function refusalClauses({ status }: CheckedAnswer): readonly ClauseId[] {
  return status === 401 ? ['auth.unauthorized.everywhere', 'auth.token-header'] : ['campaign.status.values'];
}

/** A request that is refused halts no record. */
export async function haltLaw(answer: CheckedAnswer, before: pages.Audience | null, state: WalkState): Promise<void> {
  if (before === null || answer.status < 400) return;
  const after = await pages.readWhole(before.campaign, state);
  state.report(pages.laterFindings(before, after, pages.notHalted(refusalClauses(answer))), answer);
}

/** Sets the campaign that may be changed back to the status that the settings give it. */
export async function restoreCampaign(state: WalkState): Promise<void> {
  const { changeable } = state.api.settings.campaigns ?? {};
  if (changeable === undefined || !state.isCampaignChanged) return;
  state.isCampaignChanged = false;
  const json = { campaign_id: changeable.id, campaign_status: changeable.status };
  await state.api.call('forceCompleteCampaign', { json });
}

/** What an agent shows of the campaigns that use it. @throws NotSentError if the settings name a status that a campaign does not have */
async function campaignLaws(known: ReadableAgent, answer: CheckedAnswer, state: WalkState): Promise<void> {
  const { campaigns, has_audience: hasAudience } = known;
  const compareWith = (ended: ReadonlySet<string>) =>
    compareLaws(answer.body, [
      ...(hasAudience === undefined ? [] : [['agent.is-audience', '/data/is_audience', hasAudience] as const]),
      ...(campaigns === undefined ? [] : usersLaws(campaigns, ended)),
    ]);
  // An ended campaign makes these laws weaker: which have ended is read where one does not hold.
  const isRead = campaigns !== undefined && compareWith(new Set()).findings.length > 0;
  const ended = isRead ? await state.once('ended campaigns', () => endedCampaigns(state)) : new Set<string>();
  const { findings, reached } = compareWith(ended);
  const other = isOfOneMind(answer, findings) ? statusesShown(campaigns ?? {}, answer, ended) : undefined;
  if (other !== undefined) {
    const [id, statuses] = other;
    const key = `agents.read[${state.api.settings.agents?.read?.indexOf(known) ?? 0}].campaigns.${id}`;
    const shown = `what the agent shows fits only ${statuses.join(' or ')}`;
    throw new NotSentError(`it says ${String(campaigns?.[id])}, and ${shown}`, key);
  }
  state.reached(reached);
  state.report(findings, answer);
}

/** Whether the list itself is another one than the settings say, and its number with it: a single wrong field is a fault. */
function isOfOneMind({ body }: CheckedAnswer, findings: readonly Finding[]): boolean {
  const [count, listed] = ['campaign_count', 'campaigns'].map((name) => memberOf(body, `data.${name}`));
  return Array.isArray(listed) && listed.length === count && findings.some(({ path }) => path === '/data/campaigns');
}

/** A campaign with the statuses, all others than the settings say, by which everything that the agent shows is right. */
function statusesShown(
  campaigns: NonNullable<ReadableAgent['campaigns']>,
  answer: CheckedAnswer,
  ended: ReadonlySet<string>,
): readonly [id: string, statuses: readonly string[]] | undefined {
  const statuses = ['inprogress', 'hold', 'pause', 'draft', 'force_completed', 'deleted'] as const;
  const fits = (id: string, status: (typeof statuses)[number]): boolean =>
    compareLaws(answer.body, usersLaws({ ...campaigns, [id]: status }, ended)).findings.length === 0;
  return Object.keys(campaigns)
    .map((id) => [id, statuses.filter((status) => fits(id, status))] as const)
    .find(([, fitting]) => fitting.length > 0);
}

/** Whether a paused or a draft campaign is active is not shown; one that is on hold, completed or deleted is not. */
function usersLaws(campaigns: NonNullable<ReadableAgent['campaigns']>, ended: ReadonlySet<string>): Law[] {
  const sure = Object.entries(campaigns).filter(([id]) => !ended.has(id));
  const having = (...statuses: string[]): number => sure.filter(([, status]) => statuses.includes(status)).length;
  const unsure = Object.keys(campaigns).length - sure.length;
  const [least, most] = [having('inprogress'), having('inprogress', 'pause', 'draft') + unsure];
  const isBetween = (value: unknown): boolean => Number(value) >= least && Number(value) <= most;
  const expected = `${least} to ${most} active campaigns`;
  const isAsItIs = (id: string, status: string, list: unknown): boolean => {
    const items = listIn(list);
    // What an item shows of its campaign is not said: it may be a name alone.
    if (!items.every((item) => Object.keys(campaigns).some((each) => names(item, each)))) return true;
    const isThere = items.some((item) => names(item, id));
    return status === 'inprogress' ? isThere : status !== 'hold' || !isThere;
  };
  const known = having('inprogress', 'hold', 'pause');
  const isHoldSure =
    having('hold') > 0 || !Object.entries(campaigns).some(([id, status]) => ended.has(id) && status === 'hold');
  const isSureDraft = known > 0 || (unsure === 0 && having('draft') === sure.length);
  return [
    ['agent.campaign-count', '/data/campaign_count', expected, isBetween],
    ['agent.campaigns', '/data/campaigns', expected, (list) => isBetween(listIn(list).length)],
    ...sure.map(([id, status]): Law => {
      const words = `campaign ${id} as it is: ${status}`;
      return ['agent.campaigns', '/data/campaigns', words, (list) => isAsItIs(id, status, list)];
    }),
    ...(isHoldSure ? [['agent.is-campaign-on-hold', '/data/is_campaign_on_hold', having('hold') > 0] as const] : []),
    ...(isSureDraft ? [['agent.is-draft', '/data/is_draft', known === 0] as const] : []),
  ];
}

/** Whether an item of an agent's campaigns shows this id. */
export function names(item: unknown, campaign: number | string): boolean {
  const values: unknown[] = item instanceof Object ? Object.values(item) : [item];
  return values.some((value) => String(value) === String(campaign));
}

/** Campaigns with no record left to be called, and the draft that is given away: an earlier run may have ended them. */
async function endedCampaigns(state: WalkState): Promise<ReadonlySet<string>> {
  const { read = [], disposable = [], disposable_paused, disposable_draft } = state.api.settings.campaigns ?? {};
  const ended = new Set<string>(disposable_draft === undefined ? [] : [String(disposable_draft.id)]);
  for (const campaign_id of [...read, ...[...disposable, disposable_paused].flatMap((each) => each?.id ?? [])]) {
    const answer = await state.ask('listAudience', { query: { campaign_id, limit: 50 } });
    const leads = memberOf(answer.body, 'datalist');
    if (!Array.isArray(leads) || !leads.some(pages.isCallable)) ended.add(String(campaign_id));
  }
  return ended;
}

/** Force-completes a campaign that is given away: each record that was to be called is halted, nothing else changes, and its audience stays so. */
export async function completionLaws(which: 'disposable' | 'paused', state: WalkState): Promise<void> {
  const { disposable = [], disposable_paused: paused } = state.api.settings.campaigns ?? {};
  for (const campaign of which === 'paused' ? [paused] : disposable) {
    const before = campaign === undefined ? null : await pages.readWhole(campaign.id, state);
    // Without a record to be called it was completed by an earlier run, or by the checks of this one.
    if (campaign === undefined || before?.leads.some(pages.isCallable) !== true) continue;
    return complete(campaign, before, state, which === 'disposable');
  }
}

async function complete(
  campaign: DisposableCampaign,
  before: pages.Audience,
  state: WalkState,
  mayRun: boolean,
): Promise<void> {
  const others: pages.Audience[] = [];
  for (const id of ownCampaigns(state.api.settings.campaigns).filter((each) => each !== campaign.id)) {
    others.push(...[await pages.readWhole(id, state)].filter((each) => each !== null));
  }
  const agent = await campaignAgent(campaign.agent, state);
  // One that is not seen to run would begin to call.
  const isRunning = mayRun && isListed(agent, campaign.id);
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
  if (resumed !== null) state.report(compared(resumed, listedStatus(state.model, resumed)).findings, resumed);
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
    // It goes on, or is completed already.
    const law = state.settled.has(other.campaign) ? pages.sameStatus : pages.notHalted;
    state.reportLatest(pages.laterFindings(other, now, law(ownCampaign)));
  }
  await expectFiltered(after, state);
  const shown = await campaignAgent(campaign.agent, state);
  if (agent !== null && shown !== null) state.report(agentFindings(campaign.id, agent, shown, state), shown);
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

/** Filters go by what a record is now. */
async function expectFiltered(audience: pages.Audience, state: WalkState): Promise<void> {
  const picks = [0, 1, 2, 3].map((pick) => ({ picks: [pick], cut: [4, 5] as const }));
  for (const filter of filterNames.flatMap((name) => picks.map((pick) => ({ name, ...pick })))) {
    const asked = await askedOf(filter, audience, state);
    if (asked === null) continue;
    const filtered = await pages.readWhole(audience.campaign, state, asked.query);
    const wanted = pages.idsOf(audience.leads.filter(asked.isLeft));
    const came = pages.idsOf(filtered?.leads ?? []);
    if (wanted.length === came.length && wanted.every((id) => came.includes(id))) continue;
    const clause = filter.name === 'status' ? 'audience-list.filter.status.current' : asked.clause;
    const expected = `the records that ${printed(asked.query)} finds now: ${printed(wanted)}`;
    state.reportLatest([found(clause, '/datalist', expected, came)]);
  }
}

/** Nothing that is sent to a completed campaign brings it back. */
export async function completedLaw(id: number, state: WalkState): Promise<void> {
  const { disposable = [], disposable_paused: paused } = state.api.settings.campaigns ?? {};
  const campaign = [...disposable, paused].find((each) => each?.id === id);
  const before = state.shelf.get(pages.shelfName(id)) as pages.Audience | undefined;
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
function haltFindings({ campaign, leads }: pages.Audience, after: pages.Audience): Finding[] {
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
    listIn(memberOf(body, 'data.campaigns')).filter((item) => !names(item, campaign)).length;
  const [seen, now] = [memberOf(before.body, 'data'), memberOf(after.body, 'data')];
  const [halted, own] = ['campaign.force-complete', ownCampaign] as const;
  const wasListed = isListed(before, campaign);
  const isHeld = memberOf(seen, 'is_campaign_on_hold') === true;
  // Nothing else has held it since.
  const wasFree = state.changed.get(campaign) ?? isFree(before);
  const isOnly = [...state.changed.keys()].every((id) => id === campaign);
  // What an item shows of its campaign is not said: the completed one may be among the others.
  const gone = others(before) - others(after);
  const isKept = (): boolean => gone === 0 || (gone === 1 && !wasListed);
  const { findings } = compareLaws(after.body, [
    [halted, '/data/campaigns', `campaign ${campaign} no longer active`, () => !isListed(after, campaign)],
    ...(wasListed ? [[halted, '/data/campaign_count', Number(memberOf(seen, 'campaign_count')) - 1] as const] : []),
    [own, '/data/campaigns', 'every other campaign as active as before', isKept],
    ...(wasFree && isOnly ? [['agent.is-campaign-on-hold', '/data/is_campaign_on_hold', false] as const] : []),
    // The completed one was running.
    ...(wasListed && isHeld ? [[own, '/data/is_campaign_on_hold', true] as const] : []),
  ]);
  if (!isContainer(seen) || !isContainer(now)) return findings;
  const agent = { seen, wants: new Map(), open: ofCampaigns };
  return [...findings, ...compareAgent(agent, now, own, isDocumented(state.facts, after, seen))];
}

function isListed(agent: CheckedAnswer | null, campaign: number): boolean {
  return listIn(memberOf(agent?.body, 'data.campaigns')).some((item) => names(item, campaign));
}
