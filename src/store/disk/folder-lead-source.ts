import { type LeadSource, LeadVector } from '../state/lead-vector.ts';
import { redoLeads } from '../state/apply-changes.ts';
import type { LoggedLeads } from '../store.ts';
import { reasonOf } from '../../files/file-system.ts';
import { readLeadIdsNow, readLeads } from './read-collections.ts';
import { leadCampaignIds, leadsFile, type RecordFolder } from './record-folder.ts';

/** So much of the leads is read at each start; in bytes. */
const loadedAtStart = 4 * 2 ** 20;

/**
 * Leads as they were in a folder when it was opened: the files, and on top of them what the commit log held.
 * A list is read once and kept, so a later rewrite of its file does not reach the states that began before it.
 */
export class FolderLeadSource implements LeadSource {
  readonly #folder: RecordFolder;
  readonly #logged: ReadonlyMap<number, readonly LoggedLeads[]>;
  readonly #removed: ReadonlySet<number>;
  readonly #loading = new Map<number, Promise<LeadVector>>();
  readonly #loaded = new Map<number, LeadVector>();
  readonly #nonEmpty = new Map<number, boolean>();
  readonly #campaignIds: readonly number[];
  readonly #faults = new Map<number, string>();
  #highestId: number | undefined;

  /** @param removed campaigns that the log has removed: their files are ignored */
  constructor(
    folder: RecordFolder,
    logged: ReadonlyMap<number, readonly LoggedLeads[]> = new Map(),
    removed: ReadonlySet<number> = new Set(),
  ) {
    this.#folder = folder;
    this.#logged = logged;
    this.#removed = removed;
    const inFiles = leadCampaignIds(folder.dir).filter((id) => !removed.has(id));
    this.#campaignIds = [...new Set([...inFiles, ...logged.keys()])];
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
      leadCampaignIds(dir)
        .filter((id) => this.#campaignIds.includes(id))
        .map(async (id) => ({ id, size: (await fileSystem.stat(leadsFile(dir, id))).size })),
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
    const beginning = this.#logged.has(campaignId) ? undefined : await this.#firstSign(campaignId);
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
    const hasFile = this.#campaignIds.includes(campaignId) && !this.#removed.has(campaignId);
    const records = hasFile ? await readLeads(this.#folder, campaignId) : [];
    const base = records.length === 0 ? LeadVector.empty : LeadVector.from(records, 1);
    const list = (this.#logged.get(campaignId) ?? []).reduce((next, change) => redoLeads(next, change, 1), base);
    this.#loaded.set(campaignId, list);
    return list;
  }
}
