import type { Positions } from '../../domain/audiences/audience-page.ts';
import type { LeadRecord, LeadStatus } from '../../domain/records.ts';
import { type PersistentTable, changedKeys, tableOf, withEntries } from './persistent-table.ts';

/** One campaign's leads at one moment, ordered by id, as they are stored. */
export class CampaignLeads {
  static readonly empty = new CampaignLeads(tableOf<LeadRecord>([]));
  readonly #leads: PersistentTable<LeadRecord>;
  /** By their places; made when it is asked for. */
  #records: readonly LeadRecord[] | undefined;
  readonly #positions: Partial<Record<LeadStatus, Positions>> = {};

  private constructor(leads: PersistentTable<LeadRecord>) {
    this.#leads = leads;
  }

  /** @param records with distinct ids, in any order */
  static from(records: readonly LeadRecord[]): CampaignLeads {
    return CampaignLeads.empty.change(records.map((lead) => [lead.id, lead] as const));
  }

  get size(): number {
    return this.#leads.size;
  }

  /** 0 if it is empty. */
  get highestId(): number {
    return Number(this.#leads.maxKey() ?? 0);
  }

  /** The record at a place from 0 to size - 1. */
  at(position: number): LeadRecord {
    const lead = this.records()[position];
    if (lead === undefined) throw new RangeError(`No lead at ${position}: there are ${this.size}.`);
    return lead;
  }

  /** Places of the records that are stored with this status, ascending. */
  positionsOf(status: LeadStatus): Positions {
    return (this.#positions[status] ??= Int32Array.from(this.#placesWhere((lead) => lead.status === status)));
  }

  /** Places of the records whose number contains this part of at least one character, ascending. */
  positionsOfNumber(part: string): Positions {
    return this.#placesWhere(({ mobile_no: number }) => number.includes(part));
  }

  get(id: number): LeadRecord | undefined {
    return this.#leads.get(id);
  }

  records(): readonly LeadRecord[] {
    return (this.#records ??= this.#leads.valuesArray());
  }

  /** The list with records added or replaced by their id, the last of an id; undefined removes. */
  change(entries: readonly (readonly [id: number, LeadRecord | undefined])[]): CampaignLeads {
    return new CampaignLeads(withEntries(this.#leads, entries));
  }

  /** The ids of leads that are not the same in another list. */
  changedIds(other: CampaignLeads): readonly number[] {
    return changedKeys(other.#leads, this.#leads).map(Number);
  }

  #placesWhere(isWanted: (lead: LeadRecord) => boolean): readonly number[] {
    const places: number[] = [];
    for (const [place, lead] of this.records().entries()) if (isWanted(lead)) places.push(place);
    return places;
  }
}
