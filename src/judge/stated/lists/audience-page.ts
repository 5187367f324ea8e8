import { isDeepStrictEqual } from 'node:util';
import type { ClauseId } from '../../../document/names.gen.ts';
import { isContainer, memberOf, pointerOf, valueAt } from '../../../json/json-value.ts';
import type { CheckedAnswer, Finding } from '../../report/violation.ts';
import { printed } from '../../validate-answer.ts';
import { compareLaws, found, jointly, wholly, type Compared, type Law } from '../expectation.ts';

/** A record of an audience, of whatever fields it has. */
export type Lead = Readonly<Record<string, unknown>> & { readonly id: unknown; readonly mobile_no: unknown };

/** A whole audience, as it was read without a filter. */
export interface Audience {
  readonly campaign: number;
  readonly leads: readonly Lead[];
}

/** The page size that is the default, so that it is never too large. */
export const usualPage = 10;

export interface AudiencePage {
  readonly answer: CheckedAnswer;
  readonly number: number;
  readonly limit: number;
  /** The records that the filters leave. */
  readonly total: number;
  readonly isNew: boolean;
  /** The input columns of the audience. */
  readonly columns: readonly string[];
}

/** The records of a page. */
export function leadsOf({ body }: CheckedAnswer): readonly Lead[] {
  const list = memberOf(body, 'datalist');
  return (Array.isArray(list) ? list : []).filter(isLead);
}

function isLead(value: unknown): value is Lead {
  return isContainer(value) && 'id' in value;
}

/** Of records that are listed without is_new, what each of them breaks by itself. */
export function recordLaws(answer: CheckedAnswer): Compared {
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

/**
 * Compares a page with the records that it must hold.
 * @param filters the rules of what was asked for
 * @param leftOutBy the rule by which a record is not to be there
 */
export function comparePage(
  page: AudiencePage,
  expected: readonly Lead[],
  filters: readonly ClauseId[],
  leftOutBy: (id: unknown) => ClauseId | undefined,
): Compared {
  const { answer, number, limit, total, isNew } = page;
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
  const records = recordFindings(leadsOf(answer), expected, filters, leftOutBy);
  return jointly({ findings: records, reached }, compareLaws(answer.body, laws));
}

function recordFindings(
  items: readonly Lead[],
  expected: readonly Lead[],
  filters: readonly ClauseId[],
  leftOutBy: (id: unknown) => ClauseId | undefined,
): Finding[] {
  const [came, wanted] = [idsOf(items), idsOf(expected)];
  // In which order a filter gives them is not shown.
  const isSameSet = filters.length > 0 && isDeepStrictEqual(new Set(came), new Set(wanted));
  if (isDeepStrictEqual(came, wanted) || (isSameSet && came.length === wanted.length)) return [];
  const tooMuch = came.find((id) => !wanted.includes(id));
  const clause =
    (tooMuch === undefined ? undefined : leftOutBy(tooMuch)) ?? filters.at(-1) ?? 'audience-list.pagination';
  return [found(clause, '/datalist', `the records ${printed(wanted)}`, came)];
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

function simplifiedLaws({ answer, columns }: AudiencePage, expected: readonly Lead[]): Law[] {
  const usual = columns.filter((name) => name !== 'id' && name !== 'mobile_no');
  const keys = headerKeys(answer);
  const headed = ['mobile_no', ...usual];
  const compared = [...new Set([...headed, ...(usual.length < columns.length ? [] : inputKeys(keys))])];
  const isHeaded = (): boolean => headed.every((name) => keys.includes(name));
  const isSimple = (item: unknown): boolean =>
    ['total_attempt', 'input_data'].some((name) => memberOf(item, name) === undefined || usual.includes(name));
  return [
    ['audience-list.is-new.headers', '/headers', `headers for ${headed.join(', ')}`, isHeaded],
    ['audience-list.is-new.metadata', '/metadata', 'a list', Array.isArray],
    ...lawsOfEach(answer, expected, (lead, path) => [
      ...compared.map((name): Law => {
        const value = (name === 'mobile_no' ? lead.mobile_no : valueAt(lead['input_data'], [name])) ?? '';
        const isShown = (came: unknown): boolean => isDeepStrictEqual(came ?? '', value);
        return ['audience-list.is-new.item', `${path}${pointerOf([name])}`, printed(value), isShown];
      }),
      ['audience-list.is-new', path, 'the simplified format', isSimple],
    ]),
  ];
}

function headerKeys({ body }: CheckedAnswer): unknown[] {
  const list = memberOf(body, 'headers');
  return Array.isArray(list) ? list.map((each) => memberOf(each, 'key')) : [];
}

/** Of the headers those that can only be of input columns: the whole list has these too. */
function inputKeys(keys: readonly unknown[]): string[] {
  return keys.filter((key) => typeof key === 'string').filter((key) => key !== 'id' && !(key in labels));
}
