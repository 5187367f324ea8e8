import { memberOf, type Answer } from '../../api.ts';
import { shortly } from '../../validate-answer.ts';
import type { ClauseId } from '../../../document/names.gen.ts';
import { answerLaws } from './agent-laws.ts';
import { callerOf, refusedCaller, wrongCode } from './callers.ts';
import { judgeSaving } from './judge-saving.ts';
import { withAgent, withChoice, type Facts, type Finding, type Judgement, type Model } from './model.ts';
import { compareAgent } from './read-agent.ts';
import { isObject } from './sent-fields.ts';

/** What an answer means: the stated rules that it breaks, and the state in which it leaves the deployment. Pure. */
export function judge(
  model: Model,
  facts: Facts,
  answer: Answer,
  isDocumented: (pointer: string) => boolean,
): Judgement {
  const { operation } = answer.request;
  if (operation === null) return { model, findings: [] };
  if (operation === 'getToken') return judgeToken(model, facts, answer);
  const codes = wrongCode(operation, answer);
  const caller = callerOf(answer.request, facts);
  if (caller === 'bad') return { model, findings: [...codes, ...refusedCaller(operation, answer)] };
  // Not shown to be taken: where it is, it is a request like any other.
  if (caller === 'open' && answer.status === 401) return { model, findings: codes };
  if (caller === 'second')
    return { model: { ...model, cause: 'workspace.isolation' }, findings: [...codes, ...foreign(model, answer)] };
  const judged = judgeOwn(model, facts, answer, isDocumented);
  return { ...judged, findings: [...codes, ...judged.findings] };
}

function judgeOwn(model: Model, facts: Facts, answer: Answer, isDocumented: (pointer: string) => boolean): Judgement {
  switch (answer.request.operation) {
    case 'createAgent':
    case 'createAgentOrUpdate':
    case 'updateAgent':
      return judgeSaving(model, facts, answer);
    case 'getAgent':
      return judgeReading(model, facts, answer, isDocumented);
    case 'verifyToken':
      return { model, findings: expectStatus(answer, [200], 'verify.valid', 'the token is valid') };
    case 'forceCompleteCampaign':
      return { model, findings: judgeCampaign(facts, answer) };
    case 'listVoices':
      return { model, findings: judgeVoices(facts, answer) };
    case 'listAudience':
      return { model, findings: judgeAudience(facts, answer) };
    case 'getToken':
    case null:
      return { model, findings: [] };
  }
}

function judgeReading(
  model: Model,
  facts: Facts,
  answer: Answer,
  isDocumented: (pointer: string) => boolean,
): Judgement {
  const given = queryOf(answer, 'agent_id');
  if (given === undefined)
    return {
      model,
      findings: expectStatus(
        answer,
        [400],
        'get-by-id.agent-id.missing',
        'agent_id is missing',
        'Agent ID is missing.',
      ),
    };
  const id = /^[1-9]\d{0,14}$/.test(given) ? Number(given) : null;
  if (id === null) return { model, findings: notDone(answer, 'get-by-id.not-found', 'there is no such agent') };
  const agent = model.agents.get(id);
  if (agent === undefined && facts.bystanders.includes(id))
    return { model, findings: answerLaws(answer, id, facts, model) };
  if (agent === undefined)
    return {
      model,
      findings: expectStatus(answer, [404], 'get-by-id.not-found', 'there is no such agent', 'Agent not found'),
    };
  if (agent.life === 'deleted')
    return {
      model,
      findings: expectStatus(answer, [404], 'agent.deleted.not-returned', 'the agent is deleted', 'Agent not found'),
    };
  if (answer.status === 404 && agent.life === 'unclear')
    return { model: withAgent(model, { ...agent, life: 'deleted' }), findings: [] };
  const missing = expectStatus(
    answer,
    [200],
    agent.seen === null ? 'create-agent.create' : model.cause,
    'the agent is there',
  );
  const data = memberOf(answer.body, 'data');
  if (missing.length > 0) return { model, findings: missing };
  if (!isObject(data) || Array.isArray(data)) {
    return {
      model,
      findings: [
        { clauses: ['get-by-id.one-agent'], expected: 'one agent as data', came: shortly(data), path: '/data' },
      ],
    };
  }
  const compared = agent.life === 'unclear' ? [] : compareAgent(agent, data, model.cause, isDocumented);
  const findings = [...compared, ...answerLaws(answer, id, facts, model)];
  const next = withAgent(model, { id, life: 'live', seen: data, wants: new Map(), open: [] });
  const chosen = withChoice(next, 'workspace_id', memberOf(data, 'basic_details.workspace_id'));
  return { model: withChoice(chosen, 'voice_analysis', memberOf(data, 'voice_analysis')), findings };
}

/** A caller of another workspace is told that there is no such agent, and changes nothing. */
function foreign(model: Model, answer: Answer): Finding[] {
  const { request } = answer;
  const id = idIn(answer);
  if (id === null || !model.agents.has(id)) return [];
  if (request.operation === 'getAgent')
    return expectStatus(answer, [404], 'workspace.isolation', 'the agent is of another workspace', 'Agent not found');
  if (request.operation === 'createAgent') {
    return notDone(answer, 'workspace.isolation', 'the agent is of another workspace', [404, 400, 422]);
  }
  if (request.operation === 'updateAgent')
    return notDone(answer, 'workspace.isolation', 'the agent is of another workspace');
  // A form may always create.
  return memberOf(answer.body, 'data.agent_id') === id
    ? notDone(answer, 'workspace.isolation', 'the agent is of another workspace')
    : [];
}

function idIn({ request: { body, query } }: Answer): number | null {
  const sent = body.kind === 'json' && isObject(body.value) ? body.value['agent_id'] : undefined;
  const inForm = body.kind === 'form' ? body.parts.find(({ name }) => name === 'agent_id')?.value : undefined;
  const given = sent ?? inForm ?? query.find(([name]) => name === 'agent_id')?.[1];
  const text = typeof given === 'string' && given.length === 36 ? given.slice(-12) : given;
  const id = Number(text);
  return Number.isInteger(id) ? id : null;
}

const tokenRefusals = {
  none: [400, 'LOGIN_TOKEN_REQUIRED', 'get-token.login-token-required'],
  bad: [401, 'INVALID_LOGIN_TOKEN', 'get-token.invalid-login-token'],
  tokenless: [404, 'NO_API_TOKEN_FOUND', 'get-token.no-api-token-found'],
} as const;

function judgeToken(model: Model, { tokens }: Facts, answer: Answer): Judgement {
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

function judgeCampaign({ campaigns }: Facts, answer: Answer): Finding[] {
  const { body } = answer.request;
  const { campaign_id: id, campaign_status: status } = body.kind === 'json' && isObject(body.value) ? body.value : {};
  if (id === undefined || id === null)
    return notDone(answer, 'campaign-force-completed.campaign-id', 'campaign_id is required');
  if (typeof id !== 'number')
    return Number.isNaN(Number(id))
      ? notDone(answer, 'campaign-force-completed.campaign-id', 'campaign_id is a number')
      : [];
  if (status === undefined || status === null)
    return notDone(answer, 'campaign-force-completed.campaign-status', 'campaign_status is required');
  if (typeof status !== 'string' || !campaignStatuses.includes(status))
    return notDone(answer, 'campaign.status.values', 'campaign_status is not a listed one');
  const isChangeable = id === campaigns?.changeable?.id && ['draft', 'hold', 'pause'].includes(status);
  if (isChangeable) return expectStatus(answer, [200], 'campaign.status.accepted', 'the status is a listed one');
  const isKnown = [...(campaigns?.read ?? []), ...(campaigns?.disposable ?? []).map((each) => each.id)].includes(id);
  return isKnown ? [] : notDone(answer, 'campaign-force-completed.campaign-id', 'there is no such campaign');
}

function judgeVoices({ providers }: Facts, answer: Answer): Finding[] {
  const provider = queryOf(answer, 'provider_id');
  if (provider === undefined)
    return expectStatus(
      answer,
      [400],
      'voice-list.provider-id.missing',
      'provider_id is missing',
      'Provider ID is required',
    );
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
  if (provider === providers?.not_set_up)
    return expectStatus(
      answer,
      [404],
      'voice-list.provider-not-found',
      'the provider is not set up',
      'Provider not found',
    );
  return answer.status >= 500
    ? expectStatus(answer, [200, 400], 'voice-list.page-token', 'it is a refusal or a page')
    : [];
}

function judgeAudience({ campaigns }: Facts, answer: Answer): Finding[] {
  const id = queryOf(answer, 'campaign_id');
  if (id === undefined) return notDone(answer, 'audience-list.campaign-id', 'campaign_id is required');
  if (campaigns?.foreign !== undefined && id === String(campaigns.foreign))
    return notDone(answer, 'audience-list.own-records', 'the campaign is of another workspace');
  const isKnown = [...(campaigns?.read ?? []), ...(campaigns?.disposable ?? []).map((each) => each.id)].some(
    (each) => String(each) === id,
  );
  return isKnown || !/^\d+$/.test(id) ? [] : notDone(answer, 'audience-list.campaign-id', 'there is no such campaign');
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
function notDone(answer: Answer, clause: ClauseId, why: string, statuses?: readonly number[]): Finding[] {
  const isRefusal = answer.status >= 400 && answer.status < 500 && (statuses?.includes(answer.status) ?? true);
  const came = `${answer.status} ${shortly(answer.body ?? answer.text)}`;
  return isRefusal
    ? []
    : [{ clauses: [clause], expected: `a refusal with ${statuses?.join(' or ') ?? '4xx'}, because ${why}`, came }];
}

function queryOf({ request }: Answer, name: string): string | undefined {
  return request.query.find(([each]) => each === name)?.[1];
}
