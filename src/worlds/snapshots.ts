import { StateWeigher } from '../store/state/state-weigher.ts';
import type { MemoryBudget } from './memory-budget.ts';
import { snapshotOverhead } from './held-states.ts';
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
  /** The snapshot, if it is there; it then counts as used. */
  find(name: string): NamedSnapshot | undefined;
  /** By name. */
  list(): readonly NamedSnapshot[];
  /** The one used last first. */
  byUse(): readonly NamedSnapshot[];
  /** Keeps a snapshot, in place of another of its name, unless there are too many or it takes more than the memory. */
  keep(snapshot: NamedSnapshot): 'kept' | 'too-many' | 'too-large';
  /** Whether it was there. */
  delete(name: string): boolean;
  /** Deletes it for its memory, which is remembered. */
  drop(name: string): void;
  /** Whether a snapshot of that name was dropped, and none has been kept since. */
  wasDropped(name: string): boolean;
  readonly limit: number;
  readonly memory: MemoryBudget;
}

/** Keeps snapshots in memory, as what they differ from each other. */
export function createSnapshots(limit: number, memory: MemoryBudget): Snapshots {
  // The one used last is the last.
  const kept = new Map<string, NamedSnapshot>();
  const dropped = new Set<string>();
  const put = (snapshot: NamedSnapshot) => {
    kept.delete(snapshot.name);
    kept.set(snapshot.name, snapshot);
  };
  return {
    limit,
    memory,
    find(name) {
      const found = kept.get(name);
      if (found !== undefined) put(found);
      return found;
    },
    list: () => [...kept.values()].sort((one, other) => (one.name < other.name ? -1 : 1)),
    byUse: () => [...kept.values()].reverse(),
    keep(snapshot) {
      if (kept.size >= limit && !kept.has(snapshot.name)) return 'too-many';
      // One that was taken of a world shares everything with it.
      const bytes = snapshot.world === null ? new StateWeigher([]).weigh(snapshot.state.store.snapshot()) : 0;
      if (bytes > memory.limit) return 'too-large';
      put(snapshot);
      dropped.delete(snapshot.name);
      memory.grow(snapshotOverhead + bytes);
      return 'kept';
    },
    delete: (name) => kept.delete(name),
    drop(name) {
      kept.delete(name);
      dropped.add(name);
      const [first = name] = dropped;
      if (dropped.size > limit) dropped.delete(first);
    },
    wasDropped: (name) => dropped.has(name),
  };
}
