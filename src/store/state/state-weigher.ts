import { leadsIn, collectionNames, type Root, type StoredRecord } from './root.ts';
import type { IdList } from './id-list.ts';
import type { Versioned } from '../store.ts';
import { weightOf } from './weight.ts';
import type { Snapshot } from '../world-store.ts';

/**
 * Weighs the states of stores one after another: each by what it holds that neither a base nor a state weighed before
 * it does. Costs as much as there is to count; what is shared with a base is passed over.
 */
export class StateWeigher {
  readonly #bases: readonly Root[];
  readonly #seen = new Set<object>();

  /** @param bases states that are held anyway: the scenarios as they begin, and the default world's */
  constructor(bases: readonly Snapshot[]) {
    this.#bases = bases.map(({ root }) => root);
  }

  /** In bytes, about. */
  weigh({ root }: Snapshot): number {
    if (this.#isKnown(root, this.#bases)) return 0;
    let bytes = 0;
    for (const name of collectionNames) {
      const others = this.#bases.map(({ collections }) => collections[name]);
      bytes += root.collections[name].weighUnshared(others, this.#seen, (value) => this.#weighRecord(value));
      for (const [field, index] of Object.entries(root.indexes[name])) {
        const indexes = this.#bases.flatMap((base) => base.indexes[name][field] ?? []);
        bytes += index.weighUnshared(indexes, this.#seen, weighIds);
      }
    }
    return bytes + this.#weighLeads(root);
  }

  #weighRecord({ record }: Versioned<StoredRecord>): number {
    return this.#isKnown(record, []) ? 0 : 64 + weightOf(record);
  }

  #weighLeads({ leads, leadSource }: Root): number {
    let bytes = 0;
    const sources = this.#bases.map((base) => base.leadSource);
    if (!this.#isKnown(leadSource, sources)) {
      for (const list of leadSource.own()) bytes += list.weighUnshared([], this.#seen);
    }
    for (const [id, list] of leads.entries()) {
      const others = this.#bases.flatMap((base) => leadsIn(base, Number(id)) ?? []);
      const loaded = leadSource.loaded(Number(id));
      bytes += list.weighUnshared(loaded === undefined ? others : [...others, loaded], this.#seen);
    }
    return bytes;
  }

  #isKnown<T extends object>(value: T, others: readonly T[]): boolean {
    if (others.includes(value) || this.#seen.has(value)) return true;
    this.#seen.add(value);
    return false;
  }
}

function weighIds(ids: IdList): number {
  return 48 + 8 * ids.size;
}
