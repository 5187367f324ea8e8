import { isDeepStrictEqual } from 'node:util';
import type { ClauseId } from '../../../document/names.gen.ts';
import { type Answer, type QueryValue } from '../../api.ts';
import { shortly } from '../../validate-answer.ts';
import type { Finding } from '../model/model.ts';
import { isObject } from '../model/sent-fields.ts';
import type { WalkState } from '../perform/walk-state.ts';
import type { AudienceStep, Filter, FilterName } from '../steps.ts';
import { pageFindings, statedOf, type AudiencePage, type Lead } from './audience-page.ts';

/** A whole audience, as it was read without a filter. */
export interface Audience {
  readonly campaign: number;
  readonly leads: readonly Lead[];
}

/** A filter with values, and the records that it leaves. */
interface Asked {
  readonly clause: ClauseId;
  readonly query: Readonly<Record<string, QueryValue>>;
  readonly isLeft: (lead: Lead) => boolean;
}

/** Longer audiences are read so far. */
const MOST_PAGES = 40;
const PAGE_SIZE = 50;
const STATUSES = ['Fresh', 'Completed', 'Halted', 'Inqueue'];

/**
 * Reads an audience through filters, in pages: it is the whole audience filtered, in its order and with its records. A
 * difference counts only if the whole is still what it was, because calls may be going on.
 */
export async function audienceLaws(step: AudienceStep, state: WalkState): Promise<void> {
  const read = state.api.settings.campaigns?.read ?? [];
  const campaign = read[step.campaign % Math.max(1, read.length)];
  if (campaign === undefined) return;
  const whole = await wholeAudience(campaign, state);
  if (whole === null || whole.leads.length === 0) return;
  const asked: Asked[] = [];
  for (const filter of step.filters) {
    const each = await askedOf(filter, whole, state);
    if (each !== null) asked.push(each);
  }
  const expected = whole.leads.filter((lead) => asked.every(({ isLeft }) => isLeft(lead)));
  const query = Object.assign({ campaign_id: campaign }, ...asked.map((each) => each.query)) as Readonly<
    Record<string, QueryValue>
  >;
  await readPages(step, state, query, whole, {
    expected,
    clauses: asked.map(({ clause }) => clause),
    isLeftBy: (lead) => asked.find(({ isLeft }) => !isLeft(lead))?.clause,
  });
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
  const limit = step.limit ?? 10;
  const total = wanted.expected.length;
  const pages = Math.max(1, Math.min(MOST_PAGES, Math.ceil(total / limit)));
  // What lies past the last page is not shown.
  if (step.page !== null && step.page > pages) return;
  for (let number = step.page ?? 1; number <= (step.page ?? pages); number += 1) {
    const paging = {
      ...(step.limit !== null && { limit }),
      ...((number > 1 || step.page !== null) && { page: number }),
      ...(step.isNew && { is_new: true }),
    };
    const answer = await state.api.call('listAudience', { query: { ...query, ...paging } });
    state.take(answer);
    const page: AudiencePage = { answer, number, limit, total, isNew: step.isNew, columns: columnsOf(whole) };
    const slice = wanted.expected.slice((number - 1) * limit, number * limit);
    const [first] = pageFindings(page, slice, wanted.clauses, (id) => {
      const lead = whole.leads.find((each) => each.id === id);
      return lead === undefined ? 'audience-list.own-records' : wanted.isLeftBy(lead);
    });
    if (first === undefined) continue;
    await reportUnlessMoved(first, answer, whole, state);
    return;
  }
}

/**
 * Calls may be going on: then the whole audience is another one by now, and the difference says nothing. But its records,
 * numbers and columns do not change by calls, nothing changes of a completed campaign, and no call is ever taken back.
 */
async function reportUnlessMoved(finding: Finding, answer: Answer, whole: Audience, state: WalkState): Promise<void> {
  const isSettled = state.knowledge.settled.has(whole.campaign);
  let again: Audience | null = null;
  for (let time = 0; time < 2; time += 1) {
    again = await readWhole(whole.campaign, state);
    if (isDeepStrictEqual(again?.leads, whole.leads)) state.report([finding], answer);
    if (isDeepStrictEqual(again?.leads, whole.leads)) return;
  }
  const latest = state.api.answers.at(-1)?.answer ?? answer;
  if (isSettled)
    state.report(
      [
        {
          clauses: ['campaign.force-complete.irreversible'],
          expected: 'the audience of a completed campaign as it was',
          came: 'another one',
          path: '/datalist',
        },
      ],
      latest,
    );
  const records = new Map(again?.leads.map((lead) => [lead.id, lead]));
  const lost = whole.leads.find((lead) => {
    const now = records.get(lead.id);
    return now?.mobile_no !== lead.mobile_no || !isDeepStrictEqual(now?.['input_data'], lead['input_data']);
  });
  if (lost !== undefined)
    state.report(
      [
        {
          clauses: ['audience-list.response'],
          expected: `record ${shortly(lost)} as before`,
          came: shortly(records.get(lost.id)),
          path: '/datalist/[]',
        },
      ],
      latest,
    );
  for (const key of state.knowledge.shelf.keys())
    if (key.endsWith(` ${whole.campaign}`)) state.knowledge.shelf.delete(key);
}

function columnsOf({ leads: [lead] }: Audience): readonly string[] {
  return isObject(lead?.['input_data']) ? Object.keys(lead['input_data']) : [];
}

export function shelfName(campaign: number): string {
  return `audience ${campaign}`;
}

/** The whole audience, read once in a run; null where it cannot be read. */
export async function wholeAudience(campaign: number, state: WalkState): Promise<Audience | null> {
  const known = state.knowledge.shelf.get(shelfName(campaign));
  if (known !== undefined) return known as Audience;
  const whole = await readWhole(campaign, state);
  if (whole !== null) state.knowledge.shelf.set(shelfName(campaign), whole);
  return whole;
}

export async function readWhole(
  campaign: number,
  state: WalkState,
  query: Readonly<Record<string, QueryValue>> = {},
  limit = PAGE_SIZE,
): Promise<Audience | null> {
  const leads: Lead[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const answer = await state.api.call('listAudience', { query: { campaign_id: campaign, ...query, limit, page } });
    state.take(answer);
    if (answer.status !== 200) {
      // An empty page past the end may be answered in any way.
      if (page > 1) break;
      if (Object.keys(query).length > 0) return { campaign, leads };
      state.report(
        [
          {
            clauses: ['audience-list.response'],
            expected: 'status 200: the campaign is there',
            came: `${answer.status} ${shortly(answer.body)}`,
          },
        ],
        answer,
      );
      return null;
    }
    const { items, total, findings } = statedOf(answer);
    state.report(findings, answer);
    leads.push(...items);
    if (items.length < limit || leads.length >= total) {
      state.report(wholeFindings(leads, total), answer);
      break;
    }
  }
  return { campaign, leads };
}

function wholeFindings(leads: readonly Lead[], total: number): Finding[] {
  const ids = new Set(leads.map(({ id }) => id));
  if (ids.size === total && leads.length === total) return [];
  return [
    {
      clauses: ['audience-list.pagination'],
      expected: `${total} different records on all pages`,
      came: `${leads.length}, ${ids.size} of them different`,
      path: '/pagination/totalRecords',
    },
  ];
}

function attemptsMade(lead: Lead): number {
  return Number(String(lead['total_attempt']).split('/', 1)[0]);
}

async function askedOf({ name, picks, cut }: Filter, whole: Audience, state: WalkState): Promise<Asked | null> {
  const clause = `audience-list.filter.${name.replaceAll('_', '-')}` as ClauseId;
  if (name === 'mobile_no') return numberAsked(clause, whole, picks[0] ?? 0, cut ?? [0, 4]);
  const known = valuesOf(name, whole);
  const several = [
    ...new Set(picks.map((pick) => known[pick % Math.max(1, known.length)]).filter((each) => each !== undefined)),
  ];
  const spelling = several.length > 1 ? await listSpelling(whole, state) : null;
  const values = spelling === null ? several.slice(0, 1) : several;
  if (values.length === 0) return null;
  const query = values.length > 1 ? { [`${name}${spelling ?? ''}`]: values } : { [name]: values[0] ?? '' };
  if (name === 'status')
    return { clause, query, isLeft: (lead) => values.some((code) => STATUSES[Number(code)] === lead['status']) };
  if (name === 'attempt') return { clause, query, isLeft: (lead) => values.includes(attemptsMade(lead)) };
  if (name === 'last_status')
    return {
      clause,
      query,
      isLeft: (lead) => attemptsMade(lead) > 0 && values.includes(String(lead['last_call_status'])),
    };
  const ids = new Set<unknown>();
  for (const value of values) for (const id of await foundBy(name, String(value), clause, whole, state)) ids.add(id);
  return { clause, query, isLeft: ({ id }) => ids.has(id) };
}

function valuesOf(name: FilterName, { leads }: Audience): readonly (string | number)[] {
  if (name === 'status') return [0, 1, 2, 3];
  if (name === 'attempt') return [...new Set(leads.map(attemptsMade))];
  return [
    ...new Set(leads.filter((lead) => attemptsMade(lead) > 0).map((lead) => String(lead['last_call_status']))),
  ].filter((each) => each !== '');
}

function numberAsked(
  clause: ClauseId,
  { leads }: Audience,
  pick: number,
  [from, length]: readonly [number, number],
): Asked | null {
  const number = String(leads[pick % leads.length]?.mobile_no);
  // Of a number that is written with blanks, a part may be read in several ways.
  if (!leads.every((lead) => /^\+?\d+$/.test(String(lead.mobile_no)))) return null;
  const part = number.slice(from % Math.max(1, number.length - 2), (from % Math.max(1, number.length - 2)) + length);
  return { clause, query: { mobile_no: part }, isLeft: (lead) => String(lead.mobile_no).includes(part) };
}

/** How the deployment takes lists: the name repeated, or with brackets; null: neither is taken. */
async function listSpelling({ campaign, leads }: Audience, state: WalkState): Promise<string | null> {
  const name = 'list spelling';
  const known = state.knowledge.shelf.get(name);
  if (known !== undefined) return known as string | null;
  const labels = [...new Set(leads.map((lead) => STATUSES.indexOf(String(lead['status']))))].slice(0, 2);
  for (const spelling of ['', '[]']) {
    const answer = await state.api.call('listAudience', {
      query: { campaign_id: campaign, [`status${spelling}`]: labels, limit: 1 },
    });
    state.take(answer);
    if (answer.status !== 200) continue;
    state.knowledge.shelf.set(name, spelling);
    return spelling;
  }
  state.knowledge.shelf.set(name, null);
  return null;
}

/** The records that one first or any call status finds: which ones these are, the list itself shows only in part. */
async function foundBy(
  name: FilterName,
  value: string,
  clause: ClauseId,
  whole: Audience,
  state: WalkState,
): Promise<ReadonlySet<unknown>> {
  const key = `${name} ${value} of ${whole.campaign}`;
  const known = state.knowledge.shelf.get(key);
  if (known !== undefined) return known as ReadonlySet<unknown>;
  const found = await readWhole(whole.campaign, state, { [name]: value });
  const ids = new Set((found?.leads ?? []).map(({ id }) => id));
  const answer = state.api.answers.at(-1)?.answer;
  if (answer !== undefined) state.report(callFindings(name, value, clause, whole, ids, answer), answer);
  state.knowledge.shelf.set(key, ids);
  return ids;
}

/** With one attempt the last call is the first one and the only one; never called, a record has no call status. */
function callFindings(
  name: FilterName,
  value: string,
  clause: ClauseId,
  { leads }: Audience,
  ids: ReadonlySet<unknown>,
  _answer: Answer,
): Finding[] {
  const wrong = leads.find((lead) => {
    const [made, isLast, isFound] = [attemptsMade(lead), lead['last_call_status'] === value, ids.has(lead.id)];
    if (made === 0) return isFound;
    if (made === 1) return isFound !== isLast;
    return name === 'call_status' && isLast && !isFound;
  });
  if (wrong !== undefined) {
    const came = ids.has(wrong.id) ? 'found' : 'left out';
    return [
      {
        clauses: [clause],
        expected: `record ${shortly(wrong.id)} (${shortly(wrong['last_call_status'])}, ${shortly(wrong['total_attempt'])}) ${ids.has(wrong.id) ? 'left out' : 'found'} for ${value}`,
        came,
        path: '/datalist',
      },
    ];
  }
  return [];
}
