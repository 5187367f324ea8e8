import type { ClauseId } from '../../document/names.gen.ts';
import { memberOf } from '../api.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { shortly } from '../validate-answer.ts';
import { cameOf, compared, queryOf, type Expectation } from './expectation.ts';
import type { Facts, Finding, Judgement } from './model.ts';
import { isContainer } from '../../json/json-value.ts';

/** What is compared, without a state of its own. */
type Compared = Pick<Judgement, 'findings' | 'reached'>;

const campaignStatuses = ['draft', 'inprogress', 'hold', 'pause', 'force_completed', 'deleted'];

/** What an answer of campaign-force-completed must be. */
export function judgeCampaign({ campaigns }: Facts, answer: CheckedAnswer): Compared {
  const { id, status } = changeIn(answer);
  const expectation = idExpected(id) ?? statusExpected(status) ?? changeExpected(id, String(status), campaigns);
  const { findings, reached } = compared(answer, expectation);
  return { findings, reached: answer.status === 200 ? [...reached, 'campaign-force-completed.success'] : reached };
}

function changeIn({ request: { body } }: CheckedAnswer): { readonly id: unknown; readonly status: unknown } {
  const sent = body.kind === 'json' && isContainer(body.value) ? body.value : {};
  return { id: sent['campaign_id'], status: sent['campaign_status'] };
}

function idExpected(id: unknown): Expectation | null {
  const clause = 'campaign-force-completed.campaign-id';
  if (id === undefined || id === null) return { clause, why: 'campaign_id is required' };
  // A lenient reader may take the text of a number.
  return typeof id !== 'number' && Number.isNaN(Number(id)) ? { clause, why: 'campaign_id is a number' } : null;
}

function statusExpected(status: unknown): Expectation | null {
  const clause = 'campaign-force-completed.campaign-status';
  if (status === undefined || status === null) return { clause, why: 'campaign_status is required' };
  if (typeof status !== 'string') return { clause, why: 'campaign_status is a text' };
  // Whether its case counts is not shown.
  return campaignStatuses.includes(status.toLowerCase())
    ? null
    : { clause: 'campaign.status.values', why: 'campaign_status is not a listed one' };
}

function changeExpected(id: unknown, status: string, campaigns: Facts['campaigns']): Expectation | null {
  const expectation = { clause: 'campaign.status.accepted', why: 'the status is a listed one' } as const;
  if (typeof id !== 'number') return null;
  const isListed = ['draft', 'hold', 'pause'].includes(status);
  if (id === campaigns?.changeable?.id && isListed) return { ...expectation, statuses: [200] };
  // It may be gone by an earlier run.
  const isDeletion = id === campaigns?.disposable_draft?.id && status === 'deleted';
  return isDeletion ? { ...expectation, statuses: [200, 403, 404, 410] } : null;
}

/** Whether a request for a list, or for a campaign's status, is right beyond doubt. */
export function isRightList(facts: Facts, answer: CheckedAnswer): boolean {
  const { operation } = answer.request;
  if (operation === 'forceCompleteCampaign') {
    const { id, status } = changeIn(answer);
    const { changeable, disposable = [] } = facts.campaigns ?? {};
    const isGiven = [changeable, ...disposable].some((campaign) => campaign?.id === id);
    return isGiven && campaignStatuses.includes(String(status));
  }
  if (!isPlainPage(answer)) return false;
  if (operation === 'listAudience') return isOwnCampaign(facts.campaigns, queryOf(answer, 'campaign_id'));
  const provider = queryOf(answer, 'provider_id') ?? '';
  return operation === 'listVoices' && facts.providers?.listed?.includes(provider) === true;
}

/** Whether a list is asked for without anything else that may be wrong. */
function isPlainPage({ request }: CheckedAnswer): boolean {
  return request.query.every(
    ([name, value]) =>
      name === 'campaign_id' || name === 'provider_id' || (name === 'limit' && /^([1-9]|10)$/.test(value)),
  );
}

/** What an answer of voice-list must be, by itself. */
export function judgeVoices(facts: Facts, answer: CheckedAnswer): Compared {
  const { findings, reached } = compared(answer, voicesExpected(facts, answer));
  const more = findings.length > 0 ? [] : [...unsupportedFindings(facts, answer), ...pageFindings(answer)];
  const shown: ClauseId[] = answer.status === 200 ? ['voice-list.data', 'voice-list.next-page-token'] : [];
  return { findings: [...findings, ...more], reached: [...reached, ...shown] };
}

function voicesExpected({ providers, messageOf }: Facts, answer: CheckedAnswer): Expectation | null {
  const provider = queryOf(answer, 'provider_id');
  // Which of several mistakes is told is not shown.
  const told = (status: number, message?: string): Partial<Expectation> =>
    isPlainPage(answer) ? { statuses: [status], ...(message !== undefined && { message }) } : {};
  if (provider === undefined) {
    const clause = 'voice-list.provider-id.missing';
    return { clause, why: 'provider_id is missing', ...told(400, messageOf('listVoices', clause)) };
  }
  if (provider === '') return null;
  if (!supportedOf(providers).includes(provider)) {
    // A lenient reader may not look at capitals and blanks.
    const isAlike = supportedOf(providers).includes(provider.trim().toLowerCase());
    const why = 'the provider is not supported';
    if (isAlike) return { clause: 'voice-list.provider-id', why };
    return { clause: 'voice-list.provider-id.unsupported', why, ...told(400) };
  }
  if (provider === providers?.not_set_up) {
    const clause = 'voice-list.provider-not-found';
    return { clause, why: 'the provider is not set up', ...told(404, messageOf('listVoices', clause)) };
  }
  return answer.status >= 500
    ? { clause: 'voice-list.page-token', why: 'it is a refusal or a page', statuses: [200, 400] }
    : null;
}

function supportedOf(providers: Facts['providers']): readonly string[] {
  return providers?.supported ?? ['provider_a', 'provider_b', 'provider_c', 'provider_d'];
}

/** The message states the provider and what is supported; how one that is long or has signs is quoted is not shown. */
function unsupportedFindings({ providers }: Facts, answer: CheckedAnswer): Finding[] {
  const provider = queryOf(answer, 'provider_id') ?? '';
  const supported = supportedOf(providers);
  const isOther = provider.trim() !== '' && !supported.includes(provider) && isPlainPage(answer);
  if (!isOther || answer.status !== 400) return [];
  const message = String(memberOf(answer.body, 'message'));
  const stated = /^[\p{L}\p{N}\p{S} _-]{1,64}$/u.test(provider) ? [provider, ...supported] : supported;
  const missing = stated.find((word) => !message.includes(word));
  if (missing === undefined) return [];
  const expected = `a message that states ${missing}`;
  return [{ clauses: ['voice-list.provider-id.unsupported'], expected, came: shortly(message), path: '/message' }];
}

/** A page is of the provider that was asked for, and its token agrees with has_more. */
function pageFindings(answer: CheckedAnswer): Finding[] {
  if (answer.status !== 200) return [];
  const data = memberOf(answer.body, 'data');
  const findings: Finding[] = [];
  const [asked, came] = [queryOf(answer, 'provider_id'), memberOf(data, 'provider_id')];
  if (asked !== '' && came !== asked) {
    const expected = `the provider asked for: ${shortly(asked)}`;
    findings.push({ clauses: ['voice-list.data'], expected, came: shortly(came), path: '/data/provider_id' });
  }
  const name = memberOf(data, 'provider_name');
  if (name === '') {
    const expected = "the provider's name";
    findings.push({ clauses: ['voice-list.data'], expected, came: shortly(name), path: '/data/provider_name' });
  }
  const next = memberOf(data, 'next_page_token');
  const hasMore = memberOf(data, 'has_more') === true;
  if ((next === null || next === '') === hasMore || (!hasMore && next !== null)) {
    const expected = `${hasMore ? 'a token' : 'null'}, because has_more is ${String(hasMore)}`;
    const path = '/data/next_page_token';
    findings.push({ clauses: ['voice-list.next-page-token'], expected, came: shortly(next), path });
  }
  const stamp = memberOf(answer.body, 'timestamp');
  if (Math.abs(Number(stamp) / Date.now() - 1) > 0.5) {
    const expected = 'a time in integer milliseconds';
    findings.push({ clauses: ['voice-list.envelope'], expected, came: shortly(stamp), path: '/timestamp' });
  }
  return findings;
}

/** What an answer of audience-list must be, by itself. */
export function judgeAudience({ campaigns }: Facts, answer: CheckedAnswer): Compared {
  const id = queryOf(answer, 'campaign_id');
  if (id === undefined) {
    return compared(answer, { clause: 'audience-list.campaign-id', why: 'campaign_id is required' });
  }
  if (!/\d/.test(id) && id !== '') {
    return compared(answer, { clause: 'audience-list.campaign-id', why: 'campaign_id is a number' });
  }
  if (campaigns?.foreign !== undefined && id === String(campaigns.foreign)) {
    return { findings: noRecords(answer, 'audience-list.own-records'), reached: ['audience-list.own-records'] };
  }
  // Any other may be one that the settings do not name.
  if (!/^\d+$/.test(id) || Number(id) < firstAbsent) return { findings: [], reached: [] };
  return { findings: noRecords(answer, 'audience-list.campaign-id'), reached: ['audience-list.campaign-id'] };
}

/** Beyond what a deployment counts up to, within 32 bits. */
export const firstAbsent = 2_147_483_600;

/** A list of what is not there, or not the caller's, is refused or empty: how it is answered is not shown. */
export function noRecords(answer: CheckedAnswer, clause: ClauseId): Finding[] {
  const records = memberOf(answer.body, 'datalist');
  if (answer.status >= 400 && answer.status < 500) return [];
  if (answer.status === 200 && Array.isArray(records) && records.length === 0) return [];
  return [{ clauses: [clause], expected: 'a refusal, or a list without records', came: cameOf(answer) }];
}

export function isOwnCampaign(campaigns: Facts['campaigns'], id: string | undefined): boolean {
  return knownCampaigns(campaigns).some((each) => String(each) === id);
}

function knownCampaigns(campaigns: Facts['campaigns'] = {}): number[] {
  const { read = [], disposable = [], changeable, disposable_paused, disposable_draft, disposable_deleted } = campaigns;
  const given = [...disposable, changeable, disposable_paused, disposable_draft, disposable_deleted];
  return [...read, ...given.flatMap((each) => each?.id ?? [])];
}
