import type { QueryValue } from '../../api.ts';
import { shortly } from '../../validate-answer.ts';
import type { Finding } from '../model.ts';
import type { WalkState } from '../../walk/perform/walk-state.ts';
import { statedOf, type Lead } from './audience-page.ts';

/** A whole audience, as it was read without a filter. */
export interface Audience {
  readonly campaign: number;
  readonly leads: readonly Lead[];
}

/** Longer audiences are read so far. */
const mostPages = 40;
const pageSize = 50;

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
  limit = pageSize,
): Promise<Audience | null> {
  const leads: Lead[] = [];
  for (let page = 1; page <= mostPages; page += 1) {
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
