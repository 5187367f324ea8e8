import type { ClauseId, RefusalId } from '../../document/names.gen.ts';
import type { FormPart } from '../../deployment/transport.ts';
import type { CheckedAnswer } from '../report/violation.ts';
import { at, isSame, numbersIn } from './read-agent.ts';
import { formFields } from './form-fields.ts';
import { liveAgents, type AgentModel, type Facts, type Model } from './model.ts';
import { isObject, jsonFields, renamingFields, type SentField } from './sent-fields.ts';

/** A request that saves an agent, as the specification reads it. */
export interface Saving {
  readonly operation: 'createAgent' | 'createAgentOrUpdate' | 'updateAgent';
  /** Null: a creation; undefined: which agent it names is open. */
  readonly id: number | null | undefined;
  readonly fields: readonly SentField[];
  /** undefined: none is sent. */
  readonly status: unknown;
  /** Refusals that come before everything else. */
  readonly first: PredictedRefusal | null;
}

export interface PredictedRefusal {
  readonly statuses: readonly number[];
  readonly message?: string | undefined;
  /** By status, where they differ. */
  readonly messages?: Readonly<Record<number, string | undefined>>;
  readonly clauses: readonly [ClauseId, ...ClauseId[]];
  readonly why: string;
}

export type Expected =
  | { readonly kind: 'done'; readonly clauses: readonly [ClauseId, ...ClauseId[]] }
  | ({ readonly kind: 'refused' } & PredictedRefusal)
  /** `statuses` of a refusal, where the operation lists them. */
  | { readonly kind: 'open'; readonly statuses: readonly number[] };

export function read({ request }: CheckedAnswer, facts: Facts): Saving {
  const inQuery = request.query.find(([name]) => name === 'agent_id')?.[1];
  const { body } = request;
  if (request.operation === 'createAgentOrUpdate') {
    return formRead(body.kind === 'form' ? body.parts : [], inQuery, facts);
  }
  const sent = body.kind === 'json' && isObject(body.value) ? body.value : {};
  const { agent_id: given, status } = sent;
  if (request.operation === 'updateAgent') {
    const id = typeof given === 'string' ? Number(given.slice(-12)) : undefined;
    return { operation: 'updateAgent', id, status: undefined, fields: renamingFields(sent), first: null };
  }
  const isTwice = given !== undefined && inQuery !== undefined;
  const id = isTwice ? undefined : given === undefined ? idOf(inQuery) : typeof given === 'number' ? given : undefined;
  return { operation: 'createAgent', id, status, fields: jsonFields(sent, facts), first: null };
}

function formRead(parts: readonly FormPart[], inQuery: string | undefined, facts: Facts): Saving {
  const inForm = parts.find(({ name }) => name === 'agent_id')?.value;
  const id = idOf(typeof inForm === 'string' ? inForm : inQuery);
  const first = nameless(
    parts.map(({ name }) => name),
    facts,
  );
  return { operation: 'createAgentOrUpdate', id, status: undefined, fields: formFields(parts, facts), first };
}

function idOf(text: string | undefined): number | null | undefined {
  if (text === undefined) return null;
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

function nameless(names: readonly string[], { messageOf }: Facts): PredictedRefusal | null {
  const told = (refusal: RefusalId) => ({
    message: messageOf('createAgentOrUpdate', refusal),
    clauses: [refusal] as const,
  });
  const common = { statuses: [422] } as const;
  if (!names.some((name) => name.startsWith('basic_details['))) {
    return {
      ...common,
      ...told('createagentorupdate.basic-details.required'),
      why: 'the section basic_details is missing',
    };
  }
  if (!names.some((name) => name.startsWith('basic_details[agent_name]'))) {
    return {
      ...common,
      ...told('createagentorupdate.agent-name.missing'),
      why: 'agent_name is missing',
    };
  }
  return null;
}

export function expectedOf(model: Model, facts: Facts, saving: Saving): Expected {
  const { operation, id, first } = saving;
  const open: Expected = { kind: 'open', statuses: operation === 'createAgent' ? [400, 404, 422] : [] };
  // Which of several mistakes is told is not shown.
  const isOnly = saving.fields.every(({ verdict }) => verdict === 'taken');
  if (first !== null) return isOnly ? { kind: 'refused', ...first } : refusedAnyhow(first, saving.fields);
  if (id === undefined) return open;
  const agent = id === null ? undefined : model.agents.get(id);
  if (id !== null && agent === undefined) return isPlain(saving) ? absent(operation, open, facts) : open;
  if (agent !== undefined && agent.life !== 'live') return open;
  return expectedOfAgent(model, facts, { ...saving, id }, agent);
}

function refusedAnyhow({ clauses, why }: PredictedRefusal, fields: readonly SentField[]): Expected {
  const hasFile = fields.some(({ name, verdict }) => name === 'FILE_KNOWLEDGE_BASES' && verdict !== 'taken');
  return { kind: 'refused', statuses: hasFile ? fourHundreds : [422], clauses, why };
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
  if (wrong !== undefined) return refusalOf(operation, wrong);
  if (hasStatus) return statusExpected(agent, facts, status, fields);
  if (operation === 'updateAgent') return updateExpected(saving);
  if (isOpenValue(model, saving, agent)) return { kind: 'open', statuses: [422] };
  return { kind: 'done', clauses: doneClauses(operation, id, fields) };
}

/** A status alone names no agent and makes none; beside the fields of a new agent it may be refused or ignored. */
function misplacedStatus(fields: readonly SentField[], { messageOf }: Facts): Expected {
  if (fields.length > 0) return { kind: 'open', statuses: [400, 422] };
  return {
    kind: 'refused',
    statuses: [400, 422],
    messages: { 400: messageOf('createAgent', 'create-agent.agent-id.required') },
    clauses: ['create-agent.agent-id.required'],
    why: 'a status alone needs the agent that it is for',
  };
}

/** Nothing but the agent can be wrong. */
function isPlain({ fields, status }: Saving): boolean {
  return fields.every(({ verdict }) => verdict === 'taken') && [undefined, 1, 2, 3].includes(status as undefined);
}

function updateExpected({ fields }: Saving): Expected {
  const isRight = fields.every(({ verdict }) => verdict === 'taken');
  return isRight ? { kind: 'done', clauses: ['agent-update.body'] } : { kind: 'open', statuses: [] };
}

function absent(operation: Saving['operation'], open: Expected, { messageOf }: Facts): Expected {
  // What agent/update and the form answer is not shown.
  if (operation === 'updateAgent') {
    return {
      kind: 'refused',
      statuses: fourHundreds,
      clauses: ['agent-update.effect'],
      why: 'there is no such agent',
    };
  }
  if (operation === 'createAgentOrUpdate') return open;
  const clauses = ['create-agent.not-found', 'create-agent.update.exists'] as const;
  return {
    kind: 'refused',
    statuses: [404],
    message: messageOf(operation, clauses[0]),
    clauses,
    why: 'there is no such agent',
  };
}

const fourHundreds = Array.from({ length: 100 }, (_, index) => 400 + index);

function refusalOf(operation: Saving['operation'], { name, clause }: SentField): Expected {
  const why = `${name} is not of the type or kind that it takes`;
  if (operation === 'updateAgent') return { kind: 'refused', statuses: fourHundreds, clauses: [clause], why };
  const validation = operation === 'createAgent' ? 'create-agent.validation' : 'createagentorupdate.validation';
  // Which status refuses a file is not shown.
  const statuses = name === 'FILE_KNOWLEDGE_BASES' ? fourHundreds : [422];
  return { kind: 'refused', statuses, clauses: [validation, clause], why };
}

function statusExpected(
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
  const attached = agent === undefined ? null : attachedTo(agent);
  const { owned = [], shared = [] } = facts.numbers ?? {};
  if (attached === null || attached.some((number) => !owned.includes(number) && !shared.includes(number))) return open;
  // Whether agents of another type need a number is not shown.
  if (agent === undefined || typeOf(agent) !== 3) return open;
  if (attached.some((number) => owned.includes(number))) {
    const isMixed = attached.some((number) => shared.includes(number));
    return { kind: 'done', clauses: [isMixed ? 'create-agent.publish.mixed' : 'create-agent.publish'] };
  }
  if (attached.length === 0) {
    const why = 'no number is attached';
    return statusRefusal('create-agent.publish.no-number', why, facts);
  }
  const why = 'only shared numbers are attached';
  return statusRefusal('create-agent.publish.global-provider', why, facts);
}

/** Undefined where it is open. */
function typeOf({ seen, wants, open }: AgentModel): unknown {
  const pointer = '/basic_details/agent_type';
  const [want] = wants.get(pointer) ?? [];
  if (want !== undefined) return want.kind === 'equals' ? want.value : undefined;
  return open.includes(pointer) ? undefined : at(seen, pointer);
}

/** The numbers that are surely attached, and no others; null where that is open. */
function attachedTo({ seen, wants, open }: AgentModel): string[] | null {
  if (open.includes('/phone_numbers')) return null;
  const [want, ...others] = wants.get('/phone_numbers') ?? [];
  if (want === undefined) return seen === null ? null : numbersIn(seen['phone_numbers']);
  const isKept = seen !== null && numbersIn(seen['phone_numbers']).length > 0;
  return others.length === 0 && want.kind === 'numbers' && (want.may ?? []).length === 0 && !isKept
    ? [...want.values]
    : null;
}

/** Whether a value is one that a deployment may refuse: of a kind that is not shown, a name or number that is in use. */
function isOpenValue(model: Model, { operation, fields, id }: Saving, agent: AgentModel | undefined): boolean {
  if (id === null && !fields.some(({ name }) => name.includes('agent_name'))) return true;
  // A form that names an agent may create another one all the same.
  const isItself = operation === 'createAgent' || model.choices.get('a form updates') === true;
  const others = liveAgents(model).filter((each) => each.id !== agent?.id || !isItself);
  return fields.some(({ verdict, wants }) => {
    if (verdict !== 'taken') return true;
    return wants.some(([pointer, want]) => {
      if (pointer === '/basic_details/agent_name' && want.kind === 'equals') {
        return others.some((each) => mayShow(each, pointer, want.value));
      }
      return want.kind === 'numbers' && mayBeTaken(model, others, want.values);
    });
  });
}

/** A number may be attached to another agent, of this workspace or of the other one. */
function mayBeTaken({ lent }: Model, others: readonly AgentModel[], values: readonly string[]): boolean {
  if (values.some((number) => lent.includes(number))) return true;
  return others.some(
    (each) => each.life === 'unclear' || (attachedTo(each) ?? values).some((number) => values.includes(number)),
  );
}

/** Names that differ by case alone may count as one. */
function mayShow({ seen, wants }: AgentModel, pointer: string, value: unknown): boolean {
  const isAlike = (other: unknown): boolean => isSame(lowered(value), lowered(other));
  return (
    isAlike(at(seen, pointer)) ||
    (wants.get(pointer) ?? []).some((want) => want.kind === 'equals' && isAlike(want.value))
  );
}

function lowered(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value;
}

function doneClauses(
  operation: Saving['operation'],
  id: number | null,
  fields: readonly SentField[],
): [ClauseId, ...ClauseId[]] {
  const own = operation === 'createAgent' ? 'create-agent.success' : 'createagentorupdate.success';
  const [only, ...others] = fields.filter(({ name }) => !name.includes('agent_name'));
  if (operation === 'createAgent' && id !== null) {
    return updateClauses(fields, only !== undefined && others.length === 0);
  }
  if (only !== undefined && others.length === 0) return [only.clause];
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
