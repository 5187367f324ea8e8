import { memberOf } from '../../src/json/json-value.ts';
import type { components } from '../../src/document/types.gen.ts';
import type { Api, QueryValue } from '../../src/judge/api.ts';
import { NotVerified, type CheckedAnswer } from '../../src/judge/report/violation.ts';

export type Lead = components['schemas']['AudienceItem'];
type Pagination = components['schemas']['Pagination'];

export function isDone({ status }: CheckedAnswer): boolean {
  return status >= 200 && status < 300;
}

/** Whether the request was refused for what it is, not for its caller or the moment. */
export function isRefused({ status }: CheckedAnswer): boolean {
  return status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status);
}

export function lastAnswer({ answers }: Api): CheckedAnswer {
  const last = answers.at(-1);
  if (last === undefined) throw new NotVerified('nothing was answered');
  return last;
}

/** Limits that are usual, to be looked at before others. */
const usualLimits: readonly number[] = [
  ...[50, 64, 80, 100, 120, 128, 150, 160, 200, 250, 255, 256, 300, 400, 500, 512, 1000, 1024, 2000, 2048, 3000, 4000],
  ...[4096, 5000, 8000, 10_000, 16_384, 20_000, 32_767, 50_000, 65_535, 100_000],
];

/**
 * Searches for the largest number that is taken, from 50 to 100,000: asks for one after another, and is told whether it is
 * taken. Gives undefined if not even 50 is, or if every one is.
 * @param likely asked first: what was found elsewhere
 */
export function* largestTaken(most: number, likely: Iterable<number>): Generator<number, number | undefined, boolean> {
  if (yield most) return undefined;
  let [taken, refused] = [0, most];
  const isOpen = (limit: number): boolean => limit > taken && limit < refused;
  for (const limit of [...[...likely].flatMap((each) => [each, each + 1]), 50].filter((each) => each < most)) {
    if (!isOpen(limit)) continue;
    if (yield limit) taken = limit;
    else refused = limit;
  }
  if (taken === 0) return undefined;
  const usual = usualLimits.filter((limit) => limit <= most);
  while (refused - taken > 1) {
    const between = usual.filter(isOpen);
    const middle =
      between[Math.floor(between.length / 2)] ??
      (usual.includes(taken) ? taken + 1 : Math.floor((taken + refused) / 2));
    if (yield middle) taken = middle;
    else refused = middle;
  }
  return taken;
}

/** Longer audiences are read so far. */
const mostPages = 40;

/** Large enough to be quick, and small enough for any deployment. */
const pageSize = 50;

/** Every record that a query finds, page by page. */
export async function readAll(api: Api, query: Readonly<Record<string, QueryValue>>): Promise<readonly Lead[]> {
  const leads: Lead[] = [];
  for (let page = 1; page <= mostPages; page += 1) {
    const answer = await api.call('listAudience', { query: { ...query, limit: pageSize, page } });
    const { datalist } = (answer.body ?? {}) as components['schemas']['AudiencePage'];
    if (!isDone(answer) || !Array.isArray(datalist)) throw new NotVerified(`the audience answered ${answer.status}`);
    for (const lead of datalist) leads.push(lead);
    // A deployment may have a largest page size of its own; what lies past the last page is not shown.
    const { limit, totalRecords } = paginationOf(answer);
    if (datalist.length < Math.min(pageSize, limit || pageSize) || leads.length >= totalRecords) break;
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
  for (const id of api.settings.campaigns?.read ?? []) {
    const leads = await audienceOf(api, id);
    if (leads.length > 0 && leads.length < mostPages * pageSize) audiences.push({ id, leads });
  }
  const [largest] = audiences.sort((one, other) => other.leads.length - one.leads.length);
  if (largest === undefined) throw new NotVerified('no campaign has from 1 to 1999 records', 'campaigns.read');
  return largest;
}

export function paginationOf(answer: CheckedAnswer): Pagination {
  return memberOf(answer.body, 'pagination') as Pagination;
}
