import { isDeepStrictEqual } from 'node:util';
import type { ClauseId } from '../../document/names.gen.ts';
import type { CheckedAnswer, Finding } from '../report/violation.ts';
import { printed } from '../validate-answer.ts';
import {
  compared,
  compareLaws,
  found,
  nothing,
  queryValue,
  refusedBy,
  jointly,
  type Compared,
  type Expectation,
  type Law,
} from './expectation.ts';
import { holds, isMemberOf, tellingOf, showsAs } from './wants.ts';
import {
  surelyShown,
  withAgent,
  withChoice,
  type AgentData,
  type AgentModel,
  type Facts,
  type Model,
  isDocumented,
} from './model.ts';
import { namePointer } from './fields.ts';
import { isAbsent } from './judge-lists.ts';
import { differences, isContainer, memberOf, readJson, valueAt } from '../../json/json-value.ts';

/** What an answer of get-by-id means, by a caller who may. */
export function judgeReading(model: Model, answer: CheckedAnswer): Compared {
  const { facts } = model;
  const id = idIn(queryValue(answer, 'agent_id'));
  const agent = id === null ? undefined : model.agents.get(id);
  if (id !== null && agent === undefined && facts.bystanders.includes(id)) return answerLaws(answer, id, model);
  if (agent === undefined && isOtherAgent(model, id, answer)) return leftBehind(model, answer);
  if (agent === undefined || agent.life === 'deleted') {
    return compared(answer, missingExpected(answer, id, agent !== undefined, facts));
  }
  if (answer.status === 404 && agent.life === 'unclear') {
    return { ...nothing, state: withAgent(model, { ...agent, life: 'deleted' }) };
  }
  return judgeThere(model, answer, agent);
}

function idIn(given = ''): number | null {
  return /^(?:0|-?[1-9]\d{0,14})$/.test(given) ? Number(given) : null;
}

function judgeThere(model: Model, answer: CheckedAnswer, agent: AgentModel): Compared {
  const cause = agent.seen === null ? (agent.by?.[0] ?? 'create-agent.create') : model.cause;
  // An agent whose status was set is there, too.
  const by = (agent.wants.get('/basic_details/status') ?? []).flatMap((want) => want.clause ?? []);
  const there = compared(answer, { clauses: [cause, ...by], why: 'the agent is there', statuses: [200] });
  if (there.findings.length > 0) return there;
  const data = memberOf(answer.body, 'data');
  if (isContainer(data) && !Array.isArray(data)) return judgeData(model, answer, agent, data);
  const one = 'get-by-id.one-agent';
  return { findings: [found(one, '/data', 'one agent as data', data)], reached: [one] };
}

/** The workspace has other agents: where each workspace counts its own, this one may have an agent of an id that the other one has made. */
function isOtherAgent({ second }: Model, id: number | null, { status, body }: CheckedAnswer): boolean {
  const theirs = second?.agents.get(id ?? 0);
  const name = theirs && surelyShown(theirs, namePointer);
  const isFree = name === undefined || !showsAs(name, memberOf(body, 'data.basic_details.agent_name'));
  return status === 200 && id !== null && !isAbsent(id) && isFree;
}

/** No agent has the name of a creation that was refused. */
function leftBehind({ rejected }: Model, { body }: CheckedAnswer): Compared {
  const [clause, pointer] = ['createagentorupdate.atomic', `/data${namePointer}`] as const;
  const isLeft = (name: unknown): boolean => !rejected.some((each) => showsAs(each, name));
  return compareLaws(body, [[clause, pointer, 'no name of a form that was refused', isLeft]]);
}

function missingExpected(answer: CheckedAnswer, id: number | null, isDeleted: boolean, facts: Facts): Expectation {
  if (queryValue(answer, 'agent_id') === undefined) {
    const missing = refusedBy(facts, 'getAgent', 'get-by-id.agent-id.missing', 'agent_id is missing');
    // Of another parameter in its place it may be told first that there is no such one.
    return answer.request.query.length === 0 ? missing : { clauses: missing.clauses, why: missing.why };
  }
  const absent = refusedBy(facts, 'getAgent', 'get-by-id.not-found', 'there is no such agent');
  // Below 1 and beyond 32 bits it may be no id at all, if it was none of an agent.
  if (id === null || ((id < 1 || id >= 2 ** 31) && !isDeleted)) return { clauses: absent.clauses, why: absent.why };
  return isDeleted ? { ...absent, clauses: ['agent.deleted.not-returned'], why: 'the agent is deleted' } : absent;
}

function judgeData(model: Model, answer: CheckedAnswer, agent: AgentModel, data: AgentData): Compared {
  const { id, by = [] } = agent;
  const isShown = isDocumented(model.facts, answer, agent.seen);
  const wants = [...agent.wants.values()].flat();
  const wanted = wants.flatMap(({ clause }) => clause ?? []);
  const changed: Compared = {
    findings: agent.life === 'unclear' ? [] : compareAgent(agent, data, model.cause, isShown),
    reached: [model.cause, 'get-by-id.one-agent', ...(wants.length > 0 ? by : []), ...wanted],
  };
  const open = model.facts.isShared === true ? ofCampaigns : [];
  const read: AgentModel = { id, life: 'live', seen: data, wants: new Map(), open };
  const next = withAgent(model, read);
  const renamed = renaming(next, agent, data, isShown);
  const chosen = withChoice(renamed.state ?? next, 'workspace_id', memberOf(data, 'basic_details.workspace_id'));
  const all = jointly(changed, released(agent, data), renamed, answerLaws(answer, id, model));
  return { ...all, state: withChoice(chosen, 'voice_analysis', memberOf(data, 'voice_analysis')) };
}

/** An agent that came back from its deletion has none of the numbers that it had before. */
function released({ before }: AgentModel, data: AgentData): Compared {
  if (before === undefined) return nothing;
  const numbers = tellingOf(before['phone_numbers']);
  const isReleased = (now: unknown): boolean => !tellingOf(now).some((number) => numbers.includes(number));
  const [clause, pointer] = ['create-agent.delete.releases-numbers', '/data/phone_numbers'] as const;
  return compareLaws({ data }, [[clause, pointer, `${printed(numbers)} released`, isReleased]]);
}

/** Whether `name` of agent/update is the agent's name is the deployment's choice; that something changes is not: more than a time. */
function renaming(model: Model, agent: AgentModel, data: AgentData, isShown: (pointer: string) => boolean): Compared {
  const { renaming: name, seen, wants } = agent;
  // Another request may have named it since.
  const shown = name === undefined || wants.get(namePointer)?.length === 1 ? undefined : valueAt(data, namePointer);
  if (name === undefined || shown === undefined) return nothing;
  if (showsAs(name, shown)) return { ...nothing, state: withChoice(model, 'agent/update renames', true) };
  const isOther = ({ pointer }: { readonly pointer: string }): boolean =>
    isShown(pointer) && !isMemberOf(pointer, restless);
  if (seen === null || holds([name]).isMet(data, seen, false) || differences(seen, data).some(isOther)) return nothing;
  const [expected, came] = [`an agent that ${name} has changed`, 'the agent as it was'];
  return { findings: [{ clauses: ['agent-update.effect'], expected, came, path: '/data' }], reached: [] };
}

/** What get-by-id says of an agent agrees with itself, with the agent that was asked for, and with its workspace. */
function answerLaws({ body }: CheckedAnswer, id: number, model: Model): Compared {
  const ofAgent = [...ofDetails(body, id), ...ofWorkspace(model)];
  // No campaign uses an agent of the run's own.
  const isOwn = model.agents.has(id) && model.facts.isShared !== true;
  return compareLaws(body, [...ofAgent, ...(isOwn ? ofUnused : [])]);
}

const ofUnused: readonly Law[] = [
  ['agent.campaign-count', '/data/campaign_count', 0],
  ['agent.campaigns', '/data/campaigns', []],
  ['agent.is-campaign-on-hold', '/data/is_campaign_on_hold', false],
  ['agent.is-draft', '/data/is_draft', true],
  ['agent.is-audience', '/data/is_audience', false],
];

function ofDetails(body: unknown, id: number): Law[] {
  const basic = '/data/basic_details';
  const codes = ['category', 'purpose', 'agent_type'] as const;
  const campaigns = valueAt(body, '/data/campaigns');
  const listed = Array.isArray(campaigns) ? campaigns.length : Infinity;
  const isAtMost = (count: unknown): boolean => !(Number(count) > listed);
  return [
    ['agent.basic-details.id', `${basic}/id`, id],
    ['agent.configuration.ids', '/data/configuration/agent_id', id],
    ['agent.knowledge-base', '/data/knowledge_base/agent_id', id],
    ['agent.guardrails', '/data/guardrails/agent_id', id],
    ...codes.flatMap((name): Law[] => {
      const code = valueAt(body, `${basic}/${name}`);
      const clause = `agent.basic-details.${name === 'agent_type' ? 'agent-type' : name}-description` as const;
      // A code of another type is told by itself: its description is not wrong for that.
      return Number.isInteger(code) ? [[clause, `${basic}/${name}_description/id`, code]] : [];
    }),
    ['agent.tools.denials', '/data/tools/denials', valueAt(body, '/data/denials')],
    // The list may hold one that is on hold, which the number does not count.
    ['agent.campaign-count', '/data/campaign_count', `at most the ${listed} listed`, isAtMost],
    ['agent.basic-details.agent-token', `${basic}/agent_token`, 'a token in JWT form', isJwt],
  ];
}

function ofWorkspace({ facts: { workspace }, choices }: Model): Law[] {
  const laws: readonly Law[] = [
    ['agent.voice-analysis', '/data/voice_analysis', workspace?.voice_analysis ?? choices.get('voice_analysis')],
    ['agent.basic-details.workspace-id', '/data/basic_details/workspace_id', choices.get('workspace_id')],
  ];
  return laws.filter(([, , wanted]) => wanted !== undefined);
}

function isJwt(value: unknown): boolean {
  const parts = typeof value === 'string' ? value.split('.') : [];
  return parts.length === 3 && isContainer(readJson(Buffer.from(parts[0] ?? '', 'base64url').toString('utf8')));
}

/** What may differ from one read to the next. */
const restless = [
  ...['/last_modified', '/basic_details/updated_on', '/basic_details/agent_token'],
  // An address may be generated at any time, and so may the settings of guardrails.
  ...['/webhook_url', '/guardrails/id'],
];

/** What these mean is not shown: they may follow the numbers and the status. */
const ofCalls = ['/basic_details/calling_type', '/configuration/trigger'];

/** What a campaign shows of itself in its agent. */
export const ofCampaigns = ['/campaigns', '/campaign_count', '/is_campaign_on_hold', '/is_draft', '/is_audience'];

/** Fields of lists whose items are not shown: an item may carry an address that is signed anew for each read. */
const openLists = [
  '/phone_numbers',
  '/campaigns',
  '/dispositions',
  '/knowledge_base',
  '/tools',
  '/configuration/skills',
];

/**
 * Compares an agent with what the model wants of it.
 * @param cause the rule that says why a field that was not addressed stays as it was
 * @param isShown whether the document shows the field of `data` at this pointer
 */
export function compareAgent(
  { seen, wants, open, by = [] }: Pick<AgentModel, 'seen' | 'wants' | 'open' | 'by'>,
  data: AgentData,
  cause: ClauseId,
  isShown: (pointer: string) => boolean,
): Finding[] {
  const findings = [...wants].flatMap(([pointer, allowed]): Finding[] => {
    const [now, before] = [valueAt(data, pointer), valueAt(seen, pointer)];
    if (allowed.some((want) => want.isMet(now, before, seen === null))) return [];
    const clauses = [...allowed.flatMap(({ clause }) => clause ?? []).slice(0, 1), ...by];
    const expected = allowed.map((want) => want.told(before)).join(', or ');
    return [found(clauses, `/data${pointer}`, expected, now)];
  });
  if (seen === null) return findings;
  const changed = differences(seen, data, lastsAs);
  const isMoved = changed.some(({ pointer }) => isMemberOf(pointer, ['/phone_numbers', '/basic_details/status']));
  const free = [...restless, ...open, ...wants.keys(), ...(isMoved ? ofCalls : [])];
  for (const { pointer, from, to } of changed) {
    if (isMemberOf(pointer, free) || !isShown(pointer)) continue;
    findings.push(found(cause, `/data${pointer}`, `${pointer} unchanged: ${printed(from)}`, to));
  }
  return findings;
}

/** Whether a field is the same as before; of a list of open items, what of them lasts. */
function lastsAs(before: unknown, now: unknown, pointer: string): boolean {
  if (!isMemberOf(pointer, openLists)) return isDeepStrictEqual(before, now);
  return isDeepStrictEqual(lasting(before), lasting(now));
}

function lasting(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lasting);
  if (isContainer(value)) return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, lasting(each)]));
  return typeof value === 'string' && /^https?:|^\d{4}-\d\d-\d\dT/.test(value) ? null : value;
}
