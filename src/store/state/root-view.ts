import type { CollectionName, Collections, RecordId } from '../../domain/records.ts';
import type { Root, StoredCollection } from './root.ts';
import type { Indexes, Version, View } from '../store.ts';

/** Reads one moment of a store. */
export class RootView implements View {
  constructor(private readonly root: Root) {}

  get<C extends CollectionName>(collection: C, id: RecordId): Collections[C] | undefined {
    // Sound because a collection holds nothing but its own record type: records come in through `Put` and the schema.
    return this.#collection(collection).get(id)?.record as Collections[C] | undefined;
  }

  version(collection: CollectionName, id: RecordId): Version {
    return this.#collection(collection).get(id)?.version ?? 0;
  }

  find<C extends keyof Indexes>(collection: C, field: Indexes[C], value: RecordId | null): readonly Collections[C][] {
    const ids = this.root.indexes[collection][field]?.get(value)?.ids() ?? [];
    return ids.flatMap((id) => this.get(collection, id) ?? []);
  }

  *all<C extends CollectionName>(collection: C): Iterable<Collections[C]> {
    for (const { record } of this.#collection(collection).values()) yield record as Collections[C];
  }

  count(collection: CollectionName): number {
    return this.#collection(collection).size;
  }

  #collection(name: CollectionName): StoredCollection {
    return this.root.collections[name];
  }
}
