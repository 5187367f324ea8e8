import type { RefusalId } from '../../document/names.gen.ts';
import type { CampaignRecord } from '../../domain/records.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { View } from '../../store/store.ts';
import type { Caller } from '../handler.ts';

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
