import { saving } from '../../deployment/agents/write-gate.ts';
import type { ClauseId, OperationId } from '../../document/names.gen.ts';
import { isContainer } from '../../json/json-value.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { callerOf, credentialsIn, judgeForeigner, judgeKnown, judgeStranger, refusedAccess } from './callers.ts';
import { judgeToken, wordLaw } from './error-words.ts';
import { type Compared, compared, isRefusal, jointly, namedIn, nothing, queryValue } from './expectation.ts';
import { expectedOf } from './expected-saving.ts';
import { readSaving } from './read-saving.ts';
import { isRightList, judgeAudience, judgeCampaign, judgeVoices } from './judge-lists.ts';
import { judgeReading } from './judge-reading.ts';
import { judgeSaving } from './judge-saving.ts';
import { type Facts, type Judgement, type Model, factsOfSecond, withAgent, withChoice } from './model.ts';

/** The rules that an answer breaks, given what was sent and answered before, and the state in which it leaves the deployment. Pure. */
export const stated = {
  begin: (facts: Facts): Model => ({
    facts,
    agents: new Map(),
    cause: 'create-agent.update.partial',
    lent: [],
    given: [],
    rejected: [],
    choices: new Map(),
  }),
  take(state: Model, answer: CheckedAnswer): Judgement {
    const { operation } = answer.request;
    if (operation === null) return { ...nothing, state };
    const worded = wordLaw(state, answer);
    const before = worded.state ?? state;
    const judged = operation === 'getToken' ? judgeToken(before, answer) : judgeCaller(before, answer, operation);
    const shown: readonly ClauseId[] = answer.body === undefined ? [] : ['payload.json'];
    const { findings, reached } = jointly(worded, judged, { findings: [], reached: shown });
    return {
      state: judged.state ?? before,
      findings: findings.map((finding) => ({ ...finding, clauses: widened(finding.clauses) })),
      reached: widened(reached),
    };
  },
};

function judgeCaller(model: Model, answer: CheckedAnswer, operation: OperationId): Compared {
  const { facts } = model;
  const caller = callerOf(answer.request, facts);
  if (isOlder(answer, facts)) return judgeOlder(model, answer);
  if (caller === 'unclear') return { ...nothing, state: unsure(model, answer) };
  if (caller === 'second' && operation !== 'verifyToken') return judgeSecond(model, answer, operation);
  const isRight = isRightRequest(model, answer);
  if (caller === 'bad') return judgeStranger(facts, answer, isRight);
  // Not shown to be taken: where it is, it is a request like any other.
  if (caller === 'open' && isRefusal(answer)) return refusedAccess(model, answer, isRight);
  const judged = judges[operation](model, answer);
  if (caller !== 'own' || !isRight) return judged;
  return { ...judged, ...jointly(judgeKnown(answer), judged) };
}

/** The other workspace does what it may with its own agents, and nothing with those of this one. */
function judgeSecond(model: Model, answer: CheckedAnswer, operation: OperationId): Compared {
  const foreign = judgeForeigner(model, answer);
  const { second = stated.begin(factsOfSecond(model.facts)) } = model;
  const id = namedIn(answer);
  const isTheirs = id === null ? saving.includes(operation) : second.agents.has(id);
  if (!isTheirs) return foreign;
  const own = judgeCaller(second, answer, operation);
  return { ...jointly(foreign, own), state: { ...(foreign.state ?? model), second: own.state ?? second } };
}

/** Whether a request of a caller who may is right beyond doubt, so that nothing but its caller lets it be refused. */
function isRightRequest(model: Model, answer: CheckedAnswer): boolean {
  const { facts } = model;
  const { operation, body } = answer.request;
  if (body.kind === 'raw') return false;
  if (operation !== null && saving.includes(operation)) return expectedOf(readSaving(model, answer)).kind === 'done';
  const id = Number(queryValue(answer, 'agent_id'));
  if (operation === 'getAgent') return facts.bystanders.includes(id) || model.agents.get(id)?.life === 'live';
  return operation === 'verifyToken' || isRightList(facts, answer);
}

/** Whoever was taken for the caller, what the request names may have changed. */
function unsure(before: Model, answer: CheckedAnswer): Model {
  const model = before.second === undefined ? before : { ...before, second: unsure(before.second, answer) };
  const agent = model.agents.get(namedIn(answer) ?? 0);
  if (agent === undefined || answer.request.operation === 'getAgent' || answer.status >= 400) return model;
  return withAgent(model, { ...agent, life: 'unclear', seen: null, wants: new Map(), open: [] });
}

/** What an answer to a caller who may means. */
const judges: Readonly<Record<OperationId, (model: Model, answer: CheckedAnswer) => Compared>> = {
  createAgent: judgeSaving,
  createAgentOrUpdate: judgeSaving,
  updateAgent: judgeSaving,
  getAgent: judgeReading,
  getToken: judgeToken,
  verifyToken: (_, answer) => judgeVerification(answer),
  forceCompleteCampaign: judgeCampaign,
  listVoices: ({ facts }, answer) => judgeVoices(facts, answer),
  listAudience: ({ facts }, answer) => judgeAudience(facts, answer),
};

/** What is done with another body than the documented one is open. */
function judgeVerification(answer: CheckedAnswer): Compared {
  const { body } = answer.request;
  const isEmpty = body.kind === 'json' && isContainer(body.value) && Object.keys(body.value).length === 0;
  return compared(answer, isEmpty ? { clauses: ['verify.valid'], why: 'the token is valid', statuses: [200] } : null);
}

function isOlder({ request }: CheckedAnswer, { tokens: { older } }: Facts): boolean {
  const { token, api_access_token: access, authorization } = credentialsIn(request);
  return older !== '' && token === older && access === undefined && authorization === undefined;
}

/** Whether an account's other tokens are valid is not shown: one that any operation takes is, and persists, whatever is asked for. */
function judgeOlder(model: Model, answer: CheckedAnswer): Compared {
  const isValid = model.choices.has('an older token is valid');
  const why = 'the token was valid before, and persists until it is rotated';
  const told = { clauses: ['verify.valid', 'auth.tokens-stay-valid'], why, statuses: [200] } as const;
  const state = answer.status === 200 ? withChoice(model, 'an older token is valid', true) : model;
  const isVerified = isValid && answer.request.operation === 'verifyToken';
  return { state: unsure(state, answer), ...compared(answer, isVerified ? told : null) };
}

/** What the specification says at more than one place: an answer that breaks the first breaks the others with it. */
const restated: Partial<Readonly<Record<ClauseId, readonly ClauseId[]>>> = {
  'create-agent.create.draft': ['agent.status.draft', 'agent.basic-details.status'],
  'create-agent.unpublish': ['agent.status.draft'],
  'create-agent.publish': ['agent.status.active'],
  'create-agent.status.invalid': ['create-agent.field.status'],
  'create-agent.not-found': ['create-agent.update.exists'],
  'verify.valid': ['verify.body'],
  'voice-list.provider-id.unsupported': ['voice-list.provider-id'],
  'audience-list.filter.status': ['audience.status-codes'],
  'agent.deleted.not-returned': ['create-agent.delete', 'agent.status.deleted'],
  'create-agent.publish.global-provider': ['create-agent.publish.shared-do-not-count'],
  'create-agent.publish.again': ['agent.status.active'],
  'createagentorupdate.only-name-required': ['createagentorupdate.multipart'],
};

/** Rules with those that restate them. */
export function widened(clauses: readonly ClauseId[]): readonly ClauseId[] {
  return [...new Set(clauses.flatMap((clause) => [clause, ...(restated[clause] ?? [])]))];
}
