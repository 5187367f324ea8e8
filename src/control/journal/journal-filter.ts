import type { JournalEntry } from '../../worlds/journal.ts';
import type { World } from '../../worlds/world.ts';
import { entryView } from './journal-view.ts';

/** What entries are asked for; what is absent is not looked at. */
export interface JournalFilter {
  readonly operation?: string | undefined;
  readonly method?: string | undefined;
  readonly status?: number | undefined;
  /** A part of the path. */
  readonly path?: string | undefined;
  /** A time; entries from then on. */
  readonly since?: string | undefined;
  readonly workspace?: number | undefined;
  readonly rule?: string | undefined;
  readonly fault?: number | undefined;
  /** Anywhere in what is shown of the entry, in any case. */
  readonly text?: string | undefined;
}

/** Whether an entry is one of those asked for. A token is found by nothing, since it is not shown. */
export function isAskedFor(entry: JournalEntry, filter: JournalFilter, world: World): boolean {
  const { operation, method, status, path, since, workspace, rule, fault, text } = filter;
  return (
    (operation === undefined || entry.operation === operation) &&
    (method === undefined || entry.method === method.toUpperCase()) &&
    (status === undefined || entry.status === status) &&
    (path === undefined || (entry.url.split('?', 1)[0] ?? '').includes(path)) &&
    (since === undefined || entry.at >= Date.parse(since)) &&
    (workspace === undefined || entry.workspace === workspace) &&
    (rule === undefined || entry.rule === rule) &&
    (fault === undefined || entry.faults.some(({ id }) => id === fault)) &&
    (text === undefined || JSON.stringify(entryView(entry, world)).toLowerCase().includes(text.toLowerCase()))
  );
}
