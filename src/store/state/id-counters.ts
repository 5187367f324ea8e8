import type { RecordId } from '../../domain/records.ts';
import type { LoggedChange, RecordChange } from './store.ts';
import type { Root } from './root.ts';

/** What is numbered as it is made. */
export const countedKinds = ['workspaces', 'users', 'agents', 'campaigns', 'leads'] as const;
export type Counted = (typeof countedKinds)[number];

/** The highest id given per kind. */
export type HighestIds = Readonly<Record<Counted, number>>;

/** The highest id that a record may have, and one that comes from outside: others can follow it. */
const highestId = 999_999_999_999;
export const highestImportedId = 899_999_999_999;

/** A record has the highest possible id, so that no new one can be given. */
export class IdsExhaustedError extends Error {
  override readonly name = 'IdsExhaustedError';

  constructor(kind: string) {
    super(
      `No id of ${kind} is left: one of them is ${highestId}. Reset the world, or remove that record from its data.`,
    );
  }
}

/** Gives ids that were never given before, whatever is removed, refused or restored. */
export class IdCounters {
  readonly #highest: Record<Counted, number>;
  /** The highest ids that others may have given. */
  readonly #foreign: Record<Counted, number> = { workspaces: 0, users: 0, agents: 0, campaigns: 0, leads: 0 };

  constructor(highest: HighestIds) {
    this.#highest = { ...highest };
  }

  /** Goes on after what is noted and what a state holds, whichever is higher. */
  static of(root: Root, noted: Partial<HighestIds> = {}): IdCounters {
    const counters = new IdCounters({ workspaces: 0, users: 0, agents: 0, campaigns: 0, leads: 0, ...noted });
    for (const kind of countedKinds) {
      if (kind === 'leads') continue;
      for (const { record } of root.collections[kind].values()) counters.#raise(kind, record.id);
    }
    for (const list of root.leads.values()) counters.#raise('leads', list.highestId);
    return counters;
  }

  next(kind: Counted): number {
    const id = this.#highest[kind] + 1;
    if (id > highestId) throw new IdsExhaustedError(kind);
    this.#highest[kind] = id;
    return id;
  }

  /** Notes the ids that a commit uses. */
  note(changes: readonly LoggedChange[]): void {
    for (const change of changes) {
      if ('leads' in change) for (const lead of change.put) this.#raise('leads', lead.id);
      else if ('put' in change && isCounted(change.put)) this.#raise(change.put, change.record.id);
    }
  }

  /** Notes the ids that another store has given, or that are in a file, which a person may have edited. */
  raise(highest: Partial<HighestIds>): void {
    for (const kind of countedKinds) this.#raise(kind, highest[kind] ?? 0);
  }

  /** Notes what other replicas have given. */
  share(highest: HighestIds): void {
    this.raise(highest);
    for (const kind of countedKinds) this.#foreign[kind] = Math.max(this.#foreign[kind], highest[kind]);
  }

  /** Whether a record that is new has an id that others may have given to another one, which may be gone. */
  isForeign({ collection, id, before }: RecordChange): boolean {
    return before === undefined && typeof id === 'number' && isCounted(collection) && id <= this.#foreign[collection];
  }

  copy(): IdCounters {
    const copy = new IdCounters(this.#highest);
    Object.assign(copy.#foreign, this.#foreign);
    return copy;
  }

  highest(): HighestIds {
    return { ...this.#highest };
  }

  #raise(kind: Counted, id: RecordId): void {
    if (typeof id === 'number') this.#highest[kind] = Math.max(this.#highest[kind], id);
  }
}

function isCounted(kind: string): kind is Counted {
  return countedKinds.some((each) => each === kind);
}
