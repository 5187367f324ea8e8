import type { ClauseId } from '../../../document/names.gen.ts';
import type { Answer } from '../../api.ts';
import { at, isSame, numbersIn } from './read-agent.ts';
import { formFields } from './form-fields.ts';
import { liveAgents, type AgentModel, type Facts, type Model } from './model.ts';
import { isObject, jsonFields, renamingFields, type SentField } from './sent-fields.ts';

export const noNumber = 'Add at least 1 phone number to your agent';
export const onlyShared =
  'Cannot publish agent with global provider phone numbers. Please use workspace-owned phone numbers.';

/** A request that saves an agent, as the specification reads it. */
export interface Saving {
  readonly operation: 'createAgent' | 'createAgentOrUpdate' | 'updateAgent';
  /** Null: a creation; undefined: which agent it names is open. */
  readonly id: number | null | undefined;
  readonly fields: readonly SentField[];
  /** undefined: none is sent. */
  readonly status: unknown;
  /** Refusals that come before everything else. */
  readonly first: Refusal | null;
}

export interface Refusal {
  readonly statuses: readonly number[];
  readonly message?: string;
  readonly clauses: readonly [ClauseId, ...ClauseId[]];
  readonly why: string;
}

export type Expected =
  | { readonly kind: 'done'; readonly clauses: readonly [ClauseId, ...ClauseId[]] }
  | ({ readonly kind: 'refused' } & Refusal)
  /** `statuses` of a refusal, where the operation lists them. */
  | { readonly kind: 'open'; readonly statuses: readonly number[] };

export function read({ request }: Answer, facts: Facts): Saving {
  const inQuery = request.query.find(([name]) => name === 'agent_id')?.[1];
  const { body } = request;
  if (request.operation === 'createAgentOrUpdate') {
    const parts = body.kind === 'form' ? body.parts : [];
    const inForm = parts.find(({ name }) => name === 'agent_id')?.value;
    const id = idOf(typeof inForm === 'string' ? inForm : inQuery);
    return {
      operation: 'createAgentOrUpdate',
      id,
      status: undefined,
      fields: formFields(parts, facts),
      first: nameless(parts.map(({ name }) => name)),
    };
  }
  const sent = body.kind === 'json' && isObject(body.value) ? body.value : {};
  const { agent_id: given, status } = sent;
  if (request.operation === 'updateAgent') {
    const id = typeof given === 'string' ? Number(given.slice(-12)) : undefined;
    return { operation: 'updateAgent', id, status: undefined, fields: renamingFields(sent), first: null };
  }
  const isTwice = given !== undefined && inQuery !== undefined;
  const id = isTwice ? undefined : given === undefined ? idOf(inQuery) : typeof given === 'number' ? given : undefined;
  return { operation: 'createAgent', id, status, fields: jsonFields(sent), first: null };
}

function idOf(text: string | undefined): number | null | undefined {
  if (text === undefined) return null;
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

function nameless(names: readonly string[]): Refusal | null {
  const common = { statuses: [422] } as const;
  if (!names.some((name) => name.startsWith('basic_details['))) {
    return {
      ...common,
      message: 'Basic details are required',
      clauses: ['createagentorupdate.basic-details.required'],
      why: 'the section basic_details is missing',
    };
  }
  if (!names.some((name) => name.startsWith('basic_details[agent_name]'))) {
    return {
      ...common,
      message: 'Agent Name is missing',
      clauses: ['createagentorupdate.agent-name.missing'],
      why: 'agent_name is missing',
    };
  }
  return null;
}

export function expectedOf(model: Model, facts: Facts, saving: Saving): Expected {
  const { operation, id, fields, status, first } = saving;
  const open: Expected = { kind: 'open', statuses: operation === 'createAgent' ? [400, 404, 422] : [] };
  if (first !== null) return { kind: 'refused', ...first };
  if (id === undefined) return open;
  const agent = id === null ? undefined : model.agents.get(id);
  if (id !== null && agent === undefined) {
    const isPlain =
      fields.every(({ verdict }) => verdict === 'taken') && [undefined, 1, 2, 3].includes(status as undefined);
    return isPlain ? absent(operation, open) : open;
  }
  if (agent !== undefined && agent.life !== 'live') return open;
  const wrong = fields.find(({ verdict }) => verdict === 'wrong');
  const hasStatus = operation === 'createAgent' && status !== undefined;
  if (hasStatus && (id === null || wrong !== undefined)) {
    const clauses = [id === null ? 'create-agent.agent-id.required' : 'create-agent.validation'] as const;
    return { kind: 'refused', statuses: [400, 422], clauses, why: 'a status needs an agent and right members' };
  }
  if (wrong !== undefined) return refusalOf(operation, wrong);
  if (hasStatus) return statusExpected(agent, facts, status, fields, open);
  if (operation === 'updateAgent' || isOpenValue(model, saving, agent)) {
    return operation === 'createAgent'
      ? { kind: 'open', statuses: [422] }
      : operation === 'updateAgent'
        ? updateExpected(saving)
        : { kind: 'open', statuses: [422] };
  }
  return { kind: 'done', clauses: doneClauses(operation, id, fields) };
}

function updateExpected({ fields }: Saving): Expected {
  const isRight = fields.every(({ verdict }) => verdict === 'taken');
  return isRight ? { kind: 'done', clauses: ['agent-update.body'] } : { kind: 'open', statuses: [] };
}

function absent(operation: Saving['operation'], open: Expected): Expected {
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
  return { kind: 'refused', statuses: [404], message: 'Agent not found', clauses, why: 'there is no such agent' };
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
  open: Expected,
): Expected {
  if (typeof status !== 'number') return open;
  if (![1, 2, 3].includes(status)) {
    return {
      kind: 'refused',
      statuses: [400],
      message: 'Invalid status value',
      clauses: ['create-agent.status.invalid'],
      why: 'status is not 1, 2 or 3',
    };
  }
  // Which of two reasons for a refusal comes first is not shown.
  if (fields.some(({ verdict }) => verdict !== 'taken')) return { kind: 'open', statuses: [400, 422] };
  if (status === 2) return { kind: 'done', clauses: ['create-agent.delete'] };
  if (status === 3) return { kind: 'done', clauses: ['create-agent.unpublish'] };
  const numbers = agent === undefined ? null : attachedTo(agent);
  const { owned = [], shared = [] } = facts.numbers ?? {};
  const isTyped = at(agent?.seen, '/basic_details/agent_type') === 3;
  if (numbers === null || numbers.some((number) => !owned.includes(number) && !shared.includes(number))) return open;
  if (numbers.some((number) => owned.includes(number))) {
    const clauses = [
      numbers.some((number) => shared.includes(number)) ? 'create-agent.publish.mixed' : 'create-agent.publish',
    ] as const;
    return isTyped ? { kind: 'done', clauses } : open;
  }
  const refusal = { kind: 'refused', statuses: [400] } as const;
  return numbers.length === 0
    ? { ...refusal, message: noNumber, clauses: ['create-agent.publish.no-number'], why: 'no number is attached' }
    : {
        ...refusal,
        message: onlyShared,
        clauses: ['create-agent.publish.global-provider'],
        why: 'only shared numbers are attached',
      };
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
      if (want.kind !== 'numbers') return false;
      return others.some(
        (each) =>
          each.life === 'unclear' || (attachedTo(each) ?? want.values).some((number) => want.values.includes(number)),
      );
    });
  });
}

function mayShow({ seen, wants }: AgentModel, pointer: string, value: unknown): boolean {
  return (
    isSame(at(seen, pointer), value) ||
    (wants.get(pointer) ?? []).some((want) => want.kind === 'equals' && isSame(want.value, value))
  );
}

function doneClauses(
  operation: Saving['operation'],
  id: number | null,
  fields: readonly SentField[],
): [ClauseId, ...ClauseId[]] {
  const own = operation === 'createAgent' ? 'create-agent.success' : 'createagentorupdate.success';
  const [only, ...others] = fields.filter(({ name }) => !name.includes('agent_name'));
  if (only !== undefined && others.length === 0) return [only.clause];
  if (operation === 'createAgentOrUpdate') return [only === undefined ? 'createagentorupdate.only-name-required' : own];
  return [id === null ? 'create-agent.create' : only === undefined ? 'create-agent.update.partial' : own];
}
