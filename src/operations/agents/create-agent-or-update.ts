import { applyAgentForm } from '../../domain/agents/agent-form.ts';
import { nothingLeft } from '../../domain/every-member.ts';
import { replaceNumbers } from '../../domain/agents/phone-numbers.ts';
import { agentOfCaller } from './agent-of-caller.ts';
import type { Handler, OperationRequest } from '../handler.ts';
import { agentChanges, draftAgent } from './saving-agents.ts';

/** Section 4.3: everything is decided before anything is written, and written in one commit. */
export const createAgentOrUpdate: Handler<'createAgentOrUpdate'> = async (request, world) => {
  const { agent_id: formAgentId, phone_numbers: wanted, ...sections } = request.body.valid();
  const { rules } = world;
  const named = rules['create-agent.agent-id.place'](formAgentId, () => agentIdInQuery(request));
  const agentId = rules['createagentorupdate.agent-id'](named);
  const view = world.store.view();
  const current =
    agentId === undefined
      ? undefined
      : agentOfCaller(view, request.caller, agentId, 'createagentorupdate.not-found', rules['agent.deleted.elsewhere']);
  const agent = applyAgentForm(current ?? draftAgent(world, request.caller), sections, request.files, rules);
  const attached = view.find('phone_numbers', 'agent_id', agent.id);
  const numbers =
    wanted === undefined
      ? []
      : replaceNumbers(agent, wanted, attached, (number) => view.get('phone_numbers', number), rules);
  const isLeftWithout = wanted?.length === 0 && attached.length > 0 && agent.status === 1;
  const next = isLeftWithout ? { ...agent, status: rules['createagentorupdate.phone-numbers.last'] } : agent;
  await world.store.commit(agentChanges(view, world.clock.now(), current, next, numbers));
  return {
    clause: 'createagentorupdate.success',
    body: { message: request.messages.updated, data: { agent_id: next.id } },
  };
};

function agentIdInQuery({ query }: OperationRequest<'createAgentOrUpdate'>): number | undefined {
  const { agent_id: agentId, ...rest } = query.valid();
  nothingLeft(rest);
  return agentId;
}
