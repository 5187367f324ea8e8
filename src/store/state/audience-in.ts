import type { AudienceRecord, CampaignRecord } from '../../domain/records.ts';
import type { Store } from '../store.ts';

/** A campaign with the facts of its audience, and a user who could have uploaded it. */
export interface StoredAudience {
  readonly campaign: CampaignRecord;
  /** Null: the campaign has none yet. */
  readonly audience: AudienceRecord | null;
  /** How many records it has. */
  readonly size: number;
  /** The full name of the workspace's first user; '' if it has none. */
  readonly user: string;
}

/** What a store has of a campaign; undefined if the id is unknown. @throws StorageError */
export async function audienceIn(store: Store, campaignId: number): Promise<StoredAudience | undefined> {
  const { size } = await store.leads(campaignId);
  const view = store.view();
  const campaign = view.get('campaigns', campaignId);
  if (campaign === undefined) return undefined;
  const [user] = view.find('users', 'workspace_id', campaign.workspace_id);
  return {
    campaign,
    audience: view.get('audiences', campaignId) ?? null,
    size,
    user: user === undefined ? '' : `${user.first_name} ${user.last_name}`,
  };
}
