import type { ClauseId } from '../../document/names.gen.ts';
import { valueAt, memberOf } from '../../json/json-value.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { expectStatus, queryValue, namedIn } from './expectation.ts';
import { isOwnCampaign, noRecords } from './judge-lists.ts';
import type { AgentModel, Facts, Finding, Judgement, Model } from './model.ts';
import { showsAs } from './read-agent.ts';

/** A caller of another workspace is told that there is no such agent or campaign, and changes nothing. */
export function judgeForeigner(model: Model, facts: Facts, answer: CheckedAnswer): Judgement {
  const { operation } = answer.request;
  const id = namedIn(answer);
  const next = madeElsewhere(model, answer, id);
  if (operation === 'listAudience' || operation === 'forceCompleteCampaign') {
    const findings = foreignCampaign(facts, answer);
    return { model: next, findings, reached: ['workspace.isolation', 'audience-list.own-records'] };
  }
  const agent = id === null ? undefined : model.agents.get(id);
  if (agent === undefined) return { model: next, findings: [], reached: [] };
  const findings = isNamesake(model, answer, agent) ? [] : foreignAgent(answer, agent.id, facts);
  return { model: next, findings, reached: isolation(answer) };
}

/** What says that an agent must be the caller's. */
function isolation({ request: { operation } }: CheckedAnswer): readonly [ClauseId, ...ClauseId[]] {
  if (operation === 'getAgent') return ['workspace.isolation', 'get-by-id.not-found'];
  return operation === 'createAgent' ? ['workspace.isolation', 'create-agent.update.exists'] : ['workspace.isolation'];
}

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

function foreignCampaign({ campaigns }: Facts, answer: CheckedAnswer): Finding[] {
  const { operation, body } = answer.request;
  const sent = body.kind === 'json' ? memberOf(body.value, 'campaign_id') : undefined;
  if (!isOwnCampaign(campaigns, queryValue(answer, 'campaign_id') ?? String(sent))) return [];
  if (operation === 'listAudience') return noRecords(answer, 'audience-list.own-records');
  return expectStatus(answer, ['workspace.isolation'], 'the campaign is of another workspace');
}

/** Where each workspace counts its agents for itself, the other one may have an agent of this id, with its own name. */
function isNamesake({ foreigners }: Model, answer: CheckedAnswer, { id, seen }: AgentModel): boolean {
  if (foreigners.has(id)) return true;
  const { body, status, request } = answer;
  const sent = request.body.kind === 'json' ? memberOf(request.body.value, 'agent_name') : undefined;
  const shown = memberOf(body, 'data.basic_details.agent_name') ?? memberOf(body, 'data.agent_name');
  const known = [sent, valueAt(seen, '/basic_details/agent_name')];
  return status < 300 && typeof shown === 'string' && !known.some((name) => showsAs(name, shown));
}

function foreignAgent(answer: CheckedAnswer, id: number, { messageOf }: Facts): Finding[] {
  const why = 'the agent is of another workspace';
  const clauses = isolation(answer);
  switch (answer.request.operation) {
    case 'getAgent':
      return expectStatus(answer, clauses, why, [404], messageOf('getAgent', 'get-by-id.not-found'));
    case 'createAgent':
      return expectStatus(answer, clauses, why, [404, 400, 422]);
    case 'updateAgent':
      return expectStatus(answer, clauses, why);
    default:
      // A form may always create.
      return memberOf(answer.body, 'data.agent_id') === id ? expectStatus(answer, clauses, why) : [];
  }
}
