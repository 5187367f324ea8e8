import type { ClauseId, OperationId } from '../../document/names.gen.ts';
import { memberOf } from '../api.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { callerOf, lowered, refusedCaller } from './callers.ts';
import { wordLaw } from './error-words.ts';
import { cameOf, compared, expectStatus, notDone, queryOf } from './expectation.ts';
import { expectedOf, read } from './expected-saving.ts';
import { isOwnCampaign, isRightList, judgeAudience, judgeCampaign, judgeVoices, noRecords } from './judge-lists.ts';
import { judgeReading } from './judge-reading.ts';
import { judgeSaving } from './judge-saving.ts';
import { judgeToken } from './judge-token.ts';
import {
  withAgent,
  withChoice,
  type AgentModel,
  type Facts,
  type Finding,
  type Judgement,
  type Model,
} from './model.ts';
import { at, isSame } from './read-agent.ts';
import { namedIn } from './agent-state.ts';
import { withRestated } from './restated.ts';
import { isContainer } from '../../json/json-value.ts';

/** What an answer means: the stated rules that it breaks, and the state in which it leaves the deployment. Pure. */
export function judge(
  model: Model,
  facts: Facts,
  answer: CheckedAnswer,
  isDocumented: (pointer: string) => boolean,
): Judgement {
  const { operation } = answer.request;
  if (operation === null) return { model, findings: [], reached: [] };
  const worded = wordLaw(facts, answer);
  const judged =
    operation === 'getToken' ? judgeToken(model, facts, answer) : judgeCaller(model, facts, answer, isDocumented);
  const read: readonly ClauseId[] = answer.body === undefined ? [] : ['payload.json'];
  return withRestated({
    ...judged,
    findings: [...worded.findings, ...judged.findings],
    reached: [...worded.reached, ...judged.reached, ...read],
  });
}

function judgeCaller(
  model: Model,
  facts: Facts,
  answer: CheckedAnswer,
  isDocumented: (pointer: string) => boolean,
): Judgement {
  const { operation } = answer.request;
  const caller = callerOf(answer.request, facts);
  if (operation !== null && caller === 'bad') {
    return judgeStranger(model, facts, answer, operation);
  }
  // Not shown to be taken: where it is, it is a request like any other.
  const isRefused = answer.status >= 400 && answer.status < 500;
  if (caller === 'open' && isRefused) return refusedAccess(model, facts, answer);
  if (caller === 'unclear') return { model: unsure(model, answer), findings: [], reached: [] };
  if (caller === 'second') return judgeForeigner(model, facts, answer);
  const known = judgeKnown(model, facts, answer);
  const judged = judgeOwn(model, facts, answer, isDocumented);
  const findings = [...known.findings, ...judged.findings];
  return { ...judged, findings, reached: [...known.reached, ...judged.reached] };
}

/** A right request of a caller who may, and says so as it is shown, is not refused for its token. */
function judgeKnown(model: Model, facts: Facts, answer: CheckedAnswer): Pick<Judgement, 'findings' | 'reached'> {
  const { operation, headers } = answer.request;
  if (callerOf(answer.request, facts) !== 'own' || !isRight(model, facts, answer)) return { findings: [], reached: [] };
  const isAccess = (lowered(headers).token ?? '') === '' && operation !== 'updateAgent';
  const clause: ClauseId =
    operation === 'updateAgent' ? 'agent-update.bearer' : isAccess ? 'auth.api-access-token' : 'auth.token-header';
  const isRefused = answer.status === 401;
  const expected = 'the caller to be known by the token';
  return { findings: isRefused ? [{ clauses: [clause], expected, came: cameOf(answer) }] : [], reached: [clause] };
}

/** One of the two operations that create agents takes api_access_token; which one is not shown. */
function refusedAccess(model: Model, facts: Facts, answer: CheckedAnswer): Judgement {
  const { operation, headers } = answer.request;
  const { token, api_access_token: access, authorization } = lowered(headers);
  const isAlone = access === facts.tokens.own && token === undefined && authorization === undefined;
  const isCreation = operation === 'createAgent' || operation === 'createAgentOrUpdate';
  if (!isCreation || !isAlone || answer.status !== 401 || !isRight(model, facts, answer)) {
    return { model, findings: [], reached: [] };
  }
  const clauses = ['auth.api-access-token'] as const;
  const other = model.choices.get('access is refused');
  if (other === undefined || other === operation) {
    return { model: withChoice(model, 'access is refused', operation), findings: [], reached: clauses };
  }
  const expected = 'a creation to succeed, by JSON or by a form';
  return { model, findings: [{ clauses, expected, came: cameOf(answer) }], reached: clauses };
}

function judgeStranger(model: Model, facts: Facts, answer: CheckedAnswer, operation: OperationId): Judgement {
  const listed: Partial<Record<OperationId, ClauseId>> = {
    getAgent: 'get-by-id.unauthorized',
    createAgent: 'create-agent.unauthorized',
    createAgentOrUpdate: 'createagentorupdate.unauthorized',
    listVoices: 'voice-list.unauthorized',
    verifyToken: 'verify.unauthorized',
  };
  const own = listed[operation];
  const reached: ClauseId[] = [
    'auth.token-header',
    'auth.unauthorized.everywhere',
    ...(own === undefined ? [] : [own]),
  ];
  if (own !== undefined && operation !== 'verifyToken') reached.push('auth.unauthorized');
  const refused = refusedCaller(operation, answer, isRight(model, facts, answer), facts);
  const unknown = isElsewhere(answer) ? [nowhere(answer)] : [];
  return { model, findings: [...unknown, ...refused], reached: [...reached, ...prefixes] };
}

/** Whether a request of a caller who may is right beyond doubt, so that nothing but its caller lets it be refused. */
function isRight(model: Model, facts: Facts, answer: CheckedAnswer): boolean {
  const { operation, body } = answer.request;
  if (body.kind === 'raw') return false;
  switch (operation) {
    case 'createAgent':
    case 'createAgentOrUpdate':
    case 'updateAgent':
      return expectedOf(model, facts, read(answer, facts)).kind === 'done';
    case 'getAgent': {
      const id = Number(queryOf(answer, 'agent_id'));
      return facts.bystanders.includes(id) || model.agents.get(id)?.life === 'live';
    }
    case 'verifyToken':
      return true;
    default:
      return isRightList(facts, answer);
  }
}

/** Whoever was taken for the caller, what the request names may have changed. */
function unsure(model: Model, answer: CheckedAnswer): Model {
  const agent = model.agents.get(namedIn(answer) ?? 0);
  if (agent === undefined || answer.request.operation === 'getAgent' || answer.status >= 400) return model;
  return withAgent(model, { ...agent, life: 'unclear', seen: null, wants: new Map(), open: [] });
}

function judgeOwn(
  model: Model,
  facts: Facts,
  answer: CheckedAnswer,
  isDocumented: (pointer: string) => boolean,
): Judgement {
  switch (answer.request.operation) {
    case 'createAgent':
    case 'createAgentOrUpdate':
    case 'updateAgent':
      return judgeSaving(model, facts, answer);
    case 'getAgent':
      return judgeReading(model, facts, answer, isDocumented);
    case 'verifyToken':
      // What is done with another body than the documented one is open.
      return { model, ...compared(answer, isEmptyObject(answer) ? validToken : null) };
    case 'forceCompleteCampaign':
      return { model, ...judgeCampaign(facts, answer) };
    case 'listVoices':
      return { model, ...judgeVoices(facts, answer) };
    case 'listAudience':
      return { model, ...judgeAudience(facts, answer) };
    case 'getToken':
    case null:
      return { model, findings: [], reached: [] };
  }
}

const prefixes: readonly ClauseId[] = ['addresses.prefixes', 'versioning.prefix'];

/** A caller that is nobody is refused where the operation is; elsewhere the address or the method is unknown. */
function isElsewhere(answer: CheckedAnswer): boolean {
  const { status, request } = answer;
  return status === 405 || (status === 404 && namedIn(answer) === null && request.query.length === 0);
}

function nowhere(answer: CheckedAnswer): Finding {
  return { clauses: prefixes, expected: 'the operation at its address', came: String(answer.status) };
}

function isEmptyObject({ request: { body } }: CheckedAnswer): boolean {
  return body.kind === 'json' && isContainer(body.value) && Object.keys(body.value).length === 0;
}

const validToken = { clause: 'verify.valid', why: 'the token is valid', statuses: [200] } as const;

/** A caller of another workspace is told that there is no such agent or campaign, and changes nothing. */
function judgeForeigner(model: Model, facts: Facts, answer: CheckedAnswer): Judgement {
  const { operation } = answer.request;
  if (operation === 'verifyToken') return { model, ...compared(answer, validToken) };
  const id = namedIn(answer);
  const isOurs = id !== null && model.agents.has(id);
  const isList = operation === 'listAudience' || operation === 'forceCompleteCampaign';
  const named: readonly ClauseId[] = isOurs ? (namedClauses[operation ?? ''] ?? []) : [];
  const reached: ClauseId[] = isOurs || isList ? ['workspace.isolation', ...named] : [];
  return {
    model: madeElsewhere(model, answer, id),
    findings: foreign(model, facts, answer, id),
    reached: isList ? [...reached, 'audience-list.own-records'] : reached,
  };
}

/** What else says that an agent must be the caller's. */
const namedClauses: Readonly<Record<string, readonly ClauseId[]>> = {
  getAgent: ['get-by-id.not-found'],
  createAgent: ['create-agent.update.exists'],
};

/** What the other workspace has made and attached. */
function madeElsewhere(model: Model, { body, status, request }: CheckedAnswer, id: number | null): Model {
  const next: Model = { ...model, cause: 'workspace.isolation' };
  if (status >= 300) return next;
  const [made, name] = [memberOf(body, 'data.agent_id'), memberOf(body, 'data.agent_name')];
  const isMade = typeof made === 'number' && made !== id;
  const foreigners = isMade
    ? new Map([...model.foreigners, [made, typeof name === 'string' ? name : '']])
    : model.foreigners;
  const parts = request.body.kind === 'form' ? request.body.parts : [];
  const numbers = parts.flatMap(({ name: part, value }) => (part.startsWith('phone_numbers') ? [String(value)] : []));
  return { ...next, foreigners, lent: [...model.lent, ...numbers] };
}

const elsewhere = 'the agent is of another workspace';

function foreign(model: Model, facts: Facts, answer: CheckedAnswer, id: number | null): Finding[] {
  const { operation } = answer.request;
  if (operation === 'listAudience' || operation === 'forceCompleteCampaign') return foreignCampaign(facts, answer);
  const agent = id === null ? undefined : model.agents.get(id);
  if (agent === undefined || isNamesake(model, answer, agent)) return [];
  const more = namedClauses[operation ?? ''] ?? [];
  return foreignAgent(answer, agent.id, facts).map((finding) => ({
    ...finding,
    clauses: [...finding.clauses, ...more],
  }));
}

function foreignCampaign({ campaigns }: Facts, answer: CheckedAnswer): Finding[] {
  const { operation, body } = answer.request;
  const sent = body.kind === 'json' && isContainer(body.value) ? body.value['campaign_id'] : undefined;
  if (!isOwnCampaign(campaigns, queryOf(answer, 'campaign_id') ?? String(sent))) return [];
  if (operation === 'listAudience') return noRecords(answer, 'audience-list.own-records');
  return notDone(answer, 'workspace.isolation', 'the campaign is of another workspace');
}

/** Where each workspace counts its agents for itself, the other one may have an agent of this id, with its own name. */
function isNamesake({ foreigners }: Model, answer: CheckedAnswer, { id, seen }: AgentModel): boolean {
  if (foreigners.has(id)) return true;
  const { body, status, request } = answer;
  const sent = request.body.kind === 'json' ? memberOf(request.body.value, 'agent_name') : undefined;
  const shown = memberOf(body, 'data.basic_details.agent_name') ?? memberOf(body, 'data.agent_name');
  const known = [sent, at(seen, '/basic_details/agent_name')];
  return status < 300 && typeof shown === 'string' && !known.some((name) => isSame(name, shown));
}

function foreignAgent(answer: CheckedAnswer, id: number, { messageOf }: Facts): Finding[] {
  switch (answer.request.operation) {
    case 'getAgent':
      return expectStatus(
        answer,
        [404],
        'workspace.isolation',
        elsewhere,
        messageOf('getAgent', 'get-by-id.not-found'),
      );
    case 'createAgent':
      return notDone(answer, 'workspace.isolation', elsewhere, [404, 400, 422]);
    case 'updateAgent':
      return notDone(answer, 'workspace.isolation', elsewhere);
    default:
      // A form may always create.
      return memberOf(answer.body, 'data.agent_id') === id ? notDone(answer, 'workspace.isolation', elsewhere) : [];
  }
}
