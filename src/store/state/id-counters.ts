import type { Change } from './store.ts';
import { type Root, type StoredCollection, kindOfPlace } from './root.ts';

/** What is numbered as it is made. */
export const countedKinds = ['workspaces', 'users', 'agents', 'campaigns', 'leads'] as const;
export type Counted = (typeof countedKinds)[number];

/** The highest id given per kind. */
export type HighestIds = Readonly<Record<Counted, number>>;

export const noIds: HighestIds = { workspaces: 0, users: 0, agents: 0, campaigns: 0, leads: 0 };

/** The highest id that a record may have, and one that comes from outside: others can follow it. */
export const highestId = 999_999_999_999;
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

/** Goes on after what is noted and what a state holds, whichever is higher. */
export function highestIdsOf({ collections, lists }: Root, noted: Partial<HighestIds>): HighestIds {
  const { workspaces, users, agents, campaigns } = collections;
  // The last of a table has the highest id.
  const last = (table: StoredCollection) => Number(table.maxKey() ?? 0);
  const inLists = lists.valuesArray().reduce((highest, list) => Math.max(highest, list.highestId), 0);
  const held = { workspaces: last(workspaces), users: last(users), agents: last(agents), campaigns: last(campaigns) };
  return higherIds({ ...held, leads: inLists }, noted);
}

/** Of each kind the higher one. */
export function higherIds(one: HighestIds, other: Partial<HighestIds>): HighestIds {
  const ids = countedKinds.map((kind) => [kind, Math.max(one[kind], other[kind] ?? 0)] as const);
  return Object.fromEntries(ids) as Record<Counted, number>;
}

/** The ids after a commit, which may bring its own. */
export function idsAfter(ids: HighestIds, changes: readonly Pick<Change, 'in' | 'id'>[]): HighestIds {
  let after = ids;
  for (const { in: place, id } of changes) {
    const kind = kindOfPlace(place);
    if (isCounted(kind) && typeof id === 'number' && id > after[kind]) after = { ...after, [kind]: id };
  }
  return after;
}

/** Whether a new record has an id that others may have given to another one, which may be gone. */
export function isForeign(foreign: HighestIds, { in: place, id, before }: Change): boolean {
  const kind = kindOfPlace(place);
  return before === undefined && typeof id === 'number' && isCounted(kind) && id <= foreign[kind];
}

function isCounted(kind: string): kind is Counted {
  return countedKinds.some((each) => each === kind);
}
