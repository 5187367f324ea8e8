import { memberOf } from '../../../json/json-value.ts';
import type { ClauseId } from '../../../document/names.gen.ts';
import type { QueryValue } from '../../api.ts';
import type { CheckedAnswer } from '../../report/violation.ts';
import type { WalkState } from '../../walk/perform/walk-state.ts';
import { found, wholly } from '../expectation.ts';
import type { Finding } from '../model.ts';
import { isSameShown, statedOf, type Lead } from './audience-page.ts';

/** A whole audience, as it was read without a filter. */
export interface Audience {
  readonly campaign: number;
  readonly leads: readonly Lead[];
}

/** The records by their ids. */
export function leadsById(audience: Audience | null): ReadonlyMap<unknown, Lead> {
  return new Map(audience?.leads.map((lead) => [lead.id, lead]));
}

export function ids(leads: readonly Lead[]): unknown[] {
  return leads.map(({ id }) => id);
}

/** Whether a record is to be called still. */
export function isCallable(lead: unknown): boolean {
  return ['Fresh', 'Inqueue'].includes(String(memberOf(lead, 'status')));
}

/** Longer audiences are read so far. */
const mostPages = 40;
const pageSize = 50;

const shelfPrefix = 'audience ';

export function shelfName(campaign: number): string {
  return `${shelfPrefix}${campaign}`;
}

/** The whole audience, read once in a run; null where it cannot be read. */
export async function wholeAudience(campaign: number, state: WalkState): Promise<Audience | null> {
  const known = state.shelf.get(shelfName(campaign));
  if (known !== undefined) return known as Audience;
  const whole = await readWhole(campaign, state);
  if (whole === null) return null;
  expectApart(whole, state);
  state.shelf.set(shelfName(campaign), whole);
  return whole;
}

/** Those that were read in the run. */
export function knownAudiences({ shelf }: WalkState): readonly Audience[] {
  return [...shelf].flatMap(([name, value]) => (name.startsWith(shelfPrefix) ? [value as Audience] : []));
}

/** A record is of one campaign. Where each campaign counts its records for itself, an id alone does not tell one. */
function expectApart({ campaign, leads }: Audience, state: WalkState): void {
  for (const other of knownAudiences(state)) {
    const records = leadsById(other);
    const both = leads.filter(({ id }) => records.has(id));
    const same = both.filter((lead) => isSameShown(lead, records.get(lead.id)));
    state.reached(['audience-list.own-records', 'audience-list.campaign-id']);
    if (same.length === 0 || same.length < both.length) continue;
    const clauses: ClauseId[] = ['audience-list.own-records'];
    if (same.length === leads.length) clauses.push('audience-list.campaign-id');
    const expected = `no record of campaign ${other.campaign} in the list of ${campaign}`;
    state.reportLatest([found(clauses, '/datalist', expected, ids(same))]);
  }
}

/** Null where the list is refused: of a campaign that the settings give to be read, that breaks a rule. */
export async function readWhole(
  campaign: number,
  state: WalkState,
  query: Readonly<Record<string, QueryValue>> = {},
): Promise<Audience | null> {
  const leads: Lead[] = [];
  const largest = state.shelf.get(largestKey);
  let limit = typeof largest === 'number' ? largest : pageSize;
  for (let page = 1; page <= mostPages * (pageSize / limit); page += 1) {
    const answer = await state.ask('listAudience', { query: { campaign_id: campaign, ...query, limit, page } });
    if (answer.status !== 200) {
      // An empty page past the end may be answered in any way.
      if (page > 1) break;
      if (await isTooLarge(campaign, limit, answer, state)) {
        [limit, page] = [usualPage, 0];
        state.shelf.set(largestKey, usualPage);
        continue;
      }
      if (Object.keys(query).length > 0) return { campaign, leads };
      reportUnread(campaign, answer, state);
      return null;
    }
    const { items, total, findings } = statedOf(answer);
    state.report(findings, answer);
    for (const item of items) leads.push(item);
    const size = sizeGiven(answer, limit);
    if (items.length < size || leads.length >= total) {
      state.report(wholeFindings(leads, total), answer);
      break;
    }
  }
  return { campaign, leads };
}

/** The page size that is the default, so that it is never too large. */
export const usualPage = 10;
const largestKey = 'largest page of an audience';

async function isTooLarge(campaign: number, limit: number, refusal: CheckedAnswer, state: WalkState): Promise<boolean> {
  if (limit <= usualPage || refusal.status >= 500) return false;
  const answer = await state.ask('listAudience', { query: { campaign_id: campaign, limit: usualPage } });
  return answer.status === 200;
}

/** The size of a page: a deployment may have a largest one of its own. */
export function sizeGiven({ body }: CheckedAnswer, limit: number): number {
  const given = memberOf(body, 'pagination.limit');
  const isOwn = limit > usualPage && typeof given === 'number' && given >= usualPage && given < limit;
  return isOwn ? given : limit;
}

function reportUnread(campaign: number, answer: CheckedAnswer, state: WalkState): void {
  const { read = [], disposable = [] } = state.api.settings.campaigns ?? {};
  if (![...read, ...disposable.map(({ id }) => id)].includes(campaign)) return;
  const clauses = ['audience-list.response', 'audience-list.campaign-id'] as const;
  state.report([wholly(clauses, 'status 200: the campaign is there', answer)], answer);
}

function wholeFindings(leads: readonly Lead[], total: number): Finding[] {
  const { size } = new Set(ids(leads));
  if (size === total && leads.length === total) return [];
  const expected = `${total} different records on all pages`;
  const came = `${leads.length}, ${size} of them different`;
  return [{ clauses: ['audience-list.pagination'], expected, came, path: '/pagination/totalRecords' }];
}
