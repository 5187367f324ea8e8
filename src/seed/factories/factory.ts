/**
 * Builds records of one kind. `Traits` describe a record beyond its own fields, for
 * example how many calls a lead has had.
 */
export interface Factory<T, Traits = object> {
  /** The next record. An override replaces the whole field, and what depends on it follows. */
  build(overrides?: Partial<T>, traits?: Traits): T;
  /** So many records; the overrides may depend on the place in the list, from 0. */
  buildList(count: number, overrides?: Partial<T> | ((index: number) => Partial<T>), traits?: Traits): T[];
}

/** A factory from the function that builds one record. */
export function defineFactory<T extends object, Traits extends object = object>(
  build: (overrides: Partial<T>, traits: Partial<Traits>) => T,
): Factory<T, Traits> {
  return {
    build: (overrides = {}, traits) => build(overrides, traits ?? {}),
    buildList: (count, overrides = {}, traits) =>
      Array.from({ length: count }, (_, index) =>
        build(typeof overrides === 'function' ? overrides(index) : overrides, traits ?? {}),
      ),
  };
}

/** Whole numbers from `first` on. */
export function createSequence(first: number): () => number {
  let upcoming = first;
  return () => upcoming++;
}
