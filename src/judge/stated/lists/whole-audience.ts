import { isDeepStrictEqual } from 'node:util';
import type { ClauseId } from '../../../document/names.gen.ts';
import { memberOf } from '../../../json/json-value.ts';
import type { QueryValue } from '../../api.ts';
import type { CheckedAnswer, Finding } from '../../report/violation.ts';
import { printed } from '../../validate-answer.ts';
import type { WalkState } from '../../walk/perform/walk-state.ts';
import { found, wholly } from '../expectation.ts';
import { idsOf, isSameShown, leadsOf, recordLaws, usualPage, type Audience, type Lead } from './audience-page.ts';

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
  state.reached(['audience-list.own-records', 'audience-list.campaign-id']);
  state.reportLatest(foreignRecords(whole, state));
  state.shelf.set(shelfName(campaign), whole);
  return whole;
}

/** Longer audiences are read so far. */
const mostRead = 2000;
const largestKey = 'largest page of an audience';

/** Null where the list is refused: of a campaign that the settings give to be read, that breaks a rule. */
export async function readWhole(
  campaign: number,
  state: WalkState,
  query: Readonly<Record<string, QueryValue>> = {},
): Promise<Audience | null> {
  const leads: Lead[] = [];
  let limit = Number(state.shelf.get(largestKey) ?? 50);
  for (let page = 1; (page - 1) * limit < mostRead; page += 1) {
    const answer = await state.ask('listAudience', { query: { campaign_id: campaign, ...query, limit, page } });
    // An empty page past the end may be answered in any way.
    if (answer.status !== 200 && page > 1) break;
    if (answer.status !== 200) {
      if (!(await isTooLarge(campaign, limit, answer, state))) {
        return unread(campaign, answer, Object.keys(query).length > 0, state);
      }
      [limit, page] = [usualPage, 0];
      state.shelf.set(largestKey, limit);
      continue;
    }
    state.report(recordLaws(answer).findings.slice(0, 1), answer);
    const [items, total] = [leadsOf(answer), Number(memberOf(answer.body, 'pagination.totalRecords'))];
    for (const item of items) leads.push(item);
    if (items.length >= sizeGiven(answer, limit) && leads.length < total) continue;
    state.report(wholeFindings(leads, total), answer);
    break;
  }
  return { campaign, leads };
}

async function isTooLarge(campaign: number, limit: number, refusal: CheckedAnswer, state: WalkState): Promise<boolean> {
  if (limit <= usualPage || refusal.status >= 500) return false;
  const { status } = await state.ask('listAudience', { query: { campaign_id: campaign, limit: usualPage } });
  return status === 200;
}

function wholeFindings(leads: readonly Lead[], total: number): Finding[] {
  const { size } = new Set(idsOf(leads));
  if (size === total && leads.length === total) return [];
  const [expected, came] = [`${total} different records on all pages`, `${leads.length}, ${size} of them different`];
  return [{ clauses: ['audience-list.pagination'], expected, came, path: '/pagination/totalRecords' }];
}

/** What a refused list is: of a filter an empty one; of a campaign that the settings give to be read, a broken rule. */
function unread(campaign: number, answer: CheckedAnswer, isFiltered: boolean, state: WalkState): Audience | null {
  if (isFiltered) return { campaign, leads: [] };
  const { read = [], disposable = [] } = state.api.settings.campaigns ?? {};
  if ([...read, ...disposable.map(({ id }) => id)].includes(campaign)) {
    const clauses = ['audience-list.response', 'audience-list.campaign-id'] as const;
    state.report([wholly(clauses, 'status 200: the campaign is there', answer)], answer);
  }
  return null;
}

/** The size of a page: a deployment may have a largest one of its own. */
export function sizeGiven({ body }: CheckedAnswer, limit: number): number {
  const given = memberOf(body, 'pagination.limit');
  const isOwn = limit > usualPage && typeof given === 'number' && given >= usualPage && given < limit;
  return isOwn ? given : limit;
}

/** A record is of one campaign. Where each campaign counts its records for itself, an id alone does not tell one. */
export function foreignRecords({ campaign, leads }: Audience, { shelf }: WalkState): Finding[] {
  if (shelf.has(shelfName(campaign))) return [];
  return [...shelf].flatMap(([name, value]): Finding[] => {
    if (!name.startsWith(shelfPrefix)) return [];
    const other = value as Audience;
    const records = leadsById(other);
    const both = leads.filter(({ id }) => records.has(id));
    const isSame = both.length > 0 && both.every((lead) => isSameShown(lead, records.get(lead.id)));
    if (!isSame) return [];
    const clauses: ClauseId[] = ['audience-list.own-records'];
    if (both.length === leads.length) clauses.push('audience-list.campaign-id');
    return [
      found(clauses, '/datalist', `no record of campaign ${other.campaign} in the list of ${campaign}`, idsOf(both)),
    ];
  });
}

/** What a record must be at a later reading: by a rule, in words, and whether it is. */
type LaterLaw = (
  lead: Lead,
  now: Lead | undefined,
) => readonly [clauses: ClauseId | readonly ClauseId[], string, boolean];

/** The first record of an audience that is not what it must be at a later reading; all of them with `most`. */
export function laterFindings(before: Audience, after: Audience | null, law: LaterLaw, most = 1): Finding[] {
  const records = leadsById(after);
  const findings = before.leads.flatMap((lead): Finding[] => {
    const now = records.get(lead.id);
    const [clauses, expected, isHeld] = law(lead, now);
    const record = `record ${printed(lead.id)} of campaign ${before.campaign}, ${printed(lead['status'])}`;
    return isHeld ? [] : [found(clauses, '/datalist/[]/status', `${record}, ${expected}`, now)];
  });
  return findings.slice(0, most);
}

export function sameStatus(clause: ClauseId): LaterLaw {
  return (lead, now) => [clause, 'as the completion left it', now?.['status'] === lead['status']];
}

/** A record that is to be called is not halted, because nothing is done to its campaign. */
export function notHalted(clauses: ClauseId | readonly ClauseId[]): LaterLaw {
  return (lead, now) => [clauses, 'as before', !isCallable(lead) || now?.['status'] !== 'Halted'];
}

export const sameRecord: LaterLaw = (lead, now) => ['audience-list.response', 'as before', isSameRecord(lead, now)];

export function isSameRecord(lead: Lead, now: Lead | undefined): boolean {
  return now?.mobile_no === lead.mobile_no && isDeepStrictEqual(now?.['input_data'], lead['input_data']);
}

/** The records by their ids. */
function leadsById(audience: Audience | null): ReadonlyMap<unknown, Lead> {
  return new Map(audience?.leads.map((lead) => [lead.id, lead]));
}

/** Whether a record is to be called still. */
export function isCallable(lead: unknown): boolean {
  return ['Fresh', 'Inqueue'].includes(String(memberOf(lead, 'status')));
}
