import { isDeleted } from '../domain/choices/agent-rules.ts';
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
 * @param foreign the rule that refuses one of another workspace; by default the same
 * @throws Refusal
 */
export function agentOfCaller(
  view: View,
  caller: Caller,
  agentId: number,
  notFound: RefusalId,
  isMissing: (agent: AgentRecord) => boolean = isDeleted,
  foreign?: RefusalId,
): AgentRecord {
  const agent = view.get('agents', agentId);
  if (agent === undefined) throw new Refusal(notFound);
  if (agent.workspace_id !== caller.workspace.id) throw new Refusal(foreign ?? notFound);
  if (isMissing(agent)) throw new Refusal(notFound);
  return agent;
}

/**
 * The campaign of the caller's workspace with this id.
 * @param refusals the rule that refuses a missing one, and the one of another workspace if that is not the same
 *   (`workspace.foreign-is-missing`)
 * @throws Refusal
 */
export function campaignOfCaller(
  view: View,
  caller: Caller,
  campaignId: number,
  refusals: { readonly notFound: RefusalId; readonly foreign: RefusalId | undefined },
  isDeletedMissing: boolean,
): CampaignRecord {
  const campaign = view.get('campaigns', campaignId);
  const isMissing = campaign === undefined || (campaign.status === 'deleted' && isDeletedMissing);
  if (isMissing) throw new Refusal(refusals.notFound);
  if (campaign.workspace_id !== caller.workspace.id) throw new Refusal(refusals.foreign ?? refusals.notFound);
  return campaign;
}
