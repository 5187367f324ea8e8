import { applyAgentChange, type AgentChange } from '../../domain/agents/agent-change.ts';
import { decideStatus, requestedStatus } from '../../domain/agents/agent-status.ts';
import { nothingLeft } from '../../domain/given.ts';
import { releaseNumbers } from '../../domain/agents/agent-form.ts';
import type { Rules } from '../../domain/choices/rules.ts';
import type { AgentRecord, AgentStatus, PhoneNumberRecord } from '../../domain/records.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Change, View } from '../../store/store.ts';
import { agentOfCaller } from '../records-of-caller.ts';
import type { Handler, OperationAnswer, OperationRequest } from '../handler.ts';
import { agentChanges, draftAgent } from './save-agent.ts';

type Request = OperationRequest<'createAgent'>;

/** Section 4.2. The publish rules come last, after all that `create-agent.order` speaks of. */
export const createAgent: Handler<'createAgent'> = async (request, world) => {
  const { rules } = world;
  const view = world.store.view();
  const { status, current, change } = askedFor(request, view, rules);
  const codes = (id: string) => view.get('codes', id);
  const agent = applyAgentChange(current ?? draftAgent(world, request.caller), change, codes, rules);
  const numbers = view.find('phone_numbers', 'agent_id', agent.id);
  const save = async (next: Pick<Decided, 'agent' | 'numbers'>) => {
    const changes = agentChanges(view, world.clock.now(), current, next.agent, next.numbers);
    if (status === 1) changes.push(...expectUnchanged(view, numbers));
    await world.store.commit(changes);
  };
  let decided: Decided;
  try {
    decided = withStatus(agent, status, numbers, rules);
  } catch (refusal) {
    if (rules['create-agent.status.refused'] === 'saved') await save({ agent, numbers: [] });
    throw refusal;
  }
  await save(decided);
  return answer(request.messages, current === undefined, decided);
};

interface Asked {
  readonly status: AgentStatus | undefined;
  /** The agent to update; undefined: a new one. */
  readonly current: AgentRecord | undefined;
  readonly change: AgentChange;
}

/** What is asked for, looked at in the order of `create-agent.order`. @throws Refusal */
function askedFor(request: Request, view: View, rules: Rules): Asked {
  let status: AgentStatus | undefined;
  let current: AgentRecord | undefined;
  let change: AgentChange = {};
  for (const step of rules['create-agent.order']) {
    if (step === 'status') status = statusOf(request, rules);
    else if (step === 'agent') current = agentToUpdate(request, view, rules);
    else change = fieldsOf(request, rules);
  }
  return { status, current, change };
}

function statusOf({ body, query }: Request, rules: Rules): AgentStatus | undefined {
  const isNamed = body.sent['agent_id'] !== undefined || query.sent['agent_id'] !== undefined;
  const status = requestedStatus(body.sent['status'], isNamed || mayDoWithout(body.sent, rules));
  return isNamed ? status : undefined;
}

/** Whether a status may come without an agent: it is then the status of none. */
function mayDoWithout(sent: Request['body']['sent'], rules: Rules): boolean {
  return sent['agent_name'] !== undefined && rules['create-agent.status.without-agent'] === 'ignored';
}

function agentToUpdate(request: Request, view: View, rules: Rules): AgentRecord | undefined {
  const agentId = agentIdOf(request, rules);
  if (agentId === undefined) return undefined;
  return agentOfCaller(view, request.caller, agentId, 'create-agent.not-found', rules['agent.deleted']);
}

function fieldsOf(request: Request, rules: Rules): AgentChange {
  const change = request.body.valid();
  const isNameless = change.agent_name === undefined && rules['create-agent.create.name'] === 'required';
  if (isNameless && agentIdOf(request, rules) === undefined) throw new Refusal('create-agent.create.name-required');
  return change;
}

function agentIdOf({ body, query }: Request, rules: Rules): number | undefined {
  const inBody = body.sent['agent_id'] === undefined ? undefined : body.valid(['agent_id']).agent_id;
  return rules['create-agent.agent-id.place'](inBody, () => {
    const { agent_id: agentId, ...rest } = query.valid();
    nothingLeft(rest);
    return agentId;
  });
}

interface Decided {
  readonly agent: AgentRecord;
  /** The numbers that change. */
  readonly numbers: readonly PhoneNumberRecord[];
  readonly clause: OperationAnswer<'createAgent'>['clause'] | undefined;
}

function withStatus(
  agent: AgentRecord,
  status: AgentStatus | undefined,
  attached: readonly PhoneNumberRecord[],
  rules: Rules,
): Decided {
  if (status === undefined) return { agent, numbers: [], clause: undefined };
  const decision = decideStatus(status, agent, attached, rules);
  return {
    agent: { ...agent, status: decision.status },
    numbers: decision.releasesNumbers ? releaseNumbers(attached) : [],
    clause: decision.clause,
  };
}

/** Publishing was decided by these numbers: they must still be as they were when it is written. */
function expectUnchanged(view: View, numbers: readonly PhoneNumberRecord[]): Change[] {
  return numbers.map(({ id }) => ({
    kind: 'expect',
    collection: 'phone_numbers',
    id,
    version: view.version('phone_numbers', id),
  }));
}

function answer(
  messages: Request['messages'],
  isNew: boolean,
  { agent, clause }: Decided,
): OperationAnswer<'createAgent'> {
  return {
    example: isNew ? 'created' : 'updated',
    clause: clause ?? (isNew ? 'create-agent.create' : 'create-agent.update.partial'),
    body: {
      success: true,
      message: isNew ? messages.created : messages.updated,
      data: { agent_id: agent.id, agent_name: agent.agent_name },
    },
  };
}
