import type { ClauseId } from '../../../document/names.gen.ts';
import { memberOf, type Answer } from '../../api.ts';
import { shortly } from '../../validate-answer.ts';
import { expectedOf, noNumber, onlyShared, read, type Expected, type Saving } from './expected-saving.ts';
import { at, isSame } from './read-agent.ts';
import {
  withAgent,
  withChoice,
  type AgentModel,
  type Facts,
  type Finding,
  type Judgement,
  type Model,
  type Want,
} from './model.ts';
import { isObject, type SentField } from './sent-fields.ts';

const namePointer = '/basic_details/agent_name';

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

function findingsOf(expected: Expected, saving: Saving, answer: Answer, isDone: boolean): Finding[] {
  const came = `${answer.status} ${shortly(answer.body ?? answer.text)}`;
  if (answer.status >= 500) return [{ clauses: [serverClause(saving)], expected: 'an answer to the request', came }];
  switch (expected.kind) {
    case 'done':
      return isDone
        ? otherSuccess(saving, answer, came)
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

/** Success of create-agent is 200 or 201. */
function otherSuccess({ operation }: Saving, { status }: Answer, came: string): Finding[] {
  if (operation !== 'createAgent' || status === 200 || status === 201) return [];
  return [{ clauses: ['create-agent.success'], expected: 'status 200 or 201', came }];
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
  if (message === noNumber) return 'create-agent.publish.no-number';
  if (message === onlyShared) return 'create-agent.publish.global-provider';
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
  const findings = known.life === 'live' ? echo(saving, answer, known) : [];
  const next = operation === 'createAgentOrUpdate' ? withChoice(model, 'a form updates', true) : model;
  if (known.life !== 'live') {
    return { model: withAgent(next, { ...known, life: 'unclear', seen: null, wants: new Map(), open: [] }), findings };
  }
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
  const touched = [...fields.flatMap(({ touches }) => touches), ...open];
  // What shows in any way now is no longer what was wanted before.
  const wants = new Map(
    [...agent.wants].filter(([pointer]) => !touched.some((each) => pointer === each || pointer.startsWith(`${each}/`))),
  );
  for (const [pointer, want] of [...fields.flatMap((field) => field.wants), ...stated]) {
    wants.set(pointer, [added(want, wants.get(pointer) ?? [])]);
  }
  return { ...agent, wants, open: [...agent.open, ...touched] };
}

/** Files are added to those before; numbers may be. */
function added(want: Want, earlier: readonly Want[]): Want {
  if (want.kind === 'longer') {
    return { ...want, by: earlier.reduce((by, each) => (each.kind === 'longer' ? by + each.by : by), want.by) };
  }
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
  const sent = fields
    .flatMap(({ wants }) => wants.map(([, want]) => want))
    .find((want) => want.kind === 'equals')?.value;
  const open = written(
    agent,
    fields.map((field) => ({ ...field, wants: [] })),
    [],
    sent === undefined ? [] : [namePointer],
  );
  const isFirst = isRenaming === undefined && typeof sent === 'string' && agent.wants.size === 0;
  return withAgent(model, isFirst ? { ...open, renaming: sent } : open, 'agent-update.effect');
}

/** The answer of create-agent names the agent. */
function echo({ operation, fields }: Saving, answer: Answer, known: AgentModel | null): Finding[] {
  if (operation !== 'createAgent') {
    const message = memberOf(answer.body, 'message');
    if (typeof message !== 'string' || /updated/i.test(message)) return [];
    return [
      {
        clauses: ['createagentorupdate.success.message'],
        expected: "a message with the word 'updated'",
        came: shortly(message),
        path: '/message',
      },
    ];
  }
  const sent = fields.find(({ name }) => name === 'agent_name');
  const wanted = sent === undefined ? at(known?.seen, '/basic_details/agent_name') : sent.wants[0]?.[1];
  const name = isObject(wanted) && 'value' in wanted ? wanted.value : wanted;
  const came = memberOf(answer.body, 'data.agent_name');
  if (
    typeof name !== 'string' ||
    isSame(name, came) ||
    (sent === undefined && (known?.wants.has(namePointer) === true || known?.open.includes(namePointer) === true))
  ) {
    return [];
  }
  return [
    { clauses: ['create-agent.success'], expected: shortly(name), came: shortly(came), path: '/data/agent_name' },
  ];
}
