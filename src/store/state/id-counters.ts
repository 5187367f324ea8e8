import type { CollectionName } from '../../domain/records.ts';
import type { LeadSource } from './lead-vector.ts';
import type { LoggedChange, RecordChange } from '../store.ts';

/** The highest id given per kind; `leads` is absent until it is needed. */
export interface HighestIds {
  readonly workspaces: number;
  readonly users: number;
  readonly agents: number;
  readonly campaigns: number;
  readonly leads?: number;
}

/** The highest id that a record may have, and one that comes from outside: others can follow it. */
const highestId = 999_999_999_999;
export const highestImportedId = 899_999_999_999;

/** A record has the highest possible id, so that no new one can be given. */
export class IdsExhaustedError extends Error {
  override readonly name = 'IdsExhaustedError';

  constructor(kind: string) {
    super(
      `No id of ${kind} is left: one of them is ${highestId}. Reset the world, or remove that record from its data.`,
    );
  }
}

type Counted = Exclude<keyof HighestIds, 'leads'>;

const counted: readonly CollectionName[] = ['workspaces', 'users', 'agents', 'campaigns'] satisfies Counted[];

/** Gives ids that were never given before, whatever is removed, refused or restored. */
export class IdCounters {
  readonly #leadSource: LeadSource;
  readonly #highest: Record<Counted, number>;
  #highestLead: number | undefined;
  /** The highest lead id seen so far; files that were not read may have higher ones. */
  #highestLeadMet = 0;
  /** The highest ids that others may have given. */
  readonly #foreign: Record<keyof HighestIds, number> = { workspaces: 0, users: 0, agents: 0, campaigns: 0, leads: 0 };

  constructor(highest: HighestIds, leadSource: LeadSource) {
    this.#leadSource = leadSource;
    const { leads, ...others } = highest;
    this.#highest = { ...others };
    this.#highestLead = leads;
  }

  next(collection: Counted): number {
    const id = this.#highest[collection] + 1;
    if (id > highestId) throw new IdsExhaustedError(collection);
    this.#highest[collection] = id;
    return id;
  }

  nextLead(): number {
    const highest = this.#leads();
    if (highest >= highestId) throw new IdsExhaustedError('leads');
    this.#highestLeadMet = highest + 1;
    return this.#highestLeadMet;
  }

  /** Notes the ids that a commit uses. */
  note(changes: readonly LoggedChange[]): void {
    for (const change of changes) {
      if ('leads' in change) {
        for (const { id } of change.put) this.noteLead(id);
      } else if ('put' in change && isCounted(change.put) && typeof change.record.id === 'number') {
        this.#highest[change.put] = Math.max(this.#highest[change.put], change.record.id);
      }
    }
  }

  /** Notes a lead id of a file, which a person may have edited. */
  noteLead(id: number): void {
    this.#highestLeadMet = Math.max(this.#highestLeadMet, id);
  }

  /** Notes the ids that another store has given. */
  raise(other: IdCounters): void {
    for (const kind of Object.keys(this.#highest) as Counted[]) {
      this.#highest[kind] = Math.max(this.#highest[kind], other.#highest[kind]);
    }
    this.noteLead(Math.max(other.#highestLead ?? 0, other.#highestLeadMet));
  }

  /** Notes what others have given. */
  share(highest: HighestIds): void {
    this.raise(new IdCounters(highest, this.#leadSource));
    for (const kind of Object.keys(this.#foreign) as (keyof HighestIds)[]) {
      this.#foreign[kind] = Math.max(this.#foreign[kind], highest[kind] ?? 0);
    }
  }

  /** Whether a record that is new has an id that others may have given to another one, which may be gone. */
  isForeign({ collection, id, before }: RecordChange): boolean {
    if (before !== undefined || typeof id !== 'number') return false;
    return (collection === 'leads' || isCounted(collection)) && id <= this.#foreign[collection];
  }

  copy(): IdCounters {
    const copy = new IdCounters(this.#highest, this.#leadSource);
    Object.assign(copy.#foreign, this.#foreign);
    copy.#highestLead = this.#highestLead;
    copy.#highestLeadMet = this.#highestLeadMet;
    return copy;
  }

  highest(): HighestIds {
    // What is unknown stays so: finding it out may mean reading every file.
    return { ...this.#highest, ...(this.#highestLead === undefined ? {} : { leads: this.#leads() }) };
  }

  #leads(): number {
    this.#highestLead = Math.max(this.#highestLead ?? this.#leadSource.highestId(), this.#highestLeadMet);
    return this.#highestLead;
  }
}

function isCounted(collection: CollectionName): collection is Counted {
  return counted.includes(collection);
}
