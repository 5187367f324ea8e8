import { isDeepStrictEqual } from 'node:util';
import type { ClauseId } from '../../document/names.gen.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { answerLaws } from './agent-laws.ts';
import { compared, expectStatus, found, queryValue, refusedBy, type Expectation } from './expectation.ts';
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
import { namePointer } from './fields.ts';
import { compareAgent } from './read-agent.ts';
import { numbersIn, showsAs } from './wants.ts';
import { isContainer, valueAt, memberOf } from '../../json/json-value.ts';

/** What an answer of get-by-id means, by a caller who may. */
export function judgeReading(
  model: Model,
  facts: Facts,
  answer: CheckedAnswer,
  isDocumented: (pointer: string) => boolean,
): Judgement {
  const given = queryValue(answer, 'agent_id');
  const id = idIn(given);
  const agent = id === null ? undefined : model.agents.get(id);
  if (id !== null && agent === undefined && facts.bystanders.includes(id)) {
    return { model, ...answerLaws(answer, id, facts, model) };
  }
  if (agent === undefined || agent.life === 'deleted') {
    const isNamesake = agent === undefined && isOtherAgent(model, id, answer);
    return { model, ...compared(answer, isNamesake ? null : missingExpected(given, id, agent !== undefined, facts)) };
  }
  if (answer.status === 404 && agent.life === 'unclear') {
    return { model: withAgent(model, { ...agent, life: 'deleted' }), findings: [], reached: [] };
  }
  return judgeThere(model, facts, answer, agent, isDocumented);
}

function judgeThere(
  model: Model,
  facts: Facts,
  answer: CheckedAnswer,
  agent: AgentModel,
  isDocumented: (pointer: string) => boolean,
): Judgement {
  const cause = agent.seen === null ? (agent.by?.[0] ?? 'create-agent.create') : model.cause;
  // An agent whose status was set is there, too.
  const by = (agent.wants.get('/basic_details/status') ?? []).flatMap((want) => want.clause ?? []);
  const missing = expectStatus(answer, [cause, ...by], 'the agent is there', [200]);
  if (missing.length > 0) return { model, findings: missing, reached: [cause] };
  const data = memberOf(answer.body, 'data');
  if (isContainer(data) && !Array.isArray(data)) return judgeData(model, facts, answer, agent, data, isDocumented);
  const one = 'get-by-id.one-agent';
  return { model, findings: [found(one, '/data', 'one agent as data', data)], reached: [one] };
}

function idIn(given: string | undefined): number | null {
  return /^[1-9]\d{0,14}$/.test(given ?? '') ? Number(given) : null;
}

/** Where each workspace counts its agents for itself, this one may have an agent of an id that the other one has made. */
function isOtherAgent({ foreigners }: Model, id: number | null, { status, body }: CheckedAnswer): boolean {
  const name = foreigners.get(id ?? 0);
  return status === 200 && name !== undefined && !showsAs(name, memberOf(body, 'data.basic_details.agent_name'));
}

function missingExpected(given: string | undefined, id: number | null, isDeleted: boolean, facts: Facts): Expectation {
  if (given === undefined) return refusedBy(facts, 'getAgent', 'get-by-id.agent-id.missing', 'agent_id is missing');
  const absent = refusedBy(facts, 'getAgent', 'get-by-id.not-found', 'there is no such agent');
  // Beyond 32 bits it may be no id at all.
  if (id === null || id > largestId) return { clauses: absent.clauses, why: absent.why };
  return isDeleted ? { ...absent, clauses: ['agent.deleted.not-returned'], why: 'the agent is deleted' } : absent;
}

const largestId = 2 ** 31 - 1;

function judgeData(
  model: Model,
  facts: Facts,
  answer: CheckedAnswer,
  agent: AgentModel,
  data: AgentData,
  isDocumented: (pointer: string) => boolean,
): Judgement {
  const { id } = agent;
  const isClear = agent.life !== 'unclear';
  const stamp = memberOf(answer.body, 'timestamp');
  const changed = isClear ? compareAgent(agent, data, model.cause, isDocumented) : [];
  const kept = releasedFindings(agent, data);
  const wants = [...agent.wants.values()].flat();
  const reached: ClauseId[] = [
    model.cause,
    ...(wants.length > 0 ? (agent.by ?? []) : []),
    ...wants.flatMap((want) => want.clause ?? []),
  ];
  const readAt = typeof stamp === 'number' ? stamp : undefined;
  const read: AgentModel = { id, life: 'live', seen: data, wants: new Map(), open: [], readAt };
  const renamed = renaming(withAgent(model, read), agent, data);
  const laws = answerLaws(answer, id, facts, model);
  const chosen = withChoice(renamed.model, 'workspace_id', memberOf(data, 'basic_details.workspace_id'));
  return {
    model: withChoice(chosen, 'voice_analysis', memberOf(data, 'voice_analysis')),
    findings: [...changed, ...kept, ...renamed.findings, ...laws.findings],
    reached: [...reached, 'get-by-id.one-agent', ...(agent.released === undefined ? [] : [releases]), ...laws.reached],
  };
}

const releases: ClauseId = 'create-agent.delete.releases-numbers';

/** An agent that came back from its deletion has none of the numbers that it had before. */
function releasedFindings({ released = [] }: AgentModel, data: AgentData): Finding[] {
  const numbers = numbersIn(data['phone_numbers']);
  const kept = released.find((number) => numbers.includes(number));
  if (kept === undefined) return [];
  return [found(releases, '/data/phone_numbers', `${kept} released`, numbers)];
}

/** Whether `name` of agent/update is the agent's name is the deployment's choice; that something changes is not. */
function renaming(model: Model, agent: AgentModel, data: AgentData): Pick<Judgement, 'model' | 'findings'> {
  const { renaming: name, seen, wants } = agent;
  // Another request has named it since.
  if (name === undefined || wants.has(namePointer)) return { model, findings: [] };
  const shown = valueAt(data, namePointer);
  if (showsAs(name, shown)) return { model: withChoice(model, 'agent/update renames', true), findings: [] };
  const isOtherName = seen === null || !showsAs(valueAt(seen, namePointer), shown);
  if (isOtherName || !isLongAgo(agent)) return { model, findings: [] };
  if (!isDeepStrictEqual({ ...seen, last_modified: '' }, { ...data, last_modified: '' })) {
    return { model, findings: [] };
  }
  const [expected, came] = [`an agent that ${name} has changed`, 'the agent as it was'];
  return { model, findings: [{ clauses: ['agent-update.effect'], expected, came, path: '/data' }] };
}

/** Whether its latest update is so long ago that another one shows in a time of seconds. */
function isLongAgo({ seen, readAt }: AgentModel): boolean {
  return readAt !== undefined && readAt - Date.parse(String(valueAt(seen, '/basic_details/updated_on'))) > 2000;
}
