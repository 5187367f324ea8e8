import { applyAgentForm } from '../domain/agent-form.ts';
import { replaceNumbers } from '../domain/phone-numbers.ts';
import { agentOfCaller } from './agent-of-caller.ts';
import type { Handler } from './handler.ts';
import { agentChanges, draftAgent } from './saving-agents.ts';

/** Section 4.3: everything is decided before anything is written, and written in one commit. */
export const createAgentOrUpdate: Handler<'createAgentOrUpdate'> = async (request, world) => {
  const form = request.body.valid();
  const agentId = form.agent_id ?? request.query.valid(['agent_id']).agent_id;
  const view = world.store.view();
  const current =
    agentId === undefined
      ? undefined
      : agentOfCaller(view, request.caller, agentId, 'createagentorupdate.not-found', { deleted: 'missing' });
  const next = applyAgentForm(current ?? draftAgent(world, request.caller), form, request.files);
  const attached = view.find('phone_numbers', 'agent_id', next.id);
  const numbers =
    form.phone_numbers === undefined
      ? []
      : replaceNumbers(next, form.phone_numbers, attached, (number) => view.get('phone_numbers', number));
  await world.store.commit(agentChanges(view, world.clock.now(), current, next, numbers));
  return {
    clause: 'createagentorupdate.success',
    body: { message: 'Agent updated successfully', data: { agent_id: next.id } },
  };
};
