import { isDeepStrictEqual } from 'node:util';
import type { ClauseId } from '../../../document/names.gen.ts';
import { isContainer, listIn, memberOf, pointerOf, valueAt } from '../../../json/json-value.ts';
import type { QueryValue } from '../../api.ts';
import type { CheckedAnswer, Finding } from '../../report/violation.ts';
import { printed } from '../../validate-answer.ts';
import type { WalkState } from '../../walk/perform/walk-state.ts';
import { compareLaws, found, jointly, wholly, type Clauses, type Compared, type Law } from '../expectation.ts';

/** A record of an audience, of whatever fields it has. */
export type Lead = Readonly<Record<string, unknown>> & { readonly id: unknown; readonly mobile_no: unknown };

/** A whole audience, as it was read without a filter. */
export interface Audience {
  readonly campaign: number;
  readonly leads: readonly Lead[];
}

/** The page size that is the default, so that it is never too large. */
export const usualPage = 10;

/** A filter with values, and the records that it leaves. */
export interface Asked {
  readonly clause: ClauseId;
  readonly query: Readonly<Record<string, QueryValue>>;
  readonly isLeft: (lead: Lead) => boolean;
  /** Whether it is not shown what comes of it, so that an answer may be as if it was not sent. */
  readonly isOpen?: boolean;
}

export interface AudiencePage {
  readonly answer: CheckedAnswer;
  readonly number: number;
  readonly limit: number;
  readonly isNew: boolean;
  readonly whole: Audience;
  readonly asked: readonly Asked[];
  /** The records that the filters leave of the whole. */
  readonly left: readonly Lead[];
}

export function leadsOf({ body }: CheckedAnswer): readonly Lead[] {
  return listIn(memberOf(body, 'datalist')).filter((each): each is Lead => isContainer(each) && 'id' in each);
}

/** Of records that are listed without is_new, what each of them breaks by itself. */
function recordLaws(answer: CheckedAnswer): Compared {
  const laws = leadsOf(answer).flatMap((lead, index): Law[] => {
    const path = `/datalist/${index}`;
    const made = String(lead['total_attempt']);
    const isFull = (): boolean => 'total_attempt' in lead || 'input_data' in lead;
    // Of attempts that are told in another form it is not known whether there was one.
    const isTime = (time: unknown): boolean => !/^[1-9]\d*\//.test(made) || timePattern.test(String(time));
    return [
      ['audience-list.is-new', path, 'the full format, because is_new is not sent', isFull],
      ['audience-list.item.last-attempt', `${path}/last_attempt`, 'YYYY-MM-DD HH:MM:SS', isTime],
    ];
  });
  return compareLaws(answer.body, laws);
}

const timePattern = /^\d{4}-(?:0[1-9]|1[0-2])-(?:[0-2]\d|3[01]) (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

/** Compares a page with the records that it must hold. */
export function comparePage(page: AudiencePage): Compared {
  const { answer, number, limit, isNew, left } = page;
  const total = left.length;
  const expected = left.slice((number - 1) * limit, number * limit);
  const filters = page.asked.map(({ clause }) => clause);
  const filter = filters.at(-1) ?? 'audience-list.pagination';
  const format = isNew ? 'audience-list.is-new.item' : 'audience-list.response';
  const always = ['audience-list.is-new', 'audience-list.pagination', 'audience-list.own-records'] as const;
  const reached: readonly ClauseId[] = [format, ...filters, ...always];
  if (answer.status !== 200) return { findings: [wholly(filter, `${expected.length} records`, answer)], reached };
  const totals = filters.length > 0 ? 'audience-list.filter.totals' : 'audience-list.pagination';
  const size = limit === usualPage ? 'audience-list.default-limit' : 'audience-list.pagination';
  const laws: readonly Law[] = [
    [totals, '/pagination/totalRecords', total],
    // How many pages an empty list has is not shown.
    ...(total === 0 ? [] : [[totals, '/pagination/totalPages', Math.ceil(total / limit)] as const]),
    ['audience-list.default-page', '/pagination/currentPage', number],
    [size, '/pagination/limit', limit],
    ...(isNew ? simplifiedLaws(page, expected) : fullLaws(answer, expected)),
  ];
  return jointly({ findings: recordFindings(page, expected), reached }, compareLaws(answer.body, laws));
}

function recordFindings({ answer, asked, whole }: AudiencePage, expected: readonly Lead[]): Finding[] {
  const [came, wanted] = [idsOf(leadsOf(answer)), idsOf(expected)];
  // In which order a filter gives them is not shown.
  const isSameSet = asked.length > 0 && isDeepStrictEqual(new Set(came), new Set(wanted));
  if (isDeepStrictEqual(came, wanted) || (isSameSet && came.length === wanted.length)) return [];
  const tooMuch = came.find((id) => !wanted.includes(id));
  const clause = tooMuch === undefined ? undefined : leftOutBy(tooMuch, whole, asked);
  const rule = clause ?? asked.at(-1)?.clause ?? 'audience-list.pagination';
  return [found(rule, '/datalist', `the records ${printed(wanted)}`, came)];
}

/** The rule by which a record is not on a page: of a filter, or of another campaign. */
function leftOutBy(id: unknown, { leads }: Audience, asked: readonly Asked[]): ClauseId | undefined {
  const lead = leads.find((each) => each.id === id);
  return lead === undefined ? 'audience-list.own-records' : asked.find(({ isLeft }) => !isLeft(lead))?.clause;
}

export function idsOf(leads: readonly Lead[]): unknown[] {
  return leads.map(({ id }) => id);
}

const labels = {
  mobile_no: 'Mobile Number',
  input_data: 'Input Data',
  status: 'Lead Status',
  total_attempt: 'Attempt',
  last_call_status: 'Call Status',
  duration: 'Duration',
  last_disposition: 'Disposition',
  last_attempt: 'Last Attempt',
  updated_by: 'Modified By',
};
/** Section 4.7 gives them in this order, and no others. */
const headerLaws: readonly Law[] = [
  ...Object.entries(labels).flatMap(([key, label], at): Law[] => [
    ['audience-list.headers', `/headers/${at}/key`, key],
    ['audience-list.headers', `/headers/${at}/label`, label],
  ]),
  ['audience-list.headers', `/headers/${Object.keys(labels).length}`, undefined],
];

/** What the document shows of a record: the rest may be anything, and another thing each time. */
export function shownOf(lead: Lead): unknown[] {
  return ['id', ...Object.keys(labels)].map((name) => lead[name]);
}

/** Whether two lists show the same record. */
export function isSameShown(one: Lead, other: Lead | undefined): boolean {
  return other !== undefined && isDeepStrictEqual(shownOf(one), shownOf(other));
}

/** Laws of the records that stand where they must. */
function lawsOfEach(
  { body }: CheckedAnswer,
  expected: readonly Lead[],
  lawsOf: (lead: Lead, path: string) => readonly Law[],
): Law[] {
  return expected.flatMap((lead, index) => {
    const path = `/datalist/${index}`;
    return isDeepStrictEqual(valueAt(body, `${path}/id`), lead.id) ? lawsOf(lead, path) : [];
  });
}

/** What one list says of a record, another one says too. */
function fullLaws(answer: CheckedAnswer, expected: readonly Lead[]): Law[] {
  return [
    ...lawsOfEach(answer, expected, (lead, path) =>
      Object.keys(labels).map((name): Law => {
        const clause = `audience-list.item.${name.replaceAll('_', '-')}` as ClauseId;
        return [clause, `${path}/${name}`, lead[name]];
      }),
    ),
    ...headerLaws,
  ];
}

function simplifiedLaws({ answer, whole }: AudiencePage, expected: readonly Lead[]): Law[] {
  const shown = whole.leads.flatMap(({ input_data: data }) => (isContainer(data) ? Object.keys(data) : []));
  const columns = [...new Set(shown)];
  const usual = columns.filter((name) => name !== 'id' && name !== 'mobile_no');
  const keys = listIn(memberOf(answer.body, 'headers')).map((each) => memberOf(each, 'key'));
  const headed = ['mobile_no', ...usual];
  const compared = [...new Set([...headed, ...(usual.length < columns.length ? [] : keys.filter(isInput))])];
  const isHeaded = (): boolean => headed.every((name) => keys.includes(name));
  const isSimple = (item: unknown): boolean =>
    ['total_attempt', 'input_data'].some((name) => memberOf(item, name) === undefined || usual.includes(name));
  return [
    ['audience-list.is-new.headers', '/headers', `headers for ${headed.join(', ')}`, isHeaded],
    ['audience-list.is-new.metadata', '/metadata', 'a list', Array.isArray],
    ...lawsOfEach(answer, expected, (lead, path) => [
      ...compared.map((name): Law => {
        const value = name === 'mobile_no' ? lead.mobile_no : valueAt(lead['input_data'], [name]);
        // What the whole list leaves out of a record, its simplified form may leave out too.
        const isThere = (came: unknown): boolean => came !== undefined || value === undefined;
        const isShown = (came: unknown): boolean => isThere(came) && isDeepStrictEqual(came ?? '', value ?? '');
        return ['audience-list.is-new.item', `${path}${pointerOf([name])}`, printed(value), isShown];
      }),
      ['audience-list.is-new', path, 'the simplified format', isSimple],
    ]),
  ];
}

/** Whether a header can only be of an input column: the whole list has it too. */
function isInput(key: unknown): key is string {
  return typeof key === 'string' && key !== 'id' && !(key in labels);
}

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
export const mostRead = 2000;
const largestKey = 'largest page of an audience';

/** Null where the list is refused: of a campaign that the settings give to be read, that breaks a rule. */
export async function readWhole(id: number, state: WalkState, query: Asked['query'] = {}): Promise<Audience | null> {
  const leads: Lead[] = [];
  let limit = Number(state.shelf.get(largestKey) ?? 50);
  for (let page = 1; (page - 1) * limit < mostRead; page += 1) {
    const answer = await state.ask('listAudience', { query: { campaign_id: id, ...query, limit, page } });
    // An empty page past the end may be answered in any way.
    if (answer.status !== 200 && page > 1) break;
    if (answer.status !== 200) {
      if (!(await isTooLarge(id, limit, answer, state))) {
        return unread(id, answer, Object.keys(query).length > 0, state);
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
  return { campaign: id, leads };
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
type LaterLaw = (lead: Lead, now: Lead | undefined) => readonly [clauses: Clauses, string, boolean];

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
export function notHalted(clauses: Clauses): LaterLaw {
  return (lead, now) => [clauses, 'as before', !isCallable(lead) || now?.['status'] !== 'Halted'];
}

export const sameRecord: LaterLaw = (lead, now) => ['audience-list.response', 'as before', isSameRecord(lead, now)];

export function isSameRecord(lead: Lead, now: Lead | undefined): boolean {
  return now?.mobile_no === lead.mobile_no && isDeepStrictEqual(now?.['input_data'], lead['input_data']);
}

function leadsById(audience: Audience | null): ReadonlyMap<unknown, Lead> {
  return new Map(audience?.leads.map((lead) => [lead.id, lead]));
}

export function isCallable(lead: unknown): boolean {
  return ['Fresh', 'Inqueue'].includes(String(memberOf(lead, 'status')));
}
