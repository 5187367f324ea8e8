import type { ApiRequest } from '../../deployment/transport.ts';
import type { ClauseId, OperationId, RefusalId } from '../../document/names.gen.ts';
import { memberOf, valueAt } from '../../json/json-value.ts';
import { sentJson, sentParts, type CheckedAnswer, type Finding } from '../report/violation.ts';
import { type Compared, compared, refusedBy, isRefusal, namedIn, nothing, queryValue, wholly } from './expectation.ts';
import { showsAs } from './wants.ts';
import { isOwnCampaign, noRecords } from './judge-lists.ts';
import { withoutNumbers } from './judge-saving.ts';
import { type AgentModel, type Facts, type Model, withChoice } from './model.ts';

/** Who a request comes from. `open`: the own one, or it may be refused; `unclear`: whose it is is not shown, so that its answer says nothing. */
type CallerRead = 'own' | 'second' | 'bad' | 'open' | 'unclear';

/** "The agent creation endpoint" may be either of two. */
const takesAccessHeader: readonly OperationId[] = ['getAgent', 'listVoices'];

export function callerOf(request: ApiRequest, { tokens }: Pick<Facts, 'tokens'>): CallerRead {
  const { token, api_access_token: access, authorization } = credentialsIn(request);
  const kinds = [token, access, authorization?.replace(/^Bearer /i, '')].flatMap((each) =>
    each === undefined || each === '' ? [] : [holderOf(each, request.operation, tokens)],
  );
  const [only = 'bad', ...others] = [...new Set(kinds)];
  // Which of several headers counts is not shown, nor whether an empty one does.
  if (others.length > 0) return kinds.every((kind) => kind === 'own' || kind === 'bad') ? 'open' : 'unclear';
  if (only !== 'own' && only !== 'second') return only;
  if (token !== '' && access !== '' && isShown(request)) return only;
  return only === 'own' ? 'open' : 'unclear';
}

/** Whether the operation is shown to take a token where this request has it. */
function isShown(request: ApiRequest): boolean {
  const { operation } = request;
  const { token = '', api_access_token: access = '', authorization = '' } = credentialsIn(request);
  if (operation === 'updateAgent') return authorization.startsWith('Bearer ');
  return token !== '' || (access !== '' && operation !== null && takesAccessHeader.includes(operation));
}

/** Which of an account's other tokens are valid, and where, is not shown. */
function holderOf(token: string, operation: ApiRequest['operation'], tokens: Facts['tokens']): CallerRead {
  const { own, second, expired } = tokens;
  if (token === own) return 'own';
  if (token === second) return 'second';
  const isNobodys = token === expired || token === unknownToken || token.includes(own) || own.startsWith(token);
  if (isNobodys) return 'bad';
  return operation === 'verifyToken' ? 'open' : 'unclear';
}

/** The headers that say who calls: names of headers are the same in capitals. */
export function credentialsIn({ headers }: ApiRequest): Partial<Readonly<Record<string, string>>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** A token of the right form that nobody has. */
export const unknownToken = 'f00d'.repeat(16);

/** The rules that word the refusal of a bad token, by the operation. */
export const worded: Partial<Readonly<Record<OperationId, RefusalId>>> = {
  getAgent: 'get-by-id.unauthorized',
  createAgent: 'create-agent.unauthorized',
  createAgentOrUpdate: 'createagentorupdate.unauthorized',
  listVoices: 'voice-list.unauthorized',
};
const everywhere = ['auth.token-header', 'auth.unauthorized.everywhere'] as const;
const prefixes = ['addresses.prefixes', 'versioning.prefix'] as const;

/**
 * A caller without a valid token is refused, on every operation but get-token.
 * @param isRight whether nothing but the token can be wrong: which of several mistakes is told is not shown
 */
export function judgeStranger(facts: Facts, answer: CheckedAnswer, isRight: boolean): Compared {
  const { operation } = answer.request;
  const listed = operation === null ? undefined : worded[operation];
  const own: ClauseId | undefined = operation === 'verifyToken' ? 'verify.unauthorized' : listed;
  const rules: readonly ClauseId[] = [...(own === undefined ? [] : [own]), ...everywhere];
  const shared: readonly ClauseId[] = listed === undefined ? [] : ['auth.unauthorized'];
  const reached = [...rules, ...prefixes, ...shared];
  const findings: Finding[] = isElsewhere(answer) ? [wholly(prefixes, 'the operation at its address', answer)] : [];
  if (answer.status !== 401) {
    const isOpen = !isRight && isRefusal(answer);
    const expected = 'a refusal with 401, because the token is missing or not valid';
    return { findings: isOpen ? findings : [...findings, wholly(rules, expected, answer)], reached };
  }
  if (operation === null || listed === undefined) return { findings, reached };
  const said = compared(answer, refusedBy(facts, operation, listed, 'the token is missing or not valid'));
  const both = said.findings.map((finding): Finding => ({ ...finding, clauses: [listed, 'auth.unauthorized'] }));
  return { findings: [...findings, ...both], reached };
}

/** A caller that is nobody is refused where the operation is; elsewhere the address or the method is unknown. */
function isElsewhere(answer: CheckedAnswer): boolean {
  const { status, request } = answer;
  return status === 405 || (status === 404 && namedIn(answer) === null && request.query.length === 0);
}

/** A right request of a caller who may, and says so as it is shown, is not refused for its token. */
export function judgeKnown(answer: CheckedAnswer): Compared {
  const { operation } = answer.request;
  const isAccess = (credentialsIn(answer.request).token ?? '') === '';
  const shown: ClauseId = isAccess ? 'auth.api-access-token' : 'auth.token-header';
  const clause = operation === 'updateAgent' ? 'agent-update.bearer' : shown;
  const found = answer.status === 401 ? [wholly(clause, 'the caller to be known by the token', answer)] : [];
  return { findings: found, reached: [clause] };
}

/** One of the two operations that create agents takes api_access_token; which one is not shown. */
export function refusedAccess(model: Model, answer: CheckedAnswer, isRight: boolean): Compared {
  const { operation } = answer.request;
  const { token, api_access_token: access, authorization } = credentialsIn(answer.request);
  const isAlone = access === model.facts.tokens.own && token === undefined && authorization === undefined;
  const isCreation = operation === 'createAgent' || operation === 'createAgentOrUpdate';
  if (!isCreation || !isAlone || answer.status !== 401 || !isRight) return nothing;
  const reached = ['auth.api-access-token'] as const;
  const other = model.choices.get('access is refused');
  const isOpen = other === undefined || other === operation;
  if (isOpen) return { state: withChoice(model, 'access is refused', operation), findings: [], reached };
  return { findings: [wholly(reached, 'a creation to succeed, by JSON or by a form', answer)], reached };
}

/** A caller of another workspace is told that there is no such agent or campaign, and changes nothing. */
export function judgeForeigner(model: Model, answer: CheckedAnswer): Compared {
  const { facts } = model;
  const { operation } = answer.request;
  const id = namedIn(answer);
  const next = attachedElsewhere(model, answer);
  if (operation === 'listAudience' || operation === 'forceCompleteCampaign') {
    return { state: next, ...foreignCampaign(facts, answer) };
  }
  const agent = id === null ? undefined : model.agents.get(id);
  if (agent === undefined) return { ...nothing, state: next };
  if (isNamesake(model, answer, agent)) return { state: next, findings: [], reached: isolation(answer) };
  return { state: next, ...foreignAgent(answer, agent.id, facts) };
}

/** What says that an agent must be the caller's. */
function isolation({ request: { operation } }: CheckedAnswer): readonly [ClauseId, ...ClauseId[]] {
  if (operation === 'getAgent') return ['workspace.isolation', 'get-by-id.not-found'];
  return operation === 'createAgent' ? ['workspace.isolation', 'create-agent.update.exists'] : ['workspace.isolation'];
}

/** What the other workspace has attached. */
function attachedElsewhere(model: Model, answer: CheckedAnswer): Model {
  const next: Model = { ...model, cause: 'workspace.isolation' };
  if (answer.status >= 300) return next;
  const numbers = sentParts(answer).flatMap(({ name, value }) =>
    name.startsWith('phone_numbers') ? String(value) : [],
  );
  // A number that the workspace does not own may be given to any agent, and is taken from another one then.
  const { owned = [], inactive = [] } = model.facts.numbers ?? {};
  const free = numbers.filter((number) => ![...owned, ...inactive].includes(number));
  return { ...withoutNumbers(next, free), lent: [...model.lent, ...numbers] };
}

function foreignCampaign({ campaigns }: Facts, answer: CheckedAnswer): Compared {
  const { operation } = answer.request;
  const { campaign_id: sent } = sentJson(answer);
  const isOwn = isOwnCampaign(campaigns, queryValue(answer, 'campaign_id') ?? String(sent));
  const expectation = { clauses: ['workspace.isolation'], why: 'the campaign is of another workspace' } as const;
  const { findings } =
    operation === 'listAudience' ? noRecords(answer, 'audience-list.own-records') : compared(answer, expectation);
  return { findings: isOwn ? findings : [], reached: ['workspace.isolation', 'audience-list.own-records'] };
}

/** Where each workspace counts its agents for itself, the other one may have an agent of this id, with its own name. */
function isNamesake({ second }: Model, answer: CheckedAnswer, { id, seen }: AgentModel): boolean {
  if (second?.agents.has(id) === true) return true;
  const { body, status } = answer;
  const { agent_name: sent } = sentJson(answer);
  const shown = memberOf(body, 'data.basic_details.agent_name') ?? memberOf(body, 'data.agent_name');
  const known = [sent, valueAt(seen, '/basic_details/agent_name')];
  return status < 300 && typeof shown === 'string' && !known.some((name) => showsAs(name, shown));
}

function foreignAgent(answer: CheckedAnswer, id: number, facts: Facts): Compared {
  const { operation } = answer.request;
  const clauses = isolation(answer);
  // A form may always create, and agent/update answers in ways that are not shown: what they did is read.
  const isCreation = operation === 'createAgentOrUpdate' && memberOf(answer.body, 'data.agent_id') !== id;
  if (isCreation || operation === 'updateAgent') return { findings: [], reached: clauses };
  const why = 'the agent is of another workspace';
  if (operation === 'getAgent') {
    return compared(answer, { ...refusedBy(facts, operation, 'get-by-id.not-found', why), clauses });
  }
  return compared(answer, { clauses, why, ...(operation === 'createAgent' && { statuses: [404, 400, 422] }) });
}
