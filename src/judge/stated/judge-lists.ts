import { memberOf } from '../api.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { shortly } from '../validate-answer.ts';
import { compared, queryOf, type Expectation } from './expectation.ts';
import type { Facts, Finding, Judgement } from './model.ts';
import { isObject } from './sent-fields.ts';

/** What is compared, without a state of its own. */
type Compared = Pick<Judgement, 'findings' | 'reached'>;

const campaignStatuses = ['draft', 'inprogress', 'hold', 'pause', 'force_completed', 'deleted'];

/** What an answer of campaign-force-completed must be. */
export function judgeCampaign({ campaigns }: Facts, answer: CheckedAnswer): Compared {
  const { body } = answer.request;
  const { campaign_id: id, campaign_status: status } = body.kind === 'json' && isObject(body.value) ? body.value : {};
  return compared(answer, idExpected(id) ?? statusExpected(status) ?? changeExpected(id, String(status), campaigns));
}

function idExpected(id: unknown): Expectation | null {
  const clause = 'campaign-force-completed.campaign-id';
  if (id === undefined || id === null) return { clause, why: 'campaign_id is required' };
  // A lenient reader may take the text of a number.
  return typeof id !== 'number' && Number.isNaN(Number(id)) ? { clause, why: 'campaign_id is a number' } : null;
}

function statusExpected(status: unknown): Expectation | null {
  if (status === undefined || status === null) {
    return { clause: 'campaign-force-completed.campaign-status', why: 'campaign_status is required' };
  }
  const isListed = typeof status === 'string' && campaignStatuses.includes(status);
  return isListed ? null : { clause: 'campaign.status.values', why: 'campaign_status is not a listed one' };
}

function changeExpected(id: unknown, status: string, campaigns: Facts['campaigns']): Expectation | null {
  if (typeof id !== 'number') return null;
  if (id === campaigns?.changeable?.id && ['draft', 'hold', 'pause'].includes(status)) {
    return { clause: 'campaign.status.accepted', why: 'the status is a listed one', statuses: [200] };
  }
  const isKnown = knownCampaigns(campaigns).includes(id);
  return isKnown ? null : { clause: 'campaign-force-completed.campaign-id', why: 'there is no such campaign' };
}

/** What an answer of voice-list must be, by itself. */
export function judgeVoices(facts: Facts, answer: CheckedAnswer): Compared {
  const { findings, reached } = compared(answer, voicesExpected(facts, answer));
  const more = findings.length > 0 ? [] : [...unsupportedFindings(facts, answer), ...pageFindings(answer)];
  return { findings: [...findings, ...more], reached };
}

function voicesExpected({ providers }: Facts, answer: CheckedAnswer): Expectation | null {
  const provider = queryOf(answer, 'provider_id');
  if (provider === undefined) {
    const message = 'Provider ID is required';
    return { clause: 'voice-list.provider-id.missing', why: 'provider_id is missing', statuses: [400], message };
  }
  if (provider === '') return null;
  if (!supportedOf(providers).includes(provider)) {
    // A lenient reader may not look at capitals and blanks.
    const isAlike = supportedOf(providers).includes(provider.trim().toLowerCase());
    const why = 'the provider is not supported';
    return { clause: 'voice-list.provider-id.unsupported', why, ...(isAlike ? {} : { statuses: [400] }) };
  }
  if (provider === providers?.not_set_up) {
    const message = 'Provider not found';
    return { clause: 'voice-list.provider-not-found', why: 'the provider is not set up', statuses: [404], message };
  }
  return answer.status >= 500
    ? { clause: 'voice-list.page-token', why: 'it is a refusal or a page', statuses: [200, 400] }
    : null;
}

function supportedOf(providers: Facts['providers']): readonly string[] {
  return providers?.supported ?? ['provider_a', 'provider_b', 'provider_c', 'provider_d'];
}

/** The message states the provider and what is supported. */
function unsupportedFindings({ providers }: Facts, answer: CheckedAnswer): Finding[] {
  const provider = queryOf(answer, 'provider_id') ?? '';
  const supported = supportedOf(providers);
  if (provider.trim() === '' || supported.includes(provider) || answer.status !== 400) return [];
  const message = String(memberOf(answer.body, 'message'));
  const missing = [provider, ...supported].find((word) => !message.includes(word));
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
  const next = memberOf(data, 'next_page_token');
  const hasMore = memberOf(data, 'has_more') === true;
  if ((next === null) === hasMore) {
    const expected = `${hasMore ? 'a token' : 'null'}, because has_more is ${String(hasMore)}`;
    findings.push({
      clauses: ['voice-list.next-page-token'],
      expected,
      came: shortly(next),
      path: '/data/next_page_token',
    });
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
  if (campaigns?.foreign !== undefined && id === String(campaigns.foreign)) {
    return compared(answer, { clause: 'audience-list.own-records', why: 'the campaign is of another workspace' });
  }
  const isKnown = isOwnCampaign(campaigns, id) || !/^\d+$/.test(id);
  return compared(answer, isKnown ? null : { clause: 'audience-list.campaign-id', why: 'there is no such campaign' });
}

export function isOwnCampaign(campaigns: Facts['campaigns'], id: string | undefined): boolean {
  return knownCampaigns(campaigns).some((each) => String(each) === id);
}

function knownCampaigns(campaigns: Facts['campaigns'] = {}): number[] {
  const { read = [], disposable = [], changeable, disposable_paused, disposable_draft, disposable_deleted } = campaigns;
  const given = [...disposable, changeable, disposable_paused, disposable_draft, disposable_deleted];
  return [...read, ...given.flatMap((each) => each?.id ?? [])];
}
