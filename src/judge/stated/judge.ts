import type { ClauseId } from '../../document/names.gen.ts';
import { memberOf } from '../api.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { callerOf, refusedCaller, wrongCode } from './callers.ts';
import { compared, expectStatus, notDone, queryOf } from './expectation.ts';
import { isOwnCampaign, judgeAudience, judgeCampaign, judgeVoices } from './judge-lists.ts';
import { judgeReading } from './judge-reading.ts';
import { judgeSaving } from './judge-saving.ts';
import { judgeToken } from './judge-token.ts';
import type { Facts, Finding, Judgement, Model } from './model.ts';
import { namedIn } from './named-agent.ts';
import { withRestated } from './restated.ts';
import { isObject } from './sent-fields.ts';

/** What an answer means: the stated rules that it breaks, and the state in which it leaves the deployment. Pure. */
export function judge(
  model: Model,
  facts: Facts,
  answer: CheckedAnswer,
  isDocumented: (pointer: string) => boolean,
): Judgement {
  const { operation } = answer.request;
  if (operation === null) return { model, findings: [], reached: [] };
  const codes = operation === 'getToken' ? [] : wrongCode(operation, answer);
  const judged =
    operation === 'getToken' ? judgeToken(model, facts, answer) : judgeCaller(model, facts, answer, isDocumented);
  const reached = answer.body === undefined ? judged.reached : [...judged.reached, 'payload.json' as const];
  return withRestated({ ...judged, findings: [...codes, ...judged.findings], reached });
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
    return { model, findings: refusedCaller(operation, answer), reached: ['auth.token-header'] };
  }
  // Not shown to be taken: where it is, it is a request like any other.
  if (caller === 'open' && answer.status === 401) return { model, findings: [], reached: [] };
  if (caller === 'second') return judgeForeigner(model, facts, answer);
  return judgeOwn(model, facts, answer, isDocumented);
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
      return { model, ...compared(answer, validToken) };
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

const validToken = { clause: 'verify.valid', why: 'the token is valid', statuses: [200] } as const;

/** A caller of another workspace is told that there is no such agent or campaign, and changes nothing. */
function judgeForeigner(model: Model, facts: Facts, answer: CheckedAnswer): Judgement {
  const { operation } = answer.request;
  if (operation === 'verifyToken') return { model, ...compared(answer, validToken) };
  const id = namedIn(answer);
  const made = memberOf(answer.body, 'data.agent_id');
  const isMade = typeof made === 'number' && answer.status < 300 && !model.agents.has(made);
  const foreigners = isMade ? new Set([...model.foreigners, made]) : model.foreigners;
  const parts = answer.request.body.kind === 'form' && answer.status < 300 ? answer.request.body.parts : [];
  const numbers = parts.flatMap(({ name, value }) => (name.startsWith('phone_numbers') ? [String(value)] : []));
  const lent = [...model.lent, ...numbers];
  const isOurs = id !== null && model.agents.has(id);
  const named: readonly ClauseId[] = isOurs ? (namedClauses[operation ?? ''] ?? []) : [];
  const reached: ClauseId[] = ['workspace.isolation', ...named];
  return {
    model: { ...model, foreigners, lent, cause: 'workspace.isolation' },
    findings: foreign(model, facts, answer, id),
    reached,
  };
}

/** What else says that an agent must be the caller's. */
const namedClauses: Readonly<Record<string, readonly ClauseId[]>> = {
  getAgent: ['get-by-id.not-found'],
  createAgent: ['create-agent.update.exists'],
};

const elsewhere = 'the agent is of another workspace';

function foreign(model: Model, facts: Facts, answer: CheckedAnswer, id: number | null): Finding[] {
  const { operation, body } = answer.request;
  if (operation === 'listAudience' || operation === 'forceCompleteCampaign') {
    const sent = body.kind === 'json' && isObject(body.value) ? body.value['campaign_id'] : undefined;
    const isOwn = isOwnCampaign(facts.campaigns, queryOf(answer, 'campaign_id') ?? String(sent));
    const clause = operation === 'listAudience' ? 'audience-list.own-records' : 'workspace.isolation';
    return isOwn ? notDone(answer, clause, 'the campaign is of another workspace') : [];
  }
  if (id === null || !model.agents.has(id)) return [];
  const more = namedClauses[operation ?? ''] ?? [];
  return foreignAgent(answer, id).map((finding) => ({ ...finding, clauses: [...finding.clauses, ...more] }));
}

function foreignAgent(answer: CheckedAnswer, id: number): Finding[] {
  switch (answer.request.operation) {
    case 'getAgent':
      return expectStatus(answer, [404], 'workspace.isolation', elsewhere, 'Agent not found');
    case 'createAgent':
      return notDone(answer, 'workspace.isolation', elsewhere, [404, 400, 422]);
    case 'updateAgent':
      return notDone(answer, 'workspace.isolation', elsewhere);
    default:
      // A form may always create.
      return memberOf(answer.body, 'data.agent_id') === id ? notDone(answer, 'workspace.isolation', elsewhere) : [];
  }
}
