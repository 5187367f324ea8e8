import type { AudienceRecord, CampaignRecord, Collections } from '../../domain/records.ts';
import { type Counted, highestIdsOf } from './id-counters.ts';
import { compareIds } from './persistent-table.ts';
import type { Root, View } from './root.ts';

/** The first free id of each kind. A number's is the digits after +1555. */
export type FirstIds = Readonly<Record<Counted | 'phone_numbers', number>>;

/** What is there already, and what new records may lean on. */
export type RecordsToLeanOn = {
  readonly [C in 'workspaces' | 'users' | 'providers' | 'voices']: readonly Collections[C][];
} & { readonly firstIds: FirstIds };

/** What a state gives new records. @param highestLead an id that was given */
export function recordsToLeanOn(root: Root, highestLead = 0): RecordsToLeanOn {
  const highest = highestIdsOf(root, { leads: highestLead });
  const next = (kind: Counted, least: number) => Math.max(highest[kind], least) + 1;
  return {
    workspaces: root.all('workspaces'),
    users: root.all('users'),
    providers: root.all('providers'),
    voices: [...root.all('voices')].sort((a, b) => compareIds(a.provider_id, b.provider_id) || a.position - b.position),
    firstIds: {
      workspaces: next('workspaces', 100),
      users: next('users', 0),
      agents: next('agents', 1000),
      campaigns: next('campaigns', 5000),
      leads: next('leads', 200_000),
      phone_numbers: highestNumber(root) + 1,
    },
  };
}

/** Numbers that are seeded count up in area code 555, below those of leads (`+15552000000`). */
function highestNumber(view: View): number {
  let highest = 1_000_000;
  for (const { id } of view.all('phone_numbers')) {
    const digits = /^\+1555([01]\d{6})$/.exec(id)?.[1];
    if (digits !== undefined) highest = Math.max(highest, Number(digits));
  }
  return highest;
}

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

/** What a state has of a campaign; undefined if the id is unknown. */
export function audienceIn(view: View, campaignId: number): StoredAudience | undefined {
  const campaign = view.get('campaigns', campaignId);
  if (campaign === undefined) return undefined;
  const [user] = view.find('users', 'workspace_id', campaign.workspace_id);
  return {
    campaign,
    audience: view.get('audiences', campaignId) ?? null,
    size: view.leads(campaignId).size,
    user: user === undefined ? '' : `${user.first_name} ${user.last_name}`,
  };
}
