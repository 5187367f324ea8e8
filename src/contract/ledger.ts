import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';

/** What stands in the ledger: every creation before it is asked for, and what came of it. No token is written. */
export type LedgerEntry =
  | { readonly event: 'run'; readonly run: string; readonly base_url: string }
  | { readonly event: 'creating'; readonly key: string; readonly name: string; readonly workspace: WorkspaceName }
  | { readonly event: 'created'; readonly key: string; readonly id: number }
  /** The request was answered, and nothing was created. */
  | { readonly event: 'refused'; readonly key: string }
  | { readonly event: 'cleaned'; readonly key: string };

/** Whose token made it. */
export type WorkspaceName = 'own' | 'second';

export interface Ledger {
  readonly write: (entry: LedgerEntry) => void;
}

/** One line of JSON per entry, on the disk when `write` returns. */
export function openLedger(file: string): Ledger {
  return { write: (entry) => appendFileSync(file, `${JSON.stringify(entry)}\n`) };
}

/** Keeps nothing: for a target that is thrown away. */
export const noLedger: Ledger = { write: () => undefined };

export interface LeftAgent {
  readonly key: string;
  readonly name: string;
  readonly workspace: WorkspaceName;
  /** Null: the run was killed before it knew. */
  readonly id: number | null;
}

export interface LedgerContents {
  readonly base_url: string | null;
  readonly left: readonly LeftAgent[];
  /** Every id that the run created, cleaned or not. */
  readonly ids: readonly number[];
}

/** What a ledger says was made and not cleaned. A line that a kill cut short counts as not written. */
export function readLedger(file: string): LedgerContents {
  const left = new Map<string, LeftAgent>();
  const ids: number[] = [];
  let base_url: string | null = null;
  for (const entry of entriesOf(file)) {
    if (entry.event === 'run') base_url = entry.base_url;
    else if (entry.event === 'creating') left.set(entry.key, { ...entry, id: null });
    else if (entry.event === 'created') {
      ids.push(entry.id);
      const known = left.get(entry.key);
      if (known !== undefined) left.set(entry.key, { ...known, id: entry.id });
    } else left.delete(entry.key);
  }
  return { base_url, left: [...left.values()], ids };
}

/** Takes away a ledger that has nothing left to clean. */
export function removeLedger(file: string): void {
  rmSync(file, { force: true });
}

function entriesOf(file: string): LedgerEntry[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as LedgerEntry];
      } catch {
        return [];
      }
    });
}
