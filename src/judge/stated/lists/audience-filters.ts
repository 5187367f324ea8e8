import { memberOf } from '../../../json/json-value.ts';
import type { ClauseId } from '../../../document/names.gen.ts';
import type { QueryValue } from '../../api.ts';
import { printed } from '../../validate-answer.ts';
import type { WalkState } from '../../walk/perform/walk-state.ts';
import type { Filter, FilterName } from '../../steps.ts';
import type { CheckedAnswer } from '../../report/violation.ts';
import { idsOf, readWhole, type Asked, type Audience, type Lead } from './audience-pages.ts';

export const statusLabels = ['Fresh', 'Completed', 'Halted', 'Inqueue'];

function attemptsMade(lead: Lead): number {
  return Number(String(lead['total_attempt']).split('/', 1)[0]);
}

/** A filter with values that the audience shows; null if it shows none. */
export async function askedOf(filter: Filter, whole: Audience, state: WalkState): Promise<Asked | null> {
  const { name, picks } = filter;
  const clause = `audience-list.filter.${name.replaceAll('_', '-')}` as ClauseId;
  if (name === 'mobile_no') return numberAsked(clause, whole, filter);
  const known = filterLaws[name].values(whole.leads);
  const several = [...new Set(picks.flatMap((pick) => known[pick % Math.max(1, known.length)] ?? []))];
  const spelling = several.length > 1 ? await listSpelling(whole, state) : null;
  const [first] = several;
  if (first === undefined) return null;
  const isList = spelling !== null && canSpell(spelling, several);
  const values = isList ? several : [first];
  const query = isList ? listAsSpelled(name, values, spelling) : { [name]: first };
  const { isLeft } = filterLaws[name];
  if (isLeft !== undefined) return { clause, query, isLeft: (lead) => isLeft(lead, values) };
  const ids = new Set<unknown>();
  for (const value of values.map(String)) {
    const key = `${name} ${value} of ${whole.campaign}`;
    for (const id of await state.once(key, () => foundBy(name, value, clause, whole, state))) ids.add(id);
  }
  return { clause, query, isLeft: ({ id }) => ids.has(id) };
}

type Values = readonly (string | number)[];

/** That texts come with commas too is nowhere usual. */
function canSpell(spelling: Spelling, values: Values): boolean {
  return spelling !== 'commas' || values.every((value) => typeof value === 'number');
}

/** Of a filter: the values that the audience shows, and whether a record shows that it is left; absent where it shows in part. */
interface FilterLaw {
  readonly values: (leads: readonly Lead[]) => Values;
  readonly isLeft?: (lead: Lead, values: Values) => boolean;
}

const callStatuses = (leads: readonly Lead[]): Values => [
  ...new Set(leads.filter((lead) => attemptsMade(lead) > 0).flatMap((lead) => String(lead['last_call_status']) || [])),
];

const filterLaws: Readonly<Record<FilterName, FilterLaw>> = {
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
  mobile_no: { values: (leads) => leads.map((lead) => String(lead.mobile_no)) },
};

function numberAsked(
  clause: ClauseId,
  { leads }: Audience,
  { picks: [pick = 0], cut: [from, length] = [0, 4], sign }: Filter,
): Asked | null {
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

/**
 * A number with a sign in the place of one of its digits, which is in no number: neither with the sign nor, as it may be
 * dropped before numbers are looked for, without it. Null: there is no such place.
 */
function signAsked(clause: ClauseId, leads: readonly Lead[], digits: string, sign: string): Asked | null {
  const without = (at: number): string => digits.slice(0, at) + digits.slice(at + 1);
  const isInNone = (part: string): boolean => !leads.some((lead) => String(lead.mobile_no).includes(part));
  const at = Array.from(digits).findIndex((_, place) => place > 2 && isInNone(without(place)));
  if (at < 0) return null;
  const mobile_no = `${digits.slice(0, at)}${sign}${digits.slice(at + 1)}`;
  return { clause, query: { mobile_no }, isLeft: () => false, isOpen: true };
}

/**
 * How the deployment takes lists, which is not shown: the name repeated, with brackets, with indexes, or one text with
 * commas. Null: in none of these, or its records do not tell.
 */
async function listSpelling({ campaign, leads }: Audience, state: WalkState): Promise<Spelling | null> {
  const key = 'list spelling';
  const known = state.shelf.get(key);
  if (known !== undefined) return known as Spelling | null;
  const labels = statusLabels.filter((label) => leads.some((lead) => lead['status'] === label)).slice(0, 2);
  if (labels.length < 2) return null;
  const codes = labels.map((label) => statusLabels.indexOf(label));
  const wanted = leads.filter((lead) => labels.some((label) => label === lead['status'])).length;
  const came: string[] = [];
  for (const spelling of spellings) {
    const query = { campaign_id: campaign, ...listAsSpelled('status', codes, spelling), limit: 1 };
    const answer = await state.ask('listAudience', { query });
    const total = memberOf(answer.body, 'pagination.totalRecords');
    if (answer.status === 200 && total === wanted) {
      state.shelf.set(key, spelling);
      return spelling;
    }
    came.push(answer.status === 200 ? `${printed(total)} records` : String(answer.status));
  }
  state.shelf.set(key, null);
  const expected = `the ${wanted} records with status ${codes.join(' or ')}, in one of the usual spellings of a list`;
  state.reportLatest([{ clauses: ['audience-list.filter.status'], expected, came: came.join(', ') }]);
  return null;
}

const spellings = ['repeated', 'brackets', 'indexes', 'commas'] as const;
type Spelling = (typeof spellings)[number];

function listAsSpelled(name: string, values: Values, spelling: Spelling): Readonly<Record<string, QueryValue>> {
  switch (spelling) {
    case 'repeated':
      return { [name]: values };
    case 'brackets':
      return { [`${name}[]`]: values };
    case 'indexes':
      return Object.fromEntries(values.map((value, index) => [`${name}[${index}]`, value]));
    case 'commas':
      return { [name]: values.join(',') };
  }
}

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
 * The records that one first or any call status finds: which ones these are, the list itself shows only in part. With one
 * attempt the last call is the first one and the only one; never called, a record has no call status.
 */
async function foundBy(
  name: FilterName,
  value: string,
  clause: ClauseId,
  { campaign, leads }: Audience,
  state: WalkState,
): Promise<ReadonlySet<unknown>> {
  const ids = new Set(idsOf((await readWhole(campaign, state, { [name]: value }))?.leads ?? []));
  const wrong = leads.find((lead) => {
    const [made, isLast, isFound] = [attemptsMade(lead), lead['last_call_status'] === value, ids.has(lead.id)];
    if (made === 0) return isFound;
    if (made === 1) return isFound !== isLast;
    return name === 'call_status' && isLast && !isFound;
  });
  if (wrong !== undefined) {
    const record = `${printed(wrong.id)} (${printed(wrong['last_call_status'])}, ${printed(wrong['total_attempt'])})`;
    const [wanted, came] = ids.has(wrong.id) ? ['left out', 'found'] : ['found', 'left out'];
    state.reportLatest([
      { clauses: [clause], expected: `record ${record} ${wanted} for ${value}`, came, path: '/datalist' },
    ]);
  }
  return ids;
}
