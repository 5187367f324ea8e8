import type { LeadVector } from './lead-vector.ts';

/** Where lead lists come from that no commit has changed yet. Shared by a store and all its forks. */
export interface LeadSource {
  /** The campaign's leads; throws `DataFileError` or `StorageError`. */
  load(campaignId: number): Promise<LeadVector>;
  /** Whether the campaign has any lead here; loads no list for it where the beginning of a file tells. */
  hasLeads(campaignId: number): Promise<boolean>;
  /** The list, if it has been loaded. */
  loaded(campaignId: number): LeadVector | undefined;
  /** The campaigns that have leads here. */
  campaignIds(): readonly number[];
  /** The highest lead id of all campaigns, 0 if there is none. May read every file: ask only when needed. */
  highestId(): number;
  /** What kept lists from being loaded the last time, in sentences. */
  faults(): readonly string[];
}
