import { isDeepStrictEqual } from 'node:util';
import type { ClauseId } from '../../../document/names.gen.ts';
import type { QueryValue } from '../../api.ts';
import type { CheckedAnswer } from '../../report/violation.ts';
import { printed } from '../../validate-answer.ts';
import { callerOf } from '../callers.ts';
import type { Finding } from '../model.ts';
import type { WalkState } from '../../walk/perform/walk-state.ts';
import { sizeOf, type AudienceStep } from '../../steps.ts';
import { clausesOf, isSameShown, pageFindings, shownOf, type AudiencePage, type Lead } from './audience-page.ts';
import { askedOf, takesAnyFilter, type Asked } from './audience-filters.ts';
import {
  knownAudiences,
  readWhole,
  leadsById,
  sizeGiven,
  usualPage,
  wholeAudience,
  type Audience,
} from './whole-audience.ts';
import { found } from '../expectation.ts';
import { isContainer, memberOf } from '../../../json/json-value.ts';

/**
 * Reads an audience through filters, in pages: it is the whole audience filtered, in its order and with its records. A
 * difference counts only if the whole is still what it was, because calls may be going on.
 */
export async function audienceLaws(step: AudienceStep, state: WalkState): Promise<void> {
  const known = listedCampaigns(state);
  const campaign = known[step.campaign % Math.max(1, known.length)];
  if (campaign === undefined) return;
  const whole = await wholeAudience(campaign, state);
  if (whole === null || whole.leads.length === 0) return;
  const asked: Asked[] = [];
  for (const filter of step.filters) {
    const each = await askedOf(filter, whole, state);
    if (each !== null) asked.push(each);
  }
  const isAny = asked.length > 1 && (await takesAnyFilter(whole, state));
  const expected = whole.leads.filter((lead) =>
    isAny ? asked.some(({ isLeft }) => isLeft(lead)) : asked.every(({ isLeft }) => isLeft(lead)),
  );
  const query = Object.assign({ campaign_id: campaign }, ...asked.map((each) => each.query)) as Readonly<
    Record<string, QueryValue>
  >;
  await readPages(step, state, query, whole, {
    expected,
    clauses: asked.map(({ clause }) => clause),
    isLeftBy: (lead) => asked.find(({ isLeft }) => !isLeft(lead))?.clause,
  });
}

/** Those that the settings give to be read, and behind them those that they name of agents, which may be refused. */
function listedCampaigns({ api }: WalkState): readonly number[] {
  const { agents, campaigns } = api.settings;
  const ofAgents = (agents?.read ?? []).flatMap((agent) => Object.keys(agent.campaigns ?? {}).map(Number));
  return [...new Set([...(campaigns?.read ?? []), ...ofAgents])];
}

/** An answer to any list, by itself: it holds no record of another audience that is known. */
export function strangerLaw(answer: CheckedAnswer, state: WalkState): void {
  const asked = Number(answer.request.query.find(([name]) => name === 'campaign_id')?.[1]);
  const page = memberOf(answer.body, 'datalist');
  const known = knownAudiences(state);
  if (answer.status !== 200 || !Array.isArray(page) || known.some(({ campaign }) => campaign === asked)) return;
  for (const { campaign, leads } of known) {
    const records = leadsById({ campaign, leads });
    const wrong: unknown = page.find((item) => isSameShown(item, records.get(memberOf(item, 'id'))));
    if (wrong === undefined) continue;
    const expected = `no record of campaign ${campaign} in the list of ${asked}`;
    state.report(
      [found(['audience-list.own-records', 'audience-list.campaign-id'], '/datalist', expected, wrong)],
      answer,
    );
  }
}

/** An answer to a first page without filters, by itself: it is of its own campaign. */
export async function firstPageLaw(answer: CheckedAnswer, state: WalkState): Promise<void> {
  const { request, status } = answer;
  const names = request.query.map(([name]) => name);
  const value = (name: string): number => Number(request.query.find(([each]) => each === name)?.[1]);
  const isPlain =
    request.operation === 'listAudience' && names.every((name) => ['campaign_id', 'limit'].includes(name));
  const isRead =
    state.api.settings.campaigns?.read?.includes(value('campaign_id')) === true &&
    callerOf(request, state.facts) === 'own';
  if (!isPlain || !isRead || status !== 200) return;
  const whole = await wholeAudience(value('campaign_id'), state);
  if (whole === null) return;
  const limit = sizeGiven(answer, names.includes('limit') ? value('limit') : usualPage);
  const total = whole.leads.length;
  const page: AudiencePage = { answer, number: 1, limit, total, isNew: false, columns: columnsOf(whole) };
  const findings = pageFindings(page, whole.leads.slice(0, limit), [], () => 'audience-list.own-records');
  if (findings.length > 0) await reportUnlessMoved(findings, answer, whole, state);
}

interface Wanted {
  readonly expected: readonly Lead[];
  /** Of the filters. */
  readonly clauses: readonly ClauseId[];
  /** The filter that should have left a record out. */
  readonly isLeftBy: (lead: Lead) => ClauseId | undefined;
}

async function readPages(
  step: AudienceStep,
  state: WalkState,
  query: Readonly<Record<string, QueryValue>>,
  whole: Audience,
  wanted: Wanted,
): Promise<void> {
  const total = wanted.expected.length;
  const limit = sizeOf(step.limit ?? 10, total);
  const pages = Math.max(1, Math.ceil(total / limit));
  // What lies past the last page is not shown.
  if (step.page !== null && step.page > pages) return;
  const numbers = step.page === null ? Array.from({ length: pages }, (_, index) => index + 1) : [step.page];
  // Of many small pages those at the beginning, in the middle and at the end.
  const middle = Math.ceil(pages / 2);
  const some = numbers.length <= 8 ? numbers : [1, 2, 3, middle, middle + 1, pages - 1, pages];
  for (const number of some) {
    const paging = pagingOf(step, limit, number);
    await interrupt(step, whole, state, number === some[0]);
    const answer = await state.ask('listAudience', { query: { ...query, ...paging } });
    // How large a page may be is not shown.
    if (limit > usualPage && answer.status >= 400 && answer.status < 500) return;
    const size = sizeGiven(answer, limit);
    const page: AudiencePage = { answer, number, limit: size, total, isNew: step.isNew, columns: columnsOf(whole) };
    const slice = wanted.expected.slice((number - 1) * size, number * size);
    state.reached(clausesOf(page, wanted.clauses));
    const findings = pageFindings(page, slice, wanted.clauses, (id) => {
      const lead = whole.leads.find((each) => each.id === id);
      return lead === undefined ? 'audience-list.own-records' : wanted.isLeftBy(lead);
    });
    if (findings.length === 0) continue;
    await reportUnlessMoved(findings, answer, whole, state);
    return;
  }
}

function pagingOf(step: AudienceStep, limit: number, number: number): Readonly<Record<string, QueryValue>> {
  return {
    ...(step.limit !== null && { limit }),
    ...((number > 1 || step.page !== null) && { page: number }),
    ...(step.isNew && { is_new: true }),
  };
}

/** What comes between two pages makes no difference to them. */
async function interrupt(
  { between }: AudienceStep,
  { campaign }: Audience,
  state: WalkState,
  isFirst: boolean,
): Promise<void> {
  if (between === undefined || isFirst) return;
  const other = state.api.settings.campaigns?.read?.find((id) => id !== campaign) ?? campaign;
  const query = between === 'refused' ? {} : { campaign_id: other, limit: 1 };
  await state.ask('listAudience', { query });
}

/**
 * Calls may be going on: then the whole audience is another one by now, and the difference says nothing. But its records,
 * numbers and columns do not change by calls, nothing changes of a completed campaign, and no call is ever taken back.
 */
async function reportUnlessMoved(
  findings: readonly Finding[],
  answer: CheckedAnswer,
  whole: Audience,
  state: WalkState,
): Promise<void> {
  let again: Audience | null = null;
  for (let time = 0; time < 2; time += 1) {
    again = await readWhole(whole.campaign, state);
    if (!isDeepStrictEqual(again?.leads.map(shownOf), whole.leads.map(shownOf))) continue;
    state.report(findings, answer);
    return;
  }
  state.reportLatest(movedFindings(whole, again, state.settled.has(whole.campaign)));
  for (const key of state.shelf.keys()) {
    if (key.endsWith(` ${whole.campaign}`)) state.shelf.delete(key);
  }
}

/** What cannot be otherwise by calls that are going on. */
function movedFindings(whole: Audience, again: Audience | null, isSettled: boolean): Finding[] {
  const findings: Finding[] = [];
  // A call that was under way may end and be noted; no record can be called again.
  if (isSettled && !isDeepStrictEqual(statusesOf(whole), statusesOf(again))) {
    const expected = 'the statuses of the records of a completed campaign as they were';
    findings.push(found('campaign.force-complete.irreversible', '/datalist/[]/status', expected, 'others'));
  }
  const records = leadsById(again);
  const lost = whole.leads.find((lead) => !isSameRecord(lead, records.get(lead.id)));
  if (lost !== undefined) {
    const expected = `record ${printed(lost)} as before`;
    findings.push(found('audience-list.response', '/datalist/[]', expected, records.get(lost.id)));
  }
  return findings;
}

function statusesOf(audience: Audience | null): unknown {
  return audience?.leads.map((lead) => [lead.id, lead['status']]);
}

function isSameRecord(lead: Lead, now: Lead | undefined): boolean {
  return now?.mobile_no === lead.mobile_no && isDeepStrictEqual(now?.['input_data'], lead['input_data']);
}

function columnsOf({ leads }: Audience): readonly string[] {
  return [...new Set(leads.flatMap(({ input_data: data }) => (isContainer(data) ? Object.keys(data) : [])))];
}
