/** A query's values by their names; of a name that comes more than once, a list. */
export function queryValues(query: string): Readonly<Record<string, string | readonly string[]>> {
  const values: Record<string, string | readonly string[]> = {};
  const entries = new URLSearchParams(`?${query}`);
  for (const name of new Set(entries.keys())) {
    const all = entries.getAll(name);
    // A query may well name __proto__.
    const value = all.length === 1 ? (all[0] ?? '') : all;
    Object.defineProperty(values, name, { value, enumerable: true });
  }
  return values;
}
