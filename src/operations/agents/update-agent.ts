import { nothingLeft } from '../../domain/every-member.ts';
import { Refusal } from '../../domain/refusal.ts';
import { agentOfCaller } from './agent-of-caller.ts';
import type { Handler } from '../handler.ts';
import { agentChanges } from './saving-agents.ts';

/** Section 4.4. */
export const updateAgent: Handler<'updateAgent'> = async (request, world) => {
  nothingLeft(request.query.valid());
  const { agent_id: uuid, name, language, ...rest } = request.body.valid();
  nothingLeft(rest);
  const view = world.store.view();
  const [found] = view.find('agents', 'uuid', uuid.toLowerCase());
  if (found === undefined) throw new Refusal('agent-update.not-found');
  const isMissing = world.rules['agent.deleted.elsewhere'];
  const foreign = world.rules['workspace.foreign'];
  const current = agentOfCaller(view, request.caller, found.id, 'agent-update.not-found', isMissing, foreign);
  const next = {
    ...current,
    agent_name: name ?? current.agent_name,
    transcriber_language: language ?? current.transcriber_language,
  };
  await world.store.commit(agentChanges(view, world.clock.now(), current, next, []));
  return {
    clause: 'agent-update.success',
    body: { message: request.messages.updated, data: { agent_id: current.uuid } },
  };
};
