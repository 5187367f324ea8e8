import type { WorldState } from './world.ts';
import { Holding, type MemoryBudget, MemoryFullError } from './memory-budget.ts';
import { type SharedRegistry, WorldsError } from './worlds.ts';

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

/** What keeps and deletes snapshots for all replicas. @throws StorageError */
interface SharedSnapshots extends Pick<SharedRegistry, 'end'> {
  keepSnapshot(snapshot: NamedSnapshot): Promise<void>;
}

/** What the name of a snapshot begins with among the worlds that are shared. */
export const snapshotPrefix = 'snapshot:';

/** The snapshots of a mock, kept in memory; every world can be taken to any of them. */
export class Snapshots {
  readonly limit: number;
  readonly memory: MemoryBudget;
  readonly #kept = new Map<string, { readonly snapshot: NamedSnapshot; readonly held: Holding }>();
  readonly #dropped = new Set<string>();
  readonly #shared: SharedSnapshots | undefined;

  constructor(limit: number, memory: MemoryBudget, shared?: SharedSnapshots) {
    this.limit = limit;
    this.memory = memory;
    this.#shared = shared;
  }

  /** The snapshot, if it exists; it then counts as used. */
  find(name: string): NamedSnapshot | undefined {
    const found = this.#kept.get(name);
    found?.held.use();
    return found?.snapshot;
  }

  /** By name. */
  list(): readonly NamedSnapshot[] {
    const snapshots = [...this.#kept.values()].map(({ snapshot }) => snapshot);
    return snapshots.sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  /** Keeps a snapshot, in place of one of its name. @throws WorldsError at the limit, MemoryFullError if too large */
  async keep(snapshot: NamedSnapshot): Promise<void> {
    const { limit } = this.memory;
    if (this.#kept.size >= this.limit && !this.#kept.has(snapshot.name)) {
      throw new WorldsError('too-many', `There are ${this.limit} snapshots, and no more may be: delete one.`);
    }
    if (snapshot.state.records.root.own > limit) throw new MemoryFullError(true, limit, 'Snapshots');
    if (this.#shared === undefined) this.put(snapshot);
    else await this.#shared.keepSnapshot(snapshot);
  }

  /** Keeps one here alone. */
  put(snapshot: NamedSnapshot): void {
    const { name, state } = snapshot;
    this.remove(name);
    const drop = () => this.drop(name);
    const held = new Holding(this.memory, 'snapshot', snapshotOverhead + state.records.root.own, drop, name);
    held.follow(state.profile);
    this.#kept.set(name, { snapshot, held });
    this.#dropped.delete(name);
  }

  /** @throws StorageError */
  async delete(name: string): Promise<void> {
    if (this.#kept.has(name)) await this.#shared?.end(snapshotPrefix + name);
    this.remove(name);
  }

  /** Deletes it here alone. */
  remove(name: string): void {
    this.#kept.get(name)?.held.release();
    this.#kept.delete(name);
  }

  /** Deletes it to free its memory; `wasDropped` tells so. */
  drop(name: string): void {
    // What fails is tried again when it is in the way the next time.
    this.#shared?.end(snapshotPrefix + name).catch(() => undefined);
    this.remove(name);
    this.#dropped.add(name);
    const [first = name] = this.#dropped;
    if (this.#dropped.size > this.limit) this.#dropped.delete(first);
  }

  /** Whether a snapshot of that name was dropped, and none has been kept since. */
  wasDropped(name: string): boolean {
    return this.#dropped.has(name);
  }
}
