import { isDeleted } from '../domain/choices/rules.ts';
import type { RefusalId } from '../document/names.gen.ts';
import type { AgentRecord, CampaignRecord } from '../domain/records.ts';
import { Refusal } from '../domain/refusal.ts';
import type { View } from '../store/store.ts';
import type { Caller } from './handler.ts';

/**
 * The agent of the caller's workspace with this id; one of another workspace is as good as missing
 * (`workspace.foreign-is-missing`).
 * @param notFound the rule that refuses a missing one
 * @param isMissing whether an agent that is stored counts as missing; by default a deleted one does
 * @throws Refusal
 */
export function agentOfCaller(
  view: View,
  caller: Caller,
  agentId: number,
  notFound: RefusalId,
  isMissing: (agent: AgentRecord) => boolean = isDeleted,
): AgentRecord {
  const agent = view.get('agents', agentId);
  const refuse = (kind: string) => new Refusal(notFound, undefined, { kind, value: agentId });
  if (agent === undefined) throw refuse('absent');
  if (agent.workspace_id !== caller.workspace.id) throw refuse('foreign');
  if (isMissing(agent)) throw refuse('deleted');
  return agent;
}

/**
 * The campaign of the caller's workspace with this id.
 * @param notFound the rule that refuses a missing one
 * @throws Refusal
 */
export function campaignOfCaller(
  view: View,
  caller: Caller,
  campaignId: number,
  notFound: RefusalId,
  isDeletedMissing: boolean,
): CampaignRecord {
  const campaign = view.get('campaigns', campaignId);
  const refuse = (kind: string) => new Refusal(notFound, undefined, { kind, value: campaignId });
  if (campaign === undefined) throw refuse('absent');
  if (campaign.status === 'deleted' && isDeletedMissing) throw refuse('deleted');
  if (campaign.workspace_id !== caller.workspace.id) throw refuse('foreign');
  return campaign;
}
