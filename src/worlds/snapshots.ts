import type { FollowedProfile, World, WorldState } from './world.ts';
import type { HeldState, MemoryBudget, Weighing } from './memory-budget.ts';
import { type Worlds, worldOverhead } from './worlds.ts';

/** What a snapshot costs besides its records; in bytes. */
const snapshotOverhead = 1024;

/** A state of a world under a name of its own. */
export interface NamedSnapshot {
  readonly name: string;
  /** The world that it was taken of; null if it was imported. */
  readonly world: string | null;
  readonly takenOn: Date;
  readonly state: WorldState;
}

/** What keeps and deletes snapshots for all replicas. */
export interface SharedSnapshots {
  /** @throws StorageError */
  keep(snapshot: NamedSnapshot): Promise<void>;
  /** @throws StorageError */
  delete(name: string): Promise<void>;
}

/** The snapshots of a mock, kept in memory; every world can be taken to any of them. */
export class Snapshots {
  readonly limit: number;
  readonly memory: MemoryBudget;
  /** The one used last is the last. */
  readonly #kept = new Map<string, NamedSnapshot>();
  readonly #dropped = new Set<string>();
  #shared: SharedSnapshots | undefined;

  constructor(limit: number, memory: MemoryBudget) {
    this.limit = limit;
    this.memory = memory;
  }

  /** Has all replicas keep and delete what this mock does. */
  shareBy(shared: SharedSnapshots): void {
    this.#shared = shared;
  }

  /** The snapshot, if it exists; it then counts as used. */
  find(name: string): NamedSnapshot | undefined {
    const found = this.#kept.get(name);
    if (found !== undefined) this.#put(found);
    return found;
  }

  /** By name. */
  list(): readonly NamedSnapshot[] {
    return [...this.#kept.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  /** The one used last first. */
  byUse(): readonly NamedSnapshot[] {
    return [...this.#kept.values()].reverse();
  }

  /** Keeps a snapshot and replaces another of its name, unless there are too many or it is larger than the memory. */
  async keep(snapshot: NamedSnapshot): Promise<'kept' | 'too-many' | 'too-large'> {
    if (this.#kept.size >= this.limit && !this.#kept.has(snapshot.name)) return 'too-many';
    if (ownBytes(snapshot) > this.memory.limit) return 'too-large';
    if (this.#shared === undefined) this.put(snapshot);
    else await this.#shared.keep(snapshot);
    return 'kept';
  }

  /** Keeps one here alone. */
  put(snapshot: NamedSnapshot): void {
    this.#put(snapshot);
    this.#dropped.delete(snapshot.name);
    this.memory.grow(snapshotOverhead + ownBytes(snapshot));
  }

  /** Whether it existed. @throws StorageError */
  async delete(name: string): Promise<boolean> {
    const isThere = this.#kept.has(name);
    if (isThere) await this.#shared?.delete(name);
    this.remove(name);
    return isThere;
  }

  /** Deletes it here alone. */
  remove(name: string): void {
    this.#kept.delete(name);
  }

  /** Deletes it to free its memory; `wasDropped` tells so. */
  drop(name: string): void {
    // What fails is tried again when it is in the way the next time.
    this.#shared?.delete(name).catch(() => undefined);
    this.#kept.delete(name);
    this.#dropped.add(name);
    const [first = name] = this.#dropped;
    if (this.#dropped.size > this.limit) this.#dropped.delete(first);
  }

  /** Whether a snapshot of that name was dropped, and none has been kept since. */
  wasDropped(name: string): boolean {
    return this.#dropped.has(name);
  }

  #put(snapshot: NamedSnapshot): void {
    this.#kept.delete(snapshot.name);
    this.#kept.set(snapshot.name, snapshot);
  }
}

function ownBytes({ state }: NamedSnapshot): number {
  return state.store.snapshot().root.own;
}

/** What the named worlds and the snapshots of a mock have changed of the scenarios that they began as, each on its own. */
export function weighStates(worlds: Worlds, snapshots: Snapshots): Weighing {
  // A profile that several follow is held once; the default world's nothing frees.
  const profiles = new Set([undefined, worlds.default.profile]);
  const weighProfile = (profile: FollowedProfile | undefined): number => {
    const bytes = profiles.has(profile) ? 0 : (profile?.bytes ?? 0);
    profiles.add(profile);
    return bytes;
  };
  const weighWorld = ({ name, store, profile }: World): HeldState => {
    const bytes = worldOverhead + store.snapshot().root.own + weighProfile(profile);
    return { kind: 'world', name, bytes, drop: () => worlds.drop(name) };
  };
  const weighSnapshot = ({ name, state }: NamedSnapshot): HeldState => {
    const bytes = snapshotOverhead + state.store.snapshot().root.own + weighProfile(state.profile);
    return { kind: 'snapshot', name, bytes, drop: () => snapshots.drop(name) };
  };
  const [lastWorld, ...otherWorlds] = worlds.byUse();
  const [lastSnapshot, ...otherSnapshots] = snapshots.byUse();
  // What is kept longest is weighed first: dropping another one does not free a profile that both follow.
  const kept = lastWorld === undefined ? 0 : weighWorld(lastWorld).bytes;
  const droppable = [
    ...(lastSnapshot === undefined ? [] : [weighSnapshot(lastSnapshot)]),
    ...otherWorlds.map(weighWorld),
    ...otherSnapshots.map(weighSnapshot),
  ].reverse();
  return { bytes: droppable.reduce((sum, { bytes }) => sum + bytes, kept), droppable };
}
