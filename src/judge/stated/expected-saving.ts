import type { ClauseId, RefusalId } from '../../document/names.gen.ts';
import type { FormPart } from '../../deployment/transport.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { refusedBy, type Expectation } from './expectation.ts';
import { numbersIn } from './wants.ts';
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
    const parts = body.kind === 'form' ? body.parts : [];
    const inForm = parts.find(({ name }) => name === 'agent_id')?.value;
    const id = idGiven(typeof inForm === 'string' ? inForm : inQuery);
    const [first, fields] = [withoutName(parts, facts), fieldsInForm(parts, facts)];
    return { operation: 'createAgentOrUpdate', id, status: undefined, fields, first };
  }
  const sent = body.kind === 'json' && isContainer(body.value) ? body.value : {};
  const { agent_id: given, status } = sent;
  if (request.operation === 'updateAgent') return readRenaming(sent, facts);
  const inBody = typeof given === 'number' && inQuery === undefined ? idGiven(String(given)) : undefined;
  const id = given === undefined ? idGiven(inQuery) : inBody;
  return { operation: 'createAgent', id, status, fields: fieldsInBody('createAgent', sent, facts), first: null };
}

function readRenaming(sent: Readonly<Record<string, unknown>>, facts: Facts): Saving {
  const uuid = String(sent['agent_id']);
  const first = uuidPattern.test(uuid) ? null : noUuid;
  const fields = fieldsInBody('updateAgent', sent, facts);
  return { operation: 'updateAgent', id: Number(uuid.slice(-12)), status: undefined, fields, first };
}

const uuidPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const noUuid: Expectation = { clauses: ['agent-update.body'], why: 'agent_id is not a UUID' };

function idGiven(text: string | undefined): number | null | undefined {
  if (text === undefined) return null;
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

function withoutName(parts: readonly FormPart[], facts: Facts): Expectation | null {
  const isMissing = (name: string): boolean => !parts.some((part) => part.name.startsWith(name));
  const told = (refusal: RefusalId, why: string): Expectation => refusedBy(facts, 'createAgentOrUpdate', refusal, why);
  if (isMissing('basic_details[')) {
    return told('createagentorupdate.basic-details.required', 'the section basic_details is missing');
  }
  return isMissing('basic_details[agent_name]')
    ? told('createagentorupdate.agent-name.missing', 'agent_name is missing')
    : null;
}

/** What decides about a request that saves an agent. */
interface About extends Saving {
  readonly model: Model;
  readonly facts: Facts;
  /** The one that it names, if it is known. */
  readonly agent: AgentModel | undefined;
  /** The first field that no reading takes. */
  readonly wrong: SentField | undefined;
  /** Whether every field is right beyond doubt. */
  readonly isRight: boolean;
}

export function expectedOf(model: Model, saving: Saving): Expected {
  const { id, fields } = saving;
  const about: About = {
    ...{ ...saving, model, facts: model.facts },
    agent: typeof id === 'number' ? model.agents.get(id) : undefined,
    wrong: fields.find(({ verdict }) => verdict === 'wrong'),
    isRight: fields.every(({ verdict }) => verdict === 'taken'),
  };
  for (const rule of rules) {
    const expected = rule(about);
    if (expected !== null) return expected;
  }
  return doneExpected(about);
}

type Rule = (about: About) => Expected | null;

/** The first one that says something decides: which of several mistakes is told is not shown. */
const rules: readonly Rule[] = [
  incomplete,
  (about) => (about.id === undefined ? openTo(about) : null),
  draftOfSettings,
  nobody,
  (about) => (about.agent !== undefined && about.agent.life !== 'live' ? openTo(about) : null),
  (about) => (about.operation === 'createAgent' && about.status !== undefined ? besideStatus(about) : null),
  wrongField,
  (about) => (about.operation === 'updateAgent' && !about.isRight ? { kind: 'open', statuses: [] } : null),
  (about) =>
    about.operation !== 'updateAgent' && isOpenValue(about.model, about, about.agent)
      ? { kind: 'open', statuses: [422] }
      : null,
];

function openTo({ operation }: Pick<About, 'operation'>): Expected {
  return { kind: 'open', statuses: operation === 'createAgent' ? [400, 404, 422] : [] };
}

/** With which status agent/update or a file is refused is not shown. */
function incomplete({ operation, first, fields, isRight }: About): Expected | null {
  if (first === null || isRight) return first && { kind: 'refused', ...first };
  const isFile = fields.some(({ name, verdict }) => name === 'FILE_KNOWLEDGE_BASES' && verdict !== 'taken');
  const statuses = isFile || operation === 'updateAgent' ? undefined : [422];
  return { kind: 'refused', ...first, message: undefined, statuses };
}

/** A draft of the settings, which has no number that counts, is not published. */
function draftOfSettings({ operation, id, status, fields, facts }: About): Expected | null {
  const { draft_with_inactive_number: inactive, draft_with_shared_number: shared } = facts.agents ?? {};
  if (operation !== 'createAgent' || status !== 1 || fields.length > 0 || typeof id !== 'number') return null;
  return id === inactive || id === shared ? withoutNumber(facts, id === shared) : null;
}

/** Refused where nothing but the agent can be wrong. */
function nobody(about: About): Expected | null {
  const { operation, id, agent, status, isRight, facts } = about;
  if (id === null || agent !== undefined) return null;
  // What agent/update and the form answer is not shown.
  if (!isRight || ![undefined, 1, 2, 3].includes(status as undefined) || operation !== 'createAgent') {
    return openTo(about);
  }
  return { kind: 'refused', ...refusedBy(facts, operation, 'create-agent.not-found', 'there is no such agent') };
}

function besideStatus(about: About): Expected {
  const { id, fields, wrong, status, isRight, facts } = about;
  const either = [400, 422];
  if (id === null) {
    // Beside the fields of a new agent it may be refused or ignored, and one that there is not may be told first.
    if (fields.length > 0 || ![1, 2, 3].some((each) => each === status)) return { kind: 'open', statuses: either };
    const why = 'a status alone needs the agent that it is for';
    return { kind: 'refused', ...refusedBy(facts, 'createAgent', 'create-agent.agent-id.required', why, [422]) };
  }
  if (wrong !== undefined) {
    const why = 'a status needs right fields beside it';
    return { kind: 'refused', statuses: either, clauses: ['create-agent.validation'], why };
  }
  if (typeof status !== 'number') return openTo(about);
  const isListed = [1, 2, 3].includes(status);
  // Which of two reasons for a refusal comes first is not shown.
  if (!isRight && isListed) return { kind: 'open', statuses: either };
  if (!isListed) {
    const refusal = refusedBy(facts, 'createAgent', 'create-agent.status.invalid', 'status is not 1, 2 or 3');
    return { kind: 'refused', ...refusal, ...(!isRight && { statuses: either, message: undefined }) };
  }
  if (status === 1) return publishExpected(about);
  return { kind: 'done', clauses: [status === 2 ? 'create-agent.delete' : 'create-agent.unpublish'] };
}

function wrongField({ operation, wrong }: About): Expected | null {
  if (wrong === undefined) return null;
  const { name, clause } = wrong;
  const why = `${name} is not of the type or kind that it takes`;
  if (operation === 'updateAgent') return { kind: 'refused', clauses: [clause], why };
  const clauses = [validationOf({ operation }), clause] as const;
  if (name !== 'FILE_KNOWLEDGE_BASES') return { kind: 'refused', statuses: [422], clauses, why };
  // Errors are 401, 422 and 500 (4.3), but HTTP has statuses of its own for files; one too large may not even be read.
  const isLarge = clause === 'createagentorupdate.files.size';
  return { kind: 'refused', ...(!isLarge && { statuses: [413, 415, 422] }), clauses, why };
}

function publishExpected(about: About): Expected {
  const { agent, facts } = about;
  // Whether agents of another type need a number is not shown.
  const attached = agent === undefined || typeOf(agent) !== 3 ? null : attachedTo(agent);
  const { owned = [], shared = [], inactive = [] } = facts.numbers ?? {};
  const known = [...owned, ...shared, ...inactive];
  if (attached?.every((number) => known.includes(number)) !== true) return openTo(about);
  if (attached.some((number) => owned.includes(number))) {
    const isOwnedAlone = attached.every((number) => owned.includes(number));
    return { kind: 'done', clauses: [publishClause(agent, isOwnedAlone)] };
  }
  const hasShared = attached.some((number) => shared.includes(number));
  return withoutNumber(facts, hasShared);
}

function publishClause(agent: AgentModel | undefined, isOwnedAlone: boolean): ClauseId {
  if (valueAt(agent?.seen, '/basic_details/status') === 1) return 'create-agent.publish.again';
  return isOwnedAlone ? 'create-agent.publish' : 'create-agent.publish.mixed';
}

function withoutNumber(facts: Facts, isShared = false): Expected {
  const refusal = isShared ? 'create-agent.publish.global-provider' : 'create-agent.publish.no-number';
  const why = isShared ? 'only shared numbers are attached' : 'no active number is attached';
  return { kind: 'refused', ...refusedBy(facts, 'createAgent', refusal, why) };
}

function doneExpected(about: About): Expected {
  if (about.operation === 'updateAgent') {
    return { kind: 'done', clauses: ['agent-update.body', 'agent-update.bearer'] };
  }
  const clauses = doneClauses(about);
  const freed = freedBy(about);
  return { kind: 'done', clauses: freed === null ? clauses : [freed, ...clauses] };
}

/** The rule by which a number that a form sends is free again. */
function freedBy({ model: { agents, rejected }, fields }: About): ClauseId | null {
  const sent = numbersSent(fields);
  const deleted = [...agents.values()].filter(({ life }) => life === 'deleted');
  const isReleased = deleted.some(({ seen }) => numbersIn(seen?.['phone_numbers']).some((each) => sent.includes(each)));
  if (isReleased) return 'create-agent.delete.releases-numbers';
  return sent.some((number) => rejected.includes(number)) ? 'createagentorupdate.atomic' : null;
}

function doneClauses({ operation, id, fields }: About): readonly [ClauseId, ...ClauseId[]] {
  const beside = besideName(fields);
  const tried = withoutType(beside);
  const [only] = tried.length === 1 ? tried : [];
  if (operation === 'createAgentOrUpdate') {
    if (only !== undefined) return [only.clause, ...(only.also ?? [])];
    return [tried.length === 0 ? 'createagentorupdate.only-name-required' : 'createagentorupdate.success'];
  }
  if (id === null) return [only?.clause ?? 'create-agent.create'];
  // An update is taken by its agent_id alone, whatever else is left out.
  const rules = [
    only?.clause ?? 'create-agent.success',
    'create-agent.update',
    'create-agent.agent-id.places',
  ] as const;
  return beside.length < fields.length ? rules : [...rules, 'create-agent.update.partial'];
}

/** The type of a new agent goes with what is tried. */
function withoutType(fields: readonly SentField[]): readonly SentField[] {
  return fields.length > 1 ? fields.filter(({ name }) => !name.includes('agent_type')) : fields;
}

function besideName(fields: readonly SentField[]): readonly SentField[] {
  return fields.filter(({ name }) => !name.includes('agent_name'));
}

/** The numbers that a request attaches. */
export function numbersSent(fields: readonly SentField[]): readonly string[] {
  return fields.flatMap(({ wants }) => wants.flatMap(([, { numbers = [] }]) => numbers));
}

/** The rule that lets an operation refuse what is invalid. */
export function validationOf({ operation }: Pick<Saving, 'operation'>): ClauseId {
  return operation === 'createAgentOrUpdate' ? 'createagentorupdate.validation' : 'create-agent.validation';
}

/** The rule of the one field that is sent beside a name. */
export function onlyField({ fields }: Saving): readonly ClauseId[] {
  const [only, ...others] = besideName(fields);
  return only === undefined || others.length > 0 ? [] : [only.clause];
}
