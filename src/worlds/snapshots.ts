import type { WorldState } from './worlds.ts';

/** A state of a world under a name of its own. */
export interface NamedSnapshot {
  readonly name: string;
  /** The world that it was taken of; null for one that was imported. */
  readonly world: string | null;
  readonly takenOn: Date;
  readonly state: WorldState;
}

/** The snapshots of a mock; every world can be taken to any of them. */
export interface Snapshots {
  find(name: string): NamedSnapshot | undefined;
  /** By name. */
  list(): readonly NamedSnapshot[];
  /** Keeps a snapshot, in place of another of its name; false where there are too many. */
  keep(snapshot: NamedSnapshot): boolean;
  /** Whether it was there. */
  delete(name: string): boolean;
  readonly limit: number;
}

/** Keeps snapshots in memory, as what they differ from each other. */
export function createSnapshots(limit: number): Snapshots {
  const kept = new Map<string, NamedSnapshot>();
  return {
    limit,
    find: (name) => kept.get(name),
    list: () => [...kept.values()].sort((one, other) => (one.name < other.name ? -1 : 1)),
    keep(snapshot) {
      if (kept.size >= limit && !kept.has(snapshot.name)) return false;
      kept.set(snapshot.name, snapshot);
      return true;
    },
    delete: (name) => kept.delete(name),
  };
}
