import type { ClauseId } from '../../../document/names.gen.ts';
import type { QueryValue } from '../../api.ts';
import { shortly } from '../../validate-answer.ts';
import type { Finding } from '../model.ts';
import type { WalkState } from '../../walk/perform/walk-state.ts';
import type { Filter, FilterName } from '../../steps.ts';
import type { Lead } from './audience-page.ts';
import { readWhole, type Audience } from './whole-audience.ts';

const statusLabels = ['Fresh', 'Completed', 'Halted', 'Inqueue'];

/** A filter with values, and the records that it leaves. */
export interface Asked {
  readonly clause: ClauseId;
  readonly query: Readonly<Record<string, QueryValue>>;
  readonly isLeft: (lead: Lead) => boolean;
}

function attemptsMade(lead: Lead): number {
  return Number(String(lead['total_attempt']).split('/', 1)[0]);
}

/** A filter with values that the audience shows; null if it shows none. */
export async function askedOf({ name, picks, cut }: Filter, whole: Audience, state: WalkState): Promise<Asked | null> {
  const clause = `audience-list.filter.${name.replaceAll('_', '-')}` as ClauseId;
  if (name === 'mobile_no') return numberAsked(clause, whole, picks[0] ?? 0, cut ?? [0, 4]);
  const values = await valuesAsked(name, picks, whole, state);
  if (values.length === 0) return null;
  const spelling = values.length > 1 ? await listSpelling(whole, state) : '';
  const query = values.length > 1 ? { [`${name}${spelling ?? ''}`]: values } : { [name]: values[0] ?? '' };
  const shown = shownBy(name, values);
  if (shown !== null) return { clause, query, isLeft: shown };
  const ids = new Set<unknown>();
  for (const value of values) for (const id of await foundBy(name, String(value), clause, whole, state)) ids.add(id);
  return { clause, query, isLeft: ({ id }) => ids.has(id) };
}

type Values = readonly (string | number)[];

/** Several, if the deployment takes lists. */
async function valuesAsked(
  name: FilterName,
  picks: readonly number[],
  whole: Audience,
  state: WalkState,
): Promise<Values> {
  const known = valuesOf(name, whole);
  const picked = picks.map((pick) => known[pick % Math.max(1, known.length)]).filter((each) => each !== undefined);
  const several = [...new Set(picked)];
  const isList = several.length > 1 && (await listSpelling(whole, state)) !== null;
  return isList ? several : several.slice(0, 1);
}

/** Whether a record shows that the filter leaves it; null for those that the list shows only in part. */
function shownBy(name: FilterName, values: Values): Asked['isLeft'] | null {
  switch (name) {
    case 'status':
      return (lead) => values.some((code) => statusLabels[Number(code)] === lead['status']);
    case 'attempt':
      return (lead) => values.includes(attemptsMade(lead));
    case 'last_status':
      return (lead) => attemptsMade(lead) > 0 && values.includes(String(lead['last_call_status']));
    default:
      return null;
  }
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
  const labels = [...new Set(leads.map((lead) => statusLabels.indexOf(String(lead['status']))))].slice(0, 2);
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
  if (answer !== undefined) state.report(callFindings(name, value, clause, whole, ids), answer);
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
