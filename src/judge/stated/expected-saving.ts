import type { ClauseId, RefusalId } from '../../document/names.gen.ts';
import type { FormPart } from '../../deployment/transport.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import type { Expectation } from './expectation.ts';
import { numbersIn } from './read-agent.ts';
import { fieldsInForm } from './form-fields.ts';
import { attachedTo, isOpenValue, typeOf } from './open-values.ts';
import type { AgentModel, Facts, Model } from './model.ts';
import { fieldsInBody, type SentField } from './fields.ts';
import { isContainer, valueAt } from '../../json/json-value.ts';

/** A request that saves an agent, as the specification reads it. */
export interface Saving {
  readonly operation: 'createAgent' | 'createAgentOrUpdate' | 'updateAgent';
  /** Null: a creation; undefined: which agent it names is open. */
  readonly id: number | null | undefined;
  readonly fields: readonly SentField[];
  /** undefined: none is sent. */
  readonly status: unknown;
  /** Refusals that come before everything else. */
  readonly first: Expectation | null;
}

export type Expected =
  | { readonly kind: 'done'; readonly clauses: readonly [ClauseId, ...ClauseId[]] }
  | ({ readonly kind: 'refused' } & Expectation)
  /** `statuses` of a refusal, where the operation lists them. */
  | { readonly kind: 'open'; readonly statuses: readonly number[] };

export function readSaving({ request }: CheckedAnswer, facts: Facts): Saving {
  const inQuery = request.query.find(([name]) => name === 'agent_id')?.[1];
  const { body } = request;
  if (request.operation === 'createAgentOrUpdate') {
    return formRead(body.kind === 'form' ? body.parts : [], inQuery, facts);
  }
  const sent = body.kind === 'json' && isContainer(body.value) ? body.value : {};
  const { agent_id: given, status } = sent;
  if (request.operation === 'updateAgent') return renamingRead(sent, facts);
  const isTwice = given !== undefined && inQuery !== undefined;
  const id = isTwice
    ? undefined
    : given === undefined
      ? idGiven(inQuery)
      : typeof given === 'number'
        ? given
        : undefined;
  return { operation: 'createAgent', id, status, fields: fieldsInBody('createAgent', sent, facts), first: null };
}

function renamingRead(sent: Readonly<Record<string, unknown>>, facts: Facts): Saving {
  const { agent_id: given } = sent;
  const id = typeof given === 'string' ? Number(given.slice(-12)) : undefined;
  const first = typeof given === 'string' && uuidPattern.test(given) ? null : noUuid;
  return { operation: 'updateAgent', id, status: undefined, fields: fieldsInBody('updateAgent', sent, facts), first };
}

const uuidPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const noUuid: Expectation = { clauses: ['agent-update.body'], why: 'agent_id is not a UUID' };

function formRead(parts: readonly FormPart[], inQuery: string | undefined, facts: Facts): Saving {
  const inForm = parts.find(({ name }) => name === 'agent_id')?.value;
  const id = idGiven(typeof inForm === 'string' ? inForm : inQuery);
  const first = withoutName(parts, facts);
  return { operation: 'createAgentOrUpdate', id, status: undefined, fields: fieldsInForm(parts, facts), first };
}

function idGiven(text: string | undefined): number | null | undefined {
  if (text === undefined) return null;
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

function withoutName(parts: readonly FormPart[], { messageOf }: Facts): Expectation | null {
  const isMissing = (name: string): boolean => !parts.some((part) => part.name.startsWith(name));
  const told = (refusal: RefusalId, why: string): Expectation => {
    return { clauses: [refusal], why, statuses: [422], message: messageOf('createAgentOrUpdate', refusal) };
  };
  if (isMissing('basic_details[')) {
    return told('createagentorupdate.basic-details.required', 'the section basic_details is missing');
  }
  return isMissing('basic_details[agent_name]')
    ? told('createagentorupdate.agent-name.missing', 'agent_name is missing')
    : null;
}

export function expectedOf(model: Model, facts: Facts, saving: Saving): Expected {
  const { operation, id, first } = saving;
  const open: Expected = { kind: 'open', statuses: operation === 'createAgent' ? [400, 404, 422] : [] };
  // Which of several mistakes is told is not shown.
  const isOnly = saving.fields.every(({ verdict }) => verdict === 'taken');
  if (first !== null) return isOnly ? { kind: 'refused', ...first } : refusedAnyhow(first, saving.fields);
  if (id === undefined) return open;
  const agent = id === null ? undefined : model.agents.get(id);
  const draft = draftExpected(saving, facts);
  if (draft !== null) return draft;
  if (id !== null && agent === undefined) return isPlain(saving) ? absent(operation, open, facts) : open;
  if (agent !== undefined && agent.life !== 'live') return open;
  return expectedOfAgent(model, facts, { ...saving, id }, agent);
}

function refusedAnyhow({ clauses, why }: Expectation, fields: readonly SentField[]): Expected {
  const hasFile = fields.some(({ name, verdict }) => name === 'FILE_KNOWLEDGE_BASES' && verdict !== 'taken');
  return { kind: 'refused', clauses, why, ...(!hasFile && { statuses: [422] }) };
}

/** A draft of the settings, which has no number that counts, is not published. */
function draftExpected({ operation, id, status, fields }: Saving, facts: Facts): Expected | null {
  const { agents } = facts;
  if (operation !== 'createAgent' || status !== 1 || fields.length > 0 || typeof id !== 'number') return null;
  if (id === agents?.draft_with_inactive_number) return withoutNumber(facts);
  return id === agents?.draft_with_shared_number ? withSharedOnly(facts) : null;
}

/** Of a creation, or of an agent that is there. */
function expectedOfAgent(
  model: Model,
  facts: Facts,
  saving: Saving & { readonly id: number | null },
  agent: AgentModel | undefined,
): Expected {
  const { operation, id, fields, status } = saving;
  const wrong = fields.find(({ verdict }) => verdict === 'wrong');
  const hasStatus = operation === 'createAgent' && status !== undefined;
  if (hasStatus && id === null) return misplacedStatus(fields, facts);
  if (hasStatus && wrong !== undefined) {
    const clauses = ['create-agent.validation'] as const;
    return { kind: 'refused', statuses: [400, 422], clauses, why: 'a status needs right fields beside it' };
  }
  if (wrong !== undefined) return refusalOfField(operation, wrong);
  if (hasStatus) return expectedOfStatus(agent, facts, status, fields);
  if (operation === 'updateAgent') return updateExpected(saving);
  if (isOpenValue(model, saving, agent)) return { kind: 'open', statuses: [422] };
  return { kind: 'done', clauses: withNumbers(model, fields, doneClauses(operation, id, fields)) };
}

/** A status alone names no agent and makes none; beside the fields of a new agent it may be refused or ignored. */
function misplacedStatus(fields: readonly SentField[], { messageOf }: Facts): Expected {
  if (fields.length > 0) return { kind: 'open', statuses: [400, 422] };
  const clause = 'create-agent.agent-id.required';
  const why = 'a status alone needs the agent that it is for';
  const message = messageOf('createAgent', clause);
  return { kind: 'refused', statuses: [400, 422], clauses: [clause], why, message };
}

/** Nothing but the agent can be wrong. */
function isPlain({ fields, status }: Saving): boolean {
  return fields.every(({ verdict }) => verdict === 'taken') && [undefined, 1, 2, 3].includes(status as undefined);
}

function updateExpected({ fields }: Saving): Expected {
  const isRight = fields.every(({ verdict }) => verdict === 'taken');
  return isRight
    ? { kind: 'done', clauses: ['agent-update.body', 'agent-update.bearer'] }
    : { kind: 'open', statuses: [] };
}

function absent(operation: Saving['operation'], open: Expected, { messageOf }: Facts): Expected {
  const why = 'there is no such agent';
  // What agent/update and the form answer is not shown.
  if (operation === 'updateAgent') return { kind: 'refused', clauses: ['agent-update.effect'], why };
  if (operation === 'createAgentOrUpdate') return open;
  const clause = 'create-agent.not-found';
  return { kind: 'refused', statuses: [404], message: messageOf(operation, clause), clauses: [clause], why };
}

function refusalOfField(operation: Saving['operation'], { name, clause }: SentField): Expected {
  const why = `${name} is not of the type or kind that it takes`;
  if (operation === 'updateAgent') return { kind: 'refused', clauses: [clause], why };
  const validation = operation === 'createAgent' ? 'create-agent.validation' : 'createagentorupdate.validation';
  const clauses = [validation, clause] as const;
  if (name !== 'FILE_KNOWLEDGE_BASES') return { kind: 'refused', statuses: [422], clauses, why };
  // Errors are 401, 422 and 500 (4.3), but HTTP has statuses of its own for files; one too large may not even be read.
  const isLarge = clause === 'createagentorupdate.files.size';
  return { kind: 'refused', ...(!isLarge && { statuses: [413, 415, 422] }), clauses, why };
}

function expectedOfStatus(
  agent: AgentModel | undefined,
  facts: Facts,
  status: unknown,
  fields: readonly SentField[],
): Expected {
  const open: Expected = { kind: 'open', statuses: [400, 404, 422] };
  if (typeof status !== 'number') return open;
  if (![1, 2, 3].includes(status)) {
    const why = 'status is not 1, 2 or 3';
    if (fields.some(({ verdict }) => verdict !== 'taken')) {
      return { kind: 'refused', statuses: [400, 422], clauses: ['create-agent.status.invalid'], why };
    }
    return statusRefusal('create-agent.status.invalid', why, facts);
  }
  // Which of two reasons for a refusal comes first is not shown.
  if (fields.some(({ verdict }) => verdict !== 'taken')) return { kind: 'open', statuses: [400, 422] };
  if (status === 2) return { kind: 'done', clauses: ['create-agent.delete'] };
  if (status === 3) return { kind: 'done', clauses: ['create-agent.unpublish'] };
  return publishExpected(agent, facts, open);
}

function statusRefusal(clause: RefusalId, why: string, { messageOf }: Facts): Expected {
  return { kind: 'refused', statuses: [400], message: messageOf('createAgent', clause), clauses: [clause], why };
}

function publishExpected(agent: AgentModel | undefined, facts: Facts, open: Expected): Expected {
  // Whether agents of another type need a number is not shown.
  const attached = agent === undefined || typeOf(agent) !== 3 ? null : attachedTo(agent);
  const { owned = [], shared = [], inactive = [] } = facts.numbers ?? {};
  const known = [...owned, ...shared, ...inactive];
  if (attached?.every((number) => known.includes(number)) !== true) return open;
  if (attached.some((number) => owned.includes(number))) {
    const isMixed = !attached.every((number) => owned.includes(number));
    return { kind: 'done', clauses: [publishClause(agent, isMixed)] };
  }
  return attached.some((number) => shared.includes(number)) ? withSharedOnly(facts) : withoutNumber(facts);
}

function publishClause(agent: AgentModel | undefined, isMixed: boolean): ClauseId {
  if (valueAt(agent?.seen, '/basic_details/status') === 1) return 'create-agent.publish.again';
  return isMixed ? 'create-agent.publish.mixed' : 'create-agent.publish';
}

function withoutNumber(facts: Facts): Expected {
  return statusRefusal('create-agent.publish.no-number', 'no active number is attached', facts);
}

function withSharedOnly(facts: Facts): Expected {
  return statusRefusal('create-agent.publish.global-provider', 'only shared numbers are attached', facts);
}

/** Before these the rules by which the numbers that a form sends are free again. */
function withNumbers(
  { agents, rejected }: Model,
  fields: readonly SentField[],
  clauses: readonly [ClauseId, ...ClauseId[]],
): readonly [ClauseId, ...ClauseId[]] {
  const sent = fields.flatMap(({ wants }) => wants.flatMap(([, want]) => (want.kind === 'numbers' ? want.values : [])));
  const deleted = [...agents.values()].filter(({ life }) => life === 'deleted');
  const isReleased = deleted.some(({ seen }) => numbersIn(seen?.['phone_numbers']).some((each) => sent.includes(each)));
  if (isReleased) return ['create-agent.delete.releases-numbers', ...clauses];
  return sent.some((number) => rejected.includes(number)) ? ['createagentorupdate.atomic', ...clauses] : clauses;
}

function doneClauses(
  operation: Saving['operation'],
  id: number | null,
  fields: readonly SentField[],
): [ClauseId, ...ClauseId[]] {
  const own = operation === 'createAgent' ? 'create-agent.success' : 'createagentorupdate.success';
  const beside = fields.filter(({ name }) => !name.includes('agent_name'));
  // The type of a new agent goes with what is tried.
  const [only, ...others] = beside.length > 1 ? beside.filter(({ name }) => !name.includes('agent_type')) : beside;
  if (operation === 'createAgent' && id !== null) {
    return updateClauses(fields, only !== undefined && others.length === 0);
  }
  if (only !== undefined && others.length === 0) return [only.clause, ...(only.also ?? [])];
  if (operation === 'createAgentOrUpdate') return [only === undefined ? 'createagentorupdate.only-name-required' : own];
  return [id === null ? 'create-agent.create' : own];
}

/** An update is taken by its agent_id alone, whatever else is left out. */
function updateClauses(fields: readonly SentField[], isSingle: boolean): [ClauseId, ...ClauseId[]] {
  const isNamed = fields.some(({ name }) => name === 'agent_name');
  const [only] = fields.filter(({ name }) => name !== 'agent_name');
  return [
    only !== undefined && isSingle ? only.clause : 'create-agent.success',
    'create-agent.update',
    'create-agent.agent-id.places',
    ...(isNamed ? [] : (['create-agent.update.partial'] as const)),
  ];
}

/** The rule that lets an operation refuse what is invalid. */
export function validationOf({ operation }: Saving): ClauseId {
  return operation === 'createAgentOrUpdate' ? 'createagentorupdate.validation' : 'create-agent.validation';
}

/** The rule of the one field that is sent beside a name. */
export function onlyField({ fields }: Saving): readonly ClauseId[] {
  const [only, ...others] = fields.filter(({ name }) => !name.includes('agent_name'));
  return only === undefined || others.length > 0 ? [] : [only.clause];
}
