import { isDeepStrictEqual } from 'node:util';
import { memberOf, type Answer } from '../../api.ts';
import { shortly } from '../../validate-answer.ts';
import { answerLaws } from './agent-laws.ts';
import { callerOf, refusedCaller, wrongCode } from './callers.ts';
import { judgeSaving } from './judge-saving.ts';
import {
  withAgent,
  withChoice,
  type AgentData,
  type AgentModel,
  type Facts,
  type Finding,
  type Judgement,
  type Model,
} from './model.ts';
import { at, compareAgent, isSame } from './read-agent.ts';
import { isObject } from './sent-fields.ts';
import {
  expectStatus,
  judgeAudience,
  judgeCampaign,
  judgeToken,
  judgeVoices,
  notDone,
  queryOf,
} from './judge-lists.ts';

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
  if (caller === 'second') {
    return { model: { ...model, cause: 'workspace.isolation' }, findings: [...codes, ...foreign(model, answer)] };
  }
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
  if (given === undefined) {
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
  }
  const id = /^[1-9]\d{0,14}$/.test(given) ? Number(given) : null;
  if (id === null) return { model, findings: notDone(answer, 'get-by-id.not-found', 'there is no such agent') };
  const agent = model.agents.get(id);
  if (agent === undefined && facts.bystanders.includes(id)) {
    return { model, findings: answerLaws(answer, id, facts, model) };
  }
  if (agent === undefined) {
    return {
      model,
      findings: expectStatus(answer, [404], 'get-by-id.not-found', 'there is no such agent', 'Agent not found'),
    };
  }
  if (agent.life === 'deleted') {
    return {
      model,
      findings: expectStatus(answer, [404], 'agent.deleted.not-returned', 'the agent is deleted', 'Agent not found'),
    };
  }
  if (answer.status === 404 && agent.life === 'unclear') {
    return { model: withAgent(model, { ...agent, life: 'deleted' }), findings: [] };
  }
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
  const next = withAgent(model, { id, life: 'live', seen: data, wants: new Map(), open: [] });
  const renamed = renaming(next, agent, data);
  const chosen = withChoice(renamed.model, 'workspace_id', memberOf(data, 'basic_details.workspace_id'));
  const findings = [...compared, ...renamed.findings, ...answerLaws(answer, id, facts, model)];
  return { model: withChoice(chosen, 'voice_analysis', memberOf(data, 'voice_analysis')), findings };
}

/** Whether `name` of agent/update is the agent's name is the deployment's choice; that something changes is not. */
function renaming(model: Model, { renaming: name, seen }: AgentModel, data: AgentData): Judgement {
  if (name === undefined) return { model, findings: [] };
  const isNamed = isSame(name, at(data, '/basic_details/agent_name'));
  const next = withChoice(model, 'agent/update renames', isNamed);
  if (isNamed || seen === null || !isDeepStrictEqual({ ...seen, last_modified: '' }, { ...data, last_modified: '' })) {
    return { model: next, findings: [] };
  }
  const came = 'the agent as it was';
  return {
    model,
    findings: [
      { clauses: ['agent-update.effect'], expected: `an agent that ${name} has changed`, came, path: '/data' },
    ],
  };
}

/** A caller of another workspace is told that there is no such agent, and changes nothing. */
function foreign(model: Model, answer: Answer): Finding[] {
  const { request } = answer;
  if (request.operation === 'verifyToken') return expectStatus(answer, [200], 'verify.valid', 'the token is valid');
  const id = idIn(answer);
  if (id === null || !model.agents.has(id)) return [];
  if (request.operation === 'getAgent') {
    return expectStatus(answer, [404], 'workspace.isolation', 'the agent is of another workspace', 'Agent not found');
  }
  if (request.operation === 'createAgent') {
    return notDone(answer, 'workspace.isolation', 'the agent is of another workspace', [404, 400, 422]);
  }
  if (request.operation === 'updateAgent') {
    return notDone(answer, 'workspace.isolation', 'the agent is of another workspace');
  }
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
