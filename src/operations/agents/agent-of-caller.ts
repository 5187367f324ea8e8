import type { RefusalId } from '../../document/names.gen.ts';
import type { AgentRecord } from '../../domain/records.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { View } from '../../store/store.ts';
import type { Caller } from '../handler.ts';

/**
 * The agent of the caller's workspace with this id; one of another workspace is as good as missing
 * (`workspace.foreign-is-missing`).
 * @param notFound the rule that refuses a missing one
 * @param options.deleted whether a deleted agent is there or missing
 * @throws Refusal
 */
export function agentOfCaller(
  view: View,
  caller: Caller,
  agentId: number,
  notFound: RefusalId,
  options: { readonly deleted: 'there' | 'missing' },
): AgentRecord {
  const agent = view.get('agents', agentId);
  if (agent?.workspace_id !== caller.workspace.id) throw new Refusal(notFound);
  if (agent.status === 2 && options.deleted === 'missing') throw new Refusal(notFound);
  return agent;
}
