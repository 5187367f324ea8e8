import type { ClauseId } from '../../document/names.gen.ts';
import { memberOf } from '../../json/json-value.ts';
import type { CheckedAnswer, Finding } from '../report/violation.ts';
import { compared, found, jointly, nothing, wholly, type Compared } from './expectation.ts';
import {
  numbersWanted,
  attached,
  equals,
  hasNumber,
  isMemberOf,
  isNamedAs,
  isOpaque,
  numbersIn,
  unchanged,
} from './wants.ts';
import { namePointer, type SentField } from './fields.ts';
import {
  type Expected,
  expectedOf,
  fieldsNeeded,
  malformedNameLaw,
  publishClause,
  spellingLaw,
} from './expected-saving.ts';
import { type Saving, numbersSent, onlyField, readSaving, validationOf } from './read-saving.ts';
import { surelyShown, withAgent, withChoice, type AgentModel, type Model } from './model.ts';

/** What an answer to create-agent, createagentorupdate or agent/update means, by a caller who may. */
export function judgeSaving(model: Model, answer: CheckedAnswer): Compared {
  const saving = readSaving(model, answer);
  const isWhole = fieldsNeeded(saving, answer).length === 0;
  const expected: Expected = isWhole ? expectedOf(saving) : { kind: 'open', statuses: [] };
  const listed: readonly ClauseId[] =
    expected.kind === 'open' && expected.statuses.length > 0 ? [validationOf(saving)] : [];
  const isDone = answer.status >= 200 && answer.status < 300;
  const answered: Compared = {
    findings: answerFindings(expected, saving, answer),
    reached: expected.kind === 'open' ? listed : expected.clauses,
  };
  const spelled = spellingLaw(saving, answer);
  const named = malformedNameLaw(spelled.state ?? model, answer);
  const before = named.state ?? spelled.state ?? model;
  if (!isDone) return { ...jointly(answered, spelled, named), state: refused(before, saving, expected, answer) };
  const done = carriedOut(before, saving, answer);
  const taken = saving.fields.filter(({ verdict }) => verdict === 'taken').map(({ clause }) => clause);
  // What may be refused and was taken has been compared all the same.
  const reached = [...taken, ...onlyField(saving)];
  return { ...jointly(answered, spelled, named, { ...done, reached }), state: done.state ?? before };
}

function answerFindings(expected: Expected, saving: Saving, answer: CheckedAnswer): readonly Finding[] {
  const { status } = answer;
  if (status >= 500) return [wholly([successRule(saving), ...onlyField(saving)], 'an answer to the request', answer)];
  if (expected.kind === 'refused') return compared(answer, expected).findings;
  if (status < 300) return otherSuccess(saving, answer);
  if (expected.kind === 'done') {
    return [wholly(expected.clauses, 'success: every value is one that the specification shows', answer)];
  }
  const { statuses } = expected;
  if (statuses.length === 0 || statuses.includes(status)) return [];
  return [wholly(validationOf(saving), `success or a refusal with ${statuses.join(' or ')}`, answer, statuses)];
}

/** Success of create-agent is 200 or 201, of the form 200. */
function otherSuccess(saving: Saving, answer: CheckedAnswer): readonly Finding[] {
  const { operation } = saving;
  if (operation === 'updateAgent') return [];
  const statuses = operation === 'createAgent' ? [200, 201] : [200];
  const why = 'the request is carried out';
  return compared(answer, { clauses: [successRule(saving)], why, statuses }).findings;
}

function successRule({ operation }: Saving): ClauseId {
  if (operation === 'createAgent') return 'create-agent.success';
  return operation === 'updateAgent' ? 'agent-update.body' : 'createagentorupdate.success';
}

/** After a refusal nothing may have changed; but where a status was refused, what was sent beside it is open. */
function refused(before: Model, saving: Saving, expected: Expected, { status: came }: CheckedAnswer): Model {
  const { id, agent, fields, status, operation } = saving;
  const [stated] = expected.kind === 'refused' ? expected.clauses : ['create-agent.validation' as const];
  const cause = operation === 'createAgent' ? stated : refusedCauses[operation];
  const isNew = operation === 'createAgentOrUpdate' && id === null;
  const sent = fields.flatMap(({ wants }) => wants.filter(([pointer]) => isNew && pointer === namePointer));
  // Nobody else's agent has a name that the run has made up.
  const names = sent.map(([, { value }]) => String(value)).filter((name) => name.startsWith('contract-'));
  const model: Model = { ...before, cause, rejected: [...before.rejected, ...numbersSent(fields), ...names] };
  const isSilent = came >= 500 || (operation === 'createAgent' && status !== undefined);
  if (agent === undefined || !isSilent) return model;
  const isOpen = came >= 500 && status !== undefined;
  const next = written(agent, fields, [], isOpen ? ofStatus : [], false);
  return withAgent(model, isOpen ? { ...next, life: 'unclear' } : next, cause);
}

/** Where a status shows, and what goes with it. */
const ofStatus: readonly string[] = ['/basic_details/status', '/phone_numbers'];

const refusedCauses = {
  createAgentOrUpdate: 'createagentorupdate.atomic',
  updateAgent: 'agent-update.effect',
} as const;

function carriedOut(model: Model, saving: Saving, answer: CheckedAnswer): Compared {
  const { operation, id: named } = saving;
  if (operation === 'updateAgent') return { ...nothing, state: renamed(model, saving) };
  const id = memberOf(answer.body, 'data.agent_id');
  if (typeof id !== 'number') return nothing;
  const isOther = operation === 'createAgentOrUpdate' && id !== named && !model.agents.has(id);
  if (named === null || isOther) return created(model, saving, answer, id);
  if (id === named) return updated(model, saving, answer);
  if (typeof named !== 'number') return nothing;
  return { ...nothing, findings: [found('create-agent.update', '/data/agent_id', `agent ${named}`, id)] };
}

function created(model: Model, saving: Saving, answer: CheckedAnswer, id: number): Compared {
  if (model.agents.has(id)) {
    const clause = saving.operation === 'createAgent' ? 'create-agent.create' : 'createagentorupdate.success.agent-id';
    return { ...nothing, findings: [found(clause, '/data/agent_id', 'a new agent, which was not there before', id)] };
  }
  const next = withAgent(touched(model, saving), newAgent(id, saving), 'create-agent.create');
  const isNameless = saving.operation === 'createAgent' && !saving.fields.some(({ name }) => name === 'agent_name');
  const known = isNameless ? withChoice(next, 'create-agent takes no name', true) : next;
  const state = saving.id === null ? known : withUpdates(known, saving, false);
  return { ...nothing, state, findings: echo(saving, answer, null) };
}

function updated(model: Model, saving: Saving, answer: CheckedAnswer): Compared {
  const { operation, agent: known, fields, status } = saving;
  if (known === undefined) return nothing;
  const next = withUpdates(touched(model, saving), saving, true);
  const findings = known.life === 'live' ? echo(saving, answer, known) : [];
  const other = leftDeleted(known, saving);
  if (other !== null) {
    const rule = status === 2 ? 'create-agent.delete' : ruleOfWrite(saving);
    return { ...nothing, state: withAgent(next, other, rule), findings };
  }
  // Whether a form replaces the whole agent is not shown.
  const whole = operation === 'createAgentOrUpdate' ? [''] : [];
  const open = status === undefined || status === 1 || status === 3 ? whole : ofStatus;
  const agent = written(known, fields, statedStatus(saving), open);
  const by =
    operation === 'createAgent' ? (['create-agent.update', 'create-agent.agent-id.places'] as const) : known.by;
  return { ...nothing, state: withAgent(next, { ...agent, ...(by && { by }) }, ruleOfWrite(saving)), findings };
}

function withUpdates(model: Model, { updates }: Saving, isSo: boolean): Model {
  return updates === undefined ? model : withChoice(model, updates, isSo);
}

/** An agent that is deleted from now on, still is, or may have come back; null: it was there, and it is. */
function leftDeleted(agent: AgentModel, saving: Saving): AgentModel | null {
  const { operation, status, fields } = saving;
  const sent = fields.flatMap(({ touches, wants }) => [...touches, ...wants.map(([pointer]) => pointer)]);
  const open = [...agent.open, ...agent.wants.keys(), ...(operation === 'createAgent' ? sent : [''])];
  if (status === 2) return { ...agent, life: 'deleted', open };
  if (agent.life === 'live') return null;
  // What is not sent stays as it was, and so does the status.
  if (agent.life === 'deleted' && operation === 'createAgent' && status === undefined) return { ...agent, open };
  const back = { ...agent, wants: new Map(), open, before: agent.before ?? agent.seen ?? undefined };
  // From any status it moves back to Draft; what else it is like when it comes back is not shown.
  if (status === 3) return { ...written(back, [], statedStatus(saving), ofStatus), life: 'live' };
  return { ...back, life: 'unclear', seen: null };
}

function ruleOfWrite({ operation, fields, status }: Saving): ClauseId {
  if (status !== undefined && fields.length === 0) return 'create-agent.status.alone';
  return operation === 'createAgent' ? 'create-agent.update.partial' : 'createagentorupdate.success';
}

function statedStatus({ status, agent }: Saving): SentField['wants'] {
  if (status !== 1 && status !== 3) return [];
  const clause = status === 1 ? publishClause(agent) : 'create-agent.unpublish';
  return [['/basic_details/status', { ...equals(status), clause }]];
}

/** A number that is attached may be taken from the agent that had it. */
function touched(model: Model, { fields }: Saving): Model {
  const given = numbersSent(fields);
  const second = model.second && withoutNumbers(model.second, given);
  return { ...withoutNumbers(model, given), given: [...model.given, ...given], second };
}

/** The model where each agent that may have one of these numbers may have lost it. */
export function withoutNumbers(model: Model, taken: readonly string[]): Model {
  const agents = [...model.agents].map(([id, agent]) => [id, mayHave(agent, taken) ? bereft(agent) : agent] as const);
  return { ...model, agents: new Map(agents) };
}

function mayHave({ seen, wants }: AgentModel, numbers: readonly string[]): boolean {
  const wanted = (wants.get('/phone_numbers') ?? []).flatMap(numbersWanted);
  const known = [...numbersIn(seen?.['phone_numbers']), ...wanted];
  return numbers.some((number) => isOpaque(seen?.['phone_numbers']) || hasNumber(known, number));
}

/** Whether a number that is given to another agent is taken from this one is not shown, nor what that does to it. */
function bereft(agent: AgentModel): AgentModel {
  const wants = new Map([...agent.wants].filter(([pointer]) => !ofStatus.includes(pointer)));
  return { ...agent, wants, open: [...agent.open, ...ofStatus] };
}

function newAgent(id: number, { operation, fields, status }: Saving): AgentModel {
  const draft: SentField['wants'] =
    operation === 'createAgent' && status === undefined
      ? [['/basic_details/status', { ...equals(3), clause: 'create-agent.create.draft' }]]
      : [];
  // What becomes of a status that is sent beside a new agent is not shown.
  const life = operation === 'createAgent' && status !== undefined ? 'unclear' : 'live';
  const agent = written({ id, life, seen: null, wants: new Map(), open: [] }, fields, draft, []);
  return operation === 'createAgentOrUpdate' ? { ...agent, by: ['createagentorupdate.success.agent-id'] } : agent;
}

/**
 * An agent as a request leaves it.
 * @param open where it shows in any way, beside what the fields touch
 * @param isSure whether the fields were surely written, and not left as they were
 */
function written(
  agent: AgentModel,
  fields: readonly SentField[],
  stated: SentField['wants'],
  open: readonly string[],
  isSure = true,
): AgentModel {
  const touched = [...fields.flatMap(({ touches }) => touches), ...open];
  // What shows in any way now is no longer what was wanted before.
  const wants = new Map([...agent.wants].filter(([pointer]) => !isMemberOf(pointer, touched)));
  for (const [pointer, want] of [...fields.flatMap((field) => field.wants), ...stated]) {
    const earlier = wants.get(pointer);
    // Numbers may be added to those before, whether or not the rest is replaced.
    const before = (agent.wants.get(pointer) ?? []).flatMap(numbersWanted);
    const { numbers, may = [] } = want;
    const next = numbers === undefined ? want : { ...want, ...attached(numbers, [...may, ...before]) };
    wants.set(pointer, isSure ? [next] : [...(earlier ?? [unchanged]), next]);
  }
  return { ...agent, wants, open: [...agent.open, ...touched] };
}

/** agent/update shows no body: whether `name` is the agent's name is the deployment's choice, seen at the next read. */
function renamed(before: Model, { agent, fields }: Saving): Model {
  if (agent === undefined) return before;
  const isKnown = before.choices.get('agent/update renames') === true;
  const next = written(agent, fields, [], [], isKnown);
  const [name] = fields.flatMap(({ wants }) => wants.map(([, { value }]) => value));
  const isAlone = name !== undefined && fields.length === 1;
  const model = isAlone ? withChoice(before, 'agent/update takes a name', true) : before;
  // Not renamed before, it is not from now on either.
  const isTold = !isKnown && typeof name === 'string' && agent.wants.size === 0;
  return withAgent(model, isTold ? { ...next, renaming: name } : next, 'agent-update.effect');
}

/** The answer of create-agent names the agent. */
function echo({ operation, fields }: Saving, answer: CheckedAnswer, known: AgentModel | null): Finding[] {
  if (operation !== 'createAgent') return [];
  const sent = fields.find(({ name }) => name === 'agent_name');
  const name = sent === undefined ? known && surelyShown(known, namePointer) : sent.wants[0]?.[1].value;
  const came = memberOf(answer.body, 'data.agent_name');
  if (typeof name !== 'string' || isNamedAs(name, came)) return [];
  return [found('create-agent.success', '/data/agent_name', JSON.stringify(name), came)];
}
