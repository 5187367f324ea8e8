import type { ReplicaCounts } from '../../store/postgres/world-records.ts';
import type { SnapshotRegistry } from '../snapshots.ts';
import type { World } from '../world.ts';
import type { WorldRegistry } from '../worlds.ts';

/** What work that changes worlds and snapshots sees of them: drafts, of which all replicas hear when it is done. */
export interface Draft {
  readonly world: World;
  readonly worlds: WorldRegistry;
  readonly snapshots: SnapshotRegistry;
}

/** What the control API needs to know of sharing. */
export interface SharedControl {
  /** Runs work on a draft, again if another replica was first; resolves when what it changed holds for all. */
  change<T>(world: World, work: (draft: Draft) => T | Promise<T>): Promise<T>;
  /** Waits until the journal of a world holds what every replica has answered before this call. */
  journalCurrent(world: World): Promise<void>;
  /** Whether the engine answers; if not, why. */
  problem(): Promise<string | undefined>;
  /** The row that is damaged, by table and key; undefined if none is known to be. */
  damage(): string | undefined;
  /** Whether reads may be of a moment ago. */
  readonly reads: 'linearizable' | 'local';
  /** The replicas that share, this one included. */
  readonly replicas: () => number;
  /** What this replica has done, and how often it asked for what is new. */
  readonly counts: ReplicaCounts & { readonly questions: number };
  /** The version of the default world that this replica has. */
  readonly position: number;
  /** How many versions of the default world this replica has not read yet; undefined if the engine does not answer. */
  lag(): Promise<number | undefined>;
}
