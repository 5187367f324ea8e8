import type { FormPart } from '../../deployment/transport.ts';
import type { ClauseId, RefusalId } from '../../document/names.gen.ts';
import { sentJson, sentParts, type CheckedAnswer } from '../report/violation.ts';
import { queryValue, refusedBy, type Expectation } from './expectation.ts';
import { fieldsInBody, fieldsInForm, type SentField } from './fields.ts';
import type { AgentModel, Facts, Model } from './model.ts';
import { numbersWanted } from './wants.ts';

/** A request that saves an agent, as the specification reads it. */
export interface Saving {
  readonly operation: 'createAgent' | 'createAgentOrUpdate' | 'updateAgent';
  /** Null: a creation; undefined: which agent it names is open. */
  readonly id: number | null | undefined;
  readonly fields: readonly SentField[];
  /** Whether an agent is named otherwise than the operation shows, which it may take. */
  readonly isNamedOtherwise?: boolean;
  /** Of a form: what tells whether it updates an agent that is named so, or makes another one all the same. */
  readonly updates?: 'a form updates' | 'a query updates';
  /** undefined: none is sent. */
  readonly status: unknown;
  /** Refusals that come before everything else. */
  readonly first: Expectation | null;
  /** Before the request. */
  readonly model: Model;
  readonly agent: AgentModel | undefined;
  /** The first field that no reading takes. */
  readonly wrong: SentField | undefined;
  /** Whether every field is right beyond doubt. */
  readonly isRight: boolean;
}

type Sent = Pick<Saving, 'operation' | 'id' | 'updates' | 'isNamedOtherwise' | 'status' | 'fields' | 'first'>;

export function readSaving(model: Model, answer: CheckedAnswer): Saving {
  const sent = savingIn(answer, model);
  return {
    ...sent,
    model,
    agent: typeof sent.id === 'number' ? model.agents.get(sent.id) : undefined,
    wrong: sent.fields.find(({ verdict }) => verdict === 'wrong'),
    isRight: areRight(sent.fields),
  };
}

function savingIn(answer: CheckedAnswer, model: Model): Sent {
  const { operation } = answer.request;
  if (operation === 'createAgentOrUpdate') return savingByForm(answer, model);
  const { facts } = model;
  const sent = sentJson(answer);
  const { agent_id: given, status } = sent;
  if (operation === 'updateAgent') {
    const uuid = String(given);
    const refused: Expectation = { clauses: ['agent-update.body'], why: 'agent_id is not a UUID' };
    const isNamedOtherwise = /^[1-9]\d*$/.test(uuid);
    const first = uuidPattern.test(uuid) || isNamedOtherwise ? null : refused;
    const fields = fieldsInBody(operation, sent, facts);
    return { operation, id: Number(uuid.slice(-12)), isNamedOtherwise, status: undefined, fields, first };
  }
  const inQuery = queryValue(answer, 'agent_id');
  const inBody = typeof given === 'number' && inQuery === undefined ? idGiven(String(given)) : undefined;
  const id = given === undefined ? idGiven(inQuery) : inBody;
  return { operation: 'createAgent', id, status, fields: fieldsInBody('createAgent', sent, facts), first: null };
}

function savingByForm(answer: CheckedAnswer, { facts, choices }: Model): Sent {
  const parts = sentParts(answer);
  const inQuery = queryValue(answer, 'agent_id');
  const inForm = parts.find(({ name }) => name === 'agent_id')?.value;
  const id = idGiven(typeof inForm === 'string' ? inForm : inQuery);
  const [first, fields] = [withoutName(parts, facts), fieldsInForm(parts, facts)];
  // Section 4.3 shows no query.
  const updates = inForm === undefined && inQuery !== undefined ? 'a query updates' : 'a form updates';
  const isNamedOtherwise = updates === 'a query updates' && !choices.has(updates);
  return { operation: 'createAgentOrUpdate', id, updates, isNamedOtherwise, status: undefined, fields, first };
}

const uuidPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Null: none is given; undefined: what is given is no id. */
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

export function areRight(fields: readonly SentField[]): boolean {
  return fields.every(({ verdict }) => verdict === 'taken');
}

/** The fields beside a name, and beside what every new agent needs. */
export function besideName(fields: readonly SentField[]): readonly SentField[] {
  return fields.filter(({ name, isNeeded }) => !name.includes('agent_name') && isNeeded !== true);
}

export function numbersSent(fields: readonly SentField[]): readonly string[] {
  return fields.flatMap(({ wants }) => wants.flatMap(([, want]) => numbersWanted(want)));
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
