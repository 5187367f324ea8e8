import { isDeepStrictEqual } from 'node:util';
import type { CallOptions } from '../../api.ts';
import type { CheckedAnswer, Finding } from '../../report/violation.ts';
import { type AudienceStep, sizeOf } from '../../steps.ts';
import type { WalkState } from '../../walk/perform/walk-state.ts';
import { callerOf } from '../callers.ts';
import { isRefusal, queryValue } from '../expectation.ts';
import { askedOf, leftBy } from './audience-filters.ts';
import * as pages from './audience-pages.ts';
import type { Asked, Audience } from './audience-pages.ts';

/**
 * Reads an audience through filters, in pages: it is the whole audience filtered, in its order and with its records. A
 * difference counts only if the whole is still what it was, because calls may be going on.
 */
export async function audienceLaws(step: AudienceStep, state: WalkState): Promise<void> {
  const known = listedCampaigns(state);
  const campaign = known[step.campaign % Math.max(1, known.length)];
  const whole = campaign === undefined ? null : await pages.wholeAudience(campaign, state);
  if (whole === null || whole.leads.length === 0) return;
  const asked = await allAsked(step, whole, state);
  const total = whole.leads.filter((lead) => asked.every(({ isLeft }) => isLeft(lead))).length;
  const limit = sizeOf(step.limit ?? pages.usualPage, total);
  const numbers = pagesOf(step, Math.max(1, Math.ceil(total / limit)));
  for (const number of numbers) {
    if (number !== numbers[0]) await askBetween(step, 'listAudience', whole.campaign, state);
    const filters = Object.assign({}, ...asked.map(({ query }) => query)) as Asked['query'];
    const query = { campaign_id: whole.campaign, ...filters, ...pagingOf(step, limit, number) };
    const answer = await state.ask('listAudience', { query });
    // How large a page may be is not shown.
    if (limit > pages.usualPage && isRefusal(answer)) return;
    const left = leftBy(asked, whole, answer, state);
    if (left === null) return;
    const page = { answer, number, limit: pages.sizeGiven(answer, limit), isNew: step.isNew, whole, asked, left };
    const { findings, reached } = pages.comparePage(page);
    state.reached(reached);
    if (findings.length > 0) return reportUnlessMoved(findings, answer, whole, state);
  }
}

async function allAsked({ filters }: AudienceStep, whole: Audience, state: WalkState): Promise<readonly Asked[]> {
  const asked: Asked[] = [];
  for (const filter of filters) asked.push(...[await askedOf(filter, whole, state)].filter((each) => each !== null));
  return asked;
}

/** Those that the settings give to be read, and behind them those that they name of agents, which may be refused. */
function listedCampaigns({ api }: WalkState): readonly number[] {
  const { agents, campaigns } = api.settings;
  const ofAgents = (agents?.read ?? []).flatMap((agent) => Object.keys(agent.campaigns ?? {}).map(Number));
  return [...new Set([...(campaigns?.read ?? []), ...ofAgents])];
}

/** The pages to read: of many those at the beginning, in the middle and at the end; none past the last, which is not shown. */
function pagesOf({ page }: AudienceStep, pages: number): readonly number[] {
  if (page !== null) return page > pages ? [] : [page];
  const middle = Math.ceil(pages / 2);
  return pages > 8
    ? [1, 2, 3, middle, middle + 1, pages - 1, pages]
    : Array.from({ length: pages }, (_, index) => index + 1);
}

function pagingOf(step: AudienceStep, limit: number, number: number): CallOptions['query'] {
  const page = number > 1 || step.page !== null ? number : undefined;
  return { limit: step.limit === null ? undefined : limit, page, is_new: step.isNew || undefined };
}

/** What comes between two pages makes no difference to them: a list that is refused, or of another campaign or provider. */
export async function askBetween(
  { between }: Pick<AudienceStep, 'between'>,
  operation: 'listAudience' | 'listVoices',
  own: number | string,
  state: WalkState,
): Promise<void> {
  if (between === undefined) return;
  const { settings } = state.api;
  const [name, listed] =
    operation === 'listVoices'
      ? (['provider_id', settings.providers?.listed] as const)
      : (['campaign_id', settings.campaigns?.read] as const);
  const other = listed?.find((each) => each !== own) ?? own;
  await state.ask(operation, { query: between === 'refused' ? {} : { [name]: other, limit: 1 } });
}

/** An answer to any list, by itself: it holds no record of another audience, and a plain one is the first page of its own. */
export async function listLaw(answer: CheckedAnswer, state: WalkState): Promise<void> {
  const { request, status } = answer;
  if (request.operation !== 'listAudience' || status !== 200) return;
  const campaign = Number(queryValue(answer, 'campaign_id'));
  const isRead = state.api.settings.campaigns?.read?.includes(campaign) === true;
  // What comes of a limit that is no number is not shown.
  const isPlain = request.query.every(
    ([name, value]) => name === 'campaign_id' || (name === 'limit' && Number(value) > 0),
  );
  if (!isRead || !isPlain || callerOf(request, state.facts) !== 'own') {
    state.report(pages.foreignRecords({ campaign, leads: pages.leadsOf(answer) }, state), answer);
    return;
  }
  const whole = await pages.wholeAudience(campaign, state);
  if (whole === null) return;
  const limit = pages.sizeGiven(answer, Number(queryValue(answer, 'limit') ?? pages.usualPage));
  const page = { answer, number: 1, limit, isNew: false, whole, asked: [], left: whole.leads };
  const { findings } = pages.comparePage(page);
  if (findings.length > 0) await reportUnlessMoved(findings, answer, whole, state);
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
    again = await pages.readWhole(whole.campaign, state);
    if (!isDeepStrictEqual(again?.leads.map(pages.shownOf), whole.leads.map(pages.shownOf))) continue;
    state.report(findings, answer);
    return;
  }
  // A call that was under way may end and be noted; no record can be called again.
  if (state.settled.has(whole.campaign)) {
    state.reportLatest(pages.laterFindings(whole, again, pages.sameStatus('campaign.force-complete.irreversible')));
  }
  state.reportLatest(pages.laterFindings(whole, again, pages.sameRecord));
  for (const key of state.shelf.keys()) if (key.endsWith(` ${whole.campaign}`)) state.shelf.delete(key);
}
