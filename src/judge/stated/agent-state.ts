import type { CheckedAnswer } from '../report/violation.ts';
import { callerOf } from './callers.ts';
import { namedIn } from './expectation.ts';
import type { AgentModel, Facts, Model } from './model.ts';
import type { AgentState } from '../steps.ts';
import { numbersIn } from './read-agent.ts';
import { isContainer, valueAt } from '../../json/json-value.ts';

export const agentActions = [
  ...['read', 'update', 'wrong update', 'form', 'rename', 'publish', 'unpublish', 'delete', 'invalid status'],
  ...['update by another', 'read by another'],
] as const;
export type AgentAction = (typeof agentActions)[number];

/** Undefined: it was not read yet. */
export function stateOf({ life, seen }: AgentModel, { numbers = {} }: Pick<Facts, 'numbers'>): AgentState | undefined {
  if (life === 'deleted') return 'deleted';
  if (seen === null || life === 'unclear') return undefined;
  if (valueAt(seen, '/basic_details/status') === 1) return 'active';
  const attached = numbersIn(seen['phone_numbers']);
  if (attached.length === 0) return 'draft';
  return attached.some((number) => numbers.owned?.includes(number) === true) ? 'ready' : 'shared';
}

/** What an answer's request did to which agent, by its state before; null if it names none that is known. */
export function transitionOf(
  model: Model,
  facts: Facts,
  answer: CheckedAnswer,
): readonly [AgentState, AgentAction] | null {
  const id = namedIn(answer);
  const agent = id === null ? undefined : model.agents.get(id);
  const state = agent === undefined ? undefined : stateOf(agent, facts);
  if (state === undefined) return null;
  const action = actionOf(answer, callerOf(answer.request, facts) === 'own');
  return action === null ? null : [state, action];
}

function actionOf({ request, status }: CheckedAnswer, isOwn: boolean): AgentAction | null {
  switch (request.operation) {
    case 'getAgent':
      return isOwn ? 'read' : 'read by another';
    case 'createAgentOrUpdate':
      return isOwn ? 'form' : 'update by another';
    case 'updateAgent':
      return isOwn ? 'rename' : 'update by another';
    case 'createAgent':
      return isOwn ? savingAction(request.body, status) : 'update by another';
    default:
      return null;
  }
}

function savingAction(body: CheckedAnswer['request']['body'], status: number): AgentAction {
  const sent = body.kind === 'json' && isContainer(body.value) ? body.value['status'] : undefined;
  if (sent === undefined) return status === 422 ? 'wrong update' : 'update';
  const actions: readonly AgentAction[] = ['publish', 'delete', 'unpublish'];
  return (typeof sent === 'number' ? actions[sent - 1] : undefined) ?? 'invalid status';
}
