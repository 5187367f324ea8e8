import { applyAgentChange } from '../../domain/agents/agent-change.ts';
import { decideStatus, requestedStatus } from '../../domain/agents/agent-status.ts';
import { nothingLeft } from '../../domain/agents/every-member.ts';
import { releaseNumbers } from '../../domain/agents/phone-numbers.ts';
import type { AgentRecord, AgentStatus, PhoneNumberRecord } from '../../domain/records.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Change, View } from '../../store/store.ts';
import { agentOfCaller } from './agent-of-caller.ts';
import type { Handler, OperationAnswer, OperationRequest } from '../handler.ts';
import { agentChanges, draftAgent } from './saving-agents.ts';

type Request = OperationRequest<'createAgent'>;

/** Section 4.2, in the order of `create-agent.order`: the status, the agent, the fields, the publish rules. */
export const createAgent: Handler<'createAgent'> = async (request, world) => {
  const status = requestedStatus(request.body.sent['status'], namesAgent(request));
  const agentId = agentIdOf(request);
  const view = world.store.view();
  const current =
    agentId === undefined
      ? undefined
      : agentOfCaller(view, request.caller, agentId, 'create-agent.not-found', world.rules['agent.deleted']);
  const change = request.body.valid();
  if (current === undefined && change.agent_name === undefined) {
    throw new Refusal('create-agent.create.name-required');
  }
  const codes = (id: string) => view.get('codes', id);
  const agent = applyAgentChange(current ?? draftAgent(world, request.caller), change, codes);
  const numbers = view.find('phone_numbers', 'agent_id', agent.id);
  const decided = withStatus(agent, status, numbers);
  const changes = agentChanges(view, world.clock.now(), current, decided.agent, decided.numbers);
  if (status === 1) changes.push(...expectUnchanged(view, numbers));
  await world.store.commit(changes);
  return answer(request.messages, current === undefined, decided);
};

function namesAgent({ body, query }: Request): boolean {
  return body.sent['agent_id'] !== undefined || query.sent['agent_id'] !== undefined;
}

/** The body's agent_id wins over the query's (`create-agent.agent-id.body-wins`). */
function agentIdOf({ body, query }: Request): number | undefined {
  if (body.sent['agent_id'] !== undefined) return body.valid(['agent_id']).agent_id;
  const { agent_id: agentId, ...rest } = query.valid();
  nothingLeft(rest);
  return agentId;
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
): Decided {
  if (status === undefined) return { agent, numbers: [], clause: undefined };
  const decision = decideStatus(status, agent, attached);
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
