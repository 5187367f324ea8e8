import { isDeepStrictEqual } from 'node:util';
import type { ClauseId } from '../../../document/names.gen.ts';
import type { CheckedAnswer } from '../../report/violation.ts';
import { printed } from '../../validate-answer.ts';
import { compareAt, found, wholly } from '../expectation.ts';
import type { Finding } from '../model.ts';
import { isContainer, memberOf } from '../../../json/json-value.ts';

/** A record of an audience, of whatever members it has. */
export type Lead = Readonly<Record<string, unknown>> & { readonly id: unknown; readonly mobile_no: unknown };

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

/** The rules that a page is compared with. */
export function clausesOf({ isNew, limit }: AudiencePage, filters: readonly ClauseId[]): ClauseId[] {
  const ofFormat: readonly ClauseId[] = isNew
    ? [
        'audience-list.is-new',
        'audience-list.is-new.item',
        'audience-list.is-new.headers',
        'audience-list.is-new.metadata',
      ]
    : ['audience-list.headers', 'audience-list.response'];
  const ofFilters: readonly ClauseId[] = filters.length > 0 ? [...filters, 'audience-list.filter.totals'] : [];
  const size: ClauseId = limit === 10 ? 'audience-list.default-limit' : 'audience-list.pagination';
  return [
    ...ofFormat,
    ...ofFilters,
    size,
    'audience-list.pagination',
    'audience-list.default-page',
    'audience-list.own-records',
  ];
}

/** The items of a page, and what each of them breaks by itself. */
export function statedOf({ body }: CheckedAnswer): {
  readonly items: readonly Lead[];
  readonly total: number;
  readonly findings: readonly Finding[];
} {
  const list = memberOf(body, 'datalist');
  const items = (Array.isArray(list) ? list : []).filter(isLead);
  const total = Number(memberOf(body, 'pagination.totalRecords'));
  const simplified = items.findIndex((lead) => !('total_attempt' in lead) && !('input_data' in lead));
  if (simplified >= 0) {
    const expected = 'the full format, because is_new is not sent';
    const findings = [found('audience-list.is-new', `/datalist/${simplified}`, expected, items[simplified])];
    return { items, total, findings };
  }
  const wrong = items.findIndex(
    (lead) => !String(lead['total_attempt']).startsWith('0/') && !timePattern.test(String(lead['last_attempt'])),
  );
  if (wrong < 0) return { items, total, findings: [] };
  const [path, came] = [`/datalist/${wrong}/last_attempt`, items[wrong]?.['last_attempt']];
  return { items, total, findings: [found('audience-list.item.last-attempt', path, 'YYYY-MM-DD HH:MM:SS', came)] };
}

const timePattern = /^\d{4}-(?:0[1-9]|1[0-2])-(?:[0-2]\d|3[01]) (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

function isLead(value: unknown): value is Lead {
  return isContainer(value) && 'id' in value;
}

/** Compares a page with the records that it must hold. */
export function pageFindings(
  page: AudiencePage,
  expected: readonly Lead[],
  filters: readonly ClauseId[],
  leftOutBy: (id: unknown) => ClauseId | undefined,
): Finding[] {
  const { answer, isNew } = page;
  const [filter = 'audience-list.pagination'] = filters.slice(-1);
  if (answer.status !== 200) {
    return [wholly(filter, `${expected.length} records`, answer)];
  }
  const { items } = statedOf(answer);
  return [
    ...recordFindings(items, expected, filter, filters.length > 0, leftOutBy),
    ...countFindings(page, filters),
    ...(isNew ? simplifiedFindings(page, items, expected) : fullFindings(page, items, expected)),
  ];
}

function recordFindings(
  items: readonly Lead[],
  expected: readonly Lead[],
  filter: ClauseId,
  isFiltered: boolean,
  leftOutBy: (id: unknown) => ClauseId | undefined,
): Finding[] {
  const [came, wanted] = [items.map(({ id }) => id), expected.map(({ id }) => id)];
  if (isDeepStrictEqual(came, wanted)) return [];
  const tooMuch = came.find((id) => !wanted.includes(id));
  const clause =
    (tooMuch === undefined ? undefined : leftOutBy(tooMuch)) ??
    (isFiltered && !isDeepStrictEqual(new Set(came), new Set(wanted)) ? filter : 'audience-list.pagination');
  return [found(clause, '/datalist', `the records ${printed(wanted)}`, came)];
}

function countFindings({ answer, number, limit, total }: AudiencePage, filters: readonly ClauseId[]): Finding[] {
  const totals: ClauseId = filters.length > 0 ? 'audience-list.filter.totals' : 'audience-list.pagination';
  const size: ClauseId = limit === 10 ? 'audience-list.default-limit' : 'audience-list.pagination';
  const wanted: readonly (readonly [string, number, ClauseId])[] = [
    ['totalRecords', total, totals],
    // How many pages an empty list has is not shown.
    ...(total === 0 ? [] : ([['totalPages', Math.ceil(total / limit), totals]] as const)),
    ['currentPage', number, 'audience-list.default-page'],
    ['limit', limit, size],
  ];
  return wanted.flatMap(([name, value, clause]) =>
    compareAt(clause, `/pagination/${name}`, memberOf(answer.body, `pagination.${name}`), value, name),
  );
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
/** Section 4.7 gives them in this order. */
const usualHeaders = Object.entries(labels).map(([key, label]) => ({ key, label }));

/** What the document shows of a record: the rest may be anything, and another thing each time. */
export function shownOf(lead: Lead): unknown[] {
  return ['id', ...Object.keys(labels)].map((name) => lead[name]);
}

/** Whether two lists show the same record. */
export function isSameShown(one: unknown, other: Lead | undefined): boolean {
  return isLead(one) && other !== undefined && isDeepStrictEqual(shownOf(one), shownOf(other));
}

/** What one list says of a record, another one says too. */
function fullFindings({ answer }: AudiencePage, items: readonly Lead[], expected: readonly Lead[]): Finding[] {
  const differing = items.flatMap((item, index): Finding[] => {
    const wanted = expected[index];
    if (wanted === undefined || item.id !== wanted.id) return [];
    // What the document does not know may be anything, and another thing each time.
    const name = Object.keys(labels).find((each) => !isDeepStrictEqual(item[each], wanted[each]));
    if (name === undefined) return [];
    const clause = `audience-list.item.${name.replaceAll('_', '-')}` as ClauseId;
    const what = `${name} as in the whole list: ${printed(wanted[name])}`;
    return [found(clause, `/datalist/${index}/${name}`, what, item[name])];
  });
  const came = memberOf(answer.body, 'headers');
  const shown = Array.isArray(came)
    ? came.map((each) => ({ key: memberOf(each, 'key'), label: memberOf(each, 'label') }))
    : came;
  return [...differing, ...compareAt('audience-list.headers', '/headers', shown, usualHeaders, 'the headers')];
}

function simplifiedFindings(
  { answer, columns }: AudiencePage,
  items: readonly Lead[],
  expected: readonly Lead[],
): Finding[] {
  const usual = columns.filter((name) => name !== 'id' && name !== 'mobile_no');
  const keys = headerKeys(answer);
  const missing = ['mobile_no', ...usual].find((name) => !keys.includes(name));
  const compared = [...new Set(['mobile_no', ...usual, ...(usual.length < columns.length ? [] : inputKeys(keys))])];
  const findings: Finding[] = [];
  if (missing !== undefined) {
    findings.push(found('audience-list.is-new.headers', '/headers', `a header for ${missing}`, keys));
  }
  const metadata = memberOf(answer.body, 'metadata');
  if (!Array.isArray(metadata)) findings.push(found('audience-list.is-new.metadata', '/metadata', 'a list', metadata));
  for (const [index, item] of items.entries()) {
    const wanted = expected[index];
    if (wanted === undefined || item.id !== wanted.id) continue;
    const input = isContainer(wanted['input_data']) ? wanted['input_data'] : {};
    const valueOf = (each: string): unknown => (each === 'mobile_no' ? wanted.mobile_no : input[each]);
    const path = `/datalist/${index}`;
    const name = compared.find((each) => !isDeepStrictEqual(item[each] ?? '', valueOf(each) ?? ''));
    if (name !== undefined) {
      const what = `${name} ${printed(valueOf(name))}`;
      findings.push(found('audience-list.is-new.item', `${path}/${name}`, what, item[name]));
    }
    if (isFull(item, usual)) findings.push(found('audience-list.is-new', path, 'the simplified format', item));
  }
  return findings;
}

function isFull(item: Lead, columns: readonly string[]): boolean {
  return ['total_attempt', 'input_data'].every((name) => name in item && !columns.includes(name));
}

function headerKeys({ body }: CheckedAnswer): unknown[] {
  const list = memberOf(body, 'headers');
  return Array.isArray(list) ? list.map((each) => memberOf(each, 'key')) : [];
}

/** Of the headers those that can only be of input columns: the whole list has these too. */
function inputKeys(keys: readonly unknown[]): string[] {
  return keys.filter((key) => typeof key === 'string').filter((key) => key !== 'id' && !(key in labels));
}
