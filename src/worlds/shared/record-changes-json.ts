import { isDeepStrictEqual } from 'node:util';
import type { RecordChange } from '../../store/store.ts';

/** A change of a record, the record after it as what differs from the one before. */
export interface RecordChangeJson extends Pick<RecordChange, 'collection' | 'id'> {
  readonly before?: unknown;
  /** In the place of the record before: which of the records after changes it is, from 0. */
  readonly known?: number;
  readonly after?: unknown;
  /** In the place of the record after: the members that are new or other. */
  readonly set?: object;
  /** The names of those that are gone; none if absent. */
  readonly unset?: readonly string[];
}

/** Writes changes one after the other: of a record that is changed again, what it was before is known. */
export function recordChangeWriter(): (change: RecordChange) => RecordChangeJson {
  const known = new Map<unknown, number>();
  let count = 0;
  return ({ collection, id, before, after }) => {
    const place = before === undefined ? undefined : known.get(before);
    known.set(after, count);
    count += 1;
    const from = place === undefined ? { before } : { known: place };
    if (!(before instanceof Object && after instanceof Object)) return { collection, id, ...from, after };
    const unset = Object.keys(before).filter((name) => !(name in after));
    return { collection, id, ...from, set: differingMembers(before, after), ...(unset.length > 0 && { unset }) };
  };
}

/** Reads what a writer has written, in the same order. */
export function recordChangeReader(): (json: RecordChangeJson) => RecordChange {
  const records: unknown[] = [];
  return ({ collection, id, known, set, unset = [], ...whole }) => {
    const before = known === undefined ? whole.before : records[known];
    const after = set === undefined ? whole.after : patched(before, set, unset);
    records.push(after);
    return { collection, id, before, after };
  };
}

function patched(before: unknown, set: object, unset: readonly string[]): unknown {
  const members = [...Object.entries(before ?? {}), ...Object.entries(set)];
  return Object.fromEntries(members.filter(([name]) => !unset.includes(name)));
}

/** The members of an object that differ from another's. */
export function differingMembers<T extends object>(before: T, after: T): Partial<T> {
  const names = Object.keys(after) as (keyof T)[];
  return Object.fromEntries(
    names.filter((name) => !isDeepStrictEqual(before[name], after[name])).map((name) => [name, after[name]]),
  ) as Partial<T>;
}
