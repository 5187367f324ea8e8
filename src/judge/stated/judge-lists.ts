import type { ClauseId, RefusalId } from '../../document/names.gen.ts';
import { sentJson, type CheckedAnswer } from '../report/violation.ts';
import {
  compareLaws,
  compared,
  isRefusal,
  jointly,
  nothing,
  queryValue,
  refusedBy,
  wholly,
  type Compared,
  type Expectation,
  type Law,
} from './expectation.ts';
import { type Facts, type Model, withChoice } from './model.ts';
import { memberOf } from '../../json/json-value.ts';

const campaignStatuses = ['draft', 'inprogress', 'hold', 'pause', 'force_completed', 'deleted'];

/** What an answer of campaign-force-completed must be. */
export function judgeCampaign(model: Model, answer: CheckedAnswer): Compared & { readonly state: Model } {
  const { campaign_id: id, campaign_status: status } = sentJson(answer);
  const unreadable = unreadableChange(id, status);
  const { findings, reached } = compared(answer, unreadable ?? changeExpected(id, String(status), model, answer));
  const isUnlisted = unreadable?.clauses[0] === 'campaign.status.values' && isRefusal(answer);
  return {
    findings,
    reached: answer.status === 200 ? [...reached, 'campaign-force-completed.success'] : reached,
    state: isUnlisted ? withChoice(model, 'an unlisted status', saidOfStatus(answer)[0]) : model,
  };
}

/** What a refusal says, as it is and with `…` in the place of the status that was sent, everywhere or once. */
function saidOfStatus(answer: CheckedAnswer): readonly string[] {
  const status = String(sentJson(answer)['campaign_status']);
  const message = memberOf(answer.body, 'message');
  const said = `${answer.status} ${typeof message === 'string' ? message : answer.text}`;
  return [said.replaceAll(status, '…'), said.replace(status, '…'), said];
}

/** A listed status may be refused, because which one follows on which is not shown; but not in the words in which one is refused that there is not. */
export function listedStatus({ choices }: Model, answer: CheckedAnswer): Expectation & { readonly statuses: number[] } {
  const isAsUnlisted = saidOfStatus(answer).some((said) => said === choices.get('an unlisted status'));
  const statuses = [200, 409, ...(isAsUnlisted ? [] : [400, 422])];
  return { clauses: ['campaign.status.accepted'], why: 'the status is a listed one', statuses };
}

/** A request that names no campaign, or no status that there is. */
function unreadableChange(id: unknown, status: unknown): Expectation | null {
  const of = (name: 'id' | 'status', why: string): Expectation => {
    return { clauses: [`campaign-force-completed.campaign-${name}`], why: `campaign_${name} ${why}` };
  };
  if (id === undefined || id === null) return of('id', 'is required');
  // A lenient reader may take the text of a number.
  if (typeof id !== 'number' && Number.isNaN(Number(id))) return of('id', 'is a number');
  if (status === undefined || status === null) return of('status', 'is required');
  if (typeof status !== 'string') return of('status', 'is a text');
  // Whether its case counts is not shown, nor whether blanks around it do.
  if (campaignStatuses.includes(status.trim().toLowerCase())) return null;
  return { clauses: ['campaign.status.values'], why: 'campaign_status is not a listed one' };
}

function changeExpected(id: unknown, status: string, model: Model, answer: CheckedAnswer): Expectation | null {
  const { campaigns } = model.facts;
  if (typeof id !== 'number') return null;
  const expectation = listedStatus(model, answer);
  if (id === campaigns?.changeable?.id && ['draft', 'hold', 'pause'].includes(status)) return expectation;
  // It may be gone by an earlier run.
  const isDeletion = id === campaigns?.disposable_draft?.id && status === 'deleted';
  return isDeletion ? { ...expectation, statuses: [...expectation.statuses, 403, 404, 410] } : null;
}

/** Whether a request for a list, or for a campaign's status, is right beyond doubt. */
export function isRightList(facts: Facts, answer: CheckedAnswer): boolean {
  const { operation } = answer.request;
  if (operation === 'forceCompleteCampaign') {
    const { campaign_id: id, campaign_status: status } = sentJson(answer);
    const { changeable, disposable = [] } = facts.campaigns ?? {};
    const isGiven = [changeable, ...disposable].some((campaign) => campaign?.id === id);
    return isGiven && campaignStatuses.includes(String(status));
  }
  if (!isPlainPage(answer)) return false;
  if (operation === 'listAudience') return isOwnCampaign(facts.campaigns, queryValue(answer, 'campaign_id'));
  const provider = queryValue(answer, 'provider_id') ?? '';
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
  const expected = compared(answer, voicesExpected(facts, answer));
  if (expected.findings.length > 0) return expected;
  const laws = answer.status === 200 ? pageLaws(answer) : unsupportedLaws(facts, answer);
  return jointly(expected, compareLaws(answer.body, laws));
}

/** Which providers are unknown, and which are known and not supported, is not shown: either refusal will do. */
const [unknown, unsupported] = ['voice-list.provider-not-found', 'voice-list.provider-id.unsupported'] as const;

function voicesExpected(facts: Facts, answer: CheckedAnswer): Expectation | null {
  const { providers } = facts;
  const provider = queryValue(answer, 'provider_id');
  const refused = (why: string, refusal: RefusalId, other = refusal): Expectation => {
    const [own, also] = [refusedBy(facts, 'listVoices', refusal, why), refusedBy(facts, 'listVoices', other, why)];
    const { clauses, statuses = [], message } = also.statuses?.includes(answer.status) === true ? also : own;
    // Which of several mistakes is told is not shown.
    if (!isPlainPage(answer)) return { clauses, why };
    const all = [...new Set([...statuses, ...(own.statuses ?? []), ...(also.statuses ?? [])])];
    // The one of a provider that is not supported names it.
    return { clauses, why, statuses: all, ...(clauses[0] !== unsupported && { message }) };
  };
  if (provider === undefined) return refused('provider_id is missing', 'voice-list.provider-id.missing');
  if (provider === '') return null;
  if (!supportedOf(providers).includes(provider)) {
    const why = 'the provider is not supported';
    // A lenient reader may not look at capitals and blanks: then it is supported.
    const isAlike = supportedOf(providers).includes(provider.trim().toLowerCase());
    return isAlike ? null : refused(why, unsupported, unknown);
  }
  if (provider === providers?.not_set_up) return refused('the provider is not set up', unknown, unsupported);
  return answer.status >= 500
    ? { clauses: ['voice-list.page-token'], why: 'it is a refusal or a page', statuses: [200, 400] }
    : null;
}

function supportedOf(providers: Facts['providers']): readonly string[] {
  return providers?.supported ?? ['provider_a', 'provider_b', 'provider_c', 'provider_d'];
}

/** The message states the provider and what is supported; how one that is long or has signs is quoted is not shown. */
function unsupportedLaws({ providers }: Facts, answer: CheckedAnswer): Law[] {
  // Blanks around it may have been cut off before it is told.
  const provider = (queryValue(answer, 'provider_id') ?? '').trim();
  const supported = supportedOf(providers);
  const isTaken = supported.includes(provider) && provider !== providers?.not_set_up;
  const isOther = provider !== '' && !isTaken && isPlainPage(answer);
  if (!isOther || answer.status !== 400) return [];
  const stated = /^[\p{L}\p{N}\p{S} _-]{1,64}$/u.test(provider) ? [provider, ...supported] : supported;
  // One that does not look at capitals may tell it without them.
  const isStated = (message: unknown): boolean =>
    stated.every((word) => String(message).toLowerCase().includes(word.toLowerCase()));
  return [[unsupported, '/message', `a message that states ${stated.join(', ')}`, isStated]];
}

/** A page is of the provider that was asked for, and its token agrees with has_more. */
function pageLaws(answer: CheckedAnswer): Law[] {
  const asked = queryValue(answer, 'provider_id')?.trim().toLowerCase();
  const hasMore = memberOf(answer.body, 'data.has_more') === true;
  const token = `${hasMore ? 'a token' : 'null'}, because has_more is ${String(hasMore)}`;
  const isAgreed = (next: unknown): boolean => (hasMore ? next !== null && next !== '' : next === null);
  const isAskedFor = (id: unknown): boolean => asked === '' || String(id).toLowerCase() === asked;
  return [
    ['voice-list.data', '/data/provider_id', 'the one asked for', isAskedFor],
    ['voice-list.next-page-token', '/data/next_page_token', token, isAgreed],
  ];
}

/** What an answer of audience-list must be, by itself. */
export function judgeAudience({ campaigns }: Facts, answer: CheckedAnswer): Compared {
  const id = queryValue(answer, 'campaign_id');
  if (id === undefined || (!/\d/.test(id) && id !== '')) {
    const why = id === undefined ? 'campaign_id is required' : 'campaign_id is a number';
    return compared(answer, { clauses: ['audience-list.campaign-id'], why });
  }
  if (campaigns?.foreign !== undefined && id === String(campaigns.foreign)) {
    return noRecords(answer, 'audience-list.own-records');
  }
  // Any other may be one that the settings do not name.
  if (!/^\d+$/.test(id) || !isAbsent(Number(id))) return nothing;
  return noRecords(answer, 'audience-list.campaign-id');
}

/** Beyond what a deployment counts up to, within 32 bits. */
export const firstAbsent = 2_147_483_600;

/** Whether a run takes an id for one that nobody has; a deployment may have greater ones. */
export function isAbsent(id: number): boolean {
  return id >= firstAbsent && id < 2 ** 31;
}

/** A list of what is not there, or not the caller's, is refused or empty: how it is answered is not shown. */
export function noRecords(answer: CheckedAnswer, clause: ClauseId): Compared {
  const records = memberOf(answer.body, 'datalist');
  const isEmpty = answer.status === 200 && Array.isArray(records) && records.length === 0;
  const expected = 'a refusal, or a list without records';
  return { findings: isEmpty || isRefusal(answer) ? [] : [wholly(clause, expected, answer)], reached: [clause] };
}

export function isOwnCampaign(campaigns: Facts['campaigns'], id: string | undefined): boolean {
  return ownCampaigns(campaigns).some((each) => String(each) === id);
}

/** The campaigns of the own workspace that the settings name. */
export function ownCampaigns(campaigns: Facts['campaigns']): readonly number[] {
  const { foreign: _, known_attempt: __, ...own } = campaigns ?? {};
  const given = Object.values(own).flatMap((each) => [each].flat());
  return [...new Set(given.map((each) => (typeof each === 'object' ? each.id : each)))];
}
