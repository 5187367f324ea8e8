import { LeadVector } from './lead-vector.ts';
import type { LeadSource } from './lead-source.ts';
import { type LoggedLeads, redoLeads } from './logged-change.ts';
import { beginsWithRecord, leadCampaignIds, readLeadIdsNow, readLeads, type RecordFolder } from './record-folder.ts';

/**
 * Leads as they were in a folder when it was opened: the files, and on top of them what the commit log held.
 * A list is read once and kept, so a later rewrite of its file does not reach the states that began before it.
 */
export class FolderLeadSource implements LeadSource {
  readonly #loading = new Map<number, Promise<LeadVector>>();
  readonly #loaded = new Map<number, LeadVector>();
  readonly #nonEmpty = new Map<number, boolean>();
  readonly #campaignIds: readonly number[];
  #highestId: number | undefined;

  constructor(
    private readonly folder: RecordFolder,
    private readonly logged: ReadonlyMap<number, readonly LoggedLeads[]> = new Map(),
    /** Campaigns that the log has removed: their files count no more. */
    private readonly removed: ReadonlySet<number> = new Set(),
  ) {
    const inFiles = leadCampaignIds(folder.dir).filter((id) => !removed.has(id));
    this.#campaignIds = [...new Set([...inFiles, ...logged.keys()])];
  }

  load(campaignId: number): Promise<LeadVector> {
    const known = this.#loading.get(campaignId);
    if (known !== undefined) return known;
    const loading = this.#read(campaignId);
    this.#loading.set(campaignId, loading);
    // A file that could not be read may be there the next time.
    loading.catch(() => this.#loading.delete(campaignId));
    return loading;
  }

  async hasLeads(campaignId: number): Promise<boolean> {
    let isNonEmpty = this.#nonEmpty.get(campaignId);
    if (isNonEmpty === undefined) {
      isNonEmpty = await this.#looksNonEmpty(campaignId);
      this.#nonEmpty.set(campaignId, isNonEmpty);
    }
    return isNonEmpty;
  }

  loaded(campaignId: number): LeadVector | undefined {
    return this.#loaded.get(campaignId);
  }

  own(): Iterable<LeadVector> {
    return [];
  }

  campaignIds(): readonly number[] {
    return this.#campaignIds;
  }

  highestId(): number {
    return (this.#highestId ??= this.#findHighestId());
  }

  #findHighestId(): number {
    let highest = 0;
    for (const campaignId of leadCampaignIds(this.folder.dir)) {
      for (const id of readLeadIdsNow(this.folder.dir, campaignId)) highest = Math.max(highest, id);
    }
    return highest;
  }

  async #looksNonEmpty(campaignId: number): Promise<boolean> {
    if (!this.#campaignIds.includes(campaignId)) return false;
    const beginning = this.logged.has(campaignId) ? undefined : await beginsWithRecord(this.folder, campaignId);
    return beginning ?? (await this.load(campaignId)).size > 0;
  }

  async #read(campaignId: number): Promise<LeadVector> {
    const hasFile = this.#campaignIds.includes(campaignId) && !this.removed.has(campaignId);
    const records = hasFile ? await readLeads(this.folder, campaignId) : [];
    const base = records.length === 0 ? LeadVector.empty : LeadVector.from(records, 1);
    const list = (this.logged.get(campaignId) ?? []).reduce((next, change) => redoLeads(next, change, 1), base);
    this.#loaded.set(campaignId, list);
    return list;
  }
}
