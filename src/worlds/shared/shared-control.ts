import type { ReplicaCounts } from '../../store/shared/replica-options.ts';
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
  /** Waits until the journals hold what every replica has answered before this call. */
  journalsCurrent(): Promise<void>;
  /** Whether the engine answers; if not, why. */
  problem(): Promise<string | undefined>;
  /** Whether reads may be of a moment ago. */
  readonly reads: 'linearizable' | 'local';
  /** The replicas that share, this one included. */
  readonly replicas: () => number;
  /** What this replica has done. */
  readonly counts: ReplicaCounts;
  /** How many entries of the log this replica has applied. */
  readonly position: number;
  /** How many entries this replica has not applied yet; undefined if the engine does not answer. */
  lag(): Promise<number | undefined>;
}
