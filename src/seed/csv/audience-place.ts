import type { AudienceRecord, LeadRecord } from '../../domain/records.ts';
import type { StoredAudience } from '../../store/state/audience-in.ts';

/** Where audiences are kept: a running mock or a folder. */
export interface AudiencePlace {
  /** A campaign and what holds for its audience; undefined if there is none of that id. */
  read(campaignId: number): Promise<StoredAudience | undefined>;
  /** All of an audience's records, in the order of their ids. */
  leads(campaignId: number): AsyncIterable<LeadRecord>;
  /** Reserves this number of lead ids, and gives the first. */
  reserve(count: number): Promise<number>;
  /** Stores all or nothing: the facts of the audience, if given, and the records. */
  put(campaignId: number, audience: AudienceRecord | null, leads: readonly LeadRecord[]): Promise<void>;
  close(): Promise<void>;
}

/** The place has no such audience, or refuses. */
export class AudiencePlaceError extends Error {
  override readonly name = 'AudiencePlaceError';
}
