import type { JournalEntry } from '../live/live-journal.ts';

export interface RequestFilter {
  readonly text: string;
  readonly operation: string;
  /** `2` for all from 200 to 299, and so on; `none` for connections cut; empty for all. */
  readonly status: string;
  /** Only what has a warning, or met a fault. */
  readonly isMarked: boolean;
}

export const everyRequest: RequestFilter = { text: '', operation: '', status: '', isMarked: false };

/** What a search looks through, entry by entry, kept as long as the entries are. */
export type SearchTexts = WeakMap<JournalEntry, string>;

/** What of the journal is asked for, in its order. */
export function filterRequests(
  entries: readonly JournalEntry[],
  filter: RequestFilter,
  texts: SearchTexts,
): readonly JournalEntry[] {
  const text = filter.text.trim().toLowerCase();
  return entries.filter(
    (entry) =>
      (filter.operation === '' || entry.operation === filter.operation) &&
      (filter.status === '' || statusClass(entry.status) === filter.status) &&
      (!filter.isMarked || entry.warning !== null || entry.faults.length > 0) &&
      (text === '' || searchable(entry, texts).includes(text)),
  );
}

function statusClass(status: number | null): string {
  return status === null ? 'none' : String(Math.floor(status / 100));
}

/** All that is shown of it in lower case, made once. */
function searchable(entry: JournalEntry, texts: SearchTexts): string {
  const known = texts.get(entry);
  if (known !== undefined) return known;
  const text = JSON.stringify(entry).toLowerCase();
  texts.set(entry, text);
  return text;
}
