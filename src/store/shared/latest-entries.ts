import type { LogEntry } from './log.ts';

/** A replica that has not appended for so many entries is gone: nothing of it can be on its way any more. */
const forgottenAfter = 1_000_000;
/** Of a replica's last entries, so many are known one by one. */
const knownEntries = 16;

interface Latest {
  /** Ascending. */
  readonly numbers: readonly number[];
  readonly seq: number;
}

type Identified = Pick<LogEntry, 'id'>;

/**
 * The last entries of each replica. They tell whether an entry is in a log that was loaded from a snapshot, and which
 * come too late: a replica that has appended a later one has given those up.
 */
export class LatestEntries {
  readonly #byReplica = new Map<string, Latest>();

  note(entry: Pick<LogEntry, 'id' | 'seq'>): void {
    const { name, number } = partsOf(entry);
    const numbers = this.#byReplica.get(name)?.numbers ?? [];
    this.#byReplica.set(name, { numbers: [...numbers, number].slice(-knownEntries), seq: entry.seq });
  }

  /** Whether this entry, or a later one of its replica, has been noted. */
  isPast(entry: Identified): boolean {
    const { name, number } = partsOf(entry);
    return (this.#byReplica.get(name)?.numbers.at(-1) ?? 0) >= number;
  }

  /** Whether this entry has been noted; only of a replica's last ones it is known. */
  has(entry: Identified): boolean {
    const { name, number } = partsOf(entry);
    return this.#byReplica.get(name)?.numbers.includes(number) ?? false;
  }

  clear(): void {
    this.#byReplica.clear();
  }

  /** A snapshot's text with these before the state. */
  writeTo(state: string): string {
    const newest = Math.max(0, ...[...this.#byReplica.values()].map(({ seq }) => seq));
    const kept = [...this.#byReplica].filter(([, { seq }]) => seq > newest - forgottenAfter);
    return `${JSON.stringify(kept)}\n${state}`;
  }

  /** Takes these from a snapshot's text, and gives the state. */
  readFrom(text: string): string {
    const end = text.indexOf('\n');
    // Sound because `writeTo` wrote it.
    for (const [name, latest] of JSON.parse(text.slice(0, end)) as [string, Latest][]) {
      this.#byReplica.set(name, latest);
    }
    return text.slice(end + 1);
  }
}

function partsOf({ id }: Identified): { readonly name: string; readonly number: number } {
  const [name = '', number] = id.split(' ');
  return { name, number: Number(number) };
}
