import { type Agent, readAgent } from './agents.ts';
import type { DisposableCampaign } from '../src/deployment/configuration/settings-file.ts';
import type { components } from '../src/document/types.gen.ts';
import { type Api, type Clauses, type QueryValue, memberOf } from '../src/judge/api.ts';
import type { CheckedAnswer } from '../src/judge/report/violation.ts';

export type Lead = components['schemas']['AudienceItem'];

type AudienceQuery = Readonly<Record<string, QueryValue>>;

interface Page {
  readonly answer: CheckedAnswer;
  readonly leads: readonly Lead[];
  readonly pagination: components['schemas']['Pagination'];
}

/** Longer audiences are read so far. */
const MOST_PAGES = 40;

/** Large enough to be quick, and small enough for any deployment. */
const PAGE_SIZE = 50;

/** One page of an audience in the full format. */
async function readPage(api: Api, query: AudienceQuery, clause: Clauses = 'audience-list.response'): Promise<Page> {
  const answer = await api.call('listAudience', { query });
  api.answered(answer, { status: 200 }, clause);
  const { datalist, pagination } = (answer.body ?? {}) as components['schemas']['AudiencePage'];
  api.holds(Array.isArray(datalist), { clause, expected: 'a datalist', came: datalist, answer, path: '/datalist' });
  return { answer, leads: datalist, pagination };
}

/** Every record that a query finds, page by page. */
export async function readAll(
  api: Api,
  query: AudienceQuery,
  limit = PAGE_SIZE,
  clause?: Clauses,
): Promise<readonly Lead[]> {
  const leads: Lead[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const read = await readPage(api, { ...query, limit, page }, clause);
    for (const lead of read.leads) leads.push(lead);
    // A deployment may have a largest page size of its own; what lies past the last page is not shown.
    const size = Math.min(limit, read.pagination.limit || limit);
    if (read.leads.length < size || leads.length >= read.pagination.totalRecords) break;
  }
  return leads;
}

/** The whole audience of a campaign, read once. */
export function audienceOf(api: Api, campaign_id: number): Promise<readonly Lead[]> {
  return api.once(`audience ${campaign_id}`, () => readAll(api, { campaign_id }));
}

/** The campaign of the settings with most records, of those that are short enough to be read whole. */
export async function largestCampaign(api: Api): Promise<{ readonly id: number; readonly leads: readonly Lead[] }> {
  const audiences: { id: number; leads: readonly Lead[] }[] = [];
  for (const id of api.need(api.settings.campaigns?.read, 'campaigns.read')) {
    const leads = await audienceOf(api, id);
    if (leads.length > 0 && leads.length < MOST_PAGES * PAGE_SIZE) audiences.push({ id, leads });
  }
  const [largest] = audiences.sort((one, other) => other.leads.length - one.leads.length);
  return largest ?? api.notVerified('no campaign has from 1 to 1999 records', 'campaigns.read');
}

/** How many attempts were made, from `made/allowed`. */
export function attemptsMade(lead: Lead): number {
  return Number(lead.total_attempt.split('/', 1)[0]);
}

export function inOrder(ids: readonly number[]): number[] {
  return [...ids].sort((one, other) => one - other);
}

export function paginationOf(answer: CheckedAnswer): components['schemas']['Pagination'] {
  return memberOf(answer.body, 'pagination') as components['schemas']['Pagination'];
}

/** What can be seen of a campaign. */
interface CampaignState {
  readonly leads: readonly Lead[];
  /** The agent that uses it; null where the settings do not name it. */
  readonly agent: Agent | null;
}

export async function stateOf(api: Api, { id, agent }: DisposableCampaign): Promise<CampaignState> {
  const leads = await readAll(api, { campaign_id: id });
  return { leads, agent: agent === undefined ? null : await readAgent(api, agent) };
}

/** Asks for a status; the answer is the caller's to look at. */
export function setStatus(api: Api, campaign_id: number, campaign_status: string): Promise<CheckedAnswer> {
  return api.call('forceCompleteCampaign', { json: { campaign_id, campaign_status } });
}
