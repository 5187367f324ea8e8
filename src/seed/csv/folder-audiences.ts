import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { LeadRecord } from '../../domain/records.ts';
import { audienceIn } from '../../store/state/audience-in.ts';
import { openDataFolder } from '../../store/disk/open-data-folder.ts';
import type { Change } from '../../store/store.ts';
import { type AudiencePlace, AudiencePlaceError } from './audience-place.ts';

/**
 * The audiences of a data folder or of a scenario's folder, which no mock may have open meanwhile.
 * @throws AudiencePlaceError if the folder is neither, and what `openDataFolder` throws
 */
export async function openFolderAudiences(dir: string): Promise<AudiencePlace> {
  const isReady = existsSync(join(dir, 'campaigns.json')) && !existsSync(join(dir, '.seeding'));
  if (!isReady) {
    throw new AudiencePlaceError(`${dir} holds no campaigns: name a data folder or the folder of a scenario`);
  }
  const store = await openDataFolder({ dir, scenarioDir: dir });
  return {
    read: (campaignId) => audienceIn(store, campaignId),
    async *leads(campaignId): AsyncGenerator<LeadRecord> {
      const list = await store.leads(campaignId);
      for (let place = 0; place < list.size; place++) yield list.at(place);
    },
    reserve: (count) => {
      const first = store.nextLeadId();
      for (let given = 1; given < count; given++) store.nextLeadId();
      return Promise.resolve(first);
    },
    async put(campaignId, audience, leads) {
      const changes: Change[] = [];
      if (audience !== null) {
        const version = store.view().version('audiences', campaignId);
        changes.push({ kind: 'put', collection: 'audiences', record: audience, version });
      }
      if (leads.length > 0) {
        const { version } = await store.leads(campaignId);
        changes.push({ kind: 'put-leads', campaignId, leads, version });
      }
      await store.commit(changes);
    },
    close: () => store.close(),
  };
}
