import { isDeepStrictEqual } from 'node:util';
import type { ClauseId } from '../../../document/names.gen.ts';
import { memberOf } from '../../../json/json-value.ts';
import type { CallOptions } from '../../api.ts';
import type { CheckedAnswer, Finding } from '../../report/violation.ts';
import { type AudienceStep, sizeOf, type Filter, type FilterName } from '../../steps.ts';
import { printed } from '../../validate-answer.ts';
import type { WalkState } from '../../walk/perform/walk-state.ts';
import { callerOf } from '../callers.ts';
import { isRefusal, queryValue } from '../expectation.ts';
import * as pages from './audience-pages.ts';
import type { Asked, Audience, Lead } from './audience-pages.ts';

/** Reads an audience through filters, in pages: it is the whole audience filtered, in its order and with its records, unless that has moved meanwhile. */
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

export const statusLabels = ['Fresh', 'Completed', 'Halted', 'Inqueue'];

function attemptsMade(lead: Lead): number {
  return Number(String(lead['total_attempt']).split('/', 1)[0]);
}

/** A filter with values that the audience shows; null if it shows none. */
export async function askedOf(filter: Filter, whole: Audience, state: WalkState): Promise<Asked | null> {
  const { name, picks } = filter;
  const clause = ruleOfFilter(name);
  if (name === 'mobile_no') return numberAsked(clause, whole, filter);
  const known = filterLaws[name].values(whole.leads);
  const several = [...new Set(picks.flatMap((pick) => known[pick % Math.max(1, known.length)] ?? []))];
  const spelling = several.length > 1 ? await listSpelling(whole, state) : null;
  const [first] = several;
  if (first === undefined) return null;
  // That texts come with commas too is nowhere usual.
  const isList = spelling !== null && (spelling !== 'commas' || several.every((value) => typeof value === 'number'));
  const values = isList ? several : [first];
  const query = isList ? spellings[spelling](name, values) : { [name]: first };
  const { isLeft } = filterLaws[name];
  if (isLeft !== undefined) return { clause, query, isLeft: (lead) => isLeft(lead, values) };
  const ids = new Set<unknown>();
  for (const value of values.map(String)) {
    for (const id of await idsFound(name, value, whole, state)) ids.add(id);
  }
  return { clause, query, isLeft: ({ id }) => ids.has(id) };
}

function ruleOfFilter(name: FilterName): ClauseId {
  return `audience-list.filter.${name.replaceAll('_', '-')}` as ClauseId;
}

type Values = readonly (string | number)[];

/** Of a filter: the values that the audience shows, and whether a record shows that it is left; absent where it shows in part. */
interface FilterLaw {
  readonly values: (leads: readonly Lead[]) => Values;
  readonly isLeft?: (lead: Lead, values: Values) => boolean;
}

const callStatuses = (leads: readonly Lead[]): Values => [
  ...new Set(leads.filter((lead) => attemptsMade(lead) > 0).flatMap((lead) => String(lead['last_call_status']) || [])),
];

const filterLaws: Readonly<Record<Exclude<FilterName, 'mobile_no'>, FilterLaw>> = {
  status: {
    values: () => [0, 1, 2, 3],
    isLeft: (lead, values) => values.some((code) => statusLabels[Number(code)] === lead['status']),
  },
  attempt: {
    values: (leads) => [...new Set(leads.map(attemptsMade))].filter((made) => !Number.isNaN(made)),
    isLeft: (lead, values) => values.includes(attemptsMade(lead)),
  },
  last_status: {
    values: callStatuses,
    isLeft: (lead, values) => attemptsMade(lead) > 0 && values.includes(String(lead['last_call_status'])),
  },
  first_status: { values: callStatuses },
  call_status: { values: callStatuses },
};

function numberAsked(clause: ClauseId, { leads }: Audience, { picks, cut, sign }: Filter): Asked | null {
  const [[pick = 0], [from, length]] = [picks, cut ?? [0, 4]];
  const number = String(leads[pick % leads.length]?.mobile_no);
  // Of a number that is written with blanks, a part may be read in several ways.
  if (!leads.every((lead) => /^\+?\d+$/.test(String(lead.mobile_no)))) return null;
  if (sign !== undefined) return signAsked(clause, leads, number.replace('+', ''), sign);
  const start = from % Math.max(1, number.length - 2);
  // A deployment may refuse to look for less.
  const part = number.slice(start, start + Math.max(3, length));
  const digits = part.replace('+', '');
  const having = (text: string) => (lead: Lead) => String(lead.mobile_no).includes(text);
  // The plus may be dropped before numbers are looked for.
  const isAlike = leads.filter(having(digits)).length === leads.filter(having(part)).length;
  const mobile_no = isAlike ? part : digits;
  return { clause, query: { mobile_no }, isLeft: having(mobile_no) };
}

/** A number with a sign in the place of a digit: it is in no number, neither with the sign nor, as it may be dropped, without it. Null: none is. */
function signAsked(clause: ClauseId, leads: readonly Lead[], digits: string, sign: string): Asked | null {
  const without = (at: number): string => digits.slice(0, at) + digits.slice(at + 1);
  const isInNone = (part: string): boolean => !leads.some((lead) => String(lead.mobile_no).includes(part));
  const at = Array.from(digits).findIndex((_, place) => place > 2 && isInNone(without(place)));
  if (at < 0) return null;
  const mobile_no = `${digits.slice(0, at)}${sign}${digits.slice(at + 1)}`;
  return { clause, query: { mobile_no }, isLeft: () => false, isOpen: true };
}

/** How the deployment takes lists, which is not shown: in one of the `spellings`. Null: in none, or its records do not tell. */
async function listSpelling({ campaign, leads }: Audience, state: WalkState): Promise<Spelling | null> {
  const key = 'list spelling';
  const known = state.shelf.get(key);
  if (known !== undefined) return known as Spelling | null;
  const labels = statusLabels.filter((label) => leads.some((lead) => lead['status'] === label)).slice(0, 2);
  if (labels.length < 2) return null;
  const codes = labels.map((label) => statusLabels.indexOf(label));
  const wanted = leads.filter((lead) => labels.some((label) => label === lead['status'])).length;
  const came: string[] = [];
  for (const [spelling, spell] of Object.entries(spellings)) {
    const query = { campaign_id: campaign, ...spell('status', codes), limit: 1 };
    const answer = await state.ask('listAudience', { query });
    const total = memberOf(answer.body, 'pagination.totalRecords');
    if (answer.status === 200 && total === wanted) {
      state.shelf.set(key, spelling);
      return spelling as Spelling;
    }
    came.push(answer.status === 200 ? `${printed(total)} records` : String(answer.status));
  }
  state.shelf.set(key, null);
  const expected = `the ${wanted} records with status ${codes.join(' or ')}, in one of the usual spellings of a list`;
  state.reportLatest([{ clauses: ['audience-list.filter.status'], expected, came: came.join(', ') }]);
  return null;
}

const spellings = {
  repeated: (name, values) => ({ [name]: values }),
  brackets: (name, values) => ({ [`${name}[]`]: values }),
  indexes: (name, values) => Object.fromEntries(values.map((value, index) => [`${name}[${index}]`, value])),
  commas: (name, values) => ({ [name]: values.join(',') }),
} satisfies Readonly<Record<string, (name: string, values: Values) => Asked['query']>>;
type Spelling = keyof typeof spellings;

/**
 * The records that several filters leave. Whether one that passes one of them is left, and not only one that passes all, is
 * not shown: the first answer tells that can be of one reading alone. Null while it is open.
 */
export function leftBy(
  asked: readonly Asked[],
  { leads }: Audience,
  { body, status }: CheckedAnswer,
  { shelf }: WalkState,
): readonly Lead[] | null {
  const total = memberOf(body, 'pagination.totalRecords');
  if (asked.some(({ isOpen }) => isOpen) && (status !== 200 || total === leads.length)) return null;
  const alone = asked.map(({ isLeft }) => leads.filter(isLeft).length);
  const all = leads.filter((lead) => asked.every(({ isLeft }) => isLeft(lead)));
  if (asked.length < 2) return all;
  const any = leads.filter((lead) => asked.some(({ isLeft }) => isLeft(lead)));
  const key = 'several filters';
  const isAny = total === any.length && total !== all.length;
  if (!shelf.has(key)) {
    // Filters of which one counts alone are no way to put two together.
    if (isAny && alone.includes(any.length)) return null;
    if (any.length !== all.length) shelf.set(key, isAny ? 'any' : 'all');
  }
  return shelf.get(key) === 'any' ? any : all;
}

/**
 * The records that one first or any call status finds, read once in a run: which ones these are, the list itself shows only
 * in part. With one attempt the last call is the first one and the only one; never called, a record has no call status.
 */
function idsFound(name: FilterName, value: string, whole: Audience, state: WalkState): Promise<ReadonlySet<unknown>> {
  const { campaign, leads } = whole;
  return state.once(`${name} ${value} of ${campaign}`, async () => {
    const called = name === 'first_status' ? await idsFound('call_status', value, whole, state) : new Set();
    const ids = new Set(pages.idsOf((await pages.readWhole(campaign, state, { [name]: value }))?.leads ?? []));
    const wrong = leads.find((lead) => {
      const [made, isLast, isFound] = [attemptsMade(lead), lead['last_call_status'] === value, ids.has(lead.id)];
      if (made === 0) return isFound;
      if (made === 1) return isFound !== isLast;
      if (isFound) return false;
      // Of two calls the one that has the status is the first one where the last one has another.
      return name === 'call_status' ? isLast : made === 2 && !isLast && called.has(lead.id);
    });
    if (wrong !== undefined) {
      const record = `${printed(wrong.id)} (${printed(wrong['last_call_status'])}, ${printed(wrong['total_attempt'])})`;
      const [wanted, came] = ids.has(wrong.id) ? ['left out', 'found'] : ['found', 'left out'];
      const expected = `record ${record} ${wanted} for ${value}`;
      state.reportLatest([{ clauses: [ruleOfFilter(name)], expected, came, path: '/datalist' }]);
    }
    return ids;
  });
}
