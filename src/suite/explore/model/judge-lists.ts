import type { ClauseId } from '../../../document/names.gen.ts';
import { memberOf, type Answer } from '../../api.ts';
import { shortly } from '../../validate-answer.ts';
import { withChoice, type Facts, type Finding, type Judgement, type Model } from './model.ts';
import { isObject } from './sent-fields.ts';

const tokenRefusals = {
  none: [400, 'LOGIN_TOKEN_REQUIRED', 'get-token.login-token-required'],
  bad: [401, 'INVALID_LOGIN_TOKEN', 'get-token.invalid-login-token'],
  tokenless: [404, 'NO_API_TOKEN_FOUND', 'get-token.no-api-token-found'],
} as const;

export function judgeToken(model: Model, { tokens }: Facts, answer: Answer): Judgement {
  const given = answer.request.headers['token'] ?? '';
  if (given === tokens.login && given !== '') {
    // That a query or a body is refused would be right too (get-token.nothing-else).
    const isPlain = answer.request.query.length === 0 && answer.request.body.kind === 'none';
    const missing = isPlain ? expectStatus(answer, [200], 'get-token.success', 'the login token is valid') : [];
    const token = memberOf(answer.body, 'token');
    const isOther = answer.status === 200 && tokens.newest !== '' && token !== tokens.newest;
    return {
      model,
      findings: isOther
        ? [
            ...missing,
            {
              clauses: ['get-token.most-recent'],
              expected: 'the newest API token',
              came: 'another one',
              path: '/token',
            },
          ]
        : missing,
    };
  }
  const kind = given === '' ? 'none' : given === tokens.tokenless ? 'tokenless' : 'bad';
  const [status, code, clause] = tokenRefusals[kind];
  const findings = expectStatus(
    answer,
    [status],
    given === tokens.own ? 'get-token.login-token' : clause,
    'no login token with an API token is given',
  );
  const came = memberOf(answer.body, 'code');
  const hasCodes = model.choices.get('get-token has codes');
  if (findings.length > 0 || (came === undefined && hasCodes !== true) || came === code) {
    return { model: withChoice(model, 'get-token has codes', came !== undefined), findings };
  }
  return { model, findings: [{ clauses: [clause], expected: code, came: shortly(came), path: '/code' }] };
}

const campaignStatuses = ['draft', 'inprogress', 'hold', 'pause', 'force_completed', 'deleted'];

export function judgeCampaign({ campaigns }: Facts, answer: Answer): Finding[] {
  const { body } = answer.request;
  const { campaign_id: id, campaign_status: status } = body.kind === 'json' && isObject(body.value) ? body.value : {};
  if (id === undefined || id === null) {
    return notDone(answer, 'campaign-force-completed.campaign-id', 'campaign_id is required');
  }
  if (typeof id !== 'number') {
    return Number.isNaN(Number(id))
      ? notDone(answer, 'campaign-force-completed.campaign-id', 'campaign_id is a number')
      : [];
  }
  if (status === undefined || status === null) {
    return notDone(answer, 'campaign-force-completed.campaign-status', 'campaign_status is required');
  }
  // A lenient reader may take a text with blanks or capitals for the one that is listed.
  if (
    typeof status === 'string' &&
    campaignStatuses.includes(status.trim().toLowerCase()) &&
    !campaignStatuses.includes(status)
  ) {
    return [];
  }
  if (typeof status !== 'string' || !campaignStatuses.includes(status)) {
    return notDone(answer, 'campaign.status.values', 'campaign_status is not a listed one');
  }
  const isChangeable = id === campaigns?.changeable?.id && ['draft', 'hold', 'pause'].includes(status);
  if (isChangeable) return expectStatus(answer, [200], 'campaign.status.accepted', 'the status is a listed one');
  const isKnown = knownCampaigns(campaigns).includes(id);
  return isKnown ? [] : notDone(answer, 'campaign-force-completed.campaign-id', 'there is no such campaign');
}

export function judgeVoices({ providers }: Facts, answer: Answer): Finding[] {
  const provider = queryOf(answer, 'provider_id');
  if (provider === undefined) {
    return expectStatus(
      answer,
      [400],
      'voice-list.provider-id.missing',
      'provider_id is missing',
      'Provider ID is required',
    );
  }
  const supported = providers?.supported ?? ['provider_a', 'provider_b', 'provider_c', 'provider_d'];
  if (provider === '') return [];
  if (!supported.includes(provider)) {
    const findings = expectStatus(answer, [400], 'voice-list.provider-id.unsupported', 'the provider is not supported');
    const message = String(memberOf(answer.body, 'message'));
    const missing = [provider, ...supported].find((word) => !message.includes(word));
    if (findings.length > 0 || missing === undefined) return findings;
    return [
      {
        clauses: ['voice-list.provider-id.unsupported'],
        expected: `a message that states ${missing}`,
        came: shortly(message),
        path: '/message',
      },
    ];
  }
  if (provider === providers?.not_set_up) {
    return expectStatus(
      answer,
      [404],
      'voice-list.provider-not-found',
      'the provider is not set up',
      'Provider not found',
    );
  }
  return answer.status >= 500
    ? expectStatus(answer, [200, 400], 'voice-list.page-token', 'it is a refusal or a page')
    : [];
}

export function judgeAudience({ campaigns }: Facts, answer: Answer): Finding[] {
  const id = queryOf(answer, 'campaign_id');
  if (id === undefined) return notDone(answer, 'audience-list.campaign-id', 'campaign_id is required');
  if (campaigns?.foreign !== undefined && id === String(campaigns.foreign)) {
    return notDone(answer, 'audience-list.own-records', 'the campaign is of another workspace');
  }
  const isKnown = knownCampaigns(campaigns).some((each) => String(each) === id);
  return isKnown || !/^\d+$/.test(id) ? [] : notDone(answer, 'audience-list.campaign-id', 'there is no such campaign');
}

function knownCampaigns(campaigns: Facts['campaigns'] = {}): number[] {
  const { read = [], disposable = [], changeable, disposable_paused, disposable_draft, disposable_deleted } = campaigns;
  const given = [...disposable, changeable, disposable_paused, disposable_draft, disposable_deleted];
  return [...read, ...given.flatMap((each) => each?.id ?? [])];
}

export function expectStatus(
  answer: Answer,
  statuses: readonly number[],
  clause: ClauseId,
  why: string,
  message?: string,
): Finding[] {
  if (!statuses.includes(answer.status)) {
    const came = `${answer.status} ${shortly(answer.body ?? answer.text)}`;
    return [{ clauses: [clause], expected: `status ${statuses.join(' or ')}, because ${why}`, came }];
  }
  const said = memberOf(answer.body, 'message');
  if (message === undefined || message === said) return [];
  return [{ clauses: [clause], expected: shortly(message), came: shortly(said), path: '/message' }];
}

/** Expects a refusal: of which kind is not shown, or one of these. */
export function notDone(answer: Answer, clause: ClauseId, why: string, statuses?: readonly number[]): Finding[] {
  const isRefusal = answer.status >= 400 && answer.status < 500 && (statuses?.includes(answer.status) ?? true);
  const came = `${answer.status} ${shortly(answer.body ?? answer.text)}`;
  return isRefusal
    ? []
    : [{ clauses: [clause], expected: `a refusal with ${statuses?.join(' or ') ?? '4xx'}, because ${why}`, came }];
}

export function queryOf({ request }: Answer, name: string): string | undefined {
  return request.query.find(([each]) => each === name)?.[1];
}
