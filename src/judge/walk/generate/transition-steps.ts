import * as fc from 'fast-check';
import type { Settings } from '../../../deployment/configuration/settings.ts';
import type { AgentAction } from '../../stated/agent-state.ts';
import type { AgentState, FormField, SentRequest } from '../../steps.ts';
import { intruders } from './requests.ts';
import { textsOf } from './texts.ts';
import type { Wanted, Weighted } from './wanted.ts';

/** What was least often done to an agent in a state: the walk looks for an agent that is in it. */
export function transitionRequests(settings: Settings, wanted: Wanted): Weighted<SentRequest>[] {
  const found = wanted.transitions.flatMap(([state, action]) => requestOf(state, action, settings, wanted) ?? []);
  return found.length === 0 ? [] : [[8, fc.oneof(...found)]];
}

function requestOf(
  state: AgentState,
  action: AgentAction,
  settings: Settings,
  wanted: Wanted,
): fc.Arbitrary<SentRequest> | undefined {
  const agent_id = { $in: state };
  const own = (json: object): SentRequest => ({ operation: 'createAgent', as: 'own', json: { agent_id, ...json } });
  const texts = textsOf('description', wanted);
  const name = { $name: 'renamed' };
  const requests: Readonly<Record<AgentAction, fc.Arbitrary<SentRequest>>> = {
    read: fc.constant({ operation: 'getAgent', as: 'own', query: { agent_id } }),
    update: texts.map((description) => own({ description })),
    'wrong update': texts.map((description) => own({ description, prompt: { text: 'x' } })),
    form: texts.map((value) => ({
      operation: 'createAgentOrUpdate',
      as: 'own',
      form: formFor(agent_id, value),
    })),
    rename: fc.constant({ operation: 'updateAgent', as: 'own', json: { agent_id: { $uuidIn: state }, name } }),
    publish: fc.constant(own({ status: 1 })),
    unpublish: fc.constant(own({ status: 3 })),
    delete: fc.constant(own({ status: 2 })),
    'invalid status': fc.constantFrom(own({ status: 4 }), own({ status: 0 })),
    'update by another': fc
      .tuple(intruders(settings), texts)
      .map(([as, description]) => ({ ...own({ description }), as })),
    'read by another': intruders(settings).map((as) => ({ operation: 'getAgent', as, query: { agent_id } })),
  };
  return action === 'rename' && settings.agents?.uuid === undefined ? undefined : requests[action];
}

function formFor(id: unknown, description: unknown): FormField[] {
  return [
    { name: 'agent_id', value: id },
    { name: 'basic_details[agent_name]', value: { $name: 'formed' } },
    { name: 'basic_details[description]', value: description },
  ];
}
