import type { CollectionName, LeadRecord } from '../domain/records.ts';
import type { Store } from '../store/store.ts';

export interface EveryRecord {
  readonly records: Readonly<Record<CollectionName, readonly object[]>>;
  readonly leads: readonly (readonly LeadRecord[])[];
}

/** Every record that a store holds, in an order that depends on nothing but the records. */
export async function everyRecord(store: Store): Promise<EveryRecord> {
  const view = store.view();
  const sorted = <C extends CollectionName>(collection: C) =>
    [...view.all(collection)].sort((one, other) => (one.id < other.id ? -1 : 1));
  const leads = await Promise.all(
    sorted('campaigns').map(async ({ id }) => {
      const list = await store.leads(id);
      return Array.from({ length: list.size }, (_, position) => list.at(position));
    }),
  );
  return {
    records: {
      workspaces: sorted('workspaces'),
      users: sorted('users'),
      login_tokens: sorted('login_tokens'),
      api_tokens: sorted('api_tokens'),
      codes: sorted('codes'),
      providers: sorted('providers'),
      voices: sorted('voices'),
      phone_numbers: sorted('phone_numbers'),
      agents: sorted('agents'),
      campaigns: sorted('campaigns'),
      audiences: sorted('audiences'),
    },
    leads,
  };
}
