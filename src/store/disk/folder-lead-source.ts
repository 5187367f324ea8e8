import { type LeadSource, LeadVector } from '../state/lead-vector.ts';
import { reasonOf } from '../../files/file-system.ts';
import { readLeadIdsNow, readLeads } from './read-collections.ts';
import { leadCampaignIds, leadsFile, type RecordFolder } from './record-folder.ts';

/** So much of the leads is read at each start; in bytes. */
const loadedAtStart = 4 * 2 ** 20;

/**
 * Leads as they were in the files of a folder when it was opened. A list is read once and kept, so a later rewrite of its file does not reach the states that began before it.
 */
export class FolderLeadSource implements LeadSource {
  readonly #folder: RecordFolder;
  readonly #loading = new Map<number, Promise<LeadVector>>();
  readonly #loaded = new Map<number, LeadVector>();
  readonly #nonEmpty = new Map<number, boolean>();
  readonly #campaignIds: readonly number[];
  readonly #faults = new Map<number, string>();
  #highestId: number | undefined;

  constructor(folder: RecordFolder) {
    this.#folder = folder;
    this.#campaignIds = leadCampaignIds(folder.dir);
  }

  load(campaignId: number): Promise<LeadVector> {
    const known = this.#loading.get(campaignId);
    if (known !== undefined) return known;
    const loading = this.#read(campaignId);
    this.#loading.set(campaignId, loading);
    loading.then(
      () => this.#faults.delete(campaignId),
      (error: unknown) => {
        // A file that could not be read may be there the next time.
        this.#loading.delete(campaignId);
        this.#faults.set(campaignId, reasonOf(error));
      },
    );
    return loading;
  }

  faults(): readonly string[] {
    return [...this.#faults.values()];
  }

  /**
   * Loads the small lists, so that a damaged one is found now. The others wait until they are needed: a million leads
   * take seconds to read.
   */
  async loadSmall(): Promise<void> {
    const { dir, fileSystem } = this.#folder;
    const files = await Promise.all(
      this.#campaignIds.map(async (id) => ({ id, size: (await fileSystem.stat(leadsFile(dir, id))).size })),
    );
    let total = 0;
    for (const { id, size } of files.toSorted((one, other) => one.size - other.size)) {
      total += size;
      if (total <= loadedAtStart) await this.load(id);
    }
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

  campaignIds(): readonly number[] {
    return this.#campaignIds;
  }

  highestId(): number {
    return (this.#highestId ??= this.#findHighestId());
  }

  #findHighestId(): number {
    let highest = 0;
    for (const campaignId of leadCampaignIds(this.#folder.dir)) {
      for (const id of readLeadIdsNow(this.#folder, campaignId)) highest = Math.max(highest, id);
    }
    return highest;
  }

  async #looksNonEmpty(campaignId: number): Promise<boolean> {
    if (!this.#campaignIds.includes(campaignId)) return false;
    const beginning = await this.#firstSign(campaignId);
    return beginning === undefined ? (await this.load(campaignId)).size > 0 : beginning === '{';
  }

  /** What follows the bracket that a list begins with; undefined if the first bytes of the file do not tell. */
  async #firstSign(campaignId: number): Promise<string | undefined> {
    const { dir, fileSystem } = this.#folder;
    const handle = await fileSystem.open(leadsFile(dir, campaignId), 'r').catch(() => undefined);
    const { buffer } = (await handle?.read(Buffer.alloc(64), 0, 64, 0)) ?? { buffer: '' };
    await handle?.close();
    return /^\s*\[\s*([{\]])/.exec(buffer.toString())?.[1];
  }

  async #read(campaignId: number): Promise<LeadVector> {
    const records = this.#campaignIds.includes(campaignId) ? await readLeads(this.#folder, campaignId) : [];
    const list = records.length === 0 ? LeadVector.empty : LeadVector.from(records, 1);
    this.#loaded.set(campaignId, list);
    return list;
  }
}
