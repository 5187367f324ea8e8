import { splitListName } from './bracket-path.ts';
import { UnreadableRequest } from './unreadable-request.ts';

export interface QueryEntry {
  /** Decoded, without the ending that spells a list: `status` for `status`, `status[]` and `status[3]`. */
  readonly name: string;
  /** 3 for `status[3]`, 'next' for `status[]`, undefined for `status`. */
  readonly index: number | 'next' | undefined;
  readonly value: string;
}

/** What a request says of a parameter that takes one value. */
export type SingleValue =
  | { readonly kind: 'absent' }
  | { readonly kind: 'text'; readonly value: string }
  /** Sent more than once, or spelled as a list. */
  | { readonly kind: 'list'; readonly values: readonly string[] };

/**
 * Reads a raw query string, without its '?', into its parameters in the order sent. '+' is a blank, as in forms; a
 * malformed percent sequence is kept as it stands and bytes that are no UTF-8 become U+FFFD, so no spelling throws.
 * Throws `UnreadableRequest` 'too-many-parameters'.
 */
export function readQuery(rawQuery: string, limit = 10_000): readonly QueryEntry[] {
  const entries: QueryEntry[] = [];
  // With a '?' of ours in front: URLSearchParams would otherwise drop one that belongs to the first name.
  for (const [spelling, value] of new URLSearchParams(`?${rawQuery}`)) {
    if (entries.length === limit) {
      throw new UnreadableRequest('too-many-parameters', `The query has more than ${limit} parameters.`, { limit });
    }
    entries.push({ ...splitListName(spelling), value });
  }
  return entries;
}

/** What the query says of a parameter that takes one value. */
export function singleValue(query: readonly QueryEntry[], name: string): SingleValue {
  const found = query.filter((entry) => entry.name === name);
  const [first] = found;
  if (first === undefined) {
    return { kind: 'absent' };
  }
  return found.length === 1 && first.index === undefined
    ? { kind: 'text', value: first.value }
    : { kind: 'list', values: ordered(found) };
}

/**
 * The values of a parameter that takes several, however spelled (`audience-list.filter.arrays`): indexed ones by index, then the others as sent.
 * With `commas`, each value is also split at its commas. An empty value is kept as ''.
 */
export function listValues(
  query: readonly QueryEntry[],
  name: string,
  options: { readonly commas?: boolean } = {},
): readonly string[] {
  const values = ordered(query.filter((entry) => entry.name === name));
  return options.commas === true ? values.flatMap((value) => value.split(',')) : values;
}

function ordered(entries: readonly QueryEntry[]): readonly string[] {
  const place = ({ index }: QueryEntry): number => (typeof index === 'number' ? index : Number.MAX_VALUE);
  return entries.toSorted((a, b) => place(a) - place(b)).map((entry) => entry.value);
}
