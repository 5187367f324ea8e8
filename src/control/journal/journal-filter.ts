import type { JournalEntry } from '../../worlds/journal.ts';
import type { World } from '../../worlds/world.ts';
import { entryView } from './journal-view.ts';

/** The entries that are asked for; what is absent matches everything. */
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

type Asked = { readonly [Name in keyof JournalFilter]-?: NonNullable<JournalFilter[Name]> };

/** Each looks at its own member of the filter only. */
const matchers: Readonly<Record<keyof JournalFilter, (entry: JournalEntry, asked: Asked, world: World) => boolean>> = {
  operation: (entry, { operation }) => entry.operation === operation,
  method: (entry, { method }) => entry.method === method.toUpperCase(),
  status: (entry, { status }) => entry.status === status,
  path: (entry, { path }) => (entry.url.split('?', 1)[0] ?? '').includes(path),
  since: (entry, { since }) => entry.at >= Date.parse(since),
  workspace: (entry, { workspace }) => entry.workspace === workspace,
  rule: (entry, { rule }) => entry.rule === rule,
  fault: (entry, { fault }) => entry.faults.some(({ id }) => id === fault),
  text: (entry, { text }, world) => JSON.stringify(entryView(entry, world)).toLowerCase().includes(text.toLowerCase()),
};
const names = Object.keys(matchers) as (keyof JournalFilter)[];

/** Whether an entry is asked for. No text finds a token, because tokens are not shown. */
export function isAskedFor(entry: JournalEntry, filter: JournalFilter, world: World): boolean {
  // Sound because a matcher runs only where its member is there.
  return names.every((name) => filter[name] === undefined || matchers[name](entry, filter as Asked, world));
}

/** What the console asked is left out unless it is wanted. */
export function isShown({ isOfConsole }: JournalEntry, withConsole = false): boolean {
  return withConsole || !isOfConsole;
}
