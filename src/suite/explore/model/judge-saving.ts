import type { ClauseId } from '../../../document/names.gen.ts';
import { memberOf, type Answer } from '../../api.ts';
import { shortly } from '../../validate-answer.ts';
import { at, isSame, numbersIn } from './read-agent.ts';
import {
  liveAgents,
  withAgent,
  withChoice,
  type AgentModel,
  type Facts,
  type Finding,
  type Judgement,
  type Model,
  type Want,
} from './model.ts';
import { formFields, isObject, jsonFields, renamingFields, type SentField } from './sent-fields.ts';

/** A request that saves an agent, as the specification reads it. */
interface Saving {
  readonly operation: 'createAgent' | 'createAgentOrUpdate' | 'updateAgent';
  /** Null: a creation; undefined: which agent it names is open. */
  readonly id: number | null | undefined;
  readonly fields: readonly SentField[];
  /** undefined: none is sent. */
  readonly status: unknown;
  /** Refusals that come before everything else. */
  readonly first: Refusal | null;
}

interface Refusal {
  readonly statuses: readonly number[];
  readonly message?: string;
  readonly clauses: readonly [ClauseId, ...ClauseId[]];
  readonly why: string;
}

type Expected =
  | { readonly kind: 'done'; readonly clauses: readonly [ClauseId, ...ClauseId[]] }
  | ({ readonly kind: 'refused' } & Refusal)
  /** `statuses` of a refusal, where the operation lists them. */
  | { readonly kind: 'open'; readonly statuses: readonly number[] };

const NAME = '/basic_details/agent_name';
const NO_NUMBER = 'Add at least 1 phone number to your agent';
const ONLY_SHARED =
  'Cannot publish agent with global provider phone numbers. Please use workspace-owned phone numbers.';

/** What an answer to create-agent, createagentorupdate or agent/update means, by a caller who may. */
export function judgeSaving(model: Model, facts: Facts, answer: Answer): Judgement {
  const saving = read(answer, facts);
  const expected = expectedOf(model, facts, saving);
  const isDone = answer.status >= 200 && answer.status < 300;
  const findings = findingsOf(expected, saving, answer, isDone);
  if (!isDone) return { model: refused(model, saving, answer), findings };
  const done = carriedOut(model, saving, answer);
  return { model: done.model, findings: [...findings, ...done.findings] };
}

function read({ request }: Answer, facts: Facts): Saving {
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
  if (!names.some((name) => name.startsWith('basic_details[')))
    return {
      ...common,
      message: 'Basic details are required',
      clauses: ['createagentorupdate.basic-details.required'],
      why: 'the section basic_details is missing',
    };
  if (!names.some((name) => name.startsWith('basic_details[agent_name]')))
    return {
      ...common,
      message: 'Agent Name is missing',
      clauses: ['createagentorupdate.agent-name.missing'],
      why: 'agent_name is missing',
    };
  return null;
}

function expectedOf(model: Model, facts: Facts, saving: Saving): Expected {
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
  if (operation === 'updateAgent')
    return {
      kind: 'refused',
      statuses: FOUR_HUNDREDS,
      clauses: ['agent-update.effect'],
      why: 'there is no such agent',
    };
  if (operation === 'createAgentOrUpdate') return open;
  const clauses = ['create-agent.not-found', 'create-agent.update.exists'] as const;
  return { kind: 'refused', statuses: [404], message: 'Agent not found', clauses, why: 'there is no such agent' };
}

const FOUR_HUNDREDS = Array.from({ length: 100 }, (_, index) => 400 + index);

function refusalOf(operation: Saving['operation'], { name, clause }: SentField): Expected {
  const why = `${name} is not of the type or kind that it takes`;
  if (operation === 'updateAgent') return { kind: 'refused', statuses: FOUR_HUNDREDS, clauses: [clause], why };
  const validation = operation === 'createAgent' ? 'create-agent.validation' : 'createagentorupdate.validation';
  // Which status refuses a file is not shown.
  const statuses = name === 'FILE_KNOWLEDGE_BASES' ? FOUR_HUNDREDS : [422];
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
  if (![1, 2, 3].includes(status))
    return {
      kind: 'refused',
      statuses: [400],
      message: 'Invalid status value',
      clauses: ['create-agent.status.invalid'],
      why: 'status is not 1, 2 or 3',
    };
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
    ? { ...refusal, message: NO_NUMBER, clauses: ['create-agent.publish.no-number'], why: 'no number is attached' }
    : {
        ...refusal,
        message: ONLY_SHARED,
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
      if (pointer === '/basic_details/agent_name' && want.kind === 'equals')
        return others.some((each) => mayShow(each, pointer, want.value));
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

function findingsOf(expected: Expected, saving: Saving, answer: Answer, isDone: boolean): Finding[] {
  const came = `${answer.status} ${shortly(answer.body ?? answer.text)}`;
  if (answer.status >= 500) return [{ clauses: [serverClause(saving)], expected: 'an answer to the request', came }];
  switch (expected.kind) {
    case 'done':
      return isDone
        ? []
        : [{ clauses: expected.clauses, expected: 'success: every value is one that the specification shows', came }];
    case 'refused': {
      if (!expected.statuses.includes(answer.status)) {
        const statuses = expected.statuses.length > 9 ? '4xx' : expected.statuses.join(' or ');
        return [{ clauses: expected.clauses, expected: `a refusal with ${statuses}, because ${expected.why}`, came }];
      }
      const message = memberOf(answer.body, 'message');
      if (expected.message === undefined || message === expected.message) return [];
      return [
        {
          clauses: [expected.clauses[0]],
          expected: shortly(expected.message),
          came: shortly(message),
          path: '/message',
        },
      ];
    }
    case 'open': {
      if (isDone || expected.statuses.length === 0 || expected.statuses.includes(answer.status)) return [];
      return [
        {
          clauses: ['create-agent.validation'],
          expected: `success or a refusal with ${expected.statuses.join(' or ')}`,
          came,
        },
      ];
    }
  }
}

function serverClause({ operation }: Saving): ClauseId {
  if (operation === 'createAgent') return 'create-agent.success';
  return operation === 'updateAgent' ? 'agent-update.body' : 'createagentorupdate.success';
}

/** After a refusal nothing may have changed; but where a status was refused, what was sent beside it is open. */
function refused(model: Model, { id, fields, status, operation }: Saving, answer: Answer): Model {
  const agent = typeof id === 'number' ? model.agents.get(id) : undefined;
  const cause =
    operation === 'createAgentOrUpdate'
      ? 'createagentorupdate.atomic'
      : operation === 'updateAgent'
        ? 'agent-update.effect'
        : refusedClause(answer);
  if (agent === undefined) return { ...model, cause };
  const isSilent = answer.status >= 500 || (operation === 'createAgent' && status !== undefined);
  if (!isSilent) return withAgent(model, agent, cause);
  const wants = fields
    .flatMap(({ wants: each }) => each)
    .reduce(
      (map, [pointer, want]) => map.set(pointer, [...(map.get(pointer) ?? [{ kind: 'unchanged' }]), want]),
      new Map(agent.wants),
    );
  const isOpen = answer.status >= 500 && status !== undefined;
  return withAgent(
    model,
    {
      ...agent,
      life: isOpen ? 'unclear' : agent.life,
      wants,
      open: [
        ...agent.open,
        ...fields.flatMap(({ touches }) => touches),
        ...(isOpen ? ['/basic_details/status', '/phone_numbers'] : []),
      ],
    },
    cause,
  );
}

function refusedClause({ body }: Answer): ClauseId {
  const message = memberOf(body, 'message');
  if (message === NO_NUMBER) return 'create-agent.publish.no-number';
  if (message === ONLY_SHARED) return 'create-agent.publish.global-provider';
  return message === 'Invalid status value' ? 'create-agent.status.invalid' : 'create-agent.validation';
}

function carriedOut(model: Model, saving: Saving, answer: Answer): Judgement {
  const { operation, id: named, fields, status } = saving;
  if (operation === 'updateAgent') return { model: renamed(model, saving), findings: [] };
  const id = memberOf(answer.body, 'data.agent_id');
  if (typeof id !== 'number') return { model, findings: [] };
  const known = model.agents.get(id);
  const isNew = operation === 'createAgentOrUpdate' && id !== named && known === undefined;
  if (named === null || isNew) {
    if (known !== undefined) {
      const clause = operation === 'createAgent' ? 'create-agent.create' : 'createagentorupdate.success.agent-id';
      return {
        model,
        findings: [
          {
            clauses: [clause],
            expected: 'a new agent',
            came: `agent ${id}, which was there before`,
            path: '/data/agent_id',
          },
        ],
      };
    }
    const created = withAgent(model, newAgent(id, saving), 'create-agent.create');
    return {
      model: named === null ? created : withChoice(created, 'a form updates', false),
      findings: echo(saving, answer, null),
    };
  }
  if (id !== named) {
    if (typeof named !== 'number') return { model, findings: [] };
    return {
      model,
      findings: [
        { clauses: ['create-agent.update'], expected: `agent ${named}`, came: `agent ${id}`, path: '/data/agent_id' },
      ],
    };
  }
  if (known === undefined) return { model, findings: [] };
  const findings = echo(saving, answer, known);
  const next = operation === 'createAgentOrUpdate' ? withChoice(model, 'a form updates', true) : model;
  if (known.life !== 'live')
    return { model: withAgent(next, { ...known, life: 'unclear', seen: null, wants: new Map(), open: [] }), findings };
  if (status === 2) return { model: withAgent(next, { ...known, life: 'deleted' }, 'create-agent.delete'), findings };
  const cause =
    status !== undefined && fields.length === 0
      ? 'create-agent.status.alone'
      : operation === 'createAgent'
        ? 'create-agent.update.partial'
        : 'createagentorupdate.success';
  const stated =
    status === 1 || status === 3
      ? ([
          [
            '/basic_details/status',
            { kind: 'equals', value: status, clause: status === 1 ? 'create-agent.publish' : 'create-agent.unpublish' },
          ],
        ] as const)
      : [];
  const open = status === undefined || status === 1 || status === 3 ? [] : ['/basic_details/status', '/phone_numbers'];
  return { model: withAgent(next, written(known, fields, stated, open), cause), findings };
}

function newAgent(id: number, { operation, fields, status }: Saving): AgentModel {
  const draft: readonly (readonly [string, Want])[] =
    operation === 'createAgent' && status === undefined
      ? [['/basic_details/status', { kind: 'equals', value: 3, clause: 'create-agent.create.draft' }]]
      : [];
  return written({ id, life: 'live', seen: null, wants: new Map(), open: [] }, fields, draft, []);
}

function written(
  agent: AgentModel,
  fields: readonly SentField[],
  stated: readonly (readonly [string, Want])[],
  open: readonly string[],
): AgentModel {
  const wants = new Map(agent.wants);
  for (const [pointer, want] of [...fields.flatMap((field) => field.wants), ...stated]) {
    wants.set(pointer, [added(want, wants.get(pointer) ?? [])]);
  }
  return { ...agent, wants, open: [...agent.open, ...fields.flatMap(({ touches }) => touches), ...open] };
}

/** Files are added to those before; numbers may be. */
function added(want: Want, earlier: readonly Want[]): Want {
  if (want.kind === 'longer')
    return { ...want, by: earlier.reduce((by, each) => (each.kind === 'longer' ? by + each.by : by), want.by) };
  if (want.kind !== 'numbers') return want;
  return {
    ...want,
    may: earlier.flatMap((each) => (each.kind === 'numbers' ? [...each.values, ...(each.may ?? [])] : [])),
  };
}

/** agent/update shows no body: whether `name` is the agent's name is the deployment's choice, seen at the next read. */
function renamed(model: Model, { id, fields }: Saving): Model {
  const agent = typeof id === 'number' ? model.agents.get(id) : undefined;
  if (agent === undefined) return model;
  const isRenaming = model.choices.get('agent/update renames');
  if (isRenaming === true) return withAgent(model, written(agent, fields, [], []), 'agent-update.effect');
  const touched = fields.flatMap(({ wants }) => wants.map(([pointer]) => pointer));
  return withAgent(
    model,
    written(
      agent,
      fields.map((field) => ({ ...field, wants: [] })),
      [],
      touched,
    ),
    'agent-update.effect',
  );
}

/** The answer of create-agent names the agent. */
function echo({ operation, fields }: Saving, answer: Answer, known: AgentModel | null): Finding[] {
  if (operation !== 'createAgent') return [];
  const sent = fields.find(({ name }) => name === 'agent_name');
  const wanted = sent === undefined ? at(known?.seen, '/basic_details/agent_name') : sent.wants[0]?.[1];
  const name = isObject(wanted) && 'value' in wanted ? wanted.value : wanted;
  const came = memberOf(answer.body, 'data.agent_name');
  if (
    typeof name !== 'string' ||
    isSame(name, came) ||
    (sent === undefined && (known?.wants.has(NAME) === true || known?.open.includes(NAME) === true))
  )
    return [];
  return [
    { clauses: ['create-agent.success'], expected: shortly(name), came: shortly(came), path: '/data/agent_name' },
  ];
}
